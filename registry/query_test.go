package registry_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// may returns a time in May 2005.
func may(day, hour int) time.Time { return time.Date(2005, 5, day, hour, 0, 0, 0, time.UTC) }

// timedID returns an ID with a time in May 2005, or one without a time.
func timedID(r *rand.Rand) string {
	t := may(1+r.IntN(31), r.IntN(24))
	switch r.IntN(8) {
	case 0:
		return fmt.Sprintf("MOD.%d", r.IntN(500))
	case 1:
		return "MYD." + t.Format("20060102T150405Z")
	default:
		return fmt.Sprintf("MOD.%s.%d", t.Format("A2006002.1504"), r.IntN(4))
	}
}

// someQuery returns a query and what it names, by the words of its documentation.
func someQuery(r *rand.Rand) (q dataset.Query, in func(id string) bool) {
	if r.IntN(3) > 0 {
		q.Prefix = []string{"M", "MOD", "MOD.A2005122", "MOD.A200513", "MYD.2005050", "X", "MOD.1"}[r.IntN(7)]
	}
	if r.IntN(2) == 0 {
		q.From = may(1+r.IntN(15), 0)
	}
	if r.IntN(2) == 0 {
		q.To = may(16+r.IntN(16), 12)
	}
	return q, func(id string) bool {
		if !strings.HasPrefix(id, q.Prefix) {
			return false
		}
		if q.From.IsZero() && q.To.IsZero() {
			return true
		}
		for layout, cut := range map[string]string{"MOD.A2006002.1504": id[:min(len(id), 17)], "MYD.20060102T150405Z": id} {
			if t, err := time.Parse(layout, cut); err == nil {
				return t.Unix() >= q.From.Unix() && (q.To.IsZero() || t.Unix() < q.To.Unix())
			}
		}
		return false
	}
}

func runQuery(t testing.TB, r *registry.Registry, e *dataset.Entry, run registry.QueryRun) registry.QueryOutcome {
	t.Helper()
	out, err := r.RunQuery(t.Context(), e, run)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func queries(t testing.TB, r *registry.Registry, name string) (all []*dataset.StoredQuery) {
	t.Helper()
	for s, err := range r.Queries(t.Context(), name) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// TestQueryModel asks random queries of random histories and compares with what is
// picked from a list.
func TestQueryModel(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		seed := rand.Uint64()
		rnd := rand.New(rand.NewPCG(seed, 0))
		create(t, r, "MOD")
		model := map[string]bool{}
		asked := map[string]*dataset.StoredQuery{} // by query and result
		for step := range 12 {
			c, want := randomChange(rnd, model, timedID)
			e := apply(t, r, "MOD", c).Entry
			if model = want; e.Seq == 0 {
				continue
			}
			for range 8 {
				q, in := someQuery(rnd)
				where := fmt.Sprintf("seed %d, step %d, %v", seed, step, q)
				var part []string
				for _, id := range slices.Sorted(maps.Keys(model)) {
					if in(id) {
						part = append(part, id)
					}
				}
				got := runQuery(t, r, e, registry.QueryRun{Query: q})
				key := q.String() + got.Stored.Identifier().String()
				if before := asked[key]; got.New != (before == nil) || before != nil && *got.Stored != *before {
					t.Fatalf("%s: got %+v, before %+v", where, got, before)
				}
				asked[key] = got.Stored
				compareResult(t, r, where, got.Stored, part)
			}
		}
		if got := queries(t, r, "MOD"); len(got) != len(asked) {
			t.Errorf("seed %d: %d stored queries, want %d", seed, len(got), len(asked))
		}
		if n, err := r.VerifyQueries(t.Context(), "MOD"); err != nil || n != uint64(len(asked)) {
			t.Errorf("seed %d: verified %d, %v, want %d", seed, n, err, len(asked))
		}
	})
}

