package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rect fills a rectangle in the plot's own units.
type rect struct {
	x0, x1, y0, y1 float64
	fill, edge     color.Color
	label          string
}

func (r rect) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	corners := []vg.Point{{X: tx(r.x0), Y: ty(r.y0)}, {X: tx(r.x1), Y: ty(r.y0)}, {X: tx(r.x1), Y: ty(r.y1)}, {X: tx(r.x0), Y: ty(r.y1)}}
	c.FillPolygon(r.fill, corners)
	if r.edge != nil {
		c.StrokeLines(draw.LineStyle{Color: r.edge, Width: 1}, append(corners, corners[0]))
	}
	if r.label != "" {
		style := p.X.Tick.Label
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		if style.Width(r.label) < corners[1].X-corners[0].X-2 {
			c.FillText(style, vg.Point{X: (corners[0].X + corners[1].X) / 2, Y: (corners[0].Y + corners[2].Y) / 2}, r.label)
		}
	}
}

// Thumbnail is the legend's patch.
func (r rect) Thumbnail(c *draw.Canvas) {
	corners := []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}}
	c.FillPolygon(r.fill, corners)
	c.StrokeLines(draw.LineStyle{Color: r.edge, Width: 1}, append(corners, corners[0]))
}

// Stacks draws how the whole of each row is made up of parts. counts[r][p] is
// part p of row r; a part's share is written into it where there is room.
func Stacks(name, alt string, rowNames, partNames []string, counts [][]float64) (*Chart, error) {
	p := newPlot("share of samples", "")
	shares(&p.X)
	list := make([]Interval, len(rowNames))
	for r, n := range rowNames {
		list[r].Name = n
	}
	lyingNames(p, list)
	for r := range rowNames {
		addStack(p, float64(len(rowNames)-1-r), counts[r])
	}
	legend := newLegend(p)
	for i, n := range partNames {
		legend.Add(n, rect{fill: faint(hue(i)), edge: hue(i)})
	}
	return &Chart{
		Name: name, Alt: alt, plot: p, legend: legend, beside: legendRoom(legend, partNames),
		width: 19 * vg.Centimeter, height: max(rows(len(rowNames)), vg.Length(len(partNames)+1)*15),
	}, nil
}

func addStack(p *plot.Plot, y float64, parts []float64) {
	total, from := 0.0, 0.0
	for _, n := range parts {
		total += n
	}
	for i, n := range parts {
		if n == 0 {
			continue
		}
		share := n / total
		p.Add(rect{from, from + share, y - .36, y + .36, faint(hue(i)), hue(i), fmt.Sprintf("%.0f %%", 100*share)})
		from += share
	}
}

// Heat draws a matrix of probabilities; NaN is a cell that is not there.
func Heat(name, alt, x, y string, rowNames, columnNames []string, values [][]float64) (*Chart, error) {
	p := newPlot(x, y)
	list := make([]Interval, len(rowNames))
	for r, n := range rowNames {
		list[r].Name = n
	}
	lyingNames(p, list)
	nominal(&p.X, columnNames)
	small := len(columnNames) <= 12
	for r := range values {
		for c, v := range values[r] {
			at := float64(len(rowNames) - 1 - r)
			if math.IsNaN(v) {
				continue
			}
			// A white-to-colour scale in lightness, so that it survives grey print.
			cell := rect{float64(c) - .5, float64(c) + .5, at - .5, at + .5, color.NRGBA{palette[0].R, palette[0].G, palette[0].B, uint8(20 + v*110)}, nil, ""}
			if small {
				cell.label = fmt.Sprintf("%.2f", v)
			}
			p.Add(cell)
		}
	}
	width := vg.Length(max(len(columnNames), 4))*vg.Centimeter*1.6 + 3*vg.Centimeter
	if !small {
		width = 24 * vg.Centimeter
	}
	return &Chart{Name: name, Alt: alt, plot: p, width: width, height: rows(len(rowNames))}, nil
}

// A Histogram counts how many values lie in each of the ranges between
// neighbouring edges.
type Histogram struct {
	Name   string
	Edges  []float64 // one more than counts, rising
	Counts []float64
}

// Distribution draws shares over a logarithmic axis, one outline for each
// histogram.
func Distribution(name, alt, x string, hs []Histogram, label func(float64) string) (*Chart, error) {
	p := newPlot(x, "share of samples")
	p.X.Scale = plot.LogScale{}
	low, high, top := math.Inf(1), 0.0, 0.0
	legend := newLegend(p)
	var names []string
	for i, h := range hs {
		outline, most := h.outline()
		line, err := plotter.NewLine(outline)
		if err != nil {
			return nil, fmt.Errorf("plot %s: %s: %w", name, h.Name, err)
		}
		line.Color, line.Width, line.Dashes = hue(i), 1.4, dash(i)
		p.Add(line)
		legend.Add(h.Name, line)
		names = append(names, h.Name)
		low, high, top = min(low, h.Edges[0]), max(high, h.Edges[len(h.Edges)-1]), max(top, most)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 1.1*top
	var ticks []plot.Tick
	for v := math.Pow(10, math.Ceil(math.Log10(low))); v <= high; v *= 10 {
		ticks = append(ticks, plot.Tick{Value: v, Label: label(v)})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	return &Chart{
		Name: name, Alt: alt, plot: p, legend: legend, beside: legendRoom(legend, names),
		width: 17 * vg.Centimeter, height: 7 * vg.Centimeter,
	}, nil
}

func (h Histogram) outline() (xy plotter.XYs, most float64) {
	total := 0.0
	for _, n := range h.Counts {
		total += n
	}
	xy = append(xy, plotter.XY{X: h.Edges[0]})
	for i, n := range h.Counts {
		share := n / total
		most = max(most, share)
		xy = append(xy, plotter.XY{X: h.Edges[i], Y: share}, plotter.XY{X: h.Edges[i+1], Y: share})
	}
	return append(xy, plotter.XY{X: h.Edges[len(h.Edges)-1]}), most
}
