package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/extsort"
)

// readList reads files as dataset add does with those flags. It returns the granules
// as ID or ID=CONTENT.
func readList(t *testing.T, texts map[string]string, flags ...string) ([]string, *granuleList, error) {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	slices.Sort(files)
	var g granuleFlags
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	g.add(cmd, true)
	if err := cmd.ParseFlags(flags); err != nil {
		t.Fatal(err)
	}
	list, err := g.read(cmd, files)
	if err != nil {
		return nil, nil, trimError(err, dir)
	}
	t.Cleanup(func() { list.Close() })
	for range 2 { // it can be read again
		var items []string
		for it, err := range list.Items() {
			if err != nil {
				return items, list, trimError(err, dir)
			}
			text := string(it.ID)
			if it.Value != nil {
				text += "=" + string(it.Value)
			}
			items = append(items, text)
		}
		texts[""] = strings.Join(items, "\n")
	}
	return strings.FieldsFunc(texts[""], func(r rune) bool { return r == '\n' }), list, nil
}

// trimError returns the error without the folder of the files.
func trimError(err error, dir string) error {
	return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
}

const (
	md5A    = "d41d8cd98f00b204e9800998ecf8427e"
	md5B    = "900150983cd24fb0d6963f7d28e17f72"
	sha1A   = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
	ummText = `{"GranuleUR":"%s","CollectionReference":{"ShortName":"MOD09GQ","Version":"006"},
"DataGranule":{"Identifiers":[{"Identifier":"%s","IdentifierType":"ProducerGranuleId"}],
"ArchiveAndDistributionInformation":[{"Name":"a.hdf","Checksum":{"Value":"%s","Algorithm":"MD5"}}]}}
`
)

func umm(id, producer, sum string) string { return fmt.Sprintf(ummText, id, producer, sum) }

