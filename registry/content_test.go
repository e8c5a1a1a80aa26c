package registry_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// TestContent changes a dataset with content at random and compares each entry with
// a map.
func TestContent(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		seed := rand.Uint64()
		rnd := rand.New(rand.NewPCG(seed, 2))
		create(t, r, "D")
		model := map[string]string{} // content, empty if not known
		last, err := r.Head(t.Context(), "D")
		if err != nil {
			t.Fatal(err)
		}
		for step := range 40 {
			where := fmt.Sprintf("seed %d, step %d", seed, step)
			c, want := contentChange(rnd, model)
			out := apply(t, r, "D", c)
			if got := !maps.Equal(model, want); out.Changed != got {
				t.Fatalf("%s: changed: got %v, want %v", where, out.Changed, got)
			}
			if !out.Changed {
				continue
			}
			changed := uint64(0)
			for id, content := range want {
				if before, held := model[id]; held && before != content {
					changed++
				}
			}
			compareContent(t, r, where, last, out.Entry, model, want)
			model, last = want, out.Entry
			if out.Entry.Changed != changed {
				t.Errorf("%s: changed content: got %d, want %d", where, out.Entry.Changed, changed)
			}
			compare(t, r, where, out.Entry, slices.Sorted(maps.Keys(model)))
			known := maps.Clone(model)
			maps.DeleteFunc(known, func(_, content string) bool { return content == "" })
			if got := mapRoot(t, known); got != out.Entry.Content {
				t.Fatalf("%s: content: got %v, want %v", where, out.Entry.Content, got)
			}
		}
		if _, err := r.Verify(t.Context(), "D", nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	})
}

// compareContent compares what is listed of an entry, and what parts it from another
// one, with the models of both.
func compareContent(t *testing.T, r *registry.Registry, where string, from, to *dataset.Entry, old, now map[string]string) {
	t.Helper()
	listed := map[string]string{}
	for it, err := range r.Contents(t.Context(), to) {
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		listed[string(it.ID)] = string(it.Value)
	}
	if !maps.Equal(listed, now) {
		t.Errorf("%s: listed %d granules, want %d", where, len(listed), len(now))
	}
	var want registry.Comparison
	for id, content := range old {
		other, both := now[id]
		switch {
		case !both:
			want.OnlyOld++
		case content == "" || other == "":
			want.Unknown++
		case content != other:
			want.Other++
		}
	}
	for id := range now {
		if _, both := old[id]; !both {
			want.OnlyNew++
		}
	}
	var got registry.Comparison
	for d, err := range r.DiffContent(t.Context(), from, to, &got) {
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		before, held := old[string(d.ID)]
		after, holds := now[string(d.ID)]
		if d.InOld != held || d.InNew != holds || held && holds && (string(d.Old) != before || string(d.New) != after) {
			t.Errorf("%s: got %+v", where, d)
		}
	}
	if got != want {
		t.Errorf("%s: got %+v, want %+v", where, got, want)
	}
}

// mapRoot is the root of a map with these items.
func mapRoot(t *testing.T, items map[string]string) patricia.Root {
	t.Helper()
	b := patricia.NewBuilder(patricia.Map, nil)
	for _, id := range slices.Sorted(maps.Keys(items)) {
		if err := b.Put([]byte(id), []byte(items[id])); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// contentChange returns a change and what it makes of the model.
func contentChange(rnd *rand.Rand, model map[string]string) (registry.Change, map[string]string) {
	want, picked := maps.Clone(model), map[string]string{}
	for range 1 + rnd.IntN(300) {
		id := fmt.Sprintf("G%03d", rnd.IntN(800))
		switch before := model[id]; {
		case rnd.IntN(3) == 0:
			picked[id] = ""
		case before != "":
			picked[id] = before
		default:
			picked[id] = fmt.Sprintf("md5:%032x", rnd.IntN(1000))
		}
	}
	c := registry.Change{Op: dataset.OpAdd, Reason: "test", IgnoreMissing: true}
	switch rnd.IntN(4) {
	case 0:
		c.Op = dataset.OpRemove
		maps.DeleteFunc(want, func(id, _ string) bool { _, gone := picked[id]; return gone })
	case 1: // what is replaced may have other content
		c.Op, want = dataset.OpReplace, map[string]string{}
		for id := range picked {
			if picked[id] != "" && rnd.IntN(2) == 0 {
				picked[id] = fmt.Sprintf("md5:%032x", rnd.IntN(1000))
			}
			if want[id] = picked[id]; want[id] == "" {
				want[id] = model[id] // nothing new is known of it
			}
		}
	default:
		for id, content := range picked {
			if content != "" || want[id] == "" {
				want[id] = content
			}
		}
	}
	c.Granules = contents(picked)
	return c, want
}

// TestContentRefused: what is known of a granule is not overwritten by adding it.
func TestContentRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: contents(map[string]string{"a": "md5:1", "b": ""})})
		_, err := r.Apply(t.Context(), "D", registry.Change{Op: dataset.OpAdd, Granules: contents(map[string]string{"a": "md5:2", "c": ""})})
		if !errors.Is(err, registry.ErrContent) || !strings.Contains(err.Error(), `"a"`) {
			t.Errorf("other content: got %v, want ErrContent of a", err)
		}
		out := apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: contents(map[string]string{"b": "md5:3"})})
		if e := out.Entry; !out.Changed || e.Seq != 2 || e.Changed != 1 || e.Added != 0 || e.Content.Count != 2 {
			t.Errorf("content learned: got %+v", out)
		}
		for e, err := range r.Resolve(t.Context(), out.Entry.ContentDescriptor().Identifier()) {
			if err != nil || e.Seq != 2 {
				t.Errorf("resolve: got %v, %v, want entry 2", e, err)
			}
		}
	})
}

