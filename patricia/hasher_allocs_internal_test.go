//go:build !race

package patricia

import "testing"

// With the race detector the state of a hash does not stay on the stack.
func TestHasherAllocs(t *testing.T) {
	h, rec := newHasher(), make([]byte, 41)
	left, right := h.record(rec), h.record(rec[1:])
	if n := testing.AllocsPerRun(100, func() {
		left = h.record(rec)
		right = h.over(7, 2, &left, &right)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