func TestContent(t *testing.T) {
	t.Parallel()
	a, b, s := "md5:"+md5A, "md5:"+md5B, "sha-1:"+sha1A
	for _, c := range []struct {
		name  string
		texts map[string]string
		flags []string
		want  []string
		err   string
	}{
		{name: "none", texts: map[string]string{"l": "G2\nG1\nG2\n"}, want: []string{"G1", "G2"}},
		{name: "records", texts: map[string]string{"l": umm("G2", "", md5A) + umm("G1", "", md5B)}, want: []string{"G1=" + b, "G2=" + a}},
		{name: "not wanted", texts: map[string]string{"l": umm("G1", "", md5A)}, flags: []string{"--no-content"}, want: []string{"G1"}},
		{name: "twice the same", texts: map[string]string{"k": umm("G1", "", md5A), "l": umm("G1", "", md5A)}, want: []string{"G1=" + a}},
		{name: "once with, once without", texts: map[string]string{"k": "G1\n", "l": umm("G1", "", md5A)}, want: []string{"G1=" + a}},
		{name: "a longer ID and a shorter one", texts: map[string]string{"k": "G1 \n G11\nG1!\n", "l": umm("G1", "", md5A)}, want: []string{"G1=" + a, "G1!", "G11"}},
		{
			name: "twice with others", texts: map[string]string{"k": umm("G0", "", md5A) + umm("G1", "", md5A), "l": "\n\n" + umm("G1", "", md5B)},
			err: `k:4 and l:3: granule "G1" has other checksums: ` + a + " and " + b + " (--unique tells collections apart, --no-content leaves checksums out)",
		},
		{
			name: "the place that comes first is named first", texts: map[string]string{"k": umm("G1", "", md5B) + umm("G1", "", md5A)},
			err: "k:1 and k:4: granule \"G1\" has other checksums: " + b + " and " + a,
		},
		{
			name: "not wanted, twice with others", texts: map[string]string{"k": umm("G1", "", md5A), "l": umm("G1", "", md5B)},
			flags: []string{"--no-content"}, want: []string{"G1"},
		},
		{
			name:  "a column",
			texts: map[string]string{"t": "id,sum,sha1\nG1," + md5A + "," + sha1A + "\nG2,,\nG1," + md5A + ",\n"},
			flags: []string{"--checksum-column", "sum"}, want: []string{"G1=" + a, "G2"},
		},
		{
			name:  "a column with two contents",
			texts: map[string]string{"t": "id,sum\nG1," + md5A + "\nG1," + md5B + "\n"},
			flags: []string{"--checksum-column", "2"}, err: "t:2 and t:3: granule",
		},
		{
			name: "files of a granule", want: []string{"G0=" + a, "S2A_20200701_0_L2A=" + b + " " + a},
			texts: map[string]string{"s": md5A + "  S2A_20200701_0_L2A/B01.tif\n" + md5B + "  S2A_20200701_0_L2A/B02.tif\n" +
				md5A + "  x/S2A_20200701_0_L2A/B03.tif\n" + md5A + "  G0.nc\n" + md5A + "  x/G0.nc\n"},
		},
		{
			name: "two algorithms for each file", want: []string{"G0=" + a + " " + s},
			texts: map[string]string{"MD5SUMS": md5A + "  G0.nc\n", "SHA1SUMS": "# all\n" + sha1A + "  G0.nc\n" + strings.Repeat(sha1A+"  G0.nc\n", 20)},
		},
		{
			name: "two contents of a file", texts: map[string]string{"s": md5A + "  1/G0.nc\n" + md5A + "  1/G0.h5\n" + md5B + "  2/G0.nc\n"},
			err: `s:1 and s:3: file "G0.nc" of granule "G0" has other checksums: ` + a + " and " + b,
		},
		{
			name: "record and files that agree", want: []string{"G1=" + a},
			texts: map[string]string{"r": umm("G1", "", md5A), "s": md5A + "  G1.hdf\n"},
		},
		{
			name:  "record and files that do not",
			texts: map[string]string{"r": umm("G1", "", md5A), "s": md5A + "  G1.hdf\n" + md5B + "  G1.nc\n"},
			err:   `r:1 and s:2: granule "G1" has other checksums: ` + a + " and " + b + " " + a,
		},
		{
			name: "a name with odd bytes", want: []string{"S2A_20200701_0_L2A=" + a},
			texts: map[string]string{"s": strings.Repeat(md5A+"  S2A_20200701_0_L2A/\x00x\x00.tif\n", 2)},
			flags: []string{"--format", "sums"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := readList(t, c.texts, c.flags...)
			if c.err == "" && (err != nil || !slices.Equal(got, c.want)) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
			if c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
				t.Errorf("got %q, error\n%v, want\n%s", got, err, c.err)
			}
		})
	}
}

