package flax

import "testing"

// TestSourceCopied holds the promise about a machine that is copied while it
// runs: the copies differ from the next millisecond on.
func TestSourceCopied(t *testing.T) {
	t.Parallel()
	s := sources.New().(*source)
	s.at(1000).Uint64()
	machine := *s
	if a, b := s.at(1000).Uint64(), machine.at(1000).Uint64(); a != b {
		t.Fatalf("in the same millisecond: got %x and %x, want a copy", a, b)
	}
	for ms := range uint64(100) {
		if a, b := s.at(ms).Uint64(), machine.at(ms).Uint64(); a == b {
			t.Errorf("in millisecond %d: got %x from both copies", ms, a)
		}
	}
}

// TestSourceNew takes the one millisecond that a zero source would believe to be
// keyed for.
func TestSourceNew(t *testing.T) {
	t.Parallel()
	var unkeyed source
	if got := sources.New().(*source).at(0).Uint64(); got == unkeyed.chacha.Uint64() {
		t.Errorf("got %x, the first number of a source without a key", got)
	}
}
