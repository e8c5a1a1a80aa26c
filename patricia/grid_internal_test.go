package patricia

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGridExample checks the example of the package documentation.
func TestGridExample(t *testing.T) {
	t.Parallel()
	var w gridWriter
	w.reset(2)
	for _, id := range []string{"a1", "a2", "b4"} {
		w.add([]byte(id))
	}
	if got, want := fmt.Sprintf("%x", w.appendTo(nil, true)), "0203310134006101b30811c0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// rows returns rows of some width in ascending order, in which each column has some of the
// symbols.
func rows(r *rand.Rand) [][]byte {
	symbols := make([]byte, 1+r.IntN(1<<r.IntN(8)))
	for i := range symbols {
		symbols[i] = byte(r.IntN(256))
	}
	table := make([][]byte, 1+r.IntN(leafMax))
	width := r.IntN(1 << r.IntN(9))
	for i := range table {
		table[i] = make([]byte, min(width, MaxID))
	}
	for j := range table[0] {
		n := 1 + r.IntN(len(symbols))
		for i := range table {
			table[i][j] = symbols[r.IntN(n)]
		}
	}
	slices.SortFunc(table, bytes.Compare)
	return table
}

func TestGrid(t *testing.T) {
	t.Parallel()
	var w gridWriter
	var r gridReader
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		table := rows(rnd)
		ascending := rnd.IntN(2) == 0
		if !ascending {
			rnd.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
		}
		w.reset(len(table[0]))
		for _, row := range table {
			w.add(row)
		}
		data := w.appendTo(nil, ascending)
		if err := r.open(data, ascending); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, r.width)
		for i, want := range table {
			if err := r.next(got); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("row %d of %d: got %x, %v, want %x", i, len(table), got, err, want)
			}
		}
		if !r.atEnd() {
			t.Fatalf("%d bytes, %d bits read", len(data), r.at)
		}
	}
}

// TestGridDigits holds the division by multiplication against the one by division, at
// the limits.
func TestGridDigits(t *testing.T) {
	t.Parallel()
	for size := uint64(2); size <= 256; size++ {
		n := 1
		for limit := size; limit <= wordLimit/size; limit *= size {
			n++
		}
		var r gridReader
		for i := range r.alphabet {
			r.alphabet[i] = byte(i)
		}
		for i := range n {
			r.columns = append(r.columns, gridColumn{at: i, size: size, inverse: ^uint64(0)/size + 1})
		}
		r.group()
		limit := r.words[0].limit
		for _, v := range []uint64{0, 1, size - 1, size, limit / 2, limit - size, limit - 2, limit - 1, rand.Uint64N(limit)} {
			row := make([]byte, n)
			if err := r.put(row, v, &r.words[0]); err != nil {
				t.Fatal(err)
			}
			rest := v
			for i := n - 1; i >= 0; i-- {
				if uint64(row[i]) != rest%size {
					t.Fatalf("%d to the base %d: got digits %v, want %d as number %d", v, size, row, rest%size, i)
				}
				rest /= size
			}
		}
		if r.put(make([]byte, n), limit, &r.words[0]) == nil {
			t.Errorf("base %d: %d passed for a number below it", size, limit)
		}
	}
}

// TestManners checks that what suits a manner is written in it.
func TestManners(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		want  byte
		write func(i int) string
	}{
		"numbers": {mannerGrid, func(i int) string { return fmt.Sprintf("MOD021KM.A2000055.%04d.061.%09d", i, i*7919%365000000) }},
		"words": {mannerDeflate, func(i int) string {
			return fmt.Sprintf("CMIP6.%03d.%s", i, []string{"historical.r1i1p1f1.Amon", "ssp119.Lmon", "piControl.r1i1p1f2.Omon.mrro"}[i%3])
		}},
		"one": {mannerPlain, func(i int) string { return "one"[:1+i%3] }},
	} {
		r := &run{}
		for i := range 100 {
			id := []byte(tc.write(i))
			if i > 0 && bytes.Compare(r.id(i-1), id) >= 0 {
				break
			}
			r.add(id, nil)
			if name == "one" {
				break
			}
		}
		page := appendLeafPage(nil, view{r, 0, r.len()})
		if page[2] != tc.want {
			t.Errorf("%s: written in manner %d, want %d", name, page[2], tc.want)
		}
		n, err := parsePage(Set, page)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(n.run.data, r.data) {
			t.Errorf("%s: read %q, want %q", name, n.run.data, r.data)
		}
	}
}

func BenchmarkLeafPage(b *testing.B) {
	r := &run{}
	for i := range 100 {
		r.add(fmt.Appendf(nil, "MOD021KM.A2000055.%02d%02d.061.%d", i/12, i%12*5, 2017000000000+i*7919%365000000), nil)
	}
	page := appendLeafPage(nil, view{r, 0, r.len()})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			page = appendLeafPage(page[:0], view{r, 0, r.len()})
		}
		b.ReportMetric(float64(len(page))/100, "B/ID")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := parsePage(Set, page); err != nil {
				b.Fatal(err)
			}
		}
	})
}
