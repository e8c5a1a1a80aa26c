package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

const (
	emptySHA1   = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
	emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

func TestSums(t *testing.T) {
	t.Parallel()
	runRecords(t, []recordCase{
		{
			name: "package documentation", format: ingest.Sums,
			text: emptyMD5 + "  A2001.h5\n" + emptyMD5 + " *./out/A2002.h5\n" +
				"SHA256 (A2003.h5) = " + emptySHA256 + "\n" + "4208254019 12 A2004.h5\n",
			granules: []string{
				"1:A2001, /, , md5:" + emptyMD5 + " of A2001.h5",
				"2:A2002, /, , md5:" + emptyMD5 + " of A2002.h5",
				"3:A2003, /, , sha-256:" + emptySHA256 + " of A2003.h5",
				"4:A2004, /, , cksum:fad4dc43 of A2004.h5",
			},
		},
		{
			name: "lengths", format: ingest.Sums,
			text: strings.ToUpper(emptySHA1) + "  a\r\n" + strings.Repeat("0", 56) + "  b\n" + emptySHA256 + "  c d\n" +
				strings.Repeat("1", 96) + " *e\n" + strings.Repeat("f", 128) + "  f\n",
			granules: []string{
				"1:a, /, , sha-1:" + emptySHA1 + " of a", "2:b, /, , sha-224:" + strings.Repeat("0", 56) + " of b",
				"3:c d, /, , sha-256:" + emptySHA256 + " of c d", "4:e, /, , sha-384:" + strings.Repeat("1", 96) + " of e",
				"5:f, /, , sha-512:" + strings.Repeat("f", 128) + " of f",
			},
		},
		{
			name: "tags", format: ingest.Sums,
			text: "MD5 (a (1).nc) = " + emptyMD5 + "\nSHA2-256(b.nc)= " + emptySHA256 + "\nSHA1(c.nc)= " + emptySHA1 +
				"\nSM3 (d.nc) = " + emptySHA256 + "\nSHA2-512/256(e.nc)= " + emptySHA256 + "\nBLAKE2b (f) = 00\n",
			granules: []string{
				"1:a (1), /, , md5:" + emptyMD5 + " of a (1).nc", "2:b, /, , sha-256:" + emptySHA256 + " of b.nc",
				"3:c, /, , sha-1:" + emptySHA1 + " of c.nc", "4:d, /, , sm3:" + emptySHA256 + " of d.nc",
				"5:e, /, , of e.nc", "6:f, /, , of f",
			},
			counts: ingest.Counts{BadChecksums: 2},
		},
		{
			name: "folders and sidecars", format: ingest.Sums,
			text: emptyMD5 + "  d/S2A_20200701_0_L2A/B01.tif\n" + emptyMD5 + "  d/S2A_20200701_0_L2A/B02.tif\n" +
				emptyMD5 + "  d/S2A_20200701_0_L2A/meta.xml\n" + emptyMD5 + "  https://host/S2A_20200702_0_L2A/B01.tif\n" +
				emptyMD5 + "  G1.nc\n",
			granules: []string{
				"1:S2A_20200701_0_L2A, /, , md5:" + emptyMD5 + " of B01.tif", "2:S2A_20200701_0_L2A, /, , md5:" + emptyMD5 + " of B02.tif",
				"4:S2A_20200702_0_L2A, /, , md5:" + emptyMD5 + " of B01.tif", "5:G1, /, , md5:" + emptyMD5 + " of G1.nc",
			},
			counts: ingest.Counts{Sidecars: 1},
		},
		{
			name: "escapes", format: ingest.Sums,
			text:     `\` + emptyMD5 + `  a\\b.nc` + "\n" + emptyMD5 + `  a\\b.nc` + "\n" + `\` + emptyMD5 + `  a\nb.nc`,
			granules: []string{`1:a\b, /, , md5:` + emptyMD5 + ` of a\b.nc`, `2:a\\b, /, , md5:` + emptyMD5 + ` of a\\b.nc`},
			bad:      []string{"3:not a granule ID"},
		},
		{
			name: "sidecars that are what it is about", format: ingest.Sums,
			text:     emptyMD5 + "  G1.json\n" + emptyMD5 + "  G2.JSON\n",
			granules: []string{"1:G1, /, , md5:" + emptyMD5 + " of G1.json", "2:G2, /, , md5:" + emptyMD5 + " of G2.JSON"},
		},
	})
	runCases(t, []readCase{
		{name: "bad lines", format: ingest.Sums, bad: []string{
			"1:not a checksum", "2:not a checksum", "3:no file is named", "4:no file is named", "5:not a checksum", "6:not a checksum",
			"7:not a checksum", "8:not a checksum", "9:not a checksum", "10:not a checksum", "11:not a checksum",
		}, text: "G1\n" + emptyMD5 + "\n" + emptyMD5 + "  -\n" + emptyMD5 + "  d/\n" + emptyMD5[1:] + "  G1\n" + "1 2\n" + "1 a b\n" +
			"(G1) = 00\n" + "MD5 (G1) 00\n" + "MD5 () = 00\n" + "MD 5 (G1) = 00\n"},
		{name: "comment", format: ingest.Sums, text: "# made by hand\n" + emptyMD5 + "  G1.nc\n", granules: []string{"2:G1"}},
		{name: "no data", format: ingest.Sums, text: emptyMD5 + "  a.xml\n" + emptyMD5 + "  a.jpg\n", passed: [2]int64{0, 2}, err: "none of 2 files holds data"},
		{name: "mixed", text: emptyMD5 + "  a.nc\nG00001\nG00002\n", err: "1 of the first 3 lines hold a checksum"},
	})
}
