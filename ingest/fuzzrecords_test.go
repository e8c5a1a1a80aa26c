package ingest_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// writers write records of IDs, each in the way of a format.
var writers = []struct {
	format ingest.Format
	write  func(ids []string) string
}{
	{ingest.UMMG, func(ids []string) string {
		return marshalled(ids, func(id string) any { return map[string]any{"GranuleUR": id, "x": ids} })
	}},
	{ingest.UMMG, func(ids []string) string {
		return `{"hits":1,"items":` + marshalled(ids, func(id string) any {
			return map[string]any{"meta": id, "umm": map[string]any{"GranuleUR": id}}
		}) + `}`
	}},
	{ingest.CMR, func(ids []string) string {
		return `{"feed":{"title":"x","entry":` + marshalled(ids, func(id string) any {
			return map[string]any{"id": "x", "title": id}
		}) + `,"id":"x"}}`
	}},
	{ingest.STAC, func(ids []string) string {
		return `{"type":"FeatureCollection","features":` + marshalled(ids, func(id string) any {
			return map[string]any{"type": "Feature", "id": id}
		}) + `}`
	}},
	{ingest.CNM, func(ids []string) string {
		return `{"Records":[{"body":` + quoted(`{"Message":`+quoted(marshalled(ids, func(id string) any {
			return map[string]any{"product": map[string]any{"name": "a/b/" + id}}
		}))+`}`) + `}]}`
	}},
	{ingest.Cumulus, func(ids []string) string {
		return `{"granules":` + marshalled(ids, func(id string) any { return map[string]any{"granuleId": id} }) + `}`
	}},
	{ingest.ECHO10, func(ids []string) string {
		var b strings.Builder
		b.WriteString("<Granules>")
		for _, id := range ids {
			b.WriteString("<Granule><GranuleUR>")
			xml.EscapeText(&b, []byte(id))
			b.WriteString("</GranuleUR></Granule>\n")
		}
		return b.String() + "</Granules>"
	}},
	{ingest.Sums, func(ids []string) string {
		var b strings.Builder
		for _, id := range ids {
			fmt.Fprintf(&b, "\\%s  %s\n", emptyMD5, strings.ReplaceAll(id, `\`, `\\`))
		}
		return b.String()
	}},
	{ingest.PDR, func(ids []string) string {
		var b strings.Builder
		for _, id := range ids {
			fmt.Fprintf(&b, "OBJECT=FILE_GROUP\nDATA_TYPE=A\nDATA_VERSION=1\nOBJECT=FILE_SPEC\nDIRECTORY_ID=/\nFILE_ID=\"%s.HDF\";\nFILE_TYPE=HDF\nFILE_SIZE=1\nEND_OBJECT\nEND_OBJECT\n", id)
		}
		return b.String() + "OBJECT=FILE_GROUP\nEND_OBJECT\n"
	}},
}

func marshalled(ids []string, record func(id string) any) string {
	all := []any{}
	for _, id := range ids {
		all = append(all, record(id))
	}
	b, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// What is written in any format is read back.
func FuzzRecords(f *testing.F) {
	for i := range writers {
		f.Add("G1\n G2\t\nNone\nG/3\n\"&<é\\;'=>", uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, writer uint8) {
		w := writers[int(writer)%len(writers)]
		var ids, want []string
		for id := range strings.SplitSeq(text, "\n") {
			// Some formats have no way to write these.
			if id = strings.Trim(id, " \t"); checkID([]byte(id)) != nil || strings.ContainsAny(id, "\ufffd\ufffe\uffff") ||
				(w.format == ingest.PDR || w.format == ingest.Sums) && strings.Contains(id, ".") ||
				(w.format == ingest.CNM || w.format == ingest.Sums) && strings.Contains(id, "/") {
				continue
			}
			ids = append(ids, " "+id+" ")
			if !slices.Contains([]string{"None", "null", "NULL", "NaN", "nan", "NA"}, id) {
				want = append(want, id)
			}
		}
		got := readText(w.write(ids), ingest.Options{Format: w.format})
		for i, g := range got.granules {
			_, got.granules[i], _ = strings.Cut(g, ":")
		}
		if got.err != nil || !slices.Equal(got.granules, want) {
			t.Errorf("%v:\ngot  %q, %v\nwant %q", w.format, got.granules, got.err, want)
		}
		if bad := len(got.bad); bad > 0 && w.format != ingest.PDR {
			t.Errorf("%v: got %q, want nothing bad", w.format, got.bad)
		}
	})
}