func compareResult(t *testing.T, r *registry.Registry, where string, s *dataset.StoredQuery, want []string) {
	t.Helper()
	b := patricia.NewBuilder(patricia.Set, nil)
	for _, id := range want {
		if err := b.Add([]byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	if root, err := b.Root(); err != nil || s.Root != root {
		t.Fatalf("%s: root %v, want %v, %v", where, s.Root, root, err)
	}
	if got := collect(t, r.Result(t.Context(), s)); !slices.Equal(got, want) {
		t.Fatalf("%s: got %d granules, want %d", where, len(got), len(want))
	}
}

// TestSameResult has the same granules under several queries, datasets and entries.
func TestSameResult(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "US")
		create(t, r, "THEM")
		const a, b, c = "MOD.A2005121", "MOD.A2005122", "MYD.A2005121"
		first := apply(t, r, "US", registry.Change{Op: dataset.OpAdd, Granules: ids(a, b, "MYD.0", c)}).Entry
		them := apply(t, r, "THEM", registry.Change{Op: dataset.OpAdd, Granules: ids(a, b)}).Entry

		mod := runQuery(t, r, first, registry.QueryRun{Query: dataset.Query{Prefix: "MOD"}})
		if !mod.New || mod.Stored.Identifier() != them.Identifier() || mod.Untimed != 0 {
			t.Errorf("prefix: got %+v, want that of the whole set of THEM, %v", mod, them.Identifier())
		}
		long := runQuery(t, r, first, registry.QueryRun{Query: dataset.Query{Prefix: "MOD.A2005"}})
		if !long.New || long.Stored.Identifier() != mod.Stored.Identifier() || long.Stored.Seq != 1 {
			t.Errorf("another prefix: got %+v", long)
		}
		timed := runQuery(t, r, first, registry.QueryRun{Query: dataset.Query{From: may(1, 0), To: may(3, 0)}})
		if !timed.New || timed.Stored.Root.Count != 3 || timed.Untimed != 1 {
			t.Errorf("range: got %+v, want 3 granules and 1 without a time", timed)
		}
		whole := runQuery(t, r, them, registry.QueryRun{})
		if whole.Stored.Identifier() != them.Identifier() {
			t.Errorf("whole: got %v, want %v", whole.Stored.Identifier(), them.Identifier())
		}

		// Other granules come and go: the result stays, and nothing is stored.
		second := apply(t, r, "US", registry.Change{Op: dataset.OpRemove, Granules: ids(c), Reason: "test"}).Entry
		again := runQuery(t, r, second, registry.QueryRun{Query: dataset.Query{Prefix: "MOD"}, Actor: "other"})
		if again.New || *again.Stored != *mod.Stored {
			t.Errorf("later: got %+v, want %+v", again, mod.Stored)
		}
		// ... until it differs. Then both are there, in whatever order they are asked.
		third := apply(t, r, "US", registry.Change{Op: dataset.OpAdd, Granules: ids("MOD.A2005123")}).Entry
		more := runQuery(t, r, third, registry.QueryRun{Query: dataset.Query{Prefix: "MOD"}})
		if !more.New || more.Stored.Root.Count != 3 || more.Stored.Entry != 3 {
			t.Errorf("changed: got %+v", more)
		}
		for e, want := range map[*dataset.Entry]*dataset.StoredQuery{first: mod.Stored, second: mod.Stored, third: more.Stored} {
			if got := runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{Prefix: "MOD"}}); got.New || *got.Stored != *want {
				t.Errorf("entry %d again: got %+v, want %+v", e.Seq, got, want)
			}
		}
		if got := len(queries(t, r, "US")); got != 4 {
			t.Errorf("%d stored queries, want 4", got)
		}

		var found []string
		for s, err := range r.ResolveQuery(t.Context(), them.Identifier()) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, fmt.Sprint(s.Dataset, s.Seq))
		}
		if want := []string{"THEM0", "US0", "US1"}; !slices.Equal(found, want) {
			t.Errorf("resolved: got %v, want %v", found, want)
		}
	})
}

// TestQualifiedQuery has the qualifiers of a result, right and wrong.
func TestQualifiedQuery(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		if _, err := r.Create(t.Context(), "MOD", registry.Creation{DOI: "10.9999/MOD"}); err != nil {
			t.Fatal(err)
		}
		var part *dataset.StoredQuery
		for day, id := range []string{"a1", "b", "a2"} { // on the third day the result is another one
			e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids(id), At: may(1+day, 0)}).Entry
			if part == nil {
				part = runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{Prefix: "a"}}).Stored
			}
		}
		for _, test := range []struct {
			q    dataset.Qualifiers
			want bool
		}{
			{dataset.Qualifiers{}, true},
			{dataset.Qualifiers{Dataset: "MOD", Count: 1, HasCount: true, At: may(1, 12)}, true},
			{dataset.Qualifiers{Dataset: "doi:10.9999/MOD", At: may(2, 0)}, true},
			{dataset.Qualifiers{At: may(3, 0)}, false},
			{dataset.Qualifiers{At: may(1, 0).Add(-time.Second)}, false},
			{dataset.Qualifiers{Count: 2, HasCount: true}, false},
			{dataset.Qualifiers{Dataset: "MYD"}, false},
			{dataset.Qualifiers{Dataset: "doi:10.9999/MYD"}, false},
		} {
			id := part.Identifier()
			id.Qualifiers = test.q
			found := false
			for s, err := range r.QualifiedQuery(t.Context(), id) {
				if err != nil || *s != *part {
					t.Errorf("%v: got %+v, %v", id, s, err)
				}
				found = true
			}
			if found != test.want {
				t.Errorf("%v: got %v, want %v", id, found, test.want)
			}
		}
	})
}

