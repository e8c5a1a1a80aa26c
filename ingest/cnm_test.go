package ingest_test

import (
	"encoding/json"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

const (
	cnmDemo = `{"version":"1.6.1","provider":"DEMO","submissionTime":"2030-01-01T00:00:00Z","identifier":"msg-1",
"collection":{"name":"DEMO01","version":"002"},
"product":{"name":"a/DEMO01.A2030001","producerGranuleId":"P1","dataVersion":"7",
 "files":[{"type":"data","name":"d.nc","checksum":"D41D8CD98F00B204E9800998ECF8427E"},
  {"type":"metadata","name":"d.cmr.json","checksumType":"md5","checksum":"no"}],
 "filegroups":[{"files":[{"type":"data","name":"e.nc","checksumType":"SHA-1","checksum":"da39a3ee5e6b4b0d3255bfef95601890afd80709"}]}]}}`
	cnmDemoRead = "DEMO01.A2030001, DEMO01/002, P1, md5:" + emptyMD5 + " sha-1:da39a3ee5e6b4b0d3255bfef95601890afd80709"
)

// quoted returns text as a JSON string.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestCNM(t *testing.T) {
	t.Parallel()
	sns := `{"Type":"Notification","MessageId":"1",` + "\n" + `"Message":` + quoted(cnmDemo) + `,"Subject":"s"}`
	runRecords(t, []recordCase{
		{name: "message", text: cnmDemo, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead}},
		{name: "messages", text: "[" + cnmDemo + ",\n" + cnmDemo + "]" + cnmDemo, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead, "7:" + cnmDemoRead, "12:" + cnmDemoRead}},
		{name: "task", text: `{"input":` + cnmDemo + `,"config":{"collection":{"name":"X"}}}`, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead}},
		{name: "workflow message", text: `{"cumulus_meta":{},"meta":{"product":1},"payload":` + cnmDemo + `}`, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead}},
		{name: "SNS", text: sns + "\n" + sns, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead, "3:" + cnmDemoRead}},
		{name: "SNS event", text: `{"Records":[{"EventSource":"aws:sns","Sns":` + sns + `}]}`, format: ingest.CNM, granules: []string{"1:" + cnmDemoRead}},
		{name: "SQS", text: `{"Messages":[` + "\n" + `{"MessageId":"1","Body":` + quoted(cnmDemo) + "}]}", format: ingest.CNM, granules: []string{"2:" + cnmDemoRead}},
		{
			name: "SNS in SQS", text: `{"Records":[{"messageId":"1","body":` + quoted(sns) + "},\n" + `{"body":` + quoted("["+cnmDemo+","+cnmDemo+"]") + "}]}",
			format: ingest.CNM, granules: []string{"1:" + cnmDemoRead, "2:" + cnmDemoRead, "2:" + cnmDemoRead},
		},
		{
			name: "text collection", format: ingest.CNM,
			text:     `{"submissionTime":"x","collection":"SWOT_Prod_l2:1","product":{"name":"G","dataVersion":"001"}}`,
			granules: []string{"1:G, SWOT_Prod_l2:1/, ,"},
		},
		{
			name: "responses", format: ingest.CNM,
			text: `{"identifier":"1","submissionTime":"x","response":{"status":"SUCCESS"}}
{"product":{"name":"G2"},"response":{"status":"FAILURE"}}
{"product":{"name":"G3"},"response":{"status":"SUCCESS"}}`,
			granules: []string{"3:G3, /, ,"}, counts: ingest.Counts{Messages: 2},
		},
		{
			name: "bad messages", format: ingest.CNM,
			text: `{"submissionTime":"x"}
{"product":{"name":"a/"}}
{"Message":"You have chosen to subscribe"}
{"Message":"{\"product\":"}
{"body":"[{\"product\":{\"name\":\"G1\"}}, {]"}
{"body":"{} {}"}
{"Message":5}`,
			granules: []string{"5:G1, /, ,"},
			bad: []string{
				"1:record 1: no product.name", "2:record 2: no name behind the last /", `3:record 3: "Message" holds no JSON`,
				`4:record 4: "Message": the JSON is cut off`, `5:record 6: "body": invalid`, "6:record 7: no product.name", `6:record 8: "body": more text`,
				`7:record 9: "Message"`,
			},
		},
	})
}
