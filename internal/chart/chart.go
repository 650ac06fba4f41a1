// Package chart draws numbers as plots: SVG for pages, PNG and PDF for papers.
// It knows the kinds of plot that reports need, one file each, and nothing of
// where the numbers come from. Colours are chosen so that people who confuse
// red and green can tell them apart, and lines and marks differ in shape too,
// so that a print in grey can be read.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf" // registers its format
	_ "gonum.org/v1/plot/vg/vgsvg"
)

// A Chart is a plot that is ready to be drawn.
type Chart struct {
	Name string // for files: "pass_at_k"
	Alt  string // says in words what is to be seen

	plot          *plot.Plot
	legend        plot.Legend // drawn beside the plot
	beside        vg.Length   // how wide that is; 0: no legend
	width, height vg.Length
}

const margin = 6 // points on every side

// draw puts plot and legend on a canvas.
func (c *Chart) draw(on vg.CanvasSizer, background color.Color) {
	all := draw.New(on)
	if background != nil {
		all.SetColor(background)
		all.Fill(all.Rectangle.Path())
	}
	all = draw.Crop(all, margin, -margin, margin, -margin)
	c.plot.Draw(draw.Crop(all, 0, -c.beside, 0, 0))
	if c.beside > 0 {
		c.legend.Draw(draw.Crop(all, all.Max.X-all.Min.X-c.beside+2*margin, 0, 0, 0))
	}
}

// Formats are the file formats that Write knows.
func Formats() []string { return []string{"svg", "png", "pdf"} }

// Write draws the chart on white.
func (c *Chart) Write(w io.Writer, format string) error {
	if format == "png" {
		canvas := vgimg.NewWith(vgimg.UseWH(c.width, c.height), vgimg.UseDPI(pngDPI))
		c.draw(canvas, color.White)
		_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
		return err
	}
	return c.writeAs(w, format, color.White)
}

// pngDPI is what journals ask of images.
const pngDPI = 300

func (c *Chart) writeAs(w io.Writer, format string, background color.Color) error {
	canvas, err := draw.NewFormattedCanvas(c.width, c.height, format)
	if err != nil {
		return fmt.Errorf("plot %s: %w", c.Name, err)
	}
	c.draw(canvas, background)
	_, err = canvas.WriteTo(w)
	return err
}

// Inline is the chart as an SVG element for a page. Black becomes the page's
// text colour and the palette becomes the variables --c0, --c1, …, so that the
// page decides how the chart looks in the light and in the dark.
func (c *Chart) Inline() (string, error) {
	var b bytes.Buffer
	if err := c.writeAs(&b, "svg", nil); err != nil {
		return "", err
	}
	return themed(b.String(), c.Alt), nil
}

var (
	prelude  = regexp.MustCompile(`(?s)^.*?<svg `)
	comments = regexp.MustCompile(`(?s)<!--.*?-->`)
	sizes    = regexp.MustCompile(`^<svg width="[^"]*" height="[^"]*"`)
	family   = regexp.MustCompile(`font-family:[^;"]*;?`)
	spelling = regexp.MustCompile(`#[0-9A-Fa-f]{6}`)
)

func themed(svg, alt string) string {
	svg = comments.ReplaceAllString(prelude.ReplaceAllString(svg, "<svg "), "")
	svg = sizes.ReplaceAllString(svg, `<svg role="img" fill="currentColor" aria-label="`+escape(alt)+`"`)
	svg = family.ReplaceAllString(svg, "")
	svg = spelling.ReplaceAllStringFunc(svg, func(hex string) string {
		return inPage(hex)
	})
	return strings.TrimSpace(svg)
}

// inPage is what a colour is called in a page.
func inPage(hex string) string {
	var have color.RGBA
	if n, err := fmt.Sscanf(hex, "#%02x%02x%02x", &have.R, &have.G, &have.B); n != 3 || err != nil || hex == "#000000" {
		return "currentColor"
	}
	for i, c := range palette {
		if near(c.R, have.R) && near(c.G, have.G) && near(c.B, have.B) {
			return fmt.Sprintf("var(--c%d,%s)", i, hexOf(c))
		}
	}
	return hex
}

