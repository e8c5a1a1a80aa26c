package registry_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

func TestQualified(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		ctx := t.Context()
		day := func(n int) time.Time { return time.Date(2001, 1, n, 0, 0, 0, 0, time.UTC) }
		for _, name := range []string{"A", "B"} {
			if _, err := r.Create(ctx, name, registry.Creation{DOI: "10.9999/" + name}); err != nil {
				t.Fatal(err)
			}
		}
		var id dataset.Identifier
		for i, c := range []struct {
			name string
			op   dataset.Op
			ids  []string
		}{
			{"A", dataset.OpAdd, []string{"x", "y"}},
			{"A", dataset.OpRemove, []string{"y"}},
			{"A", dataset.OpAdd, []string{"y"}},
			{"B", dataset.OpAdd, []string{"x", "y"}},
		} {
			out := apply(t, r, c.name, registry.Change{Op: c.op, Granules: ids(c.ids...), At: day(i + 1), Reason: "test"})
			if i == 0 {
				id = out.Entry.Identifier()
			}
		}
		if _, err := r.EditMetadata(ctx, "B", "", func(m *dataset.Metadata) error { m.DOI = "10.9999/NEW"; return nil }); err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			q    dataset.Qualifiers
			want string
		}{
			{dataset.Qualifiers{}, "A1 A3 B1"},
			{dataset.Qualifiers{Count: 2, HasCount: true}, "A1 A3 B1"},
			{dataset.Qualifiers{Count: 3, HasCount: true}, ""},
			{dataset.Qualifiers{Dataset: "A"}, "A1 A3"},
			{dataset.Qualifiers{Dataset: "C"}, ""},
			{dataset.Qualifiers{Dataset: "doi:10.9999/a"}, "A1 A3"},
			{dataset.Qualifiers{Dataset: "doi:10.9999/B"}, ""},
			{dataset.Qualifiers{Dataset: "doi:10.9999/new"}, "B1"},
			{dataset.Qualifiers{At: day(1)}, "A1"},
			{dataset.Qualifiers{At: day(2)}, ""},
			{dataset.Qualifiers{At: day(3)}, "A3"},
			{dataset.Qualifiers{At: day(9)}, "A3 B1"},
			{dataset.Qualifiers{At: day(1).Add(-time.Second)}, ""},
			{dataset.Qualifiers{Dataset: "B", At: day(9), Count: 2, HasCount: true}, "B1"},
		} {
			id.Qualifiers = test.q
			var got []string
			for e, err := range r.Qualified(ctx, id) {
				switch {
				case err == nil:
					got = append(got, fmt.Sprint(e.Dataset, e.Seq))
				case test.want != "" || !errors.Is(err, registry.ErrUnresolved) || !strings.Contains(err.Error(), "right of none"):
					t.Errorf("%v: got %v", id, err)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%v: got %q, want %q", id, got, test.want)
			}
		}
	})
}
