package flax_test

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/flax"
)

// bulk is how many IDs TestBulk makes: the value of IDEM_BULK, or else ten million. A
// billion takes some minutes:
//
//	IDEM_BULK=1000000000 go test -run Bulk -timeout 1h ./flax
func bulk(t *testing.T) int {
	t.Helper()
	s := os.Getenv("IDEM_BULK")
	if s == "" {
		return 10_000_000
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBulk makes IDs in batches on all cores, each with a generator of its own, and
// looks for one that comes twice: among those of a round, and of the millisecond in
// which the round before ended.
func TestBulk(t *testing.T) {
	t.Parallel()
	const round = 2_000_000
	workers := runtime.GOMAXPROCS(0)
	generators := make([]flax.Generator, workers)
	var open []flax.ID // of the newest millisecond so far
	for made := 0; made < bulk(t); made += round {
		ids := make([]flax.ID, round, round+len(open))
		var all sync.WaitGroup
		for w := range workers {
			all.Go(func() {
				if err := generators[w].Fill(ids[w*round/workers : (w+1)*round/workers]); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		ids = append(ids, open...)
		slices.SortFunc(ids, flax.ID.Compare)
		for i := 1; i < len(ids); i++ {
			if ids[i] == ids[i-1] {
				t.Fatalf("%s was made twice", ids[i])
			}
		}
		newest := flax.Min(ids[len(ids)-1].Time())
		from, _ := slices.BinarySearchFunc(ids, newest, flax.ID.Compare)
		open = slices.Clone(ids[from:])
	}
}
