package chart

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
)

// every makes one chart of each kind.
func every(t *testing.T) []*Chart {
	t.Helper()
	intervals := []Interval{{"C++", .5, .4, .6}, {"Go <&>", .1, .05, .2}, {"Java", 1, 1, 1}}
	differences := []Interval{{"C++", .05, -.02, .12}, {"Go", -.2, -.3, -.1}}
	var charts []*Chart
	add := func(c *Chart, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		charts = append(charts, c)
	}
	add(Curves("curves", `says "what"`, "k", "pass@k", []Curve{
		{"C++", []float64{1, 10, 100}, []float64{.2, .5, .7}, []float64{.1, .4, .6}, []float64{.3, .6, .8}},
		{"one", []float64{1}, []float64{.2}, []float64{.1}, []float64{.3}},
	}))
	add(Bars("bars", "bars", "pass@1", intervals))
	add(Forest("forest", "forest", "difference", differences))
	add(Stacks("stacks", "stacks", []string{"C++", "Go"}, []string{"passed", "wrong answer", "timed out"}, [][]float64{{70, 20, 10}, {1, 0, 999}}))
	add(Heat("heat", "heat", "to", "from", []string{"C++", "Go"}, []string{"Java", "Go", "C++"}, [][]float64{{.1, .9, math.NaN()}, {0, math.NaN(), 1}}))
	add(Distribution("times", "times", "CPU time", []Histogram{{"C++", []float64{1, 10, 100}, []float64{3, 1}}, {"Go", []float64{10, 100, 1000}, []float64{3, 10}}},
		func(v float64) string { return "x" }))
	return charts
}

func TestFilesAreValid(t *testing.T) {
	for _, c := range every(t) {
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := c.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			switch format {
			case "svg":
				wellFormed(t, c.Name, b.String())
			case "png":
				if img, err := png.Decode(&b); err != nil || img.Bounds().Dx() < 300 {
					t.Errorf("%s: %v", c.Name, err)
				}
			case "pdf":
				if !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
					t.Errorf("%s: not a PDF", c.Name)
				}
			}
		}
		if err := c.Write(io.Discard, "bmp3"); err == nil {
			t.Error("an unknown format was written")
		}
	}
}

func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

func TestInlineFollowsThePage(t *testing.T) {
	for _, c := range every(t) {
		svg, err := c.Inline()
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, c.Name, svg)
		if !strings.HasPrefix(svg, `<svg role="img" fill="currentColor" aria-label="`) || !strings.Contains(svg, `viewBox="`) {
			t.Errorf("%s starts %.120s", c.Name, svg)
		}
		if strings.Contains(svg, "#000000") || strings.Contains(svg, "Liberation") || !strings.Contains(svg, "currentColor") {
			t.Errorf("%s has colours or type of its own", c.Name)
		}
		if bare := regexp.MustCompile(`:#[0-9A-Fa-f]{6}`).FindString(svg); bare != "" {
			t.Errorf("%s: colour %s is not the page's", c.Name, bare)
		}
	}
	if svg, _ := every(t)[0].Inline(); !strings.Contains(svg, `aria-label="says &quot;what&quot;"`) || !strings.Contains(svg, "var(--c0,#0060A0)") {
		t.Errorf("%.300s", svg)
	}
}

// luminance and contrast are WCAG's.
func luminance(r, g, b uint8) float64 {
	f := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .03928 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*f(r) + .7152*f(g) + .0722*f(b)
}

func TestPaletteContrast(t *testing.T) {
	for i, c := range palette {
		if got := 1.05 / (luminance(c.R, c.G, c.B) + .05); got < 4.5 {
			t.Errorf("colour %d on white: %.2f", i, got)
		}
	}
	if len(DarkPalette) != len(palette) {
		t.Fatal("the palettes differ in length")
	}
	page := luminance(0x16, 0x19, 0x1d) + .05
	for i, hex := range DarkPalette {
		var c [3]uint8
		for j := range c {
			for _, d := range hex[1+2*j : 3+2*j] {
				c[j] = c[j]*16 + uint8(strings.IndexRune("0123456789ABCDEF", d))
			}
		}
		if got := (luminance(c[0], c[1], c[2]) + .05) / page; got < 4.5 {
			t.Errorf("colour %d on dark: %.2f", i, got)
		}
	}
}