// TestQueryZone asks one query with its time in two zones.
func TestQueryZone(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "MOD")
		e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids("MOD.A2005121")}).Entry
		runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{From: may(1, 0)}, Name: "may"})
		there := may(1, 0).In(time.FixedZone("", 3600))
		if got := runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{From: there}, Name: "may"}); got.New {
			t.Errorf("got %+v, want it stored before", got)
		}
	})
}

func TestQueryNames(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "MOD")
		e, err := r.Head(t.Context(), "MOD")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.RunQuery(t.Context(), e, registry.QueryRun{}); !errors.Is(err, registry.ErrNoInstance) {
			t.Errorf("entry 0: got %v, want ErrNoInstance", err)
		}
		e = apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids("a1", "a2", "b")}).Entry
		a := dataset.Query{Prefix: "a"}
		for _, step := range []struct {
			run  registry.QueryRun
			seq  uint64
			want bool
		}{
			{registry.QueryRun{Query: a}, 0, true},
			{registry.QueryRun{Query: a, Name: "first"}, 1, true},
			{registry.QueryRun{Query: a, Name: "second"}, 2, true},
			{registry.QueryRun{Query: a, Name: "first", Actor: "x"}, 1, false},
			{registry.QueryRun{Query: a}, 0, false},
		} {
			if got := runQuery(t, r, e, step.run); got.New != step.want || got.Stored.Seq != step.seq {
				t.Errorf("%+v: got %+v, want number %d, new %v", step.run, got.Stored, step.seq, step.want)
			}
		}
		if q, err := r.NamedQuery(t.Context(), "MOD", "second"); err != nil || q != a {
			t.Errorf("got %v, %v, want %v", q, err, a)
		}
		if _, err := r.RunQuery(t.Context(), e, registry.QueryRun{Query: dataset.Query{Prefix: "b"}, Name: "first"}); !errors.Is(err, registry.ErrQueryName) {
			t.Errorf("taken name: got %v, want ErrQueryName", err)
		}
		for name, want := range map[string]error{"MOD": registry.ErrNoQuery, "NONE": registry.ErrNoDataset, "/": dataset.ErrInvalidName} {
			if _, err := r.NamedQuery(t.Context(), name, "third"); !errors.Is(err, want) {
				t.Errorf("%s: got %v, want %v", name, err, want)
			}
		}
		for _, bad := range []registry.QueryRun{
			{Name: "-"},
			{Actor: "\n"},
			{Query: dataset.Query{Prefix: "\n"}},
			{Query: dataset.Query{Prefix: strings.Repeat("a", 256)}},
			{Query: dataset.Query{From: may(2, 0), To: may(1, 0)}},
		} {
			if _, err := r.RunQuery(t.Context(), e, bad); !errors.Is(err, dataset.ErrInvalidQuery) {
				t.Errorf("%+v: got %v, want ErrInvalidQuery", bad, err)
			}
		}
		if got := len(queries(t, r, "MOD")); got != 3 {
			t.Errorf("%d stored queries, want 3", got)
		}
	})
}

// TestQueryWriters stores the same queries from many goroutines at once.
func TestQueryWriters(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := registry.New(open(t), nil)
			create(t, r, "MOD")
			e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids("a", "b", "c", "d")}).Entry
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for _, prefix := range []string{"a", "b", "c", "d", "e"} {
						if _, err := r.RunQuery(t.Context(), e, registry.QueryRun{Query: dataset.Query{Prefix: prefix}}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if got := len(queries(t, r, "MOD")); got != 5 {
				t.Errorf("%d stored queries, want 5", got)
			}
		})
	}
}

