package patricia_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/patricia"
)

type vectors struct {
	Sets []struct {
		Name  string
		IDs   []string
		Count uint64
		Root  string
	}
	Made []struct {
		Name        string
		Count       int
		First, Last string
		Root        string
	}
	Maps []struct {
		Entries []struct {
			ID       string
			ValueHex string `json:"value_hex"`
		}
		Root string
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile("testdata/instances.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// rootText is the root as the vectors write it.
func rootText(r patricia.Root) string {
	if r.Count == 0 {
		return "-"
	}
	return r.Hash.String()
}

// modis appends the i-th ID of the vectors' made set.
func modis(dst []byte, i int) []byte {
	at := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 5 * time.Minute)
	return fmt.Appendf(dst, "MOD021KM.A%04d%03d.%02d%02d.061.%013d",
		at.Year(), at.YearDay(), at.Hour(), at.Minute(), 2017000000000+i*7919%365000000)
}

func build(t testing.TB, kind patricia.Kind, items []patricia.Item, sink patricia.Sink) patricia.Root {
	t.Helper()
	b := patricia.NewBuilder(kind, sink)
	for _, it := range items {
		if err := b.Put(it.ID, it.Value); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestVectorSets(t *testing.T) {
	t.Parallel()
	for _, set := range readVectors(t).Sets {
		var items []patricia.Item
		for _, id := range set.IDs {
			items = append(items, patricia.Item{ID: []byte(id)})
		}
		root := build(t, patricia.Set, items, nil)
		if got := rootText(root); got != set.Root || root.Count != set.Count {
			t.Errorf("%s: got %d %s, want %d %s", set.Name, root.Count, got, set.Count, set.Root)
		}
	}
}

func TestVectorMaps(t *testing.T) {
	t.Parallel()
	for i, m := range readVectors(t).Maps {
		var items []patricia.Item
		for _, e := range m.Entries {
			value, err := hex.DecodeString(e.ValueHex)
			if err != nil {
				t.Fatal(err)
			}
			items = append(items, patricia.Item{ID: []byte(e.ID), Value: value})
		}
		if got := rootText(build(t, patricia.Map, items, nil)); got != m.Root {
			t.Errorf("map %d: got %s, want %s", i, got, m.Root)
		}
	}
}

func TestVectorMade(t *testing.T) {
	t.Parallel()
	for _, m := range readVectors(t).Made {
		b := patricia.NewBuilder(patricia.Set, nil)
		for i := range m.Count {
			id := modis(nil, i)
			if i == 0 && string(id) != m.First || i == m.Count-1 && string(id) != m.Last {
				t.Fatalf("made ID %d is %s", i, id)
			}
			if err := b.Add(id); err != nil {
				t.Fatal(err)
			}
		}
		root, err := b.Root()
		if err != nil {
			t.Fatal(err)
		}
		if got := rootText(root); got != m.Root {
			t.Errorf("%s: got %s, want %s", m.Name, got, m.Root)
		}
	}
}
