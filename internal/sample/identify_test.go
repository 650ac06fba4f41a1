package sample

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// listed is a dataset of Python problems whose prompts are a signature and a
// sentence; Python/2 has a helper with the name of Python/1.
type listed struct{}

var listedPrompts = []string{
	"def add(a, b):\n    \"\"\"Adds two numbers up.\"\"\"\n",
	"def is_prime(n):\n    \"\"\"Says whether n is a prime.\"\"\"\n",
	"def is_prime(n):\n    return n in (2, 3, 5, 7)\n\n\ndef factors(n):\n    \"\"\"Lists the prime factors.\"\"\"\n",
	"def add(x):\n    \"\"\"Adds a list up.\"\"\"\n",
}

func (listed) Lookup(id string) (string, bool) { return "", false }

func (listed) ByNumber(prefix string, n int) (string, bool) {
	return fmt.Sprintf("%s/%d", prefix, n), prefix == "Python" && n < len(listedPrompts)
}

func (listed) Prompt(taskID string) string { return listedPrompts[taskID[len(taskID)-1]-'0'] }

func (listed) InOrder(prefix string) []string {
	return []string{"Python/0", "Python/1", "Python/2", "Python/3"}
}

func (listed) Function(taskID string) string {
	return []string{"add", "is_prime", "factors", "add"}[taskID[len(taskID)-1]-'0']
}

func TestListsAreIdentifiedByTheirPrograms(t *testing.T) {
	whole := func(n int) string { return fmt.Sprintf("%q", listedPrompts[n]+"    return 1\n") }
	for name, c := range map[string]struct {
		lists []string
		want  string
	}{
		"in order":            {[]string{whole(0), whole(1), whole(2), whole(3)}, "0 1 2 3"},
		"one missing":         {[]string{whole(0), whole(2), whole(3)}, "0 2 3"},
		"shuffled":            {[]string{whole(3), whole(0)}, "3 0"},
		"ragged":              {[]string{whole(1) + "," + whole(1), "", whole(0)}, "1 1 0"},
		"nothing but null":    {[]string{whole(0), "null, null", whole(2)}, "0 1 1 2"},
		"null when shifted":   {[]string{whole(1), "null"}, "1 !list 2 holds no program"},
		"null beside one":     {[]string{"null, " + whole(2)}, "2 2"},
		"only the function":   {[]string{`"def factors(m):\n    pass"`}, "2"},
		"no function":         {[]string{`"    return 1"`}, "!list 1: no program in it has the function of any problem"},
		"several, no prompts": {[]string{`"def add(p): pass"`}, "!list 1: the functions of several problems occur"},
		"more than there are": {[]string{whole(0), whole(1), whole(2), whole(3), `""`}, "0 1 2 3 !list 5 holds no program"},
	} {
		r, err := NewResolver(listed{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := NewReader("in", strings.NewReader("[["+strings.Join(c.lists, "],\n[")+"]]"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			row, err := rows.Next()
			if err == io.EOF {
				break
			}
			s, err := r.Resolve(row)
			if err != nil {
				got = append(got, "!"+err.Error()[strings.Index(err.Error(), "list"):])
				continue
			}
			if !s.Whole || s.Flags[len(s.Flags)-1] != FlagWhole {
				t.Errorf("%s: %+v", name, s)
			}
			got = append(got, s.TaskID[len(s.TaskID)-1:])
		}
		if text := strings.Join(got, " "); !strings.HasPrefix(text, c.want) {
			t.Errorf("%s: got %q, want %q", name, text, c.want)
		}
	}
}

func TestListsNeedALanguage(t *testing.T) {
	row := Row{Place: 1, Siblings: []string{"x"}, Whole: true}
	r, err := NewResolver(dataset{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(row); err == nil || !strings.Contains(err.Error(), "say with --lang which it is") {
		t.Errorf("got %v", err)
	}
}
