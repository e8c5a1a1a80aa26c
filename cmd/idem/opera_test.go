package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/testenv"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// product is a granule and when it was produced.
type product struct {
	id string
	at time.Time
}

// The list of OPERA DIST-ALERT granules, how many it has, and how often an archive
// takes them in.
const (
	operaList  = "lists/opera-dist-alert-units-001-180.csv.gz"
	operaCount = 36276
	operaStep  = 10 * time.Minute
)

// operaProducts returns the list by the times of production.
func operaProducts(t *testing.T, dir string) (all []product) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, operaList))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		at, err := time.Parse(time.RFC3339, row[1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, product{row[0], at})
	}
	slices.SortFunc(all, func(a, b product) int { return a.at.Compare(b.at) })
	if len(all) != operaCount {
		t.Fatalf("got %d products, want %d", len(all), operaCount)
	}
	return all
}

// takenIn is the time at which an archive has a product that takes them in once in
// each step: the first end of a step that is not before.
func (p product) takenIn(step time.Duration) time.Time {
	at := p.at.Truncate(step)
	if at.Before(p.at) {
		at = at.Add(step)
	}
	return at
}

// batch is what comes at one time, in the order of IDs.
type batch struct {
	at  time.Time
	ids []string
}

// batches returns what comes in each step, without empty ones.
func batches(all []product, step time.Duration) (list []batch) {
	for _, p := range all {
		at := p.takenIn(step)
		if len(list) == 0 || !list[len(list)-1].at.Equal(at) {
			list = append(list, batch{at: at})
		}
		last := &list[len(list)-1]
		last.ids = append(last.ids, p.id)
	}
	for _, b := range list {
		slices.Sort(b.ids)
	}
	return list
}

// asOf is what an archive has at a time, counted one by one.
func asOf(all []product, step time.Duration, t time.Time) (ids []string) {
	for _, p := range all {
		if !p.takenIn(step).After(t) {
			ids = append(ids, p.id)
		}
	}
	slices.Sort(ids)
	return ids
}

// TestOPERA replays a real history: the granules of OPERA DIST-ALERT by their times of
// production, 36,276 in three days of 2023. One archive takes them in day by day, by
// the command, another one every ten minutes; both arrive at the same identifiers.
func TestOPERA(t *testing.T) {
	t.Parallel()
	dir := testenv.Data(t)
	all := operaProducts(t, dir)
	storeName := newStore(t, "DAILY")
	path := strings.TrimPrefix(storeName, "sqlite:")
	s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Existing)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := registry.New(s, nil)

	daily := replayByCommand(t, storeName, "DAILY", batches(all, 24*time.Hour))
	if got := daily[len(daily)-1]; len(daily) != 3 || got.Count != operaCount || got.DI != answers(t, dir)[operaList].Chain {
		t.Errorf("got %d entries, the last one %+v", len(daily), got)
	}
	often := batches(all, operaStep)
	replay(t, r, "OFTEN", often)
	for _, e := range daily {
		got := idemJSON[view.Entry](t, storeName, "", "dataset", "show", "OFTEN", "--at", e.At)
		if got.Instance != e.Instance || got.Count != e.Count {
			t.Errorf("at %s: got %+v, want %+v", e.At, got, e)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	operaAsOf(t, storeName, all, often, rnd)
	operaWhere(t, r, all, often, rnd)
	operaProve(t, storeName, all, rnd)
	operaDiff(t, storeName, all)
	idem(t, storeName, "", "dataset", "verify", "--json")
	operaMove(t, storeName)
}

// replayByCommand replays a history by idem dataset apply, and returns the entries.
func replayByCommand(t *testing.T, storeName, name string, list []batch) []view.Entry {
	t.Helper()
	var text strings.Builder
	enc := json.NewEncoder(&text)
	for _, b := range list {
		if err := enc.Encode(map[string]any{"op": "add", "at": b.at, "granules": b.ids, "reason": "taken in"}); err != nil {
			t.Fatal(err)
		}
	}
	idem(t, storeName, text.String(), "dataset", "apply", name)
	return ledger(t, storeName, name)
}

// replay replays a history by the library.
func replay(t *testing.T, r *registry.Registry, name string, list []batch) {
	t.Helper()
	if _, err := r.Create(t.Context(), name, registry.Creation{NoChain: true}); err != nil {
		t.Fatal(err)
	}
	changes := func(yield func(registry.Change, error) bool) {
		for _, b := range list {
			if !yield(registry.Change{Op: dataset.OpAdd, At: b.at, Granules: granules(b.ids)}, nil) {
				return
			}
		}
	}
	n := 0
	for out, err := range r.ApplyAll(t.Context(), name, changes) {
		if err != nil {
			t.Fatal(err)
		}
		if b := list[n]; !out.Changed || out.Entry.Added != uint64(len(b.ids)) || !out.Entry.At.Equal(b.at) {
			t.Fatalf("change %d: got %+v", n, out)
		}
		n++
	}
	if n != len(list) || n < 70 {
		t.Fatalf("got %d changes, want %d", n, len(list))
	}
}

func granules(ids []string) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, id := range ids {
			if !yield(patricia.Item{ID: []byte(id)}, nil) {
				return
			}
		}
	}
}