// TestQueryDamaged has stored queries that are sound by themselves and say what is not
// so.
func TestQueryDamaged(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want   string
		change func(s *dataset.StoredQuery)
	}{
		{"asked again, it gives 2, root", func(s *dataset.StoredQuery) { s.Root.Hash[0] ^= 1 }},
		{"it says 3 granules", func(s *dataset.StoredQuery) { s.Root.Count = 3 }},
		{"asked again", func(s *dataset.StoredQuery) { s.Query.Prefix = "b" }},
		{"entry 1 is not the one that it was asked of", func(s *dataset.StoredQuery) { s.EntryHash[0] ^= 1 }},
		{"entry 1 is not the one that it was asked of", func(s *dataset.StoredQuery) { s.At = s.At.Add(time.Second) }},
		{"entry 9 of dataset MOD is missing", func(s *dataset.StoredQuery) { s.Entry = 9 }},
		{"it is query 1 of dataset THEM", func(s *dataset.StoredQuery) { s.Dataset = "THEM" }},
		{"stored query 1 of dataset MOD: dataset: invalid query", func(s *dataset.StoredQuery) { s.Prev[0] ^= 1 }},
		{"the name part stands for another query", func(s *dataset.StoredQuery) { s.Query.Prefix, s.Root = "none", patricia.Root{} }},
	} {
		s := memstore.New()
		r := registry.New(s, ticking())
		create(t, r, "MOD")
		e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids("a1", "a2", "b")}).Entry
		first := runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{Prefix: "a"}, Name: "part"}).Stored
		next := *first
		next.Seq, next.Prev = 1, first.Hash
		test.change(&next)
		data, err := next.Seal()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), "query/MOD", 1, data); err != nil {
			t.Fatal(err)
		}
		n, err := r.VerifyQueries(t.Context(), "MOD")
		if !errors.Is(err, registry.ErrDamaged) || !strings.Contains(fmt.Sprint(err), test.want) || n != 1 {
			t.Errorf("got %d, %v, want %s", n, err, test.want)
		}
		if _, err := r.Verify(t.Context(), "MOD", nil); !errors.Is(err, registry.ErrDamaged) {
			t.Errorf("%s: got %v of the dataset, want ErrDamaged", test.want, err)
		}
		if strings.Contains(test.want, "name") || next.Dataset != "MOD" || next.Prev != first.Hash {
			continue // wrong in the log, not in itself
		}
		for id, err := range r.Result(t.Context(), &next) {
			if id != nil || !errors.Is(err, registry.ErrDamaged) {
				t.Errorf("%s: got %q, %v before it was found damaged", test.want, id, err)
			}
		}
		if with, err := r.WithResult(t.Context(), &next); !errors.Is(err, registry.ErrDamaged) {
			t.Errorf("%s: got %v, %v, want ErrDamaged", test.want, with, err)
		}
	}
}

// TestWithResult proves and compares what queries gave.
func TestWithResult(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "MOD")
		var all []string
		for i := range 3000 {
			all = append(all, fmt.Sprintf("MOD.%04d", i))
		}
		e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids(all...)}).Entry
		part := func(prefix string) *dataset.StoredQuery {
			return runQuery(t, r, e, registry.QueryRun{Query: dataset.Query{Prefix: prefix}}).Stored
		}
		one, ten := part("MOD.1"), part("MOD.10")
		with, err := r.WithResult(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := with.Prove(t.Context(), one.Root, "MOD.1234", "MOD.2345")
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.Check(); err != nil || proof.Instance != one.Identifier() {
			t.Errorf("a proof of %v, %v, want one of %v", proof.Instance, err, one.Identifier())
		}
		if with, err = with.WithResult(t.Context(), ten); err != nil {
			t.Fatal(err)
		}
		for _, to := range []patricia.Root{e.Root, one.Root} {
			n := uint64(0)
			for d, err := range with.Diff(t.Context(), ten.Root, to) {
				if err != nil || !d.InNew {
					t.Fatalf("got %+v, %v, want granules that are only in the second", d, err)
				}
				n++
			}
			if n != to.Count-ten.Root.Count {
				t.Errorf("%d granules differ, want %d", n, to.Count-ten.Root.Count)
			}
		}
	})
}

// TestQueryReads counts the pages that queries read.
func TestQueryReads(t *testing.T) {
	t.Parallel()
	s := &counting{Store: memstore.New()}
	r := registry.New(s, nil)
	if _, err := r.Create(t.Context(), "MOD", registry.Creation{NoChain: true}); err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range 31 * 24 * 60 {
		all = append(all, "MOD."+may(1, 0).Add(time.Duration(i)*time.Minute).Format("A2006002.1504"))
	}
	e := apply(t, r, "MOD", registry.Change{Op: dataset.OpAdd, Granules: ids(all...)}).Entry
	pages := func(q dataset.Query) int64 {
		before := s.reads.Load()
		runQuery(t, r, e, registry.QueryRun{Query: q})
		return s.reads.Load() - before
	}
	whole := pages(dataset.Query{From: may(1, 0)})
	day := dataset.Query{Prefix: "MOD.A2005125", From: may(1, 0)}
	if n := pages(day); n > whole/8 {
		t.Errorf("a day of a month: %d pages read, the whole has %d", n, whole)
	}
	day.From = time.Time{}
	if n := pages(day); n > 10 {
		t.Errorf("a prefix: %d pages read of %d, want the way to one node", n, whole)
	}
}
