package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/internal/testenv"
	"github.com/seed-05176fc3/idem/internal/view"
)

// readVectors reads vectors of another folder of this module.
func readVectors[T any](t *testing.T, path string) (v T) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const schemeVectors = "../../granule/testdata/granule-flax.json"

func TestGranuleVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors[struct {
		Granule []struct {
			ID, CollectionID string
			HashLength       int
			Result           string
		}
	}](t, schemeVectors)
	ran := 0
	for _, v := range vectors.Granule {
		flags := []string{"granule", "--collection", v.CollectionID, "--hash-length", fmt.Sprint(v.HashLength)}
		if v.CollectionID == "" {
			if _, err := inProcess(t.Context(), "", append(flags, v.ID)...); exitCode(err) != exitUsage {
				t.Errorf("%+v: got error %v, want one of usage", v, err)
			}
			continue
		}
		ran++
		for where, run := range map[string]func() (string, error){
			"argument": func() (string, error) { return inProcess(t.Context(), "", append(flags, "--", v.ID)...) },
			"line":     func() (string, error) { return inProcess(t.Context(), v.ID+"\n", flags...) },
		} {
			if got, err := run(); got != v.Result+"\n" || err != nil {
				t.Errorf("%s %+v: got %q, %v", where, v, got, err)
			}
		}
		check := append(flags, "--check", "--", v.Result)
		if got, err := inProcess(t.Context(), "", check...); got != "" || err != nil {
			t.Errorf("check of %+v: got %q, %v, want silence", v, got, err)
		}
		check[len(check)-1] = v.Result + "x"
		if got, err := inProcess(t.Context(), "", check...); got == "" || exitCode(err) != exitNo {
			t.Errorf("check of %+v and an x: got %q, %v, want no", v, got, err)
		}
	}
	if ran < 50 {
		t.Errorf("only %d vectors", ran)
	}
}

func TestFlaxVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors[struct {
		Flax []struct{ ISO, Text, Hex string }
		Bad  []struct{ Text string } `json:"flax_invalid"`
		Out  []struct{ ISO string }  `json:"flax_out_of_range"`
	}](t, schemeVectors)
	if len(vectors.Flax) == 0 || len(vectors.Bad) == 0 || len(vectors.Out) == 0 {
		t.Fatal("vectors are missing")
	}
	convert := func(text, form string) (string, error) {
		return inProcess(t.Context(), "", "convert", "--as", "flax", "--to", form, "--", text)
	}
	for _, v := range vectors.Flax {
		for _, from := range []string{v.Text, v.Hex} {
			for form, want := range map[string]string{"text": v.Text, "hex": v.Hex, "time": v.ISO} {
				if got, err := convert(from, form); got != want+"\n" || err != nil {
					t.Errorf("%s to %s: got %q, %v, want %q", from, form, got, err, want)
				}
			}
		}
		out, err := inProcess(t.Context(), "", "new", "flax", "--at", v.ISO, "--json")
		if err != nil {
			t.Errorf("new at %s: %v", v.ISO, err)
			continue
		}
		if got := parse[struct{ ID, Time string }](t, out); got.Time != v.ISO || got.ID[:6] != v.Text[:6] {
			t.Errorf("new at %s: got %+v", v.ISO, got)
		}
	}
	for _, v := range vectors.Bad {
		if got, err := convert(v.Text, "hex"); err == nil || got != "" {
			t.Errorf("%q: got %q without an error", v.Text, got)
		}
	}
	for _, v := range vectors.Out {
		if got, err := inProcess(t.Context(), "", "new", "flax", "--at", v.ISO); err == nil || got != "" {
			t.Errorf("new at %s: got %q without an error", v.ISO, got)
		}
	}
}

// setVector is a set of granules and its identifiers.
type setVector struct {
	Name     string
	IDs      []string
	Count    uint64
	Root     string
	Instance string
	Chain    string `json:"md5_chain"`
}

func (v *setVector) check(t *testing.T, got view.Entry) {
	t.Helper()
	if got.Count != v.Count || got.Root != v.Root || got.Instance != "dsi:1:set:"+v.Instance || got.DI != v.Chain {
		t.Errorf("%s: got %+v, want %d granules, root %s, instance %s, DI %s", v.Name, got, v.Count, v.Root, v.Instance, v.Chain)
	}
}

// Each set of the vectors, one after the other in one dataset: added in one go to an
// empty dataset, and come from the set before by replacing it.
func TestInstanceVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors[struct{ Sets []setVector }](t, "../../dataset/testdata/instances.json")
	store := newStore(t, "REPLACED")
	skipped := 0
	for i, v := range vectors.Sets {
		if slices.ContainsFunc(v.IDs, func(id string) bool { return id != strings.TrimSpace(id) }) {
			skipped++ // lists drop the blanks around an ID
			continue
		}
		name := fmt.Sprintf("ADDED.%d", i)
		idemJSON[view.Entry](t, store, "", "dataset", "create", name)
		text := strings.Join(v.IDs, "\n")
		backwards := slices.Clone(v.IDs)
		slices.Reverse(backwards)
		at := []string{"--at", time.Unix(int64(i), 0).UTC().Format(time.RFC3339)}
		idem(t, store, strings.Join(backwards, "\n"), append([]string{"dataset", "add", name, "--format", "list", "--json"}, at...)...)
		idem(t, store, text, append([]string{"dataset", "replace", "REPLACED", "--format", "list", "--json", "--reason", "test"}, at...)...)
		v.check(t, idemJSON[view.Entry](t, store, "", "dataset", "show", name))
		v.check(t, idemJSON[view.Entry](t, store, "", "dataset", "show", "REPLACED"))
		if got, want := idem(t, store, "", "dataset", "list", name), text; strings.TrimSuffix(got, "\n") != want {
			t.Errorf("%s: list: got %q, want %q", v.Name, got, want)
		}
		if v.Count > 0 {
			if got := idem(t, store, "", "resolve", "DI:"+v.Chain); !strings.Contains(got, name) {
				t.Errorf("%s: resolve: got %q", v.Name, got)
			}
		}
	}
	if skipped != 1 {
		t.Errorf("skipped %d sets, want one", skipped)
	}
	idem(t, store, "", "dataset", "verify", "--json")
}

// The large set that the vectors describe by a rule.
func TestMadeInstance(t *testing.T) {
	t.Parallel()
	testenv.Short(t)
	vectors := readVectors[struct{ Made []setVector }](t, "../../dataset/testdata/instances.json")
	want := vectors.Made[0]
	store := newStore(t, "MADE")
	var text strings.Builder
	begin := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC)
	for i := range want.Count {
		at := begin.Add(time.Duration(i) * 5 * time.Minute)
		fmt.Fprintf(&text, "MOD021KM.A%d%03d.%02d%02d.061.%d\n", at.Year(), at.YearDay(), at.Hour(), at.Minute(), 2017000000000+i*7919%365000000)
	}
	want.check(t, idemJSON[view.Entry](t, store, text.String(), "dataset", "add", "MADE"))
	idem(t, store, "", "dataset", "verify", "--json")
}
