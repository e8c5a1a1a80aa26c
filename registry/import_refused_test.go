package registry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// TestImportRefuses changes copies in each way that there is; a store without the
// dataset and one with half of it show nothing of them.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	source := registry.New(memstore.New(), ticking())
	create(t, source, "D")
	apply(t, source, "D", registry.Change{Op: dataset.OpAdd, Granules: contents(map[string]string{"a": "md5:1", "b": "", "c": "", "d": "md5:4"})})
	apply(t, source, "D", registry.Change{Op: dataset.OpReplace, Reason: "better", Pairs: []registry.Pair{{Old: "a", New: "e"}, {Old: "b", New: "f"}}})
	apply(t, source, "D", registry.Change{Op: dataset.OpAdd, Granules: contents(map[string]string{"c": "md5:2", "g": "md5:3"})})
	apply(t, source, "D", registry.Change{Op: dataset.OpRemove, Reason: "bad", Granules: ids("c")})
	sound := steps(t, source, "D")
	want := `+"a" with content "md5:1"; +"b"; +"c"; +"d" with content "md5:4"; ` +
		`-"a" replaced by "e"; -"b" replaced by "f"; +"e"; +"f"; ="c" with content "md5:2"; +"g" with content "md5:3"; -"c"`
	var text []string
	for _, s := range sound {
		for _, d := range s.deltas {
			text = append(text, d.String())
		}
	}
	if got := strings.Join(text, "; "); got != want {
		t.Fatalf("deltas: got %s\nwant %s", got, want)
	}
	bad := map[string][]step{}
	for i, s := range sound {
		edit := func(what string, edit func(s *step)) {
			list := slices.Clone(sound)
			e := *s.entry
			list[i] = step{&e, slices.Clone(s.deltas)}
			edit(&list[i])
			bad[fmt.Sprintf("entry %d: %s", i, what)] = list
		}
		for j, d := range s.deltas {
			edit(fmt.Sprintf("without delta %d", j), func(s *step) { s.deltas = slices.Delete(s.deltas, j, j+1) })
			edit(fmt.Sprintf("delta %d twice", j), func(s *step) { s.deltas = slices.Insert(s.deltas, j, d) })
			edit(fmt.Sprintf("delta %d of another granule", j), func(s *step) { s.deltas[j].ID = append(bytes.Clone(d.ID), '~') })
			edit(fmt.Sprintf("delta %d with other content", j), func(s *step) { s.deltas[j].Content = []byte("md5:5") })
			edit(fmt.Sprintf("delta %d with other place", j), func(s *step) { s.deltas[j].By = []byte("c") })
			for _, sign := range []registry.Sign{registry.Came, registry.Went, registry.Altered} {
				if sign != d.Sign {
					edit(fmt.Sprintf("delta %d with sign %c", j, sign), func(s *step) { s.deltas[j].Sign = sign })
				}
			}
		}
		edit("one delta more", func(s *step) {
			s.deltas = append(s.deltas, registry.Delta{Sign: registry.Came, ID: []byte("z")})
		})
		edit("nothing, altered", func(s *step) {
			s.deltas = append(s.deltas, registry.Delta{Sign: registry.Altered, ID: []byte("z"), Content: []byte("md5:1")})
		})
		if i == 0 {
			continue
		}
		edit("root", func(s *step) { s.entry.Root.Hash[0] ^= 1 })
		edit("count", func(s *step) { s.entry.Root.Count++; s.entry.Added++ })
		edit("added", func(s *step) { s.entry.Added++ })
		edit("DI", func(s *step) { s.entry.DI[0] ^= 1 })
		if i+1 < len(sound) { // as the last one it would do
			edit("chain", func(s *step) { s.entry.Chain, s.entry.DI = false, dataset.DI{} })
		}
		edit("content", func(s *step) { s.entry.Content.Hash[0] ^= 1 })
		edit("changed", func(s *step) { s.entry.Changed++ })
		edit("prev", func(s *step) { s.entry.Prev[0] ^= 1 })
		edit("seq", func(s *step) { s.entry.Seq++ })
		edit("dataset", func(s *step) { s.entry.Dataset = "E" })
		edit("checkpoints", func(s *step) { s.entry.Checkpoints = s.entry.Root })
		edit("tombstones", func(s *step) { s.entry.Tombstones = s.entry.Root })
	}
	for what, list := range bad {
		for _, part := range []int{0, 1, 3} {
			s := memstore.New()
			r := registry.New(s, ticking())
			if part > 0 {
				if _, err := r.Import(t.Context(), copyOf(t, "D", sound[:part])); err != nil {
					t.Fatal(err)
				}
			}
			before := logs(t, s)
			if _, err := r.Import(t.Context(), copyOf(t, "D", list)); err == nil {
				t.Errorf("%s: imported", what)
			}
			if !equalLogs(logs(t, s), before) {
				t.Errorf("%s: something of it is in the store", what)
			}
		}
	}
	if len(bad) < 80 {
		t.Errorf("only %d cases", len(bad))
	}
}

