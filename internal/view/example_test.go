package view_test

import (
	"fmt"

	"github.com/seed-05176fc3/idem/internal/view"
)

func ExampleParseTime() {
	for _, text := range []string{"2001-01-05", "2001-01-05T01:00:00+01:00", "yesterday"} {
		t, err := view.ParseTime(text)
		fmt.Println(t, err)
	}
	// Output:
	// 2001-01-05 00:00:00 +0000 UTC <nil>
	// 2001-01-05 00:00:00 +0000 UTC <nil>
	// 0001-01-01 00:00:00 +0000 UTC invalid time "yesterday": want RFC 3339 like 2001-01-05T00:00:00Z or a date like 2001-01-05 (midnight UTC), in the years 1000 to 9999
}
