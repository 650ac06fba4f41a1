package report

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	texttemplate "text/template"

	"github.com/xeval/xeval/internal/chart"
)

//go:embed page
var pageFiles embed.FS

// A Page is a document with what only a page can show: plots, a map of all
// problems, samples in full. It is one file that loads nothing and runs no
// script.
type Page struct {
	Document *Document
	Charts   map[string][]*chart.Chart // beside the table of that name
	Summary  *Summary                  // for the map of problems; may be nil
	Picks    *Picks                    // samples to show in full; may be nil
	// Texts finds the texts of a sample; an error is shown in its place.
	Texts TextsOf
	// CommentMarks start a line comment, by language.
	CommentMarks map[string]string
	// Budget bounds the samples' part, in bytes; 0: DefaultBudget.
	Budget int
}

// DefaultBudget keeps a page of any run below 10 MB.
const DefaultBudget = 8 << 20

// HTML writes the page.
func HTML(w io.Writer, p *Page) error {
	t, err := template.New("").Funcs(template.FuncMap{
		"tone": toneClass, "brief": brief, "inc": func(i int) int { return i + 1 },
	}).ParseFS(pageFiles, "page/page.html")
	if err != nil {
		return err
	}
	view, err := p.view()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(out, "head", view); err != nil {
		return err
	}
	if p.Picks != nil {
		if err := p.writeProblems(out, t); err != nil {
			return err
		}
	}
	if err := t.ExecuteTemplate(out, "foot", view); err != nil {
		return err
	}
	return out.Flush()
}

type pageView struct {
	Document    *Document
	CSS         template.CSS
	Figures     map[string][]template.HTML
	Heat        []heatRow
	HasProblems bool
}

type heatRow struct {
	Title string
	Cells []heatCell
}

type heatCell struct {
	Anchor, Says string
	Share        template.CSS
}

func (p *Page) view() (*pageView, error) {
	css, err := styleSheet()
	if err != nil {
		return nil, err
	}
	v := &pageView{Document: p.Document, CSS: css, Figures: map[string][]template.HTML{}, HasProblems: p.Picks != nil}
	for table, charts := range p.Charts {
		for _, c := range charts {
			if c.Name == "problems" && p.Summary != nil {
				continue // the page's own map has links
			}
			svg, err := c.Inline()
			if err != nil {
				return nil, err
			}
			v.Figures[table] = append(v.Figures[table], template.HTML(svg))
		}
	}
	if p.Summary != nil {
		v.Heat = p.heat()
	}
	return v, nil
}

// styleSheet puts the charts' palettes into the page's colours.
func styleSheet() (template.CSS, error) {
	t, err := texttemplate.ParseFS(pageFiles, "page/page.css")
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string][]string{"Light": chart.LightPalette(), "Dark": chart.DarkPalette})
	return template.CSS(b.String()), err
}

func (p *Page) heat() (rows []heatRow) {
	for _, l := range p.Summary.Languages {
		row := heatRow{Title: l.Title}
		for _, c := range l.ProblemCounts {
			share := float64(c.C) / float64(c.N)
			target := "heat"
			if p.Picks != nil {
				target = anchor(c.TaskID)
			}
			row.Cells = append(row.Cells, heatCell{target, says(c), template.CSS(fmt.Sprintf("%.2f", share))})
		}
		rows = append(rows, row)
	}
	return rows
}

func says(c ProblemCount) string {
	return fmt.Sprintf("%s: %d of %s passed", c.TaskID, c.C, samples(c.N))
}

// anchor is a problem's id as a fragment.
func anchor(task string) string {
	return "p-" + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_' {
			return r
		}
		return '.'
	}, task)
}

func toneClass(t Tone) string {
	return map[Tone]string{Plain: "", Strong: "strong", Faint: "faint", Good: "good", Bad: "bad", Warn: "warn"}[t]
}

// brief names a table in the list of contents.
func brief(table string) string {
	return strings.ReplaceAll(strings.ReplaceAll(table, "_at_", "@"), "_", " ")
}
