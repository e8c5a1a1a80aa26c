// Package view is how the command and the server show what the registry holds:
// one JSON object for an entry, and one way to read the times that people write.
package view

import (
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// An Entry is an entry of a ledger as the command and the server show it. As JSON
// it is the same object everywhere:
//
//	{"dataset":"US.FOOL2.002","seq":1,"at":"2001-01-02T00:00:00Z","count":11,
//	"root":"7a53…7665","instance":"dsi:1:set:27a6…09ca","di":"7fb1…2d2c",
//	"added":11,"removed":0,"op":"add","recorded":"2001-01-02T08:00:00Z"}
//
// Members may join it; none will leave it or change its meaning. Numbers are at
// most 2^53-1, times are RFC 3339 in UTC with at most three digits of a fraction.
type Entry struct {
	Dataset  string `json:"dataset"`
	Seq      uint64 `json:"seq"`
	At       string `json:"at"` // empty in entry 0, which holds for all time before
	Count    uint64 `json:"count"`
	Root     string `json:"root"`     // 64 hexadecimal digits; "-" for the empty set
	Instance string `json:"instance"` // dsi:1:set: and 64 hexadecimal digits
	DI       string `json:"di"`       // 32 hexadecimal digits; empty if there is none
	Added    uint64 `json:"added"`
	Removed  uint64 `json:"removed"`

	Op       string `json:"op"` // create, add, remove or replace
	Recorded string `json:"recorded"`
	Reason   string `json:"reason,omitempty"`
	Actor    string `json:"actor,omitempty"`
	Title    string `json:"title,omitempty"` // of the dataset; only in entry 0
	DOI      string `json:"doi,omitempty"`   // of the dataset; only in entry 0

	Content      string `json:"content,omitempty"`       // dsi:1:map: and 64 hexadecimal digits, if content is known
	ContentCount uint64 `json:"content_count,omitempty"` // number of granules whose content is known
	Changed      uint64 `json:"content_changed,omitempty"`
	Tombstones   uint64 `json:"tombstones,omitempty"` // number of granules that were removed and not added again
}

// Of returns how an entry is shown.
func Of(e *dataset.Entry) Entry {
	v := Entry{
		Dataset:  e.Dataset,
		Seq:      e.Seq,
		At:       formatTime(e.At),
		Count:    e.Root.Count,
		Root:     "-",
		Instance: e.Identifier().String(),
		Added:    e.Added,
		Removed:  e.Removed,
		Op:       string(e.Op),
		Recorded: formatTime(e.Recorded),
		Reason:   e.Reason,
		Actor:    e.Actor,
		Title:    e.Title,
		DOI:      e.DOI,

		ContentCount: e.Content.Count,
		Changed:      e.Changed,
		Tombstones:   e.Tombstones.Count,
	}
	if e.Content.Count > 0 {
		v.Content = e.ContentDescriptor().Identifier().String()
	}
	if e.Root.Count > 0 {
		v.Root = dataset.Hash(e.Root.Hash).String()
	}
	if e.HasDI() {
		v.DI = e.DI.String()
	}
	return v
}

// formatTime returns the text of a time of an entry, none for the zero time. The
// times of entries are whole milliseconds.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
