package dataset_test

import (
	"encoding/hex"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// foo is the root of the set of the FOO granules 01 to 12.
func foo() patricia.Root {
	root := patricia.Root{Count: 12}
	_, _ = hex.Decode(root.Hash[:], []byte("c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71"))
	return root
}

func ExampleDescriptor() {
	d := dataset.Descriptor{Kind: dataset.KindSet, Root: foo()}
	fmt.Print(d)
	fmt.Println(d.Instance())

	empty := dataset.Descriptor{Kind: dataset.KindSet}
	fmt.Print(empty)
	fmt.Println(empty.Instance())
	// Output:
	// dataset-instance v1
	// set sha-256-patricia
	// count 12
	// root c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71
	// c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792
	// dataset-instance v1
	// set sha-256-patricia
	// count 0
	// root -
	// 5f117b991a8f75fa511b0da1eb62e252b18e3251046f06ed63e7e62c58e0198f
}

func ExampleIdentifier() {
	id := dataset.Descriptor{Kind: dataset.KindSet, Root: foo()}.Identifier()
	fmt.Println(id)

	id.Qualifiers = dataset.Qualifiers{
		Dataset: "doi:10.9999/US/FOOL2.v2",
		At:      time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC),
		Count:   12, HasCount: true,
	}
	fmt.Println(id)
	// Output:
	// dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792
	// dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;dataset=doi:10.9999/US/FOOL2.v2;at=2001-01-05T00:00:00Z;count=12
}

func ExampleParseIdentifier() {
	set := dataset.Descriptor{Kind: dataset.KindSet, Root: foo()}.Identifier()
	for _, text := range []string{
		"dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;count=12",
		"ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I",
		"DI:763122197bfb3ffbf0da14adbfb1b13b",
		"dsi:1:set:C3285726",
	} {
		id, err := dataset.ParseIdentifier(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(id.Kind, id.Matches(set), id)
	}
	// Output:
	// set true dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;count=12
	// any true ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I
	// md5 false dsi:0:md5:763122197bfb3ffbf0da14adbfb1b13b
	// dataset: invalid identifier "dsi:1:set:C3285726": byte 10: want a lower-case hexadecimal digit
}

// The set grows at its end: the stored value is enough to go on.
func ExampleResumeChain() {
	var stored dataset.DI
	_ = stored.UnmarshalText([]byte("7fb1e8ba9b0c9888858b66f6a1732d2c"))

	chain := dataset.ResumeChain(11, stored)
	chain.Add([]byte("FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7"))
	fmt.Println(chain.Sum())
	// Output: 763122197bfb3ffbf0da14adbfb1b13b true
}

func ExampleCheckID() {
	fmt.Println(dataset.CheckID([]byte("FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7")))
	fmt.Println(dataset.CheckID([]byte("FOOL2.v2.12\r")))
	// Output:
	// <nil>
	// dataset: invalid granule ID "FOOL2.v2.12\r": byte 11: control character 0x0d
}
