package flax_test

import (
	"bytes"
	"errors"
	"io"
	"math/bits"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

func TestNewTime(t *testing.T) {
	t.Parallel()
	before := time.Now().Truncate(time.Millisecond)
	id := flax.New()
	after := time.Now()
	if got := id.Time(); got.Before(before) || got.After(after) {
		t.Errorf("Time: got %s, want from %s to %s", got, before, after)
	}
}

// TestUnique makes IDs in many goroutines by every way there is.
func TestUnique(t *testing.T) {
	t.Parallel()
	const workers, each = 8, 3000
	at := time.Now()
	frozen := &flax.Generator{Clock: func() time.Time { return at }}
	made := make([][]flax.ID, workers)
	var wg sync.WaitGroup
	for w := range made {
		wg.Go(func() {
			var g flax.Generator
			ids := make([]flax.ID, each, 4*each)
			if err := g.Fill(ids); err != nil {
				t.Error(err)
			}
			for range each {
				id, err := flax.NewAt(at)
				if err != nil {
					t.Error(err)
				}
				ids = append(ids, flax.New(), id)
				if id, err = frozen.New(); err != nil {
					t.Error(err)
				}
				ids = append(ids, id)
			}
			made[w] = ids
		})
	}
	wg.Wait()
	seen := make(map[flax.ID]bool)
	for _, ids := range made {
		for _, id := range ids {
			if seen[id] {
				t.Fatalf("%s was made twice", id)
			}
			seen[id] = true
		}
	}
	if want := workers * each * 4; len(seen) != want {
		t.Errorf("got %d IDs, want %d", len(seen), want)
	}
}

// TestRandomBits counts the ones at each of the 56 random places. Of 40,000 they
// are 20,000 with a deviation of 100; eight deviations do not happen.
func TestRandomBits(t *testing.T) {
	t.Parallel()
	const n = 40_000
	at := time.Now()
	makers := map[string]func() flax.ID{
		"New": flax.New,
		"NewAt": func() flax.ID {
			id, err := flax.NewAt(at)
			if err != nil {
				t.Error(err)
			}
			return id
		},
		"Fill": func() flax.ID {
			ids := make([]flax.ID, 3)
			if err := new(flax.Generator).Fill(ids); err != nil {
				t.Error(err)
			}
			return ids[2]
		},
	}
	for name, make := range makers {
		var ones [56]int
		for range n {
			id := make()
			for i := range ones {
				ones[i] += bits.OnesCount8(id[5+i/8] >> (i % 8) & 1)
			}
		}
		for i, got := range ones {
			if got < n/2-800 || got > n/2+800 {
				t.Errorf("%s: byte %d, bit %d: got %d ones of %d", name, 5+i/8, i%8, got, n)
			}
		}
	}
}

func TestClockGoesBack(t *testing.T) {
	t.Parallel()
	times := []time.Time{first.Add(time.Hour), first, last, first.Add(-1), first}
	next := 0
	g := &flax.Generator{Clock: func() time.Time { next++; return times[next-1] }}
	for i, want := range times {
		id, err := g.New()
		if i == 3 {
			if !errors.Is(err, flax.ErrInvalid) {
				t.Errorf("at %s: got %s, %v, want %v", want, id, err, flax.ErrInvalid)
			}
		} else if err != nil || id.Time() != want {
			t.Errorf("at %s: got %s, %v", want, id.Time(), err)
		}
	}
}

func TestFillReadsClock(t *testing.T) {
	t.Parallel()
	for _, random := range []io.Reader{nil, zeros{}} {
		reads := 0
		g := &flax.Generator{
			Clock: func() time.Time { reads++; return first.Add(time.Duration(reads) * time.Millisecond) },
			Rand:  random,
		}
		ids := make([]flax.ID, 2*1024+1)
		if err := g.Fill(ids); err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			if want := first.Add(time.Duration(1+i/1024) * time.Millisecond); id.Time() != want {
				t.Fatalf("ID %d: got %s, want %s", i, id.Time(), want)
			}
		}
		if err := g.Fill(nil); err != nil || reads != 3 {
			t.Errorf("Fill of nothing: got %v and %d readings of the clock, want 3", err, reads)
		}
	}
}

func TestNewAtReadsNoClock(t *testing.T) {
	t.Parallel()
	g := &flax.Generator{Clock: func() time.Time { t.Error("the clock was read"); return first }}
	if _, err := g.NewAt(last); err != nil {
		t.Error(err)
	}
}

func TestRandFails(t *testing.T) {
	t.Parallel()
	failure := errors.New("no more randomness")
	clock := func() time.Time { return first }
	tests := []struct {
		name string
		rand func() io.Reader
		want error
	}{
		{"fails", func() io.Reader { return iotest.ErrReader(failure) }, failure},
		{"ends", func() io.Reader { return bytes.NewReader(nil) }, io.EOF},
		{"ends within an ID", func() io.Reader { return bytes.NewReader(make([]byte, 6)) }, io.ErrUnexpectedEOF},
	}
	for _, test := range tests {
		if id, err := (&flax.Generator{Clock: clock, Rand: test.rand()}).New(); !errors.Is(err, test.want) || !id.IsZero() {
			t.Errorf("%s: New: got %s, %v, want %v", test.name, id, err, test.want)
		}
		if id, err := (&flax.Generator{Rand: test.rand()}).NewAt(first); !errors.Is(err, test.want) || !id.IsZero() {
			t.Errorf("%s: NewAt: got %s, %v, want %v", test.name, id, err, test.want)
		}
		if err := (&flax.Generator{Clock: clock, Rand: test.rand()}).Fill(make([]flax.ID, 1)); !errors.Is(err, test.want) {
			t.Errorf("%s: Fill: got %v, want %v", test.name, err, test.want)
		}
	}
}

func TestRandInPieces(t *testing.T) {
	t.Parallel()
	g := &flax.Generator{
		Clock: func() time.Time { return first },
		Rand:  iotest.OneByteReader(bytes.NewReader([]byte{1, 2, 3, 4, 5, 6, 7})),
	}
	id, err := g.New()
	if want := (flax.ID{5: 1, 2, 3, 4, 5, 6, 7}); err != nil || id != want {
		t.Errorf("got %x, %v, want %x", id[:], err, want[:])
	}
}

// TestBubble runs on the clock of synctest, which starts in 2000.
func TestBubble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, flax.ErrInvalid) {
					t.Errorf("New before 2015: got panic %v, want %v", err, flax.ErrInvalid)
				}
			}()
			flax.New()
		}()
		var g flax.Generator
		if id, err := g.New(); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Generator.New before 2015: got %s, %v, want %v", id, err, flax.ErrInvalid)
		}
		if err := g.Fill(make([]flax.ID, 1)); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Fill before 2015: got %v, want %v", err, flax.ErrInvalid)
		}
		time.Sleep(time.Until(first)) // no time passes outside
		for range 3 {
			if id := flax.New(); !id.Time().Equal(time.Now()) {
				t.Errorf("Time: got %s, want %s", id.Time(), time.Now())
			}
			time.Sleep(time.Millisecond)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
