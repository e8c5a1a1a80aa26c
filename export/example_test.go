package export_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// A dataset moves from one store to another.
func Example() {
	ctx := context.Background()
	clock := func() time.Time { return time.Date(2001, 1, 2, 0, 0, 0, 0, time.UTC) }
	from := registry.New(memstore.New(), clock)
	if _, err := from.Create(ctx, "FOO", registry.Creation{}); err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range []registry.Change{
		{Op: dataset.OpAdd, Granules: items("FOO.1", "FOO.2")},
		{Op: dataset.OpReplace, Pairs: []registry.Pair{{Old: "FOO.2", New: "FOO.2.v2"}}, Reason: "corrected"},
	} {
		if _, err := from.Apply(ctx, "FOO", c); err != nil {
			fmt.Println(err)
			return
		}
	}
	temp, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "FOO")
	if _, err := export.Write(ctx, from, "FOO", dir, nil); err != nil {
		fmt.Println(err)
		return
	}
	changes, err := os.ReadFile(filepath.Join(dir, "changes.tsv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(changes))

	to := registry.New(memstore.New(), nil)
	got, err := export.Import(ctx, to, dir, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(got.Made, "entries")
	fmt.Println(got.Head.Identifier())
	// Output:
	// 1	+	FOO.1
	// 1	+	FOO.2
	// 2	-	FOO.2	FOO.2.v2
	// 2	+	FOO.2.v2
	// 3 entries
	// dsi:1:set:f509148c263380bcd3bc6d845a58b17c178b82ff685aade9ccf6095cbac453d1
}