// near allows for what drawing with little opacity rounds away.
func near(a, b uint8) bool { return max(a, b)-min(a, b) <= 9 }

func hexOf(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

// palette has hues that stay apart for colour-blind people (after Okabe and
// Ito), dark enough for thin lines on white: at least 4.5 to 1.
var palette = []color.RGBA{
	{0x00, 0x60, 0xA0, 255}, // blue
	{0xB5, 0x45, 0x00, 255}, // vermilion
	{0x00, 0x73, 0x55, 255}, // green
	{0x9C, 0x3F, 0x80, 255}, // purple
	{0x7A, 0x5C, 0x00, 255}, // ochre
	{0x50, 0x58, 0x60, 255}, // slate
	{0x00, 0x6E, 0x7F, 255}, // teal
	{0xA8, 0x32, 0x3E, 255}, // crimson
	{0x6A, 0x51, 0xC0, 255}, // violet
	{0x5C, 0x6B, 0x00, 255}, // olive
	{0x86, 0x50, 0x36, 255}, // brown
	{0x6B, 0x6B, 0x6B, 255}, // grey
}

// DarkPalette has the same hues for a dark page.
var DarkPalette = []string{"#66B8FF", "#FF9A57", "#46D3A8", "#EB9BD2", "#E0BE4A", "#AEB8C2", "#4FD0E0", "#FF8B95", "#B7A4FF", "#C3D34A", "#D9A184", "#B5B5B5"}

// LightPalette is the palette as the page's variables start out.
func LightPalette() (hex []string) {
	for _, c := range palette {
		hex = append(hex, hexOf(c))
	}
	return hex
}

func hue(i int) color.RGBA { return palette[i%len(palette)] }

// faint is a colour laid thinly over whatever is behind it.
func faint(c color.RGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 48} }

// band is fainter still: several of them lie over each other.
func band(c color.RGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 28} }

var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}, {4, 2}, {1, 3}}

func dash(i int) []vg.Length { return dashes[i%len(dashes)] }

var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

func glyph(i int) draw.GlyphDrawer { return glyphs[i%len(glyphs)] }

// newPlot is a plot in the house's type.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, s := range []*draw.TextStyle{&p.X.Tick.Label, &p.Y.Tick.Label} {
		s.Font = sans
		s.Font.Size = 9
	}
	for _, s := range []*draw.TextStyle{&p.X.Label.TextStyle, &p.Y.Label.TextStyle} {
		s.Font = sans
		s.Font.Size = 10
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	return p
}

// newLegend is an empty legend in the plot's type.
func newLegend(p *plot.Plot) plot.Legend {
	l := plot.NewLegend()
	l.TextStyle.Font = p.X.Tick.Label.Font
	l.Top, l.Left, l.Padding, l.ThumbnailWidth = true, true, 4, 24
	return l
}

// legendRoom is how wide a legend with these names is.
func legendRoom(l plot.Legend, names []string) vg.Length {
	widest := vg.Length(0)
	for _, n := range names {
		widest = max(widest, l.TextStyle.Width(n))
	}
	return widest + l.ThumbnailWidth + 4*margin
}

// shares makes an axis of probabilities from 0 to 1.
func shares(a *plot.Axis) {
	a.Min, a.Max = 0, 1
	var ticks []plot.Tick
	for i := 0; i <= 10; i++ {
		t := plot.Tick{Value: float64(i) / 10}
		if i%2 == 0 {
			t.Label = fmt.Sprintf("%.1f", t.Value)
		}
		ticks = append(ticks, t)
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// nominal puts names on an axis, the first at the top or left.
func nominal(a *plot.Axis, names []string) {
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: n})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
	a.Tick.Length, a.LineStyle.Width = 0, 0
	a.Min, a.Max = -0.6, float64(len(names))-0.4
}