// operaAsOf compares instances at times with what had been produced until then.
func operaAsOf(t *testing.T, storeName string, all []product, often []batch, rnd *rand.Rand) {
	t.Helper()
	times := []time.Time{often[0].at, often[1].at.Add(-time.Second), often[1].at, often[len(often)-1].at.Add(time.Hour)}
	for range 4 {
		times = append(times, often[rnd.IntN(len(often))].at.Add(time.Duration(rnd.IntN(900))*time.Second))
	}
	for _, at := range times {
		want := asOf(all, operaStep, at)
		name := "OFTEN@" + at.Format(time.RFC3339)
		got := strings.Fields(idem(t, storeName, "", "dataset", "list", name))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %d granules, want %d", name, len(got), len(want))
		}
	}
	_, err := inProcess(t.Context(), "", "dataset", "show", "OFTEN", "--at", often[0].at.Add(-time.Second).Format(time.RFC3339), "--store", storeName)
	if exitCode(err) != exitFailure {
		t.Errorf("before all: got %v", err)
	}
}

// operaWhere asks when granules came: at the end of the ten minutes of their
// production, and they never went.
func operaWhere(t *testing.T, r *registry.Registry, all []product, often []batch, rnd *rand.Rand) {
	t.Helper()
	for range 60 {
		p := all[rnd.IntN(len(all))]
		list, err := r.Where(t.Context(), "OFTEN", []byte(p.id))
		if err != nil {
			t.Fatal(err)
		}
		seq := slices.IndexFunc(often, func(b batch) bool { return slices.Contains(b.ids, p.id) }) + 1
		if len(list) != 1 || !list[0].Added.At.Equal(p.takenIn(operaStep)) || list[0].Added.Seq != uint64(seq) || list[0].Removed != nil {
			t.Errorf("%s: got %+v, want it from entry %d on", p.id, list, seq)
		}
	}
	if list, err := r.Where(t.Context(), "OFTEN", []byte("OPERA_L3_DIST-ALERT-HLS_")); err != nil || len(list) > 0 {
		t.Errorf("no granule: got %+v, %v", list, err)
	}
}

// operaProve proves of an old instance what it had and what came later.
func operaProve(t *testing.T, storeName string, all []product, rnd *rand.Rand) {
	t.Helper()
	at := all[len(all)/2].at
	has := asOf(all, operaStep, at)
	args := []string{"dataset", "prove", "OFTEN@" + at.Format(time.RFC3339)}
	want := map[string]bool{}
	for range 20 {
		id := all[rnd.IntN(len(all))].id
		_, want[id] = slices.BinarySearch(has, id)
	}
	for id := range want {
		args = append(args, id)
	}
	text := idem(t, storeName, "", args...)
	var proof struct {
		Claims []struct {
			Granule string `json:"granule"`
			Present bool   `json:"present"`
		} `json:"claims"`
	}
	if err := json.Unmarshal([]byte(text), &proof); err != nil {
		t.Fatal(err)
	}
	there := 0
	for _, c := range proof.Claims {
		if present, asked := want[c.Granule]; !asked || c.Present != present {
			t.Errorf("%s: got %v, want %v", c.Granule, c.Present, present)
		}
		if c.Present {
			there++
		}
	}
	if len(proof.Claims) != len(want) || there == 0 || there == len(want) {
		t.Errorf("got %d claims, %d of them present, want %d and some", len(proof.Claims), there, len(want))
	}
	for forged, code := range map[string]int{text: exitDone, strings.Replace(text, `"present":true`, `"present":false`, 1): exitNo} {
		if _, err := inProcess(t.Context(), forged, "check", "-"); exitCode(err) != code {
			t.Errorf("check: got %v, want exit code %d", err, code)
		}
	}
}

// operaDiff compares two days.
func operaDiff(t *testing.T, storeName string, all []product) {
	t.Helper()
	from, to := time.Date(2023, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2023, 11, 2, 0, 0, 0, 0, time.UTC)
	text, err := inProcess(t.Context(), "", "dataset", "diff", "OFTEN@"+from.Format(time.DateOnly), "OFTEN@"+to.Format(time.DateOnly), "--store", storeName)
	if exitCode(err) != exitNo {
		t.Fatalf("diff: got %v", err)
	}
	var want strings.Builder
	before := asOf(all, operaStep, from)
	for _, id := range asOf(all, operaStep, to) {
		if _, found := slices.BinarySearch(before, id); !found {
			want.WriteString("+" + id + "\n")
		}
	}
	if text != want.String() || len(text) == 0 {
		t.Errorf("diff: got %d bytes, want %d", len(text), want.Len())
	}
}

// operaMove moves both datasets to another store. There they are the same, entry by
// entry and byte by byte.
func operaMove(t *testing.T, storeName string) {
	t.Helper()
	dir := t.TempDir()
	other := "sqlite:" + filepath.Join(dir, "idem.db")
	for _, name := range []string{"DAILY", "OFTEN"} {
		out, again := filepath.Join(dir, name), filepath.Join(dir, name+".again")
		idem(t, storeName, "", "dataset", "export", name, "--out", out, "--json")
		idem(t, other, "", "dataset", "import", out, "--json")
		if got, want := ledger(t, other, name), ledger(t, storeName, name); !slices.Equal(got, want) {
			t.Errorf("%s: the ledgers differ", name)
		}
		idem(t, other, "", "dataset", "export", name, "--out", again, "--json")
		sameFiles(t, out, again)
	}
}

// sameFiles compares two folders of files.
func sameFiles(t *testing.T, one, two string) {
	t.Helper()
	read := func(dir string) (files []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, e.Name()+"\n"+string(data))
		}
		return files
	}
	if a, b := read(one), read(two); !slices.Equal(a, b) || len(a) < 6 {
		t.Errorf("%s and %s differ", one, two)
	}
}
