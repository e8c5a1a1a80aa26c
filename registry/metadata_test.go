package registry_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func TestMetadata(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		ctx := t.Context()
		if _, err := r.Create(ctx, "D", registry.Creation{Title: " FOO ", DOI: "10.9999/D"}); err != nil {
			t.Fatal(err)
		}
		got, err := r.Metadata(ctx, "D")
		want := dataset.Metadata{Title: "FOO", DOI: "10.9999/D"}
		if err != nil || !got.Equal(&want) {
			t.Fatalf("got %+v, %v, want those of the creation", got, err)
		}
		for a, err := range r.MetadataLog(ctx, "D") {
			t.Errorf("got entry %+v, %v before any edit", a, err)
		}

		edit := func(m *dataset.Metadata) error {
			m.Creators = append(m.Creators, dataset.Creator{Family: "Tilmes", Given: "Curt"})
			return nil
		}
		out, err := r.EditMetadata(ctx, "D", "ops", edit)
		want.Creators = []dataset.Creator{{Family: "Tilmes", Given: "Curt"}}
		if err != nil || !out.Changed || out.Again || !out.Metadata.Equal(&want) {
			t.Errorf("got %+v, %v", out, err)
		}
		// What changes nothing adds no entry.
		out, err = r.EditMetadata(ctx, "D", "ops", func(m *dataset.Metadata) error { m.Title = "FOO"; return nil })
		if err != nil || out.Changed || !out.Metadata.Equal(&want) {
			t.Errorf("got %+v, %v for no change", out, err)
		}
		// What is taken away does not come back from the creation.
		out, err = r.EditMetadata(ctx, "D", "", func(m *dataset.Metadata) error { *m = dataset.Metadata{Version: "2"}; return nil })
		if err != nil || !out.Changed {
			t.Errorf("got %+v, %v", out, err)
		}
		if got, err := r.Metadata(ctx, "D"); err != nil || !got.Equal(&dataset.Metadata{Version: "2"}) {
			t.Errorf("got %+v, %v", got, err)
		}
		var actors []string
		for a, err := range r.MetadataLog(ctx, "D") {
			if err != nil {
				t.Fatal(err)
			}
			actors = append(actors, a.Actor)
		}
		if fmt.Sprint(actors) != "[ops ]" {
			t.Errorf("got entries by %q", actors)
		}

		bad := errors.New("bad")
		if _, err := r.EditMetadata(ctx, "D", "", func(*dataset.Metadata) error { return bad }); !errors.Is(err, bad) {
			t.Errorf("got %v for a failed edit", err)
		}
		if _, err := r.EditMetadata(ctx, "D", "", func(m *dataset.Metadata) error { m.DOI = "x"; return nil }); !errors.Is(err, dataset.ErrInvalidMetadata) {
			t.Errorf("got %v for a bad DOI", err)
		}
		if _, err := r.EditMetadata(ctx, "NONE", "", edit); !errors.Is(err, registry.ErrNoDataset) {
			t.Errorf("got %v without a dataset", err)
		}
		if _, err := r.Metadata(ctx, "NONE"); !errors.Is(err, registry.ErrNoDataset) {
			t.Errorf("got %v without a dataset", err)
		}
		if _, err := r.Metadata(ctx, ""); !errors.Is(err, dataset.ErrInvalidName) {
			t.Errorf("got %v without a name", err)
		}
	})
}

// An edit in the course of which another one comes is made again, on top of that.
func TestMetadataConflict(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		calls := 0
		out, err := r.EditMetadata(t.Context(), "D", "", func(m *dataset.Metadata) error {
			if calls++; calls <= 2 {
				_, err := r.EditMetadata(t.Context(), "D", "", func(m *dataset.Metadata) error { m.Version += "x"; return nil })
				if err != nil {
					return err
				}
			}
			m.Title = "T"
			return nil
		})
		want := dataset.Metadata{Title: "T", Version: "xx"}
		if err != nil || calls != 3 || !out.Again || !out.Changed || !out.Metadata.Equal(&want) {
			t.Errorf("got %+v, %v after %d calls, want %+v", out, err, calls, want)
		}
	})
}

func TestMetadataWriters(t *testing.T) {
	t.Parallel()
	const writers, edits = 4, 8
	r := registry.New(memstore.New(), nil)
	create(t, r, "D")
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for e := range edits {
				_, err := r.EditMetadata(t.Context(), "D", "", func(m *dataset.Metadata) error {
					m.Creators = append(m.Creators, dataset.Creator{Name: fmt.Sprintf("%d.%d", w, e)})
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	n := 0
	for a, err := range r.MetadataLog(t.Context(), "D") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; len(a.Metadata.Creators) != n {
			t.Errorf("entry %d has %d creators", a.Seq, len(a.Metadata.Creators))
		}
	}
	if n != writers*edits {
		t.Errorf("got %d entries, want %d", n, writers*edits)
	}
}

func TestMetadataDamage(t *testing.T) {
	t.Parallel()
	sealed := func(a dataset.About) []byte {
		data, err := a.Seal()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	now := ticking()().UTC()
	good := dataset.About{Dataset: "D", Recorded: now, Metadata: dataset.Metadata{Title: "T"}}
	first := sealed(good)
	for name, entries := range map[string][][]byte{
		"flipped": {append([]byte("x"), first...)},
		"foreign": {sealed(dataset.About{Dataset: "E", Recorded: now})},
		"forked":  {first, sealed(dataset.About{Dataset: "D", Seq: 1, Recorded: now, Prev: dataset.Hash{1}})},
	} {
		s := memstore.New()
		r := registry.New(s, nil)
		create(t, r, "D")
		for seq, data := range entries {
			if err := s.Append(t.Context(), "about/D", uint64(seq), data); err != nil {
				t.Fatal(err)
			}
		}
		var last error
		for _, err := range r.MetadataLog(t.Context(), "D") {
			last = err
		}
		if !errors.Is(last, registry.ErrDamaged) {
			t.Errorf("%s: got %v", name, last)
		}
		if _, err := r.Metadata(t.Context(), "D"); name != "forked" && !errors.Is(err, registry.ErrDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
