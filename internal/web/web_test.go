package web_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/internal/web"
)

// evil is what somebody may have written wherever text is free.
const evil = `"'><script>alert(1)</script>`

// entries returns a ledger of n entries.
func entries(n uint64) []view.Entry {
	list := []view.Entry{{Dataset: "D", Op: "create", Root: "-", Instance: "dsi:1:set:empty", Title: evil}}
	for seq := uint64(1); seq < n; seq++ {
		list = append(list, view.Entry{
			Dataset: "D", Seq: seq, At: "2001-01-02T00:00:00Z", Count: 1_051_200, Root: "00",
			Instance: "dsi:1:set:" + strings.Repeat("a", 64), DI: strings.Repeat("b", 32),
			Added: 2000, Removed: 1, Op: "replace", Recorded: "2001-01-02T08:00:00Z", Reason: evil,
		})
	}
	return list
}

// values returns a sequence that ends with an error, if there is one.
func values[T any](list []T, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// pages writes one of each page.
var pages = map[string]func(w io.Writer) error{
	"no datasets": func(w io.Writer) error { return web.New().Index(w, values[web.Dataset](nil, nil)) },
	"index": func(w io.Writer) error {
		list := entries(2)
		return web.New().Index(w, values([]web.Dataset{{Head: list[0]}, {Head: list[1], Title: evil, DOI: evil}}, nil))
	},
	"new dataset": func(w io.Writer) error {
		list := entries(1)
		return web.New().Dataset(w, web.Dataset{Head: list[0]}, values(list, nil))
	},
	"dataset": func(w io.Writer) error {
		list := entries(3)
		return web.New().Dataset(w, web.Dataset{Head: list[2], Title: evil, DOI: evil}, values(list, nil))
	},
	"instance": func(w io.Writer) error {
		list := entries(3)
		return web.New().Instance(w, view.Instance{
			Identifier: list[1].Instance, Instance: list[1].Instance, DI: list[1].DI,
			Count: 1, Root: list[1].Root, Entries: list[1:],
		}, &web.Citation{Dataset: "D", Text: evil, Path: "/v1/instances/x/citation", Formats: []string{"bibtex", "csl", "ris", "datacite", "jsonld", evil}})
	},
	"result": func(w io.Writer) error {
		return web.New().Instance(w, view.Instance{
			Identifier: "dsi:1:set:" + strings.Repeat("a", 64), Instance: "dsi:1:set:" + strings.Repeat("a", 64), Count: 1, Root: "00",
			Queries: []view.Query{{
				Dataset: "D", Query: dataset.Query{Prefix: evil}, Name: "feb",
				Entry: 1, At: "2001-01-02T00:00:00Z", Count: 1, Root: "00",
			}},
		}, nil)
	},
	"failure": func(w io.Writer) error { return web.New().Failure(w, 404, "Not Found", evil) },
}

func render(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var page bytes.Buffer
	if err := write(&page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// Every page has what a reader, a screen reader and a phone need.
func TestPages(t *testing.T) {
	t.Parallel()
	for name, write := range pages {
		page := render(t, write)
		for _, want := range []string{
			"<!DOCTYPE html>", `<html lang="en">`, `name="viewport"`, `name="color-scheme"`, "<main", "<header>", "<footer>",
			`<a class="skip" href="#main">`, `<main id="main">`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: %s is missing", name, want)
			}
		}
		for tag, want := range map[string]int{"<h1>": 1, "<title>": 1, "<script": 0, "style=": 0, "onclick": 0} {
			if got := strings.Count(page, tag); got != want {
				t.Errorf("%s: got %s %d times, want %d", name, tag, got, want)
			}
		}
		if n := strings.Count(page, "<th") - strings.Count(page, "<thead"); n != strings.Count(page, "<th scope=") {
			t.Errorf("%s: a table header does not say what it heads", name)
		}
		balanced(t, name, page)
	}
}

// balanced checks that all elements are closed in order and no ID is there twice.
func balanced(t *testing.T, name, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = false
	d.AutoClose = []string{"meta", "link"}
	d.Entity = xml.HTMLEntity
	ids := map[string]bool{}
	var open []string
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local != "meta" && token.Name.Local != "link" {
				open = append(open, token.Name.Local)
			}
			for _, a := range token.Attr {
				if a.Name.Local == "id" && ids[a.Value] {
					t.Errorf("%s: id %s is there twice", name, a.Value)
				}
				if a.Name.Local == "id" {
					ids[a.Value] = true
				}
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != token.Name.Local {
				t.Errorf("%s: </%s> closes %v", name, token.Name.Local, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: %v is not closed", name, open)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	page := render(t, pages["dataset"])
	for _, want := range []string{
		"1,051,200", "+2,000", "−1", "replace", ">2001-01-02</time>", `datetime="2001-01-02T00:00:00Z"`,
		"dsi:0:md5:" + strings.Repeat("b", 32), "&lt;script&gt;alert(1)&lt;/script&gt;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing in %s", want, page)
		}
	}
	if n := strings.Count(page, `class="newest"`); n != 1 {
		t.Errorf("got %d newest entries, want 1", n)
	}
	// Before its first list, a dataset has no instance that anybody could cite.
	if page := render(t, pages["new dataset"]); strings.Contains(page, "dsi:1:set:empty") {
		t.Errorf("got a link to the instance of a new dataset: %s", page)
	}
}

// A page that could not be finished is an error, and so is one that nobody takes.
func TestErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	p, list := web.New(), entries(3)
	for name, write := range map[string]func(w io.Writer) error{
		"index":   func(w io.Writer) error { return p.Index(w, values([]web.Dataset{{Head: list[1]}}, broken)) },
		"dataset": func(w io.Writer) error { return p.Dataset(w, web.Dataset{Head: list[2]}, values(list, broken)) },
	} {
		if err := write(io.Discard); !errors.Is(err, broken) {
			t.Errorf("%s: got %v, want %v", name, err, broken)
		}
	}
	for name, write := range pages {
		if err := write(refusing{broken}); !errors.Is(err, broken) {
			t.Errorf("%s: got %v from the writer, want %v", name, err, broken)
		}
	}
}

type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }

// The pages are written as their data comes.
func TestStreams(t *testing.T) {
	t.Parallel()
	var page bytes.Buffer
	list := entries(100)
	seen := 0
	ledger := func(yield func(view.Entry, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
			if page.Len() <= seen {
				t.Fatalf("nothing was written for entry %d", e.Seq)
			}
			seen = page.Len()
		}
	}
	if err := web.New().Dataset(&page, web.Dataset{Head: list[99]}, ledger); err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml",
		"": "", "none.css": "", "../web.go": "", "../templates/frame.html": "", "style.css/": "", ".css": "",
	} {
		data, media, ok := web.File(name)
		if ok != (want != "") || ok && (media != want || len(data) == 0) {
			t.Errorf("%q: got %d bytes of %q, %v, want %q", name, len(data), media, ok, want)
		}
	}
}

// Pages and style together are small enough for a slow line.
func TestWeight(t *testing.T) {
	t.Parallel()
	style, _, _ := web.File("style.css")
	icon, _, _ := web.File("icon.svg")
	if n := len(style) + len(icon); n > 8<<10 {
		t.Errorf("got %d bytes of style, want at most 8 KiB", n)
	}
	for name, write := range pages {
		if n := len(render(t, write)); n > 6<<10 {
			t.Errorf("%s: got %d bytes, want at most 6 KiB", name, n)
		}
	}
}
