package ingest_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

func modisID(i int) string {
	return fmt.Sprintf("MOD09GQ.A%07d.h%02dv%02d.006.%013d", 2000001+i/500, i%36, i%18, 2015000000000+i)
}

// sample is a file in a format: what it begins with, its records, and its end.
type sample struct {
	name, begin, end string
	separator        string // between two records, and behind the last one of a line
	record           func(i int) string
	opts             ingest.Options
	pack             func(tb testing.TB, texts ...string) string // nil: not compressed
}

// same returns one record again and again.
func same(record string) func(int) string { return func(int) string { return record } }

var samples = []sample{
	{name: "list", separator: "\n", record: modisID},
	{name: "csv", separator: "\n", record: func(i int) string { return modisID(i) + ",2015-01-01T00:00:00Z,17,0.25" }},
	{name: "csv quoted", separator: "\n", record: func(i int) string { return modisID(i) + `,"17,5",2015-01-01T00:00:00Z` }},
	{
		name: "csv with checksums", begin: "granule,md5\n", separator: "\n", opts: ingest.Options{ChecksumColumn: "md5"},
		record: func(i int) string { return modisID(i) + "," + emptyMD5 },
	},
	{name: "urls", separator: "\n", record: func(i int) string {
		return "https://data.example.org/archive/MOD09GQ.006/2015.01.01/" + modisID(i) + ".hdf"
	}},
	{name: "urls folder", separator: "\n", record: func(i int) string {
		id := modisID(i / 3)
		return fmt.Sprintf("s3://archive/MOD09GQ.006/%s/%s_B%02d.tif", id, id, i%3)
	}},
	{name: "sums", separator: "\n", record: func(i int) string { return emptyMD5 + "  out/" + modisID(i) + ".hdf" }},
	{name: "umm-g", begin: `{"hits":9,"items":[`, record: same(`{"umm":` + ummDemo + "}"), end: "]}", separator: ",\n"},
	{
		name: "cmr", begin: `{"feed":{"entry":[`, end: "]}}", separator: ",\n",
		record: same(`{"title":"SC:DEMO01.002:1","producer_granule_id":"DEMO01.A2030001.hdf","polygons":[["1 2 3 4 5 6 7 8"]],"links":[{"rel":"data#","href":"https://host/a.hdf"}]}`),
	},
	{name: "stac", begin: `{"type":"FeatureCollection","features":[`, record: same(stacDemo), end: "]}", separator: ",\n"},
	{name: "stac lines", record: same(strings.ReplaceAll(stacDemo, "\n", " ")), separator: "\n"},
	{name: "cnm", record: same(cnmDemo), separator: "\n"},
	{name: "cnm in SNS", record: same(`{"Message":` + quoted(cnmDemo) + "}"), separator: "\n"},
	{name: "pdr", record: same(pdrDemo)},
	{name: "cumulus", begin: `{"granules":[`, record: same(cumulusDemo), end: "]}", separator: ",\n"},
	{name: "echo10", begin: "<Granules>", record: same(echoDemo), end: "</Granules>", separator: "\n"},
	{name: "list, gzip", separator: "\n", record: modisID, pack: gzipped},
	{name: "list, zstd", separator: "\n", record: modisID, pack: zstdText},
}

// repeated is a text again and again, with something in front and behind.
type repeated struct {
	begin, text, end string
	times            int
}

// file returns a file of the sample of about size bytes. Its records come again after
// a megabyte.
func (s *sample) file(tb testing.TB, size int) repeated {
	tb.Helper()
	var b strings.Builder
	for i := 0; b.Len() < min(size, 1<<20); i++ {
		b.WriteString(s.record(i))
		b.WriteString(s.separator)
	}
	f := repeated{begin: s.begin, text: b.String(), end: s.record(0) + s.end, times: max(size/b.Len(), 1)}
	if s.pack != nil {
		f.begin, f.text, f.end = s.pack(tb, s.begin), s.pack(tb, f.text), s.pack(tb, f.end)
	}
	return f
}

func (f repeated) reader() io.Reader {
	readers := []io.Reader{strings.NewReader(f.begin)}
	for range f.times {
		readers = append(readers, strings.NewReader(f.text))
	}
	return io.MultiReader(append(readers, strings.NewReader(f.end))...)
}

// memory returns how many bytes the process has from the system.
func memory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// BenchmarkFormats reads 200 MB of each format, uncompressed. peak-MB is the most
// memory that the process had, with the megabyte that is read again and again.
func BenchmarkFormats(b *testing.B) {
	const size = 200_000_000
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			f := s.file(b, size)
			debug.FreeOSMemory()
			b.SetBytes(size)
			b.ReportAllocs()
			n, peak := 0, memory()
			for b.Loop() {
				opts := s.opts
				opts.Stdin = f.reader()
				for _, err := range ingest.NewReader([]string{"-"}, opts).All() {
					if err != nil {
						b.Fatal(err)
					}
					if n++; n%10_000 == 0 {
						peak = max(peak, memory())
					}
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "granules/s")
			b.ReportMetric(float64(peak)/1e6, "peak-MB")
		})
	}
}

// Real records hold much that does not matter here.
func BenchmarkData(b *testing.B) {
	dir := testenv.Data(b)
	for _, name := range []string{
		"lists/opera-s1-slc-ids.csv.gz", "lists/opera-dswx-validation-table.csv", "lists/atl24-s3-urls.txt",
		"umm-g/tellus-grac-163-umm.json", "cmr-json/Daymet_Daily_V4R1_2129.json", "stac/pc-landsat-c2-l2-page-250.json.gz",
	} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				for _, err := range ingest.NewReader([]string{"-"}, ingest.Options{Stdin: bytes.NewReader(text)}).All() {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "granules/s")
		})
	}
}
