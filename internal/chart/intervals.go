package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Interval is one named value with its bounds.
type Interval struct {
	Name          string
	Value, Lo, Hi float64
}

// Bars draws probabilities as lying bars with their intervals.
func Bars(name, alt, x string, list []Interval) (*Chart, error) {
	p := newPlot(x, "")
	shares(&p.X)
	lyingNames(p, list)
	for i, v := range list {
		y := float64(len(list) - 1 - i)
		p.Add(rect{x0: 0, x1: v.Value, y0: y - .32, y1: y + .32, fill: faint(hue(0)), edge: hue(0)}, whisker{v, y})
	}
	return &Chart{Name: name, Alt: alt, plot: p, width: 15 * vg.Centimeter, height: rows(len(list))}, nil
}

// Forest draws differences with their intervals around a line at zero.
func Forest(name, alt, x string, list []Interval) (*Chart, error) {
	p := newPlot(x, "")
	lyingNames(p, list)
	reach := 0.02
	for i, v := range list {
		reach = max(reach, math.Abs(v.Lo), math.Abs(v.Hi), math.Abs(v.Value))
		p.Add(whisker{v, float64(len(list) - 1 - i)})
	}
	p.X.Min, p.X.Max = -1.1*reach, 1.1*reach
	zero, err := plotter.NewLine(plotter.XYs{{X: 0, Y: -0.6}, {X: 0, Y: float64(len(list)) - 0.4}})
	if err != nil {
		return nil, fmt.Errorf("plot %s: %w", name, err)
	}
	zero.Dashes = dash(2)
	p.Add(zero)
	return &Chart{Name: name, Alt: alt, plot: p, width: 15 * vg.Centimeter, height: rows(len(list))}, nil
}

func rows(n int) vg.Length { return vg.Length(max(n, 2))*0.75*vg.Centimeter + 1.8*vg.Centimeter }

// lyingNames puts the first name at the top.
func lyingNames(p *plot.Plot, list []Interval) {
	names := make([]string, len(list))
	for i, v := range list {
		names[len(list)-1-i] = v.Name
	}
	nominal(&p.Y, names)
}

// whisker is a mark with the line of its interval.
type whisker struct {
	Interval
	y float64
}

func (w whisker) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	y := ty(w.y)
	style := draw.LineStyle{Color: p.X.LineStyle.Color, Width: 1.2}
	if w.Lo < w.Hi {
		c.StrokeLines(style, []vg.Point{{X: tx(w.Lo), Y: y}, {X: tx(w.Hi), Y: y}})
		for _, x := range []float64{w.Lo, w.Hi} {
			c.StrokeLines(style, []vg.Point{{X: tx(x), Y: y - 3}, {X: tx(x), Y: y + 3}})
		}
	}
	c.DrawGlyph(draw.GlyphStyle{Color: p.X.LineStyle.Color, Radius: 2.6, Shape: draw.CircleGlyph{}}, vg.Point{X: tx(w.Value), Y: y})
}
