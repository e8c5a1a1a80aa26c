// Package plot draws curves over logarithmic axes, as text for a terminal and as SVG.
package plot

import "math"

// A Plot is what is drawn. It has at least one curve.
type Plot struct {
	Title  string
	X, Y   Axis
	Curves []Curve
	Mark   *Mark // nil for none
}

// An Axis is a logarithmic one.
type Axis struct {
	Label    string
	Min, Max float64 // 0 < Min < Max
	Ticks    []Tick  // ascending, between Min and Max
}

// A Tick is a place on an axis that has a label.
type Tick struct {
	At    float64
	Label string
}

// A Curve is a function. Where it is 0 or less, or outside the axis, it is not drawn.
type Curve struct {
	Name string
	Y    func(x float64) float64
}

// A Mark is a point of interest, or with a Y of 0 a line through all the plot at X.
type Mark struct {
	X, Y  float64
	Label string
}

func (m *Mark) isLine() bool { return m.Y == 0 }

// part returns where v lies on the axis: 0 at Min, 1 at Max.
func (a Axis) part(v float64) float64 {
	return (math.Log(v) - math.Log(a.Min)) / (math.Log(a.Max) - math.Log(a.Min))
}

// at is the reverse of part.
func (a Axis) at(part float64) float64 {
	return math.Exp(math.Log(a.Min) + part*(math.Log(a.Max)-math.Log(a.Min)))
}
