package chart

import (
	"fmt"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Curve is values over X with a band around them.
type Curve struct {
	Name         string
	X, Y, Lo, Hi []float64
}

// Curves draws probabilities over k, on a logarithmic axis.
func Curves(name, alt, x, y string, curves []Curve) (*Chart, error) {
	p := newPlot(x, y)
	shares(&p.Y)
	p.X.Scale = plot.LogScale{}
	most := 1.0
	ch := &Chart{Name: name, Alt: alt, plot: p, legend: newLegend(p), width: 17 * vg.Centimeter, height: 9 * vg.Centimeter}
	var names []string
	for i, c := range curves {
		if err := ch.addCurve(i, c); err != nil {
			return nil, fmt.Errorf("plot %s: %s: %w", name, c.Name, err)
		}
		names = append(names, c.Name)
		most = max(most, c.X[len(c.X)-1])
	}
	p.X.Min, p.X.Max = 1, max(most, 2)
	p.X.Tick.Marker = plot.ConstantTicks(steps(most))
	ch.beside = legendRoom(ch.legend, names)
	return ch, nil
}

func (ch *Chart) addCurve(i int, c Curve) error {
	var around, points plotter.XYs
	for j, x := range c.X {
		points = append(points, plotter.XY{X: x, Y: c.Y[j]})
		around = append(around, plotter.XY{X: x, Y: c.Hi[j]})
	}
	for j := len(c.X) - 1; j >= 0; j-- {
		around = append(around, plotter.XY{X: c.X[j], Y: c.Lo[j]})
	}
	area, err := plotter.NewPolygon(around)
	if err != nil {
		return err
	}
	area.Color, area.LineStyle.Width = band(hue(i)), 0
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = hue(i), 1.5, dash(i)
	marks.Color, marks.Shape, marks.Radius = hue(i), glyph(i), 2.5
	ch.plot.Add(area, line, marks)
	ch.legend.Add(c.Name, line, marks)
	return nil
}

// steps are 1, 2, 5, 10, … up to most.
func steps(most float64) (ticks []plot.Tick) {
	for decade := 1.0; decade <= most; decade *= 10 {
		for _, f := range []float64{1, 2, 5} {
			if v := f * decade; v <= most {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
			}
		}
	}
	return ticks
}
