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
)

// answer is what is known of a list.
type answer struct {
	File     string `json:"file"`
	Records  int    `json:"records"`
	Granules int    `json:"granules"`
	First    string `json:"first"`
	Last     string `json:"last"`
	Chain    string `json:"chain_md5"`
}

// answers returns the answers for the lists in dir.
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
	lists := slices.DeleteFunc(all.Files, func(a answer) bool { return !strings.HasPrefix(a.File, "lists/") })
	if len(lists) == 0 {
		t.Fatalf("%s names no lists", dir)
	}
	return lists
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
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, string(g.ID))
			}
			got := answer{File: want.File, Records: len(ids)}
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

// The lists in testdata are real ones, copied whole; answers.json there says whose.
func TestLists(t *testing.T) {
	t.Parallel()
	checkAnswers(t, "testdata")
}

// IDEM_DATA is a folder of further lists with their answers.json.
func TestLargeLists(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("IDEM_DATA")
	if dir == "" {
		t.Skip("IDEM_DATA is not set: the large lists are not read")
	}
	checkAnswers(t, dir)
}