// Whatever ingest makes of checksums has a content text.
func TestContentOfAllAlgorithms(t *testing.T) {
	t.Parallel()
	names := []string{
		"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SM3", "POSIX", "cksum", "CRC32C", "Adler-32",
		"Fletcher-32", "Fletcher-64", "SHA2",
	}
	for _, name := range names {
		found := 0
		for digits := 8; digits <= 128; digits += 8 {
			text := "id,sum\nG1," + name + ":" + strings.Repeat("1", digits) + "\n"
			got, list, err := readList(t, map[string]string{"t": text}, "--checksum-column", "sum")
			if err != nil {
				t.Fatalf("%s of %d digits: %v", name, digits, err)
			}
			if list.BadChecksums > 0 {
				continue
			}
			found++
			_, content, _ := strings.Cut(got[0], "=")
			if _, err := dataset.ParseContent(content); err != nil {
				t.Errorf("%s of %d digits: %v", name, digits, err)
			}
		}
		if found == 0 {
			t.Errorf("%s: no length of its values is taken", name)
		}
	}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	const pdr = `OBJECT = FILE_GROUP;
DATA_TYPE = MOD09GQ;
DATA_VERSION = %s;
OBJECT = FILE_SPEC;
DIRECTORY_ID = /out;
FILE_ID = %s.hdf;
FILE_TYPE = HDF;
FILE_SIZE = 12;
END_OBJECT = FILE_SPEC;
END_OBJECT = FILE_GROUP;
`
	unique := func(id, collection string) string {
		u, err := granule.Unique(id, collection, granule.DefaultHashLength)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	cnm := `{"submissionTime":"x","collection":%s,"product":{"name":"G1","files":[]}}`
	for _, c := range []struct {
		name  string
		text  string
		flags []string
		want  []string
		err   string
	}{
		{name: "PDR", text: fmt.Sprintf(pdr, "006", "G1") + fmt.Sprintf(pdr, "6.0", "G1"), want: []string{unique("G1", "MOD09GQ___006"), unique("G1", "MOD09GQ___6.0")}},
		{name: "PDR as Cumulus", flags: []string{"--cumulus-versions"}, text: fmt.Sprintf(pdr, "006", "G1") + fmt.Sprintf(pdr, "6.0", "G1"), want: []string{unique("G1", "MOD09GQ___006"), unique("G1", "MOD09GQ___6")}},
		{name: "length", flags: []string{"--hash-length", "3"}, text: fmt.Sprintf(pdr, "006", "G1"), want: []string{"G1_wJJ"}},
		{name: "UMM-G", text: umm("G1", "P1.hdf", md5A), want: []string{"G1_wJJ69jjW"}},
		{name: "UMM-G, unique already", text: umm("G1_wJJ69jjW", "G1", md5A), want: []string{"G1_wJJ69jjW"}},
		{name: "UMM-G, ends so by chance", text: umm("G1_wJJ69jjW", "G2", md5A), want: []string{"G1_wJJ69jjW_wJJ69jjW"}},
		{name: "UMM-G, without a producer's ID", text: umm("G1_wJJ69jjW", "", md5A), want: []string{"G1_wJJ69jjW_wJJ69jjW"}},
		{
			name: "Cumulus", want: []string{"G1_wJJ69jjW", "G2_wJJ69jjW", "G3", "G4", "G5"},
			text: `{"granules":[{"granuleId":"G1","collectionId":"MOD09GQ___006"},
				{"granuleId":"G2_wJJ69jjW","producerGranuleId":"G2","dataType":"MOD09GQ","version":"006"},
				{"granuleId":"G3","producerGranuleId":"G3","dataType":"MOD09GQ","version":"006"},
				{"granuleId":"G4","producerGranuleId":"x"},
				{"granuleId":"G5","producerGranuleId":"G5","dataType":"MOD09GQ"}]}`,
		},
		{name: "CNM with an object", text: fmt.Sprintf(cnm, `{"name":"MOD09GQ","version":"006"}`), want: []string{"G1_wJJ69jjW"}},
		{name: "CNM with a name", text: fmt.Sprintf(cnm, `"MOD09GQ"`), err: `f:1: granule "G1" has the collection "MOD09GQ" without a version and cannot be made unique: name it with --collection NAME___VERSION`},
		{name: "CNM with a name, and the flag", flags: []string{"--collection", "MOD09GQ___006"}, text: fmt.Sprintf(cnm, `"MOD09GQ"`), want: []string{"G1_wJJ69jjW"}},
		{name: "CNM with another name", flags: []string{"--collection", "MOD09GQ___006"}, text: fmt.Sprintf(cnm, `"MYD"`), err: `f:1: granule "G1" has the collection "MYD" without a version, which is not the one of --collection`},
		{name: "list", text: "G1\n", err: `f:1: granule "G1" has no collection and cannot be made unique: name it with --collection NAME___VERSION`},
		{name: "list, and the flag", flags: []string{"--collection", "MOD09GQ___006"}, text: "G1\n", want: []string{"G1_wJJ69jjW"}},
		{name: "record before the flag", flags: []string{"--collection", "X___1"}, text: umm("G1", "", md5A), want: []string{"G1_wJJ69jjW"}},
		{name: "no collection ID", text: fmt.Sprintf(pdr, "_6", "G1"), err: `bad lines, and so nothing was changed (--skip-bad passes over them):` + "\n  " + `f:1: granule: invalid argument: version "_6" of collection "MOD09GQ" has "_" at byte 0`},
		{name: "too long", text: fmt.Sprintf(pdr, "006", strings.Repeat("G", 250)), err: `bad lines, and so nothing was changed (--skip-bad passes over them):` + "\n  f:1: dataset: invalid granule ID"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := readList(t, map[string]string{"f": c.text}, append(c.flags, "--unique", "--no-content")...)
			slices.Sort(c.want)
			if c.err == "" && (err != nil || !slices.Equal(got, c.want)) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
			if c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
				t.Errorf("got %q, error\n%v, want\n%s", got, err, c.err)
			}
		})
	}
}

