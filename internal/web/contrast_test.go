package web_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/web"
)

// Text is readable on each of its grounds, in both colour schemes: WCAG 2 asks for a
// contrast of 4.5.
func TestContrast(t *testing.T) {
	t.Parallel()
	style, _, ok := web.File("style.css")
	if !ok {
		t.Fatal("there is no style.css")
	}
	parts := strings.SplitN(string(style), "prefers-color-scheme: dark", 2)
	if len(parts) != 2 {
		t.Fatal("there is no dark scheme")
	}
	for i, scheme := range []string{"light", "dark"} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #([0-9a-f]{6});`).FindAllStringSubmatch(parts[i], -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		for _, text := range []string{"ink", "soft", "link", "plus", "minus"} {
			for _, ground := range []string{"page", "card", "tint"} {
				a, okA := colours[text]
				b, okB := colours[ground]
				if c := (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05); !okA || !okB || c < 4.5 {
					t.Errorf("%s: got a contrast of %.2f for %s on %s, want 4.5", scheme, c, text, ground)
				}
			}
		}
	}
}

// luminance returns the relative luminance of a colour.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}
