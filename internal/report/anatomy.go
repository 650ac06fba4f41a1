package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/xeval/xeval/internal/verdict"
)

// Anatomy says where and why samples fail. All of it comes from the same
// single pass as the counts.
type Anatomy struct {
	Messages  []Message `json:"messages,omitempty"`  // the most frequent of each language
	Slowest   []Extreme `json:"slowest,omitempty"`   // by CPU time of the run
	Hungriest []Extreme `json:"hungriest,omitempty"` // by resident memory, of build or run

	NeverSolved  []string  `json:"never_solved,omitempty"`
	AlwaysSolved []string  `json:"always_solved,omitempty"`
	Divided      []Divided `json:"divided,omitempty"` // problems that do best and worst in different languages
}

// A Message is a failure message with names and numbers taken out.
type Message struct {
	Language string `json:"language"`
	Title    string `json:"title"`
	Outcome  string `json:"outcome"`
	Text     string `json:"text"`
	Samples  int    `json:"samples"`
	Example  string `json:"example"` // the id of one problem with it
}

// An Extreme is one sample that used much.
type Extreme struct {
	TaskID      string  `json:"task_id"`
	SampleIndex int     `json:"sample_index"`
	Language    string  `json:"language"`
	Outcome     string  `json:"outcome"`
	CPUMillis   float64 `json:"cpu_ms"`
	MemoryBytes int64   `json:"memory_bytes"`
}

// Divided is a problem whose pass@1 differs between languages.
type Divided struct {
	Problem string  `json:"problem"` // its number
	Best    string  `json:"best"`
	BestIs  float64 `json:"best_pass_at_1"`
	Worst   string  `json:"worst"`
	WorstIs float64 `json:"worst_pass_at_1"`
}

// How much of each is kept.
const (
	topMessages = 10 // for each language
	topExtremes = 10
	topDivided  = 20
)

// messageKey names a message in the tally.
type messageKey struct {
	outcome verdict.Outcome
	text    string
}

type messageCount struct {
	samples int
	example string
}

// addMessage counts what a failed sample said.
func (g *group) addMessage(v *verdict.Verdict) {
	if v.Passed || v.Message == "" {
		return
	}
	key := messageKey{v.Outcome, normalize(v.Message)}
	m := g.messages[key]
	if m == nil {
		if len(g.messages) >= maxMessages {
			return // the frequent ones are known by now
		}
		m = &messageCount{example: v.TaskID}
		g.messages[key] = m
	}
	m.samples++
	if compareIDs(v.TaskID, m.example) < 0 {
		m.example = v.TaskID
	}
}

const maxMessages = 20_000

// normalize takes out of a message what differs between two programs with the
// same mistake: numbers become #, quoted names '…', and words that can only be
// names (with an underscore, or a capital inside) ‹name›.
func normalize(message string) string {
	var b strings.Builder
	runes := []rune(firstLine(message))
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case isQuote(r) && closes(runes, i) > 0:
			end := closes(runes, i)
			b.WriteRune(r)
			b.WriteRune('…')
			b.WriteRune(runes[end])
			i = end + 1
		case isWord(r):
			end := i
			for end < len(runes) && (isWord(runes[end]) || runes[end] == '.' && end+1 < len(runes) && isWord(runes[end+1])) {
				end++
			}
			b.WriteString(word(string(runes[i:end])))
			i = end
		default:
			b.WriteRune(r)
			i++
		}
	}
	return b.String()
}

func isQuote(r rune) bool { return strings.ContainsRune("'\"`‘“", r) }

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// closes finds the end of what is quoted from i on, 0 when there is none. An
// apostrophe inside a word opens nothing.
func closes(runes []rune, i int) int {
	if i > 0 && isWord(runes[i-1]) {
		return 0
	}
	closing := map[rune]rune{'‘': '’', '“': '”'}[runes[i]]
	if closing == 0 {
		closing = runes[i]
	}
	if at := slices.Index(runes[i+1:], closing); at >= 0 {
		return i + 1 + at
	}
	return 0
}

// word takes the dotted parts of a word by themselves, so that the classes of
// java.lang.ArithmeticException keep their name.
func word(w string) string {
	if unicode.IsDigit([]rune(w)[0]) {
		return "#"
	}
	parts := strings.Split(w, ".")
	for i, p := range parts {
		if isName(p) {
			parts[i] = "‹name›"
		}
	}
	return strings.Join(parts, ".")
}

