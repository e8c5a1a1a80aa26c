package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// ummDemo is a record of UMM-G.
const ummDemo = `{"GranuleUR":"DEMO01.A2030001","CollectionReference":{"ShortName":"DEMO01","Version":"002"},
 "DataGranule":{"DayNightFlag":"Day","Identifiers":[{"Identifier":"1.2","IdentifierType":"LocalVersionId"},
  {"Identifier":"DEMO01.A2030001.hdf","IdentifierType":"ProducerGranuleId"}],
  "ArchiveAndDistributionInformation":[{"Name":"DEMO01.A2030001.nc","SizeInBytes":12,
   "Checksum":{"Value":"D41D8CD98F00B204E9800998ECF8427E","Algorithm":"MD5"}}]}}`

const ummDemoRead = "DEMO01.A2030001, DEMO01/002, DEMO01.A2030001.hdf, md5:" + emptyMD5

func TestUMMG(t *testing.T) {
	t.Parallel()
	runRecords(t, []recordCase{
		{name: "record", text: ummDemo, format: ingest.UMMG, granules: []string{"1:" + ummDemoRead}},
		{name: "array", text: "[\n" + ummDemo + ",\n" + ummDemo + "]\n", format: ingest.UMMG, granules: []string{"2:" + ummDemoRead, "7:" + ummDemoRead}},
		{name: "one record a line", text: strings.Repeat(strings.ReplaceAll(ummDemo, "\n", " ")+"\n", 2), format: ingest.UMMG, granules: []string{"1:" + ummDemoRead, "2:" + ummDemoRead}},
		{
			name: "search", text: `{"hits":2,"took":1,"items":[{"meta":{"native-id":"X"},` + "\n" + `"umm":` + ummDemo + "},\n" + `{"umm":{"GranuleUR":"G2","CollectionReference":{"EntryTitle":"Demo"}},"meta":{}}]}`,
			format: ingest.UMMG, granules: []string{"2:" + ummDemoRead, "7:G2, /, ,"},
		},
		{
			name: "the ID far behind", text: `{"CollectionReference":{"ShortName":"A","Version":1},"RelatedUrls":["` + strings.Repeat("x", 100_000) + `"],"GranuleUR":"G1"}`,
			format: ingest.UMMG, granules: []string{"1:G1, A/1, ,"},
		},
		{name: "nothing found", text: `{"hits":0,"took":1,"items":[]}`, format: ingest.UMMG},
		{
			name: "packages and sidecars", format: ingest.UMMG,
			text: `{"GranuleUR":"G","DataGranule":{"ArchiveAndDistributionInformation":[
				{"Name":"a.zip","Files":[{"Name":"a.nc","Checksum":{"Value":"00000001","Algorithm":"Adler-32"}},{"Name":"a.xml","Checksum":{"Value":"00000002","Algorithm":"Adler-32"}}]},
				{"Name":"b.zip","Checksum":{"Value":"4294967295","Algorithm":"POSIX"},"Files":[{"Name":"b.nc","Checksum":{"Value":"00000001","Algorithm":"Adler-32"}}]},
				{"Name":"c","Checksum":{"Value":"xyz","Algorithm":"MD5"}},{"Name":"d","Checksum":{"Value":"00","Algorithm":"SYSV"}}]}}`,
			granules: []string{"1:G, /, , adler-32:00000001 cksum:ffffffff"}, counts: ingest.Counts{BadChecksums: 2},
		},
		{
			name: "names in capitals or twice, and null", format: ingest.UMMG,
			text:     `{"GranuleUR":"G1","granuleur":"G2","CollectionReference":{"ShortName":"A","shortname":"B"},"x":{"y":1,"y":2}}{"GranuleUR":"G3","GranuleUR":"G4","DataGranule":null,"CollectionReference":{"ShortName":null}}`,
			granules: []string{"1:G1, A/, ,", "1:G4, /, ,"},
		},
		{
			name: "faults inside a member", format: ingest.UMMG,
			text:     `[{"CollectionReference":{"ShortName":[{}],"Version":"1"},"GranuleUR":"G1"},{"DataGranule":{"Identifiers":[{"Identifier":{}},1]},"GranuleUR":"G2"},{"GranuleUR":"G3"}]`,
			granules: []string{"1:G3, /, ,"},
			bad:      []string{`1:record 1: member "CollectionReference": an array, want a string or a number`, `1:record 2: member "DataGranule": an object, want a string`},
		},
		{
			name: "bad records", format: ingest.UMMG,
			text:     "[{\"GranuleUR\":5},\n{\"GranuleUR\":\"\"},\n{\"x\":1},\n7,null,\"GranuleUR\",true,\n{\"GranuleUR\":\"\ufffd\"},\n{\"GranuleUR\":\"G\",\"CollectionReference\":[]},{\"GranuleUR\":\"None\"},{\"GranuleUR\":\"a\\u0000\"},[],\n{\"GranuleUR\":\" G9 \",\"CollectionReference\":{\"ShortName\":\"C\",\"Version\":6.10}}]",
			granules: []string{"7:G9, C/6.10, ,"},
			bad: []string{
				`1:record 1: member "GranuleUR"`, "2:record 2: no GranuleUR", "3:record 3: no GranuleUR",
				"4:record 4: a number is no JSON object", "4:record 5: null is", "4:record 6: a string is", "4:record 7: true or false is",
				"5:record 8: ID, collection or version holds U+FFFD", `6:record 9: member "CollectionReference"`, "6:not a granule ID",
			},
			counts: ingest.Counts{Placeholders: 1},
		},
		{name: "cut off", text: "[" + ummDemo + ",\n{\"GranuleUR\":\"G", format: ingest.UMMG, granules: []string{"1:" + ummDemoRead}, err: "line 6: the JSON is cut off"},
		{name: "array cut off", text: "[" + ummDemo, format: ingest.UMMG, granules: []string{"1:" + ummDemoRead}, err: "the JSON is cut off"},
		{name: "no JSON behind it", text: ummDemo + "\n}", format: ingest.UMMG, granules: []string{"1:" + ummDemoRead}, err: "invalid character"},
		{name: "not UTF-8", text: ummDemo + "\n{\"x\":\"\xff\"}", format: ingest.UMMG, granules: []string{"1:" + ummDemoRead}, err: "line 6: invalid UTF-8"},
		{name: "too deep", text: `{"umm":` + strings.Repeat(`{"umm":`, 10) + ummDemo + strings.Repeat("}", 11), format: ingest.UMMG, err: "more than 8 values deep"},
	})
}

