package ingest_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// answer is what is known of a file.
type answer struct {
	File     string `json:"file"`
	Records  int    `json:"records"`
	Granules int    `json:"granules"`
	First    string `json:"first"`
	Last     string `json:"last"`
	Chain    string `json:"chain_md5"`
	How      string `json:"how"` // the IDs were found; refused if the file is none to be read
}

const refused = "must be refused"

// template is a list that holds words to be replaced in place of IDs, and has no answer.
const template = "pdr/ParsePdr-multi-granule.output.json"

// folders hold the data files, by format.
var folders = []string{"lists", "umm-g", "cmr-json", "stac", "cnm", "pdr"}

// answers returns the answers for the files in dir, which are in folders.
func answers(t *testing.T, dir string) []answer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Files []answer `json:"files"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	files := slices.DeleteFunc(all.Files, func(a answer) bool {
		folder, _, _ := strings.Cut(a.File, "/")
		seen[folder] = true
		return !slices.Contains(folders, folder) || a.File == template
	})
	for _, folder := range folders {
		if !seen[folder] {
			t.Fatalf("%s names no files in %s", dir, folder)
		}
	}
	return files
}

// checkID is the rule for granule IDs: 1 to 255 bytes of UTF-8 without control
// characters.
func checkID(id []byte) error {
	if len(id) == 0 || len(id) > 255 || !utf8.Valid(id) || bytes.ContainsFunc(id, func(r rune) bool {
		return r < 0x20 || r == 0x7f
	}) {
		return errors.New("not a granule ID")
	}
	return nil
}

// chain returns the MD5 chain over sorted distinct IDs.
func chain(ids []string) string {
	h := ""
	for i, id := range ids {
		text := id + "\n"
		if i > 0 {
			text = h + "\n" + text
		}
		sum := md5.Sum([]byte(text))
		h = hex.EncodeToString(sum[:])
	}
	return h
}

func checkAnswers(t *testing.T, dir string) {
	for _, want := range answers(t, dir) {
		t.Run(filepath.Base(want.File), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(dir, want.File)
			var ids []string
			for g, err := range ingest.NewReader([]string{path}, ingest.Options{Check: checkID}).All() {
				if err != nil && want.How == refused {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, string(g.ID))
			}
			if want.How == refused {
				t.Fatal("got no error")
			}
			got := answer{File: want.File, Records: len(ids), How: want.How}
			slices.Sort(ids)
			ids = slices.Compact(ids)
			if got.Granules = len(ids); len(ids) > 0 {
				got.First, got.Last, got.Chain = ids[0], ids[len(ids)-1], chain(ids)
			}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// The files in testdata are real ones, copied whole; answers.json there says whose.
func TestLists(t *testing.T) {
	t.Parallel()
	checkAnswers(t, "testdata")
}

// Those that are too large for testdata, and these once more.
func TestLargeLists(t *testing.T) {
	t.Parallel()
	checkAnswers(t, testenv.Data(t))
}

// A table with dates, which tell of a granule that was deleted.
func TestFOO(t *testing.T) {
	t.Parallel()
	got := collect(ingest.NewReader([]string{filepath.Join(testenv.Data(t), "foo-l2-002.csv")}, ingest.Options{Check: checkID}))
	if got.err != nil || len(got.bad) > 0 || len(got.granules) != 15 {
		t.Errorf("got %d granules, %q, %v, want 15", len(got.granules), got.bad, got.err)
	}
}
