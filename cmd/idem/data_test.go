package main

import (
	"crypto/md5"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/testenv"
	"github.com/seed-05176fc3/idem/internal/view"
)

// answer is what is known of a list of granules.
type answer struct {
	File     string `json:"file"`
	Records  int64  `json:"records"`
	Granules uint64 `json:"granules"`
	Chain    string `json:"chain_md5"`
	How      string `json:"how"` // the IDs were found, or "must be refused"
	Extra    map[string]struct {
		Distinct int    `json:"distinct"`
		Chain    string `json:"chain_md5"`
	} `json:"extra"`
	States map[string]struct {
		Granules uint64 `json:"granules"`
		Chain    string `json:"chain_md5"`
	} `json:"states"`
}

// answers returns the answers for the files in dir, by file.
func answers(t *testing.T, dir string) map[string]answer {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	var all struct{ Files []answer }
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]answer{}
	for _, a := range all.Files {
		files[a.File] = a
	}
	return files
}

// checkFiles adds each file in dir to a dataset of its own.
func checkFiles(t *testing.T, dir string) {
	folders := map[string]int{}
	for file, want := range answers(t, dir) {
		folder, name, _ := strings.Cut(file, "/")
		if want.How == "" {
			continue // there is no answer
		}
		folders[folder]++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := newStore(t, "A")
			args := []string{"dataset", "add", "A", filepath.Join(dir, file), "--json", "--store", store}
			text, err := inProcess(t.Context(), "", args...)
			if want.How == "must be refused" {
				if exitCode(err) != exitFailure || !strings.Contains(err.Error(), "nothing was changed") {
					t.Errorf("got %s, %v, want it refused", text, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := parse[changeView](t, text)
			if got.DI != want.Chain || got.Count != want.Granules || got.Records != want.Records || got.Skipped != 0 {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if passed := got.Messages > 0; passed != (folder == "cnm" && want.Records == 0) {
				t.Errorf("%d messages are passed over", got.Messages)
			}
			if text, err = inProcess(t.Context(), "", args...); err != nil {
				t.Fatal(err)
			}
			again := parse[changeView](t, text)
			if again.Changed || again.Entry != got.Entry || again.Present != want.Granules {
				t.Errorf("once more: got %+v, want it unchanged", again)
			}
		})
	}
	for _, folder := range []string{"lists", "umm-g", "cmr-json", "cnm", "pdr", "stac"} {
		if folders[folder] == 0 {
			t.Errorf("no files in %s of %s", folder, dir)
		}
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	checkFiles(t, filepath.Join("..", "..", "ingest", "testdata"))
}

func TestLargeLists(t *testing.T) {
	t.Parallel()
	checkFiles(t, testenv.Data(t))
}

// The two pages of a search, compressed in several ways, and a folder with both.
func TestPages(t *testing.T) {
	t.Parallel()
	from := filepath.Join("..", "..", "ingest", "testdata")
	var pages [2][]byte
	for i, name := range []string{"pc-naip-page-1.json", "pc-naip-page-2.json"} {
		var err error
		if pages[i], err = os.ReadFile(filepath.Join(from, "stac", name)); err != nil {
			t.Fatal(err)
		}
	}
	one, two := string(pages[0]), string(pages[1])
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plain":               one + "\n" + two,
		"gzip":                string(zipped(one)) + string(zipped(two)),
		"gzip cut anywhere":   string(zipped(one[:1000])) + string(zipped(one[1000:]+two)),
		"with mark and CRLF":  "\xef\xbb\xbf" + strings.ReplaceAll(one+two, "\n", "\r\n"),
		"folder/deep/1.json":  one,
		"folder/2.geojson.gz": string(zipped(two)),
		"folder/.hidden":      "no list",
		"folder/empty":        "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"plain", "gzip", "gzip cut anywhere", "with mark and CRLF", "folder"} {
		got := idemJSON[changeView](t, newStore(t, "A"), "", "dataset", "add", "A", filepath.Join(dir, name))
		if got.DI != "e0249c9fd9c848cb9d1c85c2c4c004a5" || got.Count != 20 {
			t.Errorf("%s: got %+v, want 20 granules", name, got)
		}
	}
}

// Two collections have a granule of the same name, and checksums that are known.
func TestCollision(t *testing.T) {
	t.Parallel()
	const id = "MOD09GQ.A2017224.h09v02.006.2017227165020"
	text, err := os.ReadFile(filepath.Join("..", "..", "ingest", "testdata", "pdr", "cross-collection-id-collision.PDR"))
	if err != nil {
		t.Fatal(err)
	}
	const sum = "=cksum:fad4dc43" // 4208254019
	for _, c := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{id + sum}},
		{[]string{"--unique"}, []string{id + "_wJJ69jjW" + sum, id + "_xtXSW28J" + sum}},
	} {
		got, _, err := readList(t, map[string]string{"PDR": string(text)}, c.flags...)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.flags, got, err, c.want)
		}
	}
}