func TestCMR(t *testing.T) {
	t.Parallel()
	runRecords(t, []recordCase{
		{
			name: "page", format: ingest.CMR,
			text:     "{\"feed\":{\"title\":\"ECHO granule metadata\",\"entry\":[{\"producer_granule_id\":\"P\",\"title\":\"G1\",\"id\":\"G1-X\"},\n{\"title\":\"G2\"},{\"id\":\"G3-X\"}],\"id\":\"x\"}}",
			granules: []string{"1:G1, /, P,", "2:G2, /, ,"}, bad: []string{"2:record 3: no title"},
		},
		{name: "no entry", text: `{"feed":{"title":"x"}}`, format: ingest.CMR, bad: []string{"1:record 1: the object holds no records"}},
	})
}

// A record may be long, but not without end; what does not matter counts too.
func TestLongRecord(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", ingest.MaxRecord-1<<20)
	text := fmt.Sprintf(`{"items":[{"umm":{"a":%q,"GranuleUR":"G1"}},`+"\n"+`{"umm":{"GranuleUR":"G2","b":%[1]q,"c":%[1]q}}]}`, long)
	got := readText(text, ingest.Options{Format: ingest.UMMG})
	if got.err == nil || !strings.Contains(got.err.Error(), "line 2: the record is longer than") || len(got.granules) != 1 {
		t.Errorf("got %q, %v, want G1 and an error in line 2", got.granules, got.err)
	}
	for _, text := range []string{`{"GranuleUR":"G","a":[` + strings.Repeat("1,", ingest.MaxRecord/2+1<<18), `{"GranuleUR":"G"` + strings.Repeat(" ", ingest.MaxRecord+1<<18)} {
		if got := readText(text, ingest.Options{Format: ingest.UMMG}); got.err == nil || !strings.Contains(got.err.Error(), "the record is longer than") {
			t.Errorf("%.30q…: got %v, want that the record is too long", text, got.err)
		}
	}
}

// Values may lie deep in each other, but not without end.
func TestDeepRecord(t *testing.T) {
	t.Parallel()
	deep := func(n int) string {
		return `{"GranuleUR":"G","a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}"
	}
	if got := readText(deep(9000), ingest.Options{Format: ingest.UMMG}); got.err != nil || len(got.granules) != 1 {
		t.Errorf("9,000 deep: got %q, %v, want G", got.granules, got.err)
	}
	if got := readText(deep(11_000), ingest.Options{Format: ingest.UMMG}); got.err == nil || !strings.Contains(got.err.Error(), "depth") {
		t.Errorf("11,000 deep: got %v, want an error", got.err)
	}
}
