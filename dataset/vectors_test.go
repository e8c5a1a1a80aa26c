package dataset_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// A setVector is a set of testdata/instances.json and what is known of it.
type setVector struct {
	Name     string
	IDs      []string
	Count    uint64
	Root     string
	Instance string
	Chain    string `json:"md5_chain"`
	First    string // of a made set
	Last     string // of a made set
}

// all returns the IDs, which a made set generates.
func (v *setVector) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		if v.First == "" {
			for _, id := range v.IDs {
				if !yield(id) {
					return
				}
			}
			return
		}
		start := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC)
		for i := range int(v.Count) {
			t := start.Add(time.Duration(i) * 5 * time.Minute)
			id := fmt.Sprintf("MOD021KM.A%04d%03d.%02d%02d.061.%013d",
				t.Year(), t.YearDay(), t.Hour(), t.Minute(), 2017000000000+i*7919%365000000)
			if !yield(id) {
				return
			}
		}
	}
}

func (v *setVector) root(t testing.TB) patricia.Root {
	t.Helper()
	r := patricia.Root{Count: v.Count}
	if v.Root == "-" {
		return r
	}
	if n, err := hex.Decode(r.Hash[:], []byte(v.Root)); err != nil || n != len(r.Hash) {
		t.Fatalf("vector %q: root %q", v.Name, v.Root)
	}
	return r
}

// vectors returns all sets of testdata/instances.json.
func vectors(t testing.TB) []setVector {
	t.Helper()
	data, err := os.ReadFile("testdata/instances.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Sets, Made []setVector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Sets) != 16 || len(file.Made) != 1 {
		t.Fatalf("got %d sets and %d made sets, want 16 and 1", len(file.Sets), len(file.Made))
	}
	return append(file.Sets, file.Made...)
}

// vector returns the set with the given name.
func vector(t testing.TB, name string) setVector {
	t.Helper()
	for _, v := range vectors(t) {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no vector %q", name)
	return setVector{}
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			var chain dataset.Chain
			first, last := "", ""
			for id := range v.all() {
				if err := dataset.CheckID([]byte(id)); err != nil {
					t.Error(err)
				}
				if chain.Add([]byte(id)); chain.Count() == 1 {
					first = id
				}
				last = id
			}
			if v.First != "" && (first != v.First || last != v.Last) {
				t.Errorf("made %q to %q, want %q to %q", first, last, v.First, v.Last)
			}
			if chain.Count() != v.Count {
				t.Errorf("got %d IDs, want %d", chain.Count(), v.Count)
			}
			di, ok := chain.Sum()
			if ok != (v.Chain != "") || ok && di.String() != v.Chain {
				t.Errorf("got DI %v %v, want %q", di, ok, v.Chain)
			}

			d := dataset.Descriptor{Kind: dataset.KindSet, Root: v.root(t)}
			if got := d.Instance().String(); got != v.Instance {
				t.Errorf("got instance %s, want %s", got, v.Instance)
			}
			if got, want := d.Identifier().String(), "dsi:1:set:"+v.Instance; got != want {
				t.Errorf("got identifier %s, want %s", got, want)
			}
			if got, err := dataset.ParseDescriptor(d.String()); err != nil || got != d {
				t.Errorf("got descriptor %v, %v, want %v", got, err, d)
			}
		})
	}
}
