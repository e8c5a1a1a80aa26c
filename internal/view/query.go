package view

import "github.com/seed-05176fc3/idem/dataset"

// A Query is a stored query as the command and the server show it. As JSON it is the
// same object everywhere:
//
//	{"dataset":"US.FOOL2.002","seq":0,"name":"from-10","query":{"prefix":"FOOL2.v2.1"},
//	"entry":1,"at":"2001-01-02T00:00:00Z","count":2,"root":"1803…93f8",
//	"instance":"dsi:1:set:d006…7ddb","recorded":"2001-04-01T12:00:00.005Z"}
//
// What is said of the members of an Entry holds here too.
type Query struct {
	Dataset string        `json:"dataset"`
	Seq     uint64        `json:"seq"` // among the stored queries of the dataset
	Name    string        `json:"name,omitempty"`
	Query   dataset.Query `json:"query"`
	Entry   uint64        `json:"entry"` // of the ledger, that it was asked of
	At      string        `json:"at"`    // of that entry

	Count    uint64 `json:"count"`
	Root     string `json:"root"`     // 64 hexadecimal digits; "-" for the empty set
	Instance string `json:"instance"` // dsi:1:set: and 64 hexadecimal digits

	Recorded string `json:"recorded"`
	Actor    string `json:"actor,omitempty"`
}

// OfQuery returns how a stored query is shown.
func OfQuery(s *dataset.StoredQuery) Query {
	v := Query{
		Dataset: s.Dataset, Seq: s.Seq, Name: s.Name, Query: s.Query,
		Entry: s.Entry, At: formatTime(s.At),
		Count: s.Root.Count, Root: "-", Instance: s.Identifier().String(),
		Recorded: formatTime(s.Recorded), Actor: s.Actor,
	}
	if s.Root.Count > 0 {
		v.Root = s.Root.Hash.String()
	}
	return v
}
