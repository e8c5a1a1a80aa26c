package granule_test

import (
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/granule"
)

func ExampleUnique() {
	id, err := granule.Unique("MOD09GQ.A2017224.h09v02.006.2017227165020", "MOD09GQ___006", granule.DefaultHashLength)
	fmt.Println(id, err)
	// Output: MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW <nil>
}

func ExampleSplit() {
	id, suffix, err := granule.Split("SWOT_L2_001_PIC0_01_SSlOVQ3m")
	fmt.Println(id, suffix, err)
	// Output: SWOT_L2_001_PIC0_01 SSlOVQ3m <nil>
}

func ExampleUniquifier() {
	u, err := granule.NewUniquifier("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		panic(err)
	}
	var line []byte
	for _, id := range []string{"G1", "G2"} {
		line, err = u.AppendUnique(line[:0], id)
		fmt.Println(string(line), err)
	}
	// Output:
	// G1_wJJ69jjW <nil>
	// G2_wJJ69jjW <nil>
}

func ExampleUniquifier_Verify() {
	u, err := granule.NewUniquifier("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		panic(err)
	}
	fmt.Println(u.Verify("G1_wJJ69jjW"))
	fmt.Println(u.Verify("G1_qPXYVCoL"))
	// Output:
	// G1 true
	//  false
}

func ExampleStamper() {
	s, err := granule.NewStamper("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		panic(err)
	}
	s.Clock = func() time.Time { return time.Unix(784, 340304028) }
	for range 2 {
		fmt.Println(s.Unique("G"))
	}
	// Output:
	// G_tRw4W4Aa <nil>
	// G_-jXDGmXw <nil>
}

func ExampleJoinCollection() {
	fmt.Println(granule.JoinCollection("SWOT_L2_LR_SSH_2.0", "2.0"))
	_, err := granule.JoinCollection("A", "_1")
	fmt.Println(err)
	// Output:
	// SWOT_L2_LR_SSH_2.0___2.0 <nil>
	// granule: invalid argument: version "_1" of collection "A" has "_" at byte 0: the ID would not split back
}

func ExampleSplitCollection() {
	name, version, err := granule.SplitCollection("A___B___2")
	fmt.Println(name, version, err)
	// Output: A___B 2 <nil>
}

func ExampleParseHashLength() {
	for _, setting := range []any{nil, 6.0, "0x10", 0.0} {
		fmt.Println(granule.ParseHashLength(setting))
	}
	// Output:
	// 8 <nil>
	// 6 <nil>
	// 16 <nil>
	// 8 <nil>
}

func ExampleFoldVersion() {
	for _, value := range []string{"006", `"6.10"`, "V6"} {
		fmt.Println(granule.FoldVersion(value))
	}
	// Output:
	// 006 <nil>
	// 6.1 <nil>
	// V6 <nil>
}
