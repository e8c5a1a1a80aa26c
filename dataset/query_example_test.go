package dataset_test

import (
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

func ExampleIDTime() {
	for _, id := range []string{
		"MOD021KM.A2005032.0145.061.2017194024125",
		"S1A_IW_SLC__1SDV_20210806T142132_20210806T142203_039110_049D7A_E1A4",
		"CMIP6.CMIP.BCC.BCC-ESM1.amip.r1i1p1f1.Amon.tas.gn.v20190202",
	} {
		fmt.Println(dataset.IDTime([]byte(id)))
	}
	// Output:
	// 2005-02-01 01:45:00 +0000 UTC true
	// 2021-08-06 14:21:32 +0000 UTC true
	// 0001-01-01 00:00:00 +0000 UTC false
}

func ExampleQuery() {
	february := dataset.Query{
		Prefix: "MOD021KM.A2005",
		From:   time.Date(2005, 2, 1, 0, 0, 0, 0, time.UTC),
		To:     time.Date(2005, 3, 1, 0, 0, 0, 0, time.UTC),
	}
	fmt.Println(february)
	fmt.Println(february.Matches([]byte("MOD021KM.A2005059.2355.061.2017194024125")))
	fmt.Println(february.Matches([]byte("MOD021KM.A2005060.0000.061.2017194024125")))
	// Output:
	// {"from":"2005-02-01T00:00:00Z","prefix":"MOD021KM.A2005","to":"2005-03-01T00:00:00Z"}
	// true
	// false
}