// TestPairs: a corrected granule takes the place of an earlier one in one change.
func TestPairs(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids("a", "b", "c", "d")})
		pairs := []registry.Pair{{Old: "c", New: "c.v2", Content: []byte("md5:1")}, {Old: "a", New: "A"}}
		c := registry.Change{Op: dataset.OpReplace, Pairs: pairs, Reason: "corrected"}
		out := apply(t, r, "D", c)
		if e := out.Entry; !out.Changed || e.Added != 2 || e.Removed != 2 || e.Changed != 0 || e.Op != dataset.OpReplace || e.Content.Count != 1 {
			t.Errorf("got %+v", e)
		}
		compare(t, r, "replaced", out.Entry, []string{"A", "b", "c.v2", "d"})
		list, err := r.Where(t.Context(), "D", []byte("c"))
		if err != nil || len(list) != 1 || list[0].Removed == nil || list[0].By != "c.v2" || list[0].Removed.Reason != "corrected" {
			t.Errorf("where: got %+v, %v", list, err)
		}
		if again := apply(t, r, "D", c); again.Changed {
			t.Error("the same pairs again: an entry was added")
		}
		for name, tc := range map[string]struct {
			pairs []registry.Pair
			want  error
		}{
			"absent":    {[]registry.Pair{{Old: "x", New: "y"}}, registry.ErrAbsent},
			"present":   {[]registry.Pair{{Old: "b", New: "d"}}, registry.ErrPair},
			"itself":    {[]registry.Pair{{Old: "b", New: "b"}}, registry.ErrPair},
			"two by 1":  {[]registry.Pair{{Old: "b", New: "y"}, {Old: "d", New: "y"}}, registry.ErrPair},
			"swap":      {[]registry.Pair{{Old: "b", New: "d"}, {Old: "d", New: "b"}}, registry.ErrPair},
			"no ID":     {[]registry.Pair{{Old: "b", New: ""}}, dataset.ErrInvalidID},
			"no reason": {[]registry.Pair{{Old: "b", New: "y"}}, registry.ErrNoReason},
		} {
			c := registry.Change{Op: dataset.OpReplace, Pairs: tc.pairs, Reason: "r"}
			if name == "no reason" {
				c.Reason = ""
			}
			if _, err := r.Apply(t.Context(), "D", c); !errors.Is(err, tc.want) {
				t.Errorf("%s: got %v, want %v", name, err, tc.want)
			}
		}
	})
}

// TestGroups: a change that fails ends a stream; what came before it stays.
func TestGroups(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		changes := func(yield func(registry.Change, error) bool) {
			for i := range 600 {
				c := registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprintf("G%d", i))}
				if i == 500 {
					c = registry.Change{Op: dataset.OpRemove, Granules: ids("none"), Reason: "test"}
				}
				if !yield(c, nil) {
					return
				}
			}
		}
		made := 0
		var failed error
		for out, err := range r.ApplyAll(t.Context(), "D", changes) {
			if failed = err; err == nil {
				if made++; out.Entry.Seq != uint64(made) {
					t.Errorf("outcome %d: got entry %d", made, out.Entry.Seq)
				}
			}
		}
		if made != 500 || !errors.Is(failed, registry.ErrAbsent) {
			t.Errorf("got %d outcomes and %v, want 500 and ErrAbsent", made, failed)
		}
		head, err := r.Head(t.Context(), "D")
		if err != nil || head.Seq != 500 || head.Root.Count != 500 {
			t.Errorf("got %+v, %v, want entry 500", head, err)
		}
		if _, err := r.Verify(t.Context(), "D", nil); err != nil {
			t.Error(err)
		}
	})
}
