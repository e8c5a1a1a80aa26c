package risk

import (
	"math"
	"testing"
)

// TestPairProbability writes out all texts of small alphabets.
func TestPairProbability(t *testing.T) {
	t.Parallel()
	const symbols, places, last = 4, 5, 2
	for length := 1; length <= places+1; length++ {
		count := map[string]float64{}
		total := 0.0
		var write func(text string, place int)
		write = func(text string, place int) {
			if place == places {
				for c := range last {
					whole := text + string(rune('0'+c))
					count[whole[:min(length, len(whole))]]++
					total++
				}
				return
			}
			for c := range symbols - 1 {
				write(text+string(rune('0'+c)), place+1)
			}
			write(text, place+1) // the symbol that is taken out
		}
		write("", 0)
		want := 0.0
		for _, n := range count {
			want += n / total * n / total
		}
		if got := pairProbability(symbols, places, last, length); math.Abs(got-want) > 1e-14*want {
			t.Errorf("length %d: got %v, want %v", length, got, want)
		}
	}
}
