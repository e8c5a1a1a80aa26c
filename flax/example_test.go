package flax_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

func ExampleNew() {
	id := flax.New()
	fmt.Println(len(id.String()), time.Since(id.Time()) < time.Minute)
	// Output: 16 true
}

func ExampleNewAt() {
	id, err := flax.NewAt(time.Date(2015, 10, 15, 20, 10, 25, 807e6, time.UTC))
	if err != nil {
		panic(err)
	}
	fmt.Println(id.String()[:6], id.Time())
	// Output: 0RdKJc 2015-10-15 20:10:25.807 +0000 UTC
}

func ExampleParse() {
	id, err := flax.Parse("0RdKJcxqVBiAiQr0")
	fmt.Println(id.Time().Format(time.RFC3339Nano), id.Hex(), err)

	_, err = flax.Parse("0RdKJcxqVBiAiQr/")
	fmt.Println(err)
	// Output:
	// 2015-10-15T20:10:25.807Z 05ca55528f7680cb8bb9bdc1 <nil>
	// flax: invalid ID: "0RdKJcxqVBiAiQr/" has "/" at byte 15, which is not in the alphabet
}

func ExampleParseHex() {
	id, err := flax.ParseHex("05ca55528f7680cb8bb9bdc1")
	fmt.Println(id, err)
	// Output: 0RdKJcxqVBiAiQr0 <nil>
}

// The IDs of a day, for a query such as: WHERE id BETWEEN ? AND ?
func ExampleMin() {
	day := time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC)
	fmt.Println(flax.Min(day))
	fmt.Println(flax.Max(day.AddDate(0, 0, 1).Add(-time.Millisecond)))
	// Output:
	// JUv-o-----------
	// JVEb9zzzzzzzzzzz
}

func ExampleID_Compare() {
	ids := []flax.ID{
		flax.MustParse("4e3tRv_8hyBIuXj5"),
		flax.MustParse("-EkPZk2dAFoHm_t4"),
		flax.MustParse("0RdKJcxqVBiAiQr0"),
	}
	slices.SortFunc(ids, flax.ID.Compare)
	fmt.Println(ids)
	// Output: [-EkPZk2dAFoHm_t4 0RdKJcxqVBiAiQr0 4e3tRv_8hyBIuXj5]
}

func ExampleGenerator_Fill() {
	var g flax.Generator
	ids := make([]flax.ID, 10_000)
	if err := g.Fill(ids); err != nil {
		panic(err)
	}
	slices.SortFunc(ids, flax.ID.Compare)
	fmt.Println(len(slices.Compact(ids)))
	// Output: 10000
}
