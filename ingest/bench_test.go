package ingest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// bigFile writes at least size bytes, line by line, and returns the path and how
// many bytes there are.
func bigFile(tb testing.TB, size int, line func(i int) string) (string, int64) {
	tb.Helper()
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		b.WriteString(line(i))
		b.WriteByte('\n')
	}
	path := filepath.Join(tb.TempDir(), "list")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path, int64(b.Len())
}

func modisID(i int) string {
	return fmt.Sprintf("MOD09GQ.A%07d.h%02dv%02d.006.%013d", 2000001+i/500, i%36, i%18, 2015000000000+i)
}

var benchFormats = []struct {
	name string
	line func(i int) string
}{
	{"list", modisID},
	{"csv", func(i int) string { return modisID(i) + ",2015-01-01T00:00:00Z,17,0.25" }},
	{"csv quoted", func(i int) string { return modisID(i) + `,"17,5",2015-01-01T00:00:00Z` }},
	{"urls", func(i int) string {
		return "https://data.example.org/archive/MOD09GQ.006/2015.01.01/" + modisID(i) + ".hdf"
	}},
	{"urls folder", func(i int) string {
		id := modisID(i / 3)
		return fmt.Sprintf("s3://archive/MOD09GQ.006/%s/%s_B%02d.tif", id, id, i%3)
	}},
}

func BenchmarkRead(b *testing.B) {
	for _, bf := range benchFormats {
		b.Run(bf.name, func(b *testing.B) {
			path, size := bigFile(b, 8<<20, bf.line)
			benchmark(b, path, size)
		})
	}
	for _, packed := range []struct {
		name string
		pack func(tb testing.TB, texts ...string) string
	}{{"gzip", gzipped}, {"zstd", zstdText}} {
		b.Run("list "+packed.name, func(b *testing.B) {
			path, size := bigFile(b, 8<<20, modisID)
			text, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, []byte(packed.pack(b, string(text))), 0o600)
			}
			if err != nil {
				b.Fatal(err)
			}
			benchmark(b, path, size)
		})
	}
}

// recordFormats are files of records: what is around them, and each.
var recordFormats = []struct {
	name               string
	begin, record, end string
	separator          string
}{
	{"umm-g", `{"hits":9,"items":[`, `{"umm":` + ummDemo + "}", "]}", ",\n"},
	{"cmr", `{"feed":{"entry":[`, `{"title":"SC:DEMO01.002:1","producer_granule_id":"DEMO01.A2030001.hdf","polygons":[["1 2 3 4 5 6 7 8"]],"links":[{"rel":"data#","href":"https://host/a.hdf"}]}`, "]}}", ",\n"},
	{"stac", `{"type":"FeatureCollection","features":[`, stacDemo, "]}", ",\n"},
	{"stac lines", "", strings.ReplaceAll(stacDemo, "\n", " "), "", "\n"},
	{"cnm", "", cnmDemo, "", "\n"},
	{"cnm in SNS", "", `{"Message":` + quoted(cnmDemo) + "}", "", "\n"},
	{"pdr", "", pdrDemo, "", ""},
	{"cumulus", `{"granules":[`, cumulusDemo, "]}", ",\n"},
	{"echo10", "<Granules>", echoDemo, "</Granules>", "\n"},
}

// bigRecords writes a file of records of at least size bytes, and returns the path
// and how many bytes there are.
func bigRecords(tb testing.TB, size, format int) (string, int64) {
	tb.Helper()
	f := recordFormats[format]
	n := size/len(f.record) + 1
	text := f.begin + strings.Repeat(f.record+f.separator, n-1) + f.record + f.end
	path := filepath.Join(tb.TempDir(), "records")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path, int64(len(text))
}

func BenchmarkReadRecords(b *testing.B) {
	for i, f := range recordFormats {
		b.Run(f.name, func(b *testing.B) {
			path, size := bigRecords(b, 8<<20, i)
			benchmark(b, path, size)
		})
	}
}

func benchmark(b *testing.B, path string, size int64) {
	b.SetBytes(size)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		for _, err := range ingest.NewReader([]string{path}, ingest.Options{}).All() {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "granules/s")
}

// Real records hold much that does not matter here.
func BenchmarkReadData(b *testing.B) {
	dir := testenv.Data(b)
	for _, name := range []string{"umm-g/tellus-grac-163-umm.json", "stac/odc-site1-20200606-tall-strip-africa.geojson"} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(dir, filepath.FromSlash(name))
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			benchmark(b, path, info.Size())
		})
	}
}