func isName(w string) bool {
	if strings.Contains(w, "_") {
		return true
	}
	lower := false
	for i, r := range w {
		if i == 0 {
			lower = unicode.IsLower(r)
		} else if lower && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}

// extremes keeps the few largest samples.
type extremes struct {
	less func(a, b Extreme) int // the largest first
	top  []Extreme
}

func (x *extremes) add(e Extreme) {
	if len(x.top) == topExtremes && x.less(e, x.top[len(x.top)-1]) >= 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(x.top, e, x.less)
	x.top = slices.Insert(x.top, at, e)
	x.top = x.top[:min(len(x.top), topExtremes)]
}

func slower(a, b Extreme) int {
	return cmp.Or(cmp.Compare(b.CPUMillis, a.CPUMillis), sameSample(a, b))
}

func hungrier(a, b Extreme) int {
	return cmp.Or(cmp.Compare(b.MemoryBytes, a.MemoryBytes), sameSample(a, b))
}

func sameSample(a, b Extreme) int {
	return cmp.Or(compareIDs(a.TaskID, b.TaskID), cmp.Compare(a.SampleIndex, b.SampleIndex))
}

// addExtremes looks at what one sample used; samples that shared a verdict
// used nothing.
func (t *Tally) addExtremes(v *verdict.Verdict) {
	if v.Cached {
		return
	}
	e := Extreme{TaskID: v.TaskID, SampleIndex: v.SampleIndex, Language: v.Language, Outcome: v.Outcome.String()}
	if v.Build != nil {
		e.MemoryBytes = v.Build.MemoryBytes
	}
	if v.Run != nil {
		e.CPUMillis, e.MemoryBytes = v.Run.CPUMillis, max(e.MemoryBytes, v.Run.MemoryBytes)
		t.slowest.add(e)
	}
	if e.MemoryBytes > 0 {
		t.hungriest.add(e)
	}
}

// anatomy is made from the tally and the rows of the summary.
func (s *Summary) anatomy(t *Tally) *Anatomy {
	a := &Anatomy{Slowest: t.slowest.top, Hungriest: t.hungriest.top}
	for i, key := range t.keys() {
		a.Messages = append(a.Messages, t.groups[key].topMessages(s.Languages[i])...)
	}
	for _, l := range s.Languages {
		for _, p := range l.ProblemCounts {
			switch p.C {
			case 0:
				a.NeverSolved = append(a.NeverSolved, p.TaskID)
			case p.N:
				a.AlwaysSolved = append(a.AlwaysSolved, p.TaskID)
			}
		}
	}
	a.Divided = s.divided()
	return a
}

func (g *group) topMessages(l LanguageSummary) (out []Message) {
	for key, m := range g.messages {
		out = append(out, Message{l.Language, l.Title, key.outcome.String(), key.text, m.samples, m.example})
	}
	slices.SortFunc(out, func(a, b Message) int {
		return cmp.Or(cmp.Compare(b.Samples, a.Samples), strings.Compare(a.Outcome, b.Outcome), strings.Compare(a.Text, b.Text))
	})
	return out[:min(len(out), topMessages)]
}

// divided lists the problems whose languages differ most.
func (s *Summary) divided() (out []Divided) {
	byNumber := map[string]*Divided{}
	for _, l := range s.Languages {
		if l.SourceLanguage != "" {
			continue
		}
		for _, p := range l.ProblemCounts {
			share, n := float64(p.C)/float64(p.N), number(p.TaskID)
			d := byNumber[n]
			if d == nil {
				byNumber[n] = &Divided{n, l.Title, share, l.Title, share}
				continue
			}
			if share > d.BestIs {
				d.Best, d.BestIs = l.Title, share
			}
			if share < d.WorstIs {
				d.Worst, d.WorstIs = l.Title, share
			}
		}
	}
	for _, d := range byNumber {
		if d.BestIs > d.WorstIs {
			out = append(out, *d)
		}
	}
	slices.SortFunc(out, func(a, b Divided) int {
		return cmp.Or(cmp.Compare(b.BestIs-b.WorstIs, a.BestIs-a.WorstIs), compareIDs(a.Problem, b.Problem))
	})
	return out[:min(len(out), topDivided)]
}
