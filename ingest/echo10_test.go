package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

const (
	echoDemo = `<Granule>
 <GranuleUR>SC:DEMO01.002:1&amp;2</GranuleUR><Collection><ShortName>DEMO01</ShortName><VersionId>002</VersionId></Collection>
 <DataGranule><Checksum><Value>D41D8CD98F00B204E9800998ECF8427E</Value><Algorithm>MD5</Algorithm></Checksum>
  <ProducerGranuleId> DEMO01.A2030001.hdf
  </ProducerGranuleId>
  <AdditionalFile><Name>b.nc</Name><Checksum><Value>00000001</Value><Algorithm>Adler-32</Algorithm></Checksum></AdditionalFile>
  <AdditionalFile><Name>b.xml</Name><Checksum><Value>00000002</Value><Algorithm>Adler-32</Algorithm></Checksum></AdditionalFile>
 </DataGranule>
</Granule>`
	echoDemoRead = "SC:DEMO01.002:1&2, DEMO01/002, DEMO01.A2030001.hdf, md5:" + emptyMD5 + " adler-32:00000001"
)

func TestECHO10(t *testing.T) {
	t.Parallel()
	search := func(granules ...string) string {
		return `<?xml version="1.0" encoding="UTF-8"?><results><hits>2</hits><took>1</took><result concept-id="G1-X">` +
			strings.Join(granules, "</result>\n<result>") + "</result></results>"
	}
	runRecords(t, []recordCase{
		{name: "record", text: echoDemo, format: ingest.ECHO10, granules: []string{"1:" + echoDemoRead}},
		{name: "document", text: "<?xml version=\"1.0\"?>\n<!-- Granule -->\n" + echoDemo + "\n", format: ingest.ECHO10, granules: []string{"3:" + echoDemoRead}},
		{name: "search", text: search(echoDemo, echoDemo), format: ingest.ECHO10, granules: []string{"1:" + echoDemoRead, "10:" + echoDemoRead}},
		{name: "nothing found", text: "<results><hits>0</hits><took>3</took></results>", format: ingest.ECHO10},
		{name: "metadata file", text: "<GranuleMetaDataFile><Granules>" + echoDemo + "</Granules></GranuleMetaDataFile>", format: ingest.ECHO10, granules: []string{"1:" + echoDemoRead}},
		{
			name: "bad records", text: search("<Granule/>", "<Granule><GranuleUR> </GranuleUR></Granule>", "<Granule><GranuleUR>a\tb</GranuleUR></Granule>", "<Granule><GranuleUR>G</GranuleUR></Granule>"),
			format: ingest.ECHO10, granules: []string{"4:G, /, ,"},
			bad: []string{"1:record 1: no GranuleUR", "2:record 2: no GranuleUR", "3:not a granule ID"},
		},
		{name: "cut off", text: "<Granules>" + echoDemo + "\n<Granule>", format: ingest.ECHO10, granules: []string{"1:" + echoDemoRead}, err: "line 10: the XML is cut off"},
		{name: "no XML", text: echoDemo + "\n</x>", format: ingest.ECHO10, granules: []string{"1:" + echoDemoRead}, err: "line 10: unexpected end element </x>"},
		{name: "not UTF-8", text: "<Granule><GranuleUR>\xff</GranuleUR></Granule>", format: ingest.ECHO10, err: "invalid UTF-8"},
		{name: "other encoding", text: `<?xml version="1.0" encoding="ISO-8859-1"?><results><result><Granule/></result></results>`, format: ingest.ECHO10, err: "ISO-8859-1"},
		{name: "crossed", text: "<Granules>\n<Granule><GranuleUR>G</Granule>", format: ingest.ECHO10, err: "line 2: element <GranuleUR> closed by </Granule>"},
		{name: "unknown entity", text: "<Granule><GranuleUR>&eacute;</GranuleUR></Granule>", format: ingest.ECHO10, err: "invalid character entity &eacute;"},
		{name: "document type", text: "<Granules><!DOCTYPE a>" + echoDemo, format: ingest.ECHO10, err: "a document type or another declaration"},
		{name: "part of UTF-8", text: `<?xml version="1.0" encoding="us-ascii"?><Granule><GranuleUR>G</GranuleUR></Granule>`, format: ingest.ECHO10, granules: []string{"1:G, /, ,"}},
		{name: "deep record", text: "<Granule>" + strings.Repeat("<a>", 11_000), format: ingest.ECHO10, err: "elements lie more than 10000 deep in each other"},
		{name: "deep", text: strings.Repeat("<results>", 9) + echoDemo, format: ingest.ECHO10, err: "too deep"},
	})
	runCases(t, []readCase{
		{name: "other XML", text: "<?xml version=\"1.0\"?>\n<metalink/>", err: "looks like XML of no known format"},
		{name: "document type in front", text: "<!DOCTYPE a>\n" + echoDemo, format: ingest.ECHO10, err: "a document type or another declaration"},
		{name: "long comment", text: "<Granule><!--" + strings.Repeat("x", ingest.MaxRecord+1<<20), format: ingest.ECHO10, err: "the record is longer than"},
		{name: "long record", text: "<Granule><GranuleUR>" + strings.Repeat("x", ingest.MaxRecord+1<<20), format: ingest.ECHO10, err: "the record is longer than"},
	})
}