// TestImportSays names entry, member, and both values.
func TestImportSays(t *testing.T) {
	t.Parallel()
	source := registry.New(memstore.New(), ticking())
	create(t, source, "D")
	apply(t, source, "D", registry.Change{Op: dataset.OpAdd, Granules: ids("a", "b")})
	list := steps(t, source, "D")
	list[1].entry.DI[0] = 0
	_, err := registry.New(memstore.New(), nil).Import(t.Context(), copyOf(t, "D", list))
	want := `entry 1 of dataset D: di: the changes give "` + naiveDI([]string{"a", "b"}) + `", it says "00`
	if !errors.Is(err, registry.ErrMismatch) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestImportLogs imports metadata, stored queries and signed checkpoints with the
// ledger, and refuses those that do not belong to it.
func TestImportLogs(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	from := memstore.New()
	source := registry.New(from, ticking())
	grow(t, source, 5, "g")
	if _, err := source.EditMetadata(ctx, "A", "", func(m *dataset.Metadata) error { m.Title = "FOO"; return nil }); err != nil {
		t.Fatal(err)
	}
	head, err := source.Head(ctx, "A")
	if err != nil {
		t.Fatal(err)
	}
	for _, prefix := range []string{"g", "g1", "x"} {
		if _, err := source.RunQuery(ctx, head, registry.QueryRun{Query: dataset.Query{Prefix: prefix}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := source.Sign(ctx, "A", signingKey(t, "archive.example")); err != nil {
		t.Fatal(err)
	}
	kinds := registry.LogKinds()
	if len(kinds) < 3 {
		t.Fatalf("got kinds %q, want those of metadata, queries and checkpoints", kinds)
	}
	whole := func() registry.Copy {
		c := copyOf(t, "A", steps(t, source, "A"))
		c.Logs = map[string]iter.Seq2[[]byte, error]{}
		for _, kind := range kinds {
			c.Logs[kind] = source.RawLog(ctx, kind, "A")
		}
		return c
	}
	to := memstore.New()
	r := registry.New(to, nil)
	for range 2 {
		if _, err := r.Import(ctx, whole()); err != nil {
			t.Fatal(err)
		}
		if got, want := logs(t, to), logs(t, from); !equalLogs(got, want) || len(got) != 1+len(kinds) {
			t.Errorf("got logs %q, want %q", got, want)
		}
	}
	// What another ledger says.
	other := registry.New(memstore.New(), ticking())
	grow(t, other, 4, "h")
	for _, kind := range kinds {
		foreign := copyOf(t, "A", steps(t, other, "A"))
		foreign.Logs = map[string]iter.Seq2[[]byte, error]{kind: source.RawLog(ctx, kind, "A")}
		refused := kind != "about" // which does not depend on the ledger
		checkRefused(t, "foreign "+kind, foreign, refused)
		broken := whole()
		broken.Logs[kind] = func(yield func([]byte, error) bool) {
			for data, err := range source.RawLog(ctx, kind, "A") {
				data = bytes.Clone(data)
				data[len(data)-1] ^= 1
				if !yield(data, err) {
					return
				}
			}
		}
		checkRefused(t, "broken "+kind, broken, true)
	}
	strange := whole()
	strange.Logs["lease"] = func(func([]byte, error) bool) {}
	checkRefused(t, "unknown log", strange, true)
}

func checkRefused(t *testing.T, what string, c registry.Copy, refused bool) {
	t.Helper()
	s := memstore.New()
	_, err := registry.New(s, nil).Import(context.Background(), c)
	if (err != nil) != refused {
		t.Errorf("%s: got %v", what, err)
	}
	if refused && len(logs(t, s)) > 0 {
		t.Errorf("%s: something of it is in the store", what)
	}
}
