//go:build !race

// The race detector allocates, and makes a sync.Pool forget at random.

package flax_test

import (
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

func TestNoAllocation(t *testing.T) {
	var (
		id   = flax.MustParse(sample)
		ids  = make([]flax.ID, 2000)
		buf  = make([]byte, 0, 64)
		text = []byte(sample)
		hex  = id.Hex()
		bin  = make([]byte, 12)
		now  = time.Now()
		g    flax.Generator
		srcs = []any{sample, text, bin}
	)
	tests := map[string]func() error{
		"New":             func() error { _ = flax.New(); return nil },
		"NewAt":           func() error { _, err := flax.NewAt(now); return err },
		"Fill":            func() error { return g.Fill(ids) },
		"Parse":           func() error { _, err := flax.Parse(sample); return err },
		"ParseHex":        func() error { _, err := flax.ParseHex(hex); return err },
		"Min, Max":        func() error { _, _ = flax.Min(now), flax.Max(now); return nil },
		"AppendText":      func() error { _, err := id.AppendText(buf); return err },
		"UnmarshalText":   func() error { return id.UnmarshalText(text) },
		"AppendBinary":    func() error { _, err := id.AppendBinary(buf); return err },
		"UnmarshalBinary": func() error { return id.UnmarshalBinary(bin) },
		"Scan string":     func() error { return id.Scan(srcs[0]) },
		"Scan text":       func() error { return id.Scan(srcs[1]) },
		"Scan binary":     func() error { return id.Scan(srcs[2]) },
		"Time":            func() error { _ = id.Time(); return nil },
	}
	for name, run := range tests {
		var err error
		if got := testing.AllocsPerRun(100, func() { err = run() }); got != 0 || err != nil {
			t.Errorf("%s: got %v allocations, %v, want 0", name, got, err)
		}
	}
}
