package ingest_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

const (
	cumulusDemo = `{"granuleId":"DEMO01.A2030001_wJJ69jjW","producerGranuleId":"DEMO01.A2030001","dataType":"X","version":"1",
"collectionId":"DEMO01___002","files":[{"fileName":"d.nc","checksumType":"cksum","checksum":4208254019},{"name":"d.nc.met","checksumType":"md5","checksum":"no"}]}`
	cumulusDemoRead = "DEMO01.A2030001_wJJ69jjW, DEMO01/002, DEMO01.A2030001, cksum:fad4dc43"
)

func TestCumulus(t *testing.T) {
	t.Parallel()
	runRecords(t, []recordCase{
		{name: "list", text: `{"granulesCount":2,"pdr":{"name":"x"},"granules":[` + cumulusDemo + ",\n" + cumulusDemo + `]}`, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead, "3:" + cumulusDemoRead}},
		{name: "array", text: `[` + cumulusDemo + `]`, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead}},
		{name: "granules behind each other", text: cumulusDemo + cumulusDemo, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead, "2:" + cumulusDemoRead}},
		{name: "workflow message", text: `{"cumulus_meta":{},"meta":{"collection":{"granuleId":"^.*$"}},"payload":{"granules":[` + cumulusDemo + `]}}`, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead}},
		{name: "task", text: `{"config":{"x":1},"input":{"granules":[` + cumulusDemo + `]}}`, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead}},
		{name: "answer", text: `{"meta":{"name":"cumulus-api"},"results":[` + cumulusDemo + `]}`, format: ingest.Cumulus, granules: []string{"1:" + cumulusDemoRead}},
		{name: "empty list", text: `{"granules":[]}`, format: ingest.Cumulus},
		{
			name: "bad granules", format: ingest.Cumulus,
			text:     `{"granules":[{"dataType":"A","version":6},` + "\n" + `{"granuleId":"G","collectionId":"A"},{"granuleId":"G","dataType":true},{"granuleId":"G3","dataType":"A","version":6.10}]}`,
			granules: []string{"2:G3, A/6.10, ,"},
			bad:      []string{"1:record 1: no granuleId", `2:record 2: granule: `, `2:record 3: member "dataType"`},
		},
	})
	runCases(t, []readCase{
		{name: "no granules", text: `{"payload":{"x":1}}`, format: ingest.Cumulus, bad: []string{"1:record 1: the object holds no records"}},
	})
}
