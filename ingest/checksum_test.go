package ingest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

func TestChecksumColumn(t *testing.T) {
	t.Parallel()
	const table = "id,md5,Prüfsumme,x\na," + emptyMD5 + ",SHA-1:" + emptySHA1 + ",1\n" +
		"b,,None,2\n\"c\", " + emptyMD5 + " ,sha1:0,\"3\"\n"
	for _, c := range []struct {
		name, text, column string
		want               []string // each ID ALGORITHM:VALUE
		bad                int64    // checksums
		err                string
	}{
		{name: "by name", text: table, column: "md5", want: []string{"a md5:" + emptyMD5, "b", "c md5:" + emptyMD5}},
		{name: "by number, with algorithm", text: table, column: "3", want: []string{"a sha-1:" + emptySHA1, "b", "c"}, bad: 1},
		{name: "by another spelling", text: table, column: "MD_5", want: []string{"a md5:" + emptyMD5, "b", "c md5:" + emptyMD5}},
		{name: "no checksums", text: table, column: "x", want: []string{"a", "b", "c"}, bad: 3},
		{
			name: "by length", text: "sum,granule\n" + emptySHA256 + ",a\n" + emptyMD5 + ",b\n" + strings.ToUpper(emptySHA1) + ",c\n", column: "sum",
			want: []string{"a sha-256:" + emptySHA256, "b md5:" + emptyMD5, "c sha-1:" + emptySHA1},
		},
		{
			name: "by the name of the column", column: "2", text: "granule;POSIX cksum\na;4208254019\nb;00\n",
			want: []string{"a cksum:fad4dc43", "b cksum:00000000"},
		},
		{name: "without header", column: "2", text: "G0000001\t" + emptyMD5 + "\nG0000002\t" + emptySHA1 + "\n", want: []string{"G0000001 md5:" + emptyMD5, "G0000002 sha-1:" + emptySHA1}},
		{name: "other name", text: table, column: "sum", err: `there is no column "sum"`},
		{name: "other number", text: table, column: "5", err: "there is no column 5: rows have 4 columns"},
		{name: "that of the IDs", text: table, column: "id", err: "column id holds the granule IDs, not checksums"},
		{name: "row cut off", text: "id,size,md5\na,1\n", column: "md5", err: "2: the row ends in column 2"},
		{name: "quoted row cut off", text: "id,size,md5\n\"a\",1\n", column: "md5", err: "2: the row ends in column 2"},
		{name: "nothing", column: "md5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := ingest.NewReader([]string{"-"}, ingest.Options{ChecksumColumn: c.column, Stdin: strings.NewReader(c.text)})
			var got []string
			fault := ""
			for g, err := range r.All() {
				if err != nil {
					fault = strings.TrimPrefix(err.Error(), "stdin:")
					continue
				}
				var text strings.Builder
				text.Write(g.ID)
				for _, sum := range g.Checksums {
					text.WriteString(" " + sum.Algorithm + ":" + sum.Value)
				}
				got = append(got, text.String())
			}
			if !slices.Equal(got, c.want) || r.Counts().BadChecksums != c.bad || !strings.Contains(fault, c.err) || c.err == "" && fault != "" {
				t.Errorf("got %q, %+v, %q, want %q, %d bad, %q", got, r.Counts(), fault, c.want, c.bad, c.err)
			}
		})
	}
	for _, err := range ingest.NewReader(nil, ingest.Options{ChecksumColumn: "md5", Format: ingest.URLs}).All() {
		if err == nil || !strings.Contains(err.Error(), `column "md5": the format urls has no columns`) {
			t.Errorf("got %v", err)
		}
	}
}

// Versions are folded where Cumulus does so: in PDRs, from what is written there.
func TestCumulusVersions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ written, plain, folded string }{
		{"6.10", "6.10", "6.1"},
		{`"6.0"`, "6.0", "6"},
		{"'6.0'", "6.0", "6.0"},
		{"006", "006", "006"},
		{"V6", "V6", "V6"},
	} {
		for _, cumulus := range []bool{false, true} {
			want := c.plain
			if cumulus {
				want = c.folded
			}
			text := strings.Replace(pdrDemo, "6.10", c.written, 1)
			for g, err := range ingest.NewReader([]string{"-"}, ingest.Options{CumulusVersions: cumulus, Stdin: strings.NewReader(text)}).All() {
				if err != nil || g.Version != want {
					t.Errorf("%s: got %q, %v, want %q", c.written, g.Version, err, want)
				}
			}
		}
	}
	got := readText(strings.Replace(pdrDemo, "6.10", "2001-01-02", 1), ingest.Options{CumulusVersions: true})
	if len(got.granules) != 0 || len(got.bad) != 1 || !strings.Contains(got.bad[0], `4:record 1: line 6: granule: invalid argument: version "2001-01-02" is a date`) {
		t.Errorf("got %q and bad %q", got.granules, got.bad)
	}
	for g, err := range ingest.NewReader([]string{"-"}, ingest.Options{CumulusVersions: true, Stdin: strings.NewReader(strings.Replace(ummDemo, "002", "6.0", 1))}).All() {
		if err != nil || g.Version != "6.0" {
			t.Errorf("UMM-G: got %q, %v, want it as it is written", g.Version, err)
		}
	}
}
