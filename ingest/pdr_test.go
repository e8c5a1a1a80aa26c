package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// pdrDemo is a product delivery record of one granule.
const (
	pdrDemo = `ORIGINATING_SYSTEM = DEMO_SIPS;
TOTAL_FILE_COUNT = 2;
EXPIRATION_TIME = 2031-01-01T00:00:00Z;
OBJECT = FILE_GROUP;
  DATA_TYPE = DEMO01;
  DATA_VERSION = 6.10;
  OBJECT = FILE_SPEC;
    DIRECTORY_ID = /out;
    FILE_ID = BROWSE.DEMO01.hdf;
    FILE_TYPE = BROWSE;
    FILE_SIZE = 12;
    FILE_CKSUM_TYPE = MD5;
    FILE_CKSUM_VALUE = d41d8cd98f00b204e9800998ecf8427f;
  END_OBJECT = FILE_SPEC;
  OBJECT = FILE_SPEC;
    DIRECTORY_ID = /out;
    FILE_ID = DEMO01.A2030001.002.hdf;
    FILE_TYPE = HDF;
    FILE_SIZE = 12;
    FILE_CKSUM_TYPE = CKSUM;
    FILE_CKSUM_VALUE = 4208254019;
  END_OBJECT = FILE_SPEC;
END_OBJECT = FILE_GROUP;
`
	pdrDemoRead = "4:DEMO01.A2030001.002, DEMO01/6.10, , cksum:fad4dc43"
)

