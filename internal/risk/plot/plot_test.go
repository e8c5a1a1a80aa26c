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
10,000 +                             ****
       |                         ****
       |                     X***
       |                 ****
   100 +            *****
       |        ****
       |    ****
     1 +****
       ++---------------+---------------+
       one             ten        hundred
                                        x

X  here
`},
		{"one curve in Braille", square(), false, `y
10,000 ┤                             ⣀⠤⠒⠉
       │                         ⣀⠤⠒⠉
       │                    ⢀●⠔⠊⠉
       │                ⢀⡠⠔⠊⠁
   100 ┤            ⢀⡠⠔⠊⠁
       │        ⢀⡠⠔⠊⠁
       │    ⣀⠤⠒⠉⠁
     1 ┤⣀⠤⠒⠉
       └┬───────────────┬───────────────┬
       one             ten        hundred
                                        x

●  here
`},
		{"two curves", several(), true, `y
10,000 +                            :****
       |                         ****
       |                     ****   : ***
       |                 ****      b**
   100 +            *****        ** :
       |        *a**          ***   :
       |    ****           ***      :
     1 +****            ***         :
       ++---------------+---------------+
       one             ten        hundred
                                        x

a  x²
b  x³/1000

:  fifty
`},
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

// TestTextWidth holds that no line is longer than asked for, whatever the plot.
func TestTextWidth(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{40, 41, 80, 120} {
		for _, rows := range []int{4, 16, 40} {
			var got bytes.Buffer
			if err := several().WriteText(&got, columns, rows, false); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(got.String(), "\n")
			if want := rows + 10; len(lines) != want {
				t.Errorf("%d columns, %d rows: %d lines, want %d", columns, rows, len(lines), want)
			}
			for _, line := range lines {
				if n := utf8.RuneCountInString(line); n > columns {
					t.Errorf("%d columns, %d rows: a line has %d", columns, rows, n)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%d columns, %d rows: blanks at the end of %q", columns, rows, line)
				}
			}
		}
	}
}

// TestOddFunctions draws what is not a number, infinite, negative, constant or steep.
func TestOddFunctions(t *testing.T) {
	t.Parallel()
	for _, y := range []func(x float64) float64{
		func(float64) float64 { return math.NaN() },
		func(float64) float64 { return math.Inf(1) },
		func(float64) float64 { return -1 },
		func(float64) float64 { return 0 },
		func(float64) float64 { return 1e4 },
		func(x float64) float64 { return math.Exp(x*x) - 10 },
		func(x float64) float64 { return math.Sin(x) },
	} {
		p := square()
		p.Curves = []plot.Curve{{Name: "a", Y: y}, {Name: "b", Y: y}}
		for _, m := range []*plot.Mark{nil, {X: 1, Y: 1e-9}, {X: 1e9, Y: 10}, {X: 1e9}, {X: math.NaN(), Y: math.NaN()}} {
			p.Mark = m
			for _, onlyASCII := range []bool{true, false} {
				if err := p.WriteText(io.Discard, 60, 10, onlyASCII); err != nil {
					t.Error(err)
				}
			}
			parseSVG(t, p)
		}
	}
}

// parseSVG writes the plot as SVG, checks that it is a sound document, and returns it
// with its texts.
func parseSVG(t *testing.T, p plot.Plot) (document string, texts map[string]string) {
	t.Helper()
	var b strings.Builder
	if err := p.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Errorf("a coordinate is not a number:\n%s", b.String())
	}
	texts = map[string]string{}
	dec := xml.NewDecoder(strings.NewReader(b.String()))
	element, depth := "", 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
			if depth == 0 && (element != "svg" || token.Name.Space != "http://www.w3.org/2000/svg") {
				t.Errorf("the document is a %v", token.Name)
			}
			for _, a := range token.Attr {
				if a.Name.Local == "id" || a.Name.Local == "style" || a.Name.Local == "class" {
					t.Errorf("%s has %s, which could meet others of a page", element, a.Name.Local)
				}
			}
			depth++
		case xml.CharData:
			if depth > 1 {
				texts[element] += string(token)
			}
		case xml.EndElement:
			depth--
		}
	}
	return b.String(), texts
}

func TestSVG(t *testing.T) {
	t.Parallel()
	p := several()
	p.Title = `<x> & "y"`
	document, texts := parseSVG(t, p)
	if got := strings.TrimSpace(texts["title"]); got != p.Title {
		t.Errorf("title %q, want %q", got, p.Title)
	}
	want := "y (1 to 10,000) over x (one to hundred), both logarithmic. Curves: x²; x³/1000. Marked: fifty."
	if got := strings.TrimSpace(texts["desc"]); got != want {
		t.Errorf("description %q, want %q", got, want)
	}
	for _, text := range []string{p.Title, "x", "y", "ten", "10,000", "x²", "x³/1000", "fifty"} {
		if !strings.Contains(texts["text"], text) {
			t.Errorf("text %q is missing", text)
		}
	}
	if n := strings.Count(document, "stroke-dasharray"); n != 5 { // curves, legend, mark
		t.Errorf("%d dashed lines, want 5", n)
	}
	if _, texts := parseSVG(t, square()); strings.Contains(texts["text"], "x²") {
		t.Error("a single curve has a legend")
	}
}

// TestColours holds that everything can be told from a white and from a black page.
func TestColours(t *testing.T) {
	t.Parallel()
	p := square()
	for len(p.Curves) < 6 {
		p.Curves = append(p.Curves, p.Curves[0])
	}
	document, _ := parseSVG(t, p)
	colours := map[string]bool{}
	for _, m := range regexp.MustCompile(`(fill|stroke)="#([0-9a-f]{6})"`).FindAllStringSubmatch(document, -1) {
		colours[m[2]] = true
	}
	if len(colours) != 8 {
		t.Errorf("%d colours, want 8", len(colours))
	}
	for c := range colours {
		l := luminance(t, c)
		if white, black := 1.05/(l+0.05), (l+0.05)/0.05; white < 3 || black < 4 {
			t.Errorf("#%s: contrast %.1f to white and %.1f to black, want 3 and 4", c, white, black)
		}
	}
}

// luminance is that of the guidelines for accessible pages.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	if err := square().WriteText(full{}, 80, 16, false); !errors.Is(err, errFull) {
		t.Errorf("text: got %v, want %v", err, errFull)
	}
	if err := square().WriteSVG(full{}); !errors.Is(err, errFull) {
		t.Errorf("SVG: got %v, want %v", err, errFull)
	}
}
