package ingest_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/ingest"
)

func Example() {
	list := strings.NewReader(`granule,ingested
FOOL2.v2.01,2001-01-02
FOOL2.v2.02,2001-01-02
None,2001-01-02
FOOL2.v2.03
FOOL2.v2.04,2001-01-03
`)
	r := ingest.NewReader([]string{"-"}, ingest.Options{Stdin: list})
	for g, err := range r.All() {
		if _, ok := errors.AsType[*ingest.LineError](err); ok {
			fmt.Println("bad:", err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s (line %d)\n", g.ID, g.Line)
	}
	fmt.Printf("%+v\n", r.Counts())
	// Output:
	// FOOL2.v2.01 (line 2)
	// FOOL2.v2.02 (line 3)
	// bad: stdin:5: the row ends in column 1, rows have 2 columns: it may be cut off: "FOOL2.v2.03"
	// FOOL2.v2.04 (line 6)
	// {Granules:3 Placeholders:1 Sidecars:0 Messages:0 BadChecksums:0 Bad:1}
}

func ExampleParseFormat() {
	_, err := ingest.ParseFormat("netcdf")
	fmt.Println(err)
	// Output: ingest: unknown format "netcdf": want auto, list, csv, urls, sums, umm-g, cmr, stac, cnm, pdr, cumulus or echo10
}

// Records say more than the ID.
func ExampleReader_records() {
	record := strings.NewReader(`{
  "GranuleUR": "DEMO01.A2030001",
  "CollectionReference": {"ShortName": "DEMO01", "Version": "002"},
  "DataGranule": {
    "Identifiers": [{"Identifier": "DEMO01.A2030001.hdf", "IdentifierType": "ProducerGranuleId"}],
    "ArchiveAndDistributionInformation": [{"Name": "DEMO01.A2030001.nc",
      "Checksum": {"Value": "D41D8CD98F00B204E9800998ECF8427E", "Algorithm": "MD5"}}]}}`)
	for g, err := range ingest.NewReader([]string{"-"}, ingest.Options{Stdin: record}).All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s of %s, version %s; %s; %v\n", g.ID, g.Collection, g.Version, g.Producer, g.Checksums)
	}
	// Output:
	// DEMO01.A2030001 of DEMO01, version 002; DEMO01.A2030001.hdf; [{md5 d41d8cd98f00b204e9800998ecf8427e}]
}