// An archive went from one release to the next: 5,010 granules left, 110 came.
func TestReleases(t *testing.T) {
	t.Parallel()
	dir := testenv.Data(t)
	release2 := "lists/c3s-cmip6-release2-dataset-ids-202002.txt.gz"
	release3 := "lists/c3s-cmip6-release3-dataset-ids-20210317.txt.gz"
	all := answers(t, dir)
	check := func(got view.Entry, want answer, added, removed uint64) {
		t.Helper()
		if got.Count != want.Granules || got.DI != want.Chain || got.Added != added || got.Removed != removed {
			t.Errorf("got %+v, want %d granules (+%d -%d), DI %s", got, want.Granules, added, removed, want.Chain)
		}
	}
	store := newStore(t, "C3S")
	two := idemJSON[view.Entry](t, store, "", "dataset", "add", "C3S", filepath.Join(dir, release2), "--at", "2020-02-01")
	check(two, all[release2], 18716, 0)
	three := idemJSON[view.Entry](t, store, "", "dataset", "replace", "C3S", filepath.Join(dir, release3), "--at", "2021-03-17", "--reason", "release 3")
	check(three, all[release3], 110, 5010)
	idem(t, store, "", "dataset", "verify", "--json")

	// The difference, from what names the two instances in whatever way.
	for _, names := range [][2]string{
		{"C3S@2020-02-01", "C3S"},
		{two.Instance, three.Instance},
		{"DI:" + two.DI, "C3S@2021-03-17"},
	} {
		text, err := inProcess(t.Context(), "", "dataset", "diff", names[0], names[1], "--store", store)
		if exitCode(err) != exitNo {
			t.Fatalf("diff %q: %v", names, err)
		}
		checkDiff(t, text, all[release3])
	}
}

// checkDiff compares the lines of a diff with the answer for the later release.
func checkDiff(t *testing.T, text string, want answer) {
	t.Helper()
	chains := map[byte]*chain{'-': {}, '+': {}}
	last := ""
	for line := range strings.Lines(text) {
		id := strings.TrimSuffix(line[1:], "\n")
		if id <= last || chains[line[0]] == nil {
			t.Fatalf("line %q after %q", line, last)
		}
		last = id
		chains[line[0]].add(id)
	}
	removed, added := want.Extra["removed from release 2"], want.Extra["added in release 3"]
	if got := *chains['-']; got.n != 5010 || got.n != removed.Distinct || got.value != removed.Chain {
		t.Errorf("removed: got %+v, want %+v", got, removed)
	}
	if got := *chains['+']; got.n != 110 || got.n != added.Distinct || got.value != added.Chain {
		t.Errorf("added: got %+v, want %+v", got, added)
	}
}

// chain is the MD5 chain over sorted IDs, written anew.
type chain struct {
	n     int
	value string
}

func (c *chain) add(id string) {
	text := id + "\n"
	if c.n > 0 {
		text = c.value + "\n" + text
	}
	sum := md5.Sum([]byte(text))
	c.n, c.value = c.n+1, hex.EncodeToString(sum[:])
}

// The table of the FOO granules with the days on which they came and went gives the
// dataset's states.
func TestFOOTable(t *testing.T) {
	t.Parallel()
	dir := testenv.Data(t)
	path := filepath.Join(dir, "foo-l2-002.csv")
	want := answers(t, dir)["foo-l2-002.csv"]
	if len(want.States) != 5 {
		t.Fatalf("got %d states, want 5", len(want.States))
	}
	store := newStore(t, "ALL")
	if got := idemJSON[changeView](t, store, "", "dataset", "add", "ALL", path); got.Count != want.Granules || got.Records != want.Records {
		t.Errorf("got %+v, want %+v", got, want)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for day, state := range want.States {
		name := "FOO." + day
		idemJSON[view.Entry](t, store, "", "dataset", "create", name)
		var text strings.Builder
		text.WriteString(strings.Join(rows[0], ",") + "\n")
		for _, row := range rows[1:] {
			if row[1] <= day && (row[2] == "" || row[2] > day) {
				text.WriteString(strings.Join(row, ",") + "\n")
			}
		}
		got := idemJSON[view.Entry](t, store, text.String(), "dataset", "add", name, "--column", "granule", "--at", day)
		if got.Count != state.Granules || got.DI != state.Chain {
			t.Errorf("%s: got %+v, want %+v", day, got, state)
		}
	}
}
