package ingest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// recordCase is a text of records and what must be read from it.
type recordCase struct {
	name     string
	text     string
	format   ingest.Format
	granules []string      // each LINE:ID, COLLECTION/VERSION, PRODUCER, ALGORITHM:VALUE … of PART
	bad      []string      // each a LINE: and a part of the reason
	err      string        // a part of the error
	counts   ingest.Counts // but for Granules and Bad
}

// runRecords reads each text with its format named, and again looking, which must
// find the format.
func runRecords(t *testing.T, cases []recordCase) {
	t.Helper()
	for _, c := range cases {
		for _, format := range []ingest.Format{c.format, ingest.Auto} {
			t.Run(fmt.Sprintf("%s as %v", c.name, format), func(t *testing.T) {
				t.Parallel()
				checkRecords(t, c, format)
			})
		}
	}
}

func checkRecords(t *testing.T, c recordCase, format ingest.Format) {
	t.Helper()
	var granules []string
	opts := ingest.Options{Format: format, Check: checkID, Stdin: strings.NewReader(c.text)}
	r := ingest.NewReader([]string{"-"}, opts)
	for g, err := range r.All() {
		if err == nil {
			if granules = append(granules, describe(g)); g.Format != c.format {
				t.Errorf("got a granule of format %v, want %v", g.Format, c.format)
			}
		}
	}
	if !slices.Equal(granules, c.granules) {
		t.Errorf("granules:\ngot  %q\nwant %q", granules, c.granules)
	}
	got := readText(c.text, ingest.Options{Format: format})
	if !slices.EqualFunc(got.bad, c.bad, func(got, want string) bool {
		line, reason, _ := strings.Cut(want, ":")
		return strings.HasPrefix(got, line+":") && strings.Contains(got, reason)
	}) {
		t.Errorf("bad: got %q, want %q", got.bad, c.bad)
	}
	if c.err == "" && got.err != nil || c.err != "" && (got.err == nil || !strings.Contains(got.err.Error(), c.err)) {
		t.Errorf("error: got %v, want %q", got.err, c.err)
	}
	c.counts.Granules, c.counts.Bad = int64(len(c.granules)), int64(len(c.bad))
	if r.Counts() != c.counts || got.counts != c.counts {
		t.Errorf("got %+v and %+v, want %+v", r.Counts(), got.counts, c.counts)
	}
}

// describe returns all that is known of a granule.
func describe(g ingest.Granule) string {
	var checksums strings.Builder
	for _, c := range g.Checksums {
		checksums.WriteString(" " + c.Algorithm + ":" + c.Value)
	}
	if g.Part != "" {
		checksums.WriteString(" of " + g.Part)
	}
	return fmt.Sprintf("%d:%s, %s/%s, %s,%s", g.Line, g.ID, g.Collection, g.Version, g.Producer, &checksums)
}

const emptyMD5 = "d41d8cd98f00b204e9800998ecf8427e"
