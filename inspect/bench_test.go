package inspect_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/inspect"
)

func BenchmarkAll(b *testing.B) {
	for _, text := range []string{"0RdKJcxqVBiAiQr0", "1088824355131185736905670087", "919108f7-52d1-4320-9bac-f847db4148a8", "hello"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				// What is unknown is an error, and as good a measure.
				_, _ = inspect.All(text, inspect.Options{Now: now})
			}
		})
	}
}
