package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/xeval/xeval/internal/verdict"
)

// Texts are the parts of a sample that verdicts do not hold.
type Texts struct {
	Prompt     string
	Generation string
	Program    string // as assembled
}

// TextsOf finds them.
type TextsOf func(*verdict.Verdict) (Texts, error)

type problemView struct {
	Task, Anchor, Says, Prompt string
	Samples                    []sampleView
}

type sampleView struct {
	Index      int
	Outcome    string
	Tone       Tone
	Alike      int
	Says       []string
	Generation template.HTML
	Texts      []namedText
}

type namedText struct {
	Name string
	Text template.HTML
}

// leastText is what a text may always have, however many problems share the
// budget.
const leastText = 400

// writeProblems writes one part after the other, so that memory holds one. A
// problem that needs less than its share leaves the rest to the others.
func (p *Page) writeProblems(out io.Writer, t *template.Template) error {
	left := p.Budget
	if left == 0 {
		left = DefaultBudget
	}
	counts := map[string]ProblemCount{}
	if p.Summary != nil {
		for _, l := range p.Summary.Languages {
			for _, c := range l.ProblemCounts {
				counts[c.TaskID] = c
			}
		}
	}
	tasks := p.Picks.tasks()
	for i, task := range tasks {
		counted := &countingWriter{out: out}
		if err := t.ExecuteTemplate(counted, "problem", p.problem(task, counts[task], left/(len(tasks)-i))); err != nil {
			return err
		}
		left -= counted.n
	}
	return nil
}

type countingWriter struct {
	out io.Writer
	n   int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	c.n += n
	return n, err
}

// problem lays out one problem within so many bytes. Marking code up makes it
// about twice as long, so texts get a half of the room.
func (p *Page) problem(task string, count ProblemCount, room int) problemView {
	picks := p.Picks.of(task)
	v := problemView{Task: task, Anchor: anchor(task), Says: "not scored"}
	if count.N > 0 {
		v.Says = strings.TrimPrefix(says(count), task+": ")
	}
	each := max(leastText, room/2/(1+3*len(picks)))
	for _, pick := range picks {
		s, prompt := p.sample(pick, each)
		v.Samples = append(v.Samples, s)
		if v.Prompt == "" {
			v.Prompt = cut(prompt, each)
		}
	}
	return v
}

func (p *Page) sample(pick *pick, each int) (view sampleView, prompt string) {
	v := &pick.verdict
	s := sampleView{
		Index: v.SampleIndex, Outcome: strings.ReplaceAll(v.Outcome.String(), "_", " "), Alike: pick.samples,
		Says: saysOf(v, each), Tone: Bad,
	}
	switch {
	case v.Passed:
		s.Tone = Good
	case !v.Outcome.Scored():
		s.Tone = Warn
	}
	mark := p.CommentMarks[v.Language]
	add := func(name, text string, code bool) {
		if text == "" {
			return
		}
		shown := template.HTML(template.HTMLEscapeString(showControls(cut(text, each))))
		if code {
			shown = template.HTML(highlight(showControls(cut(text, each)), mark))
		}
		s.Texts = append(s.Texts, namedText{name, shown})
	}
	if p.Texts != nil {
		texts, err := p.Texts(v)
		if err != nil {
			add("why the program is not shown", err.Error(), false)
		}
		prompt = texts.Prompt
		s.Generation = template.HTML(highlight(showControls(cut(texts.Generation, each)), mark))
		add("assembled program", texts.Program, true)
	}
	addOutput := func(name string, o *verdict.Output) {
		if o != nil {
			add(fmt.Sprintf("%s of the %s step (%s bytes)", name, v.Stage, thousands(int(o.Bytes))), joinOutput(o), false)
		}
	}
	addOutput("stdout", v.Stdout)
	addOutput("stderr", v.Stderr)
	return s, prompt
}

// saysOf is the message, what the stages used, and the flags.
func saysOf(v *verdict.Verdict, most int) (lines []string) {
	if v.Message != "" {
		lines = append(lines, visible(cut(v.Message, most)))
	}
	for _, stage := range []struct {
		name string
		use  *verdict.StageUse
	}{{"build", v.Build}, {"run", v.Run}} {
		if stage.use != nil {
			lines = append(lines, fmt.Sprintf("%s: CPU %s, wall %s, memory %s", stage.name,
				millisCell(stage.use.CPUMillis).Text, millisCell(stage.use.WallMillis).Text, memory(stage.use.MemoryBytes)))
		}
	}
	if len(v.Flags) > 0 {
		lines = append(lines, "flags: "+strings.Join(v.Flags, ", "))
	}
	return lines
}

func joinOutput(o *verdict.Output) string {
	if o.Truncated {
		return o.Head + "\n… cut …\n" + o.Tail
	}
	return o.Head + o.Tail
}

// cut shortens a text in the middle, where nobody looks first.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most*2/3, most/3
	return strings.ToValidUTF8(s[:head], "") + "\n… cut: xeval show has all of it …\n" + strings.ToValidUTF8(s[len(s)-tail:], "")
}

// showControls keeps line ends and tabs and makes all other control characters
// visible.
func showControls(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return []rune(visible(string(r)))[0]
	}, s)
}
