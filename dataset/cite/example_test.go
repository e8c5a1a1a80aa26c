package cite_test

import (
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
)

func ExampleRender() {
	at := time.Date(2010, 10, 20, 0, 0, 0, 0, time.UTC)
	e := &dataset.Entry{Dataset: "D", Seq: 2, Op: dataset.OpRemove, At: at} // left empty
	m := &dataset.Metadata{
		Creators: []dataset.Creator{{Family: "Tilmes", Given: "Curt"}},
		DOI:      "10.9999/D", Publisher: "US Archive", Title: "Nothing left",
	}
	text, err := cite.Render(cite.Text, e, m)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(string(text), ". ", ".\n"))
	// Output:
	// Tilmes, Curt (2010).
	// Nothing left.
	// US Archive.
	// [Data set].
	// https://doi.org/10.9999/D.
	// Instance of 2010-10-20T00:00:00Z, 0 granules, dsi:1:set:5f117b991a8f75fa511b0da1eb62e252b18e3251046f06ed63e7e62c58e0198f;dataset=doi:10.9999/D;at=2010-10-20T00:00:00Z;count=0
}