// More collections than are kept in memory.
func TestUniqueOfMany(t *testing.T) {
	t.Parallel()
	u := &uniquifier{records: true, length: 8, made: map[string]granule.Uniquifier{}}
	for range 2 {
		for i := range madeMost + 10 {
			version := fmt.Sprint(i)
			want, err := granule.Unique("G1", "A___"+version, 8)
			if err != nil {
				t.Fatal(err)
			}
			got, err := u.id(&ingest.Granule{ID: []byte("G1"), Collection: "A", Version: version})
			if err != nil || string(got) != want {
				t.Fatalf("collection %d: got %q, %v, want %q", i, got, err, want)
			}
		}
	}
	if len(u.made) > madeMost {
		t.Errorf("%d collections are kept", len(u.made))
	}
}

// The content of granules is that of a model that keeps everything.
func TestContentModel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	sums := []ingest.Checksum{{Algorithm: "md5", Value: md5A}, {Algorithm: "md5", Value: md5B}, {Algorithm: "sha-1", Value: sha1A}}
	failed := 0
	const rounds = 1000
	for round := range rounds {
		list := &granuleList{sorter: extsort.New(extsort.Options{MemoryLimit: 1 + rng.IntN(300), Dir: t.TempDir()})}
		model := map[string]*contentModel{}
		for line := range 1 + rng.IntN(6) {
			g := ingest.Granule{ID: []byte("A" + "B!C"[:rng.IntN(3)]), File: fmt.Sprint(rng.IntN(2)), Line: line + 1}
			if rng.IntN(4) > 0 {
				g.Part = []string{"", "x", "xy"}[rng.IntN(3)]
				g.Checksums = []ingest.Checksum{sums[rng.IntN(min(3, 1+round%5))]}
			}
			if err := list.add(&g, true); err != nil {
				t.Fatal(err)
			}
			if model[string(g.ID)] == nil {
				model[string(g.ID)] = &contentModel{wholes: map[string]bool{}, files: map[string]bool{}, parts: map[string]bool{}}
			}
			model[string(g.ID)].add(g)
		}
		var want []string
		conflict := false
		for _, id := range slices.Sorted(maps.Keys(model)) {
			content, ok := model[id].content()
			conflict = conflict || !ok
			want = append(want, id+"="+content)
		}
		var got []string
		var failure error
		for it, err := range list.Items() {
			if failure = err; err == nil {
				got = append(got, string(it.ID)+"="+string(it.Value))
			}
		}
		if failure != nil {
			failed++
		}
		if (failure != nil) != conflict || !conflict && !slices.Equal(got, want) {
			t.Fatalf("round %d: got %q, %v, want %q, conflict %t", round, got, failure, want, conflict)
		}
		if err := list.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if failed == 0 || failed == rounds {
		t.Errorf("%d of %d lists had two contents of a granule", failed, rounds)
	}
}

// contentModel is what is known of a granule.
type contentModel struct {
	wholes map[string]bool // checksums of all files
	files  map[string]bool // name, algorithm and checksum of single ones
	parts  map[string]bool // checksums of single ones
}

func (m *contentModel) add(g ingest.Granule) {
	if len(g.Checksums) == 0 {
		return
	}
	text := g.Checksums[0].Algorithm + ":" + g.Checksums[0].Value
	if g.Part == "" {
		m.wholes[text] = true
		return
	}
	m.files[g.Part+" "+g.Checksums[0].Algorithm+" "+text] = true
	m.parts[text] = true
}

// content returns what all agree on.
func (m *contentModel) content() (string, bool) {
	names := map[string]bool{}
	for file := range m.files {
		names[file[:strings.LastIndexByte(file, ' ')]] = true
	}
	if len(names) < len(m.files) || len(m.wholes) > 1 {
		return "", false
	}
	parts := strings.Join(slices.Sorted(maps.Keys(m.parts)), " ")
	for whole := range m.wholes {
		return whole, parts == "" || parts == whole
	}
	return parts, true
}
