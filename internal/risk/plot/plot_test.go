package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/internal/risk/plot"
)

func axis(label string, low, high float64, ticks ...plot.Tick) plot.Axis {
	return plot.Axis{Label: label, Min: low, Max: high, Ticks: ticks}
}

// square is a plot of y = x² from 1 to 100.
func square() plot.Plot {
	return plot.Plot{
		Title:  "x squared",
		X:      axis("x", 1, 100, plot.Tick{At: 1, Label: "one"}, plot.Tick{At: 10, Label: "ten"}, plot.Tick{At: 100, Label: "hundred"}),
		Y:      axis("y", 1, 1e4, plot.Tick{At: 1, Label: "1"}, plot.Tick{At: 100, Label: "100"}, plot.Tick{At: 1e4, Label: "10,000"}),
		Curves: []plot.Curve{{Name: "x²", Y: func(x float64) float64 { return x * x }}},
		Mark:   &plot.Mark{X: 20, Y: 400, Label: "here"},
	}
}

// several has a second curve, half of which is below the axis, and a line for a mark.
func several() plot.Plot {
	p := square()
	p.Curves = append(p.Curves, plot.Curve{Name: "x³/1000", Y: func(x float64) float64 { return x * x * x / 1000 }})
	p.Mark = &plot.Mark{X: 50, Label: "fifty"}
	return p
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		p         plot.Plot
		onlyASCII bool
		want      string
	}{
		{"one curve in ASCII", square(), true, `y
10,000 +                            ***
       |                        ****
       |                    *X**
   100 +                ****
       |            ****
       |        ****
       |    ****
     1 +****
       +-+-------------+--------------+
        one           ten       hundred
                                      x

X  here
`},
		{"one curve in Braille", square(), false, `y
10,000 ┤                           ⢀⣀⠤⠒
       │                       ⢀⣀⠤⠒⠉⠁
       │                   ⢀⣀⠤●⠉⠁
   100 ┤               ⢀⣀⠤⠒⠉⠁
       │           ⢀⣀⠤⠒⠉⠁
       │       ⢀⣀⠤⠒⠉⠁
       │   ⢀⣀⠤⠒⠉⠁
     1 ┤⣀⠤⠒⠉⠁
       └┬──────────────┬──────────────┬
       one            ten       hundred
                                      x

●  here
`},
		{"two curves", several(), true, ``},
	} {
		var got strings.Builder
		if err := tt.p.WriteText(&got, 42, 8, tt.onlyASCII); err != nil {
			t.Fatal(err)
		}
		if got.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got.String(), tt.want)
		}
	}
}
