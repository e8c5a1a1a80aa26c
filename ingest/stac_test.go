package ingest_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

const (
	stacDemo = `{"type":"Feature","stac_version":"1.1.0","id":"DEMO01.A2030001","collection":"DEMO01___002","geometry":null,
"properties":{"version":"7"},"links":[],"assets":{
 "data":{"href":"DEMO01.A2030001.nc","file:checksum":"d50110` + emptyMD5 + `"},
 "browse":{"href":"b.nc","roles":["overview"],"file:checksum":"d50110` + emptyMD5 + `"},
 "a":{"href":"a.tif","roles":["data","visual"],"checksum:multihash":"1114DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"}}}`
	stacDemoRead = "DEMO01.A2030001, DEMO01/002, , sha-1:da39a3ee5e6b4b0d3255bfef95601890afd80709 md5:" + emptyMD5
)

func TestSTAC(t *testing.T) {
	t.Parallel()
	runRecords(t, []recordCase{
		{name: "item", text: stacDemo, format: ingest.STAC, granules: []string{"1:" + stacDemoRead}},
		{
			name: "collection", text: `{"links":[],"type":"FeatureCollection","id":"x","features":[` + stacDemo + ",\n" + stacDemo + `],"numberMatched":9}`,
			format: ingest.STAC, granules: []string{"1:" + stacDemoRead, "6:" + stacDemoRead},
		},
		{name: "empty collection", text: `{"type":"FeatureCollection","features":[]}`, format: ingest.STAC},
		{name: "items behind each other", text: stacDemo + "\n" + stacDemo, format: ingest.STAC, granules: []string{"1:" + stacDemoRead, "6:" + stacDemoRead}},
		{
			name: "bad items", format: ingest.STAC,
			text: `[{"type":"Feature","id":17},{"type":"Feature"},
{"type":"Collection","id":"C"},{"id":"G"},{"type":"FeatureCollection"},
{"type":"Feature","id":"G1","collection":"HLS_2.0","assets":{"a":{"file:checksum":"00"}}}]`,
			granules: []string{"3:G1, HLS_2.0/, ,"},
			bad: []string{
				`1:record 1: member "id"`, "1:record 2: no id", `2:record 3: the type of an Item is Feature, not "Collection"`,
				`2:record 4: the type of an Item is Feature, not ""`, "2:record 5: the type",
			},
			counts: ingest.Counts{BadChecksums: 1},
		},
	})
}
