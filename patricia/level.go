package patricia

import "math"

// Constants of version 1 of the page format, chosen by measuring (see
// BenchmarkPages and BenchmarkAddOne): larger pages cost bytes for each change,
// smaller ones cost reads and bytes for the whole.
const (
	leafMax = 128
	fanout  = 10
)

// level returns the level of a subtree with count items: 0 if it fits a leaf
// page, 1 up to leafMax × fanout items, and so on. A node is the root of a page
// if it is the root of the tree or of a lower level than the node above it. The
// rule looks at one node and its parent only, so a change leaves all pages off
// its path as they were.
func level(count uint64) int {
	l := 0
	for limit := uint64(leafMax); count > limit; limit *= fanout {
		if l++; limit > math.MaxUint64/fanout {
			break
		}
	}
	return l
}