func TestPDR(t *testing.T) {
	t.Parallel()
	without := func(statement string) string { return strings.Replace(pdrDemo, statement, "", 1) }
	loose := strings.NewReplacer(";", "", " = ", "=", "  ", "\t", "DEMO01\n", "\"DEMO01\"\n", "6.10", "'6.10'", "OBJECT = FILE_GROUP", "GROUP = \"FILE_GROUP\"", "END_OBJECT = FILE_SPEC", "END_OBJECT", "\n", "\r\n").Replace(pdrDemo)
	runRecords(t, []recordCase{
		{name: "record", text: pdrDemo, format: ingest.PDR, granules: []string{pdrDemoRead}},
		{name: "loosely written", text: loose, format: ingest.PDR, granules: []string{pdrDemoRead}},
		{
			name: "in a group, behind comments", format: ingest.PDR,
			text:     "/* a */\n\n/* b = c */\nBEGIN_GROUP = PRODUCT_DELIVERY_RECORD;" + pdrDemo[strings.Index(pdrDemo, "\n"):] + "END_GROUP = PRODUCT_DELIVERY_RECORD;\nEND\nall else is passed over",
			granules: []string{strings.Replace(pdrDemoRead, "4:", "7:", 1)},
		},
		{name: "type missing", text: without("  DATA_TYPE = DEMO01;"), format: ingest.PDR, bad: []string{"4:record 1: the FILE_GROUP has no DATA_TYPE"}},
		{name: "version missing", text: without("  DATA_VERSION = 6.10;"), format: ingest.PDR, bad: []string{"4:record 1: the FILE_GROUP has no DATA_VERSION"}},
		{
			name: "one group bad, one good", text: without("    FILE_SIZE = 12;") + pdrDemo[strings.Index(pdrDemo, "OBJECT"):], format: ingest.PDR,
			bad: []string{"4:record 1: a FILE_SPEC has no FILE_SIZE"}, granules: []string{strings.Replace(pdrDemoRead, "4:", "24:", 1)},
		},
		{name: "checksum missing", text: without("    FILE_CKSUM_VALUE = 4208254019;"), format: ingest.PDR, bad: []string{`4:record 1: file "DEMO01.A2030001.002.hdf" has FILE_CKSUM_TYPE, but no FILE_CKSUM_VALUE`}},
		{name: "algorithm missing", text: without("    FILE_CKSUM_TYPE = CKSUM;"), format: ingest.PDR, bad: []string{"4:record 1: file \"DEMO01.A2030001.002.hdf\" has FILE_CKSUM_VALUE, but no"}},
		{name: "algorithm unknown", text: strings.Replace(pdrDemo, "= CKSUM;", "= CRC99;", 1), format: ingest.PDR, bad: []string{`4:record 1: file "DEMO01.A2030001.002.hdf": "4208254019" is no checksum of the type "CRC99"`}},
		{name: "checksum not of the algorithm", text: strings.Replace(pdrDemo, "= 4208254019;", "= fad4dc43;", 1), format: ingest.PDR, bad: []string{`4:record 1: file "DEMO01.A2030001.002.hdf": "fad4dc43" is no checksum of the type "CKSUM"`}},
		{name: "checksum with a zero", text: strings.Replace(pdrDemo, "= 4208254019;", "= 04208254;", 1), format: ingest.PDR, bad: []string{`4:record 1: file "DEMO01.A2030001.002.hdf": "04208254" is no checksum of the type "CKSUM"`}},
		{name: "checksum of a browse file", text: strings.Replace(pdrDemo, "8427f", "8427", 1), format: ingest.PDR, bad: []string{`4:record 1: file "BROWSE.DEMO01.hdf": "d41d8cd98f00b204e9800998ecf8427" is no checksum`}},
		{name: "checksum 0", text: strings.Replace(pdrDemo, "= 4208254019;", "= 0;", 1), format: ingest.PDR, granules: []string{strings.Replace(pdrDemoRead, "fad4dc43", "00000000", 1)}},
		{name: "type unknown", text: strings.Replace(pdrDemo, "= HDF;", "= hdf;", 1), format: ingest.PDR, bad: []string{`4:record 1: file "DEMO01.A2030001.002.hdf": unknown FILE_TYPE "hdf"`}},
		{name: "no data", text: strings.Replace(pdrDemo, "= HDF;", "= QA;", 1), format: ingest.PDR, bad: []string{"4:record 1: the FILE_GROUP has no file of data"}},
		{name: "twice", text: strings.Replace(pdrDemo, "    FILE_SIZE = 12;", "FILE_ID = x;", 1), format: ingest.PDR, bad: []string{"4:record 1: line 11: a second FILE_ID"}},
		{name: "empty value", text: strings.Replace(pdrDemo, "FILE_SIZE = 12;", "FILE_SIZE = ;", 1), format: ingest.PDR, bad: []string{"4:record 1: line 11: FILE_SIZE has no value"}},
		{name: "wrong end", text: strings.Replace(pdrDemo, "END_OBJECT = FILE_SPEC", "END_OBJECT = FILE_GROUP", 1), format: ingest.PDR, err: `line 14: the end of "FILE_GROUP" inside "FILE_SPEC"`},
		{name: "cut off", text: pdrDemo[:len(pdrDemo)-12], format: ingest.PDR, err: "not a statement"},
		{name: "end missing", text: without("END_OBJECT = FILE_GROUP;\n"), format: ingest.PDR, err: "line 22: the file ends inside FILE_GROUP"},
		{name: "one end too many", text: pdrDemo + "END_OBJECT;", format: ingest.PDR, granules: []string{pdrDemoRead}, err: "line 24: the end of an object that was not begun"},
		{name: "group in group", text: strings.Replace(pdrDemo, "OBJECT = FILE_SPEC", "OBJECT = FILE_GROUP", 1), format: ingest.PDR, err: "line 7: a FILE_GROUP inside a FILE_GROUP"},
		{name: "file in file", text: strings.Replace(pdrDemo, "FILE_TYPE = HDF", "OBJECT = FILE_SPEC", 1), format: ingest.PDR, err: "line 18: a FILE_SPEC inside a FILE_SPEC"},
		{name: "deep", text: pdrDemo + strings.Repeat("GROUP = a\n", 40), format: ingest.PDR, granules: []string{pdrDemoRead}, err: "more than 32 objects"},
		{name: "comment over lines", text: pdrDemo + "/* a\n*/\n", format: ingest.PDR, granules: []string{pdrDemoRead}, err: "line 24: a comment does not end in its line"},
	})
	runCases(t, []readCase{
		{name: "another PVL file", text: "GROUP = INVENTORYMETADATA\nEND_GROUP\nEND", err: "looks like a PDR or another file"},
		{name: "no group", text: "GROUP = INVENTORYMETADATA\nEND_GROUP\nEND", format: ingest.PDR, err: "no FILE_GROUP"},
	})
}
