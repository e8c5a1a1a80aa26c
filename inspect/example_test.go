package inspect_test

import (
	"fmt"

	"github.com/seed-05176fc3/idem/inspect"
)

func ExampleAll() {
	readings, err := inspect.All("094954a8-622c-76ad-1b93-cdefcbdf0888", inspect.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := readings[0]
	fmt.Println(best.Title, best.Time.Format("2006-01-02"))
	for _, f := range best.Fields {
		fmt.Printf("%3d %-11s %2d bits %s\n", f.Offset, f.Name, f.Width, f.Value)
	}
	// Output:
	// DistributedId128 2023-07-24
	//   0 timestamp   48 bits 10210557583916
	//  48 version      4 bits 7
	//  52 random high 12 bits 6ad
	//  64 variant      1 bits 0
	//  65 random low  63 bits 1b93cdefcbdf0888
}
