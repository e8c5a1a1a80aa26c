package distid_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

func Example() {
	id := distid.MustParse("1088824355131185736905670087")
	fmt.Println(id)
	fmt.Println(id.Alphanumeric())
	fmt.Println(id.Hex())
	fmt.Println(id.UUID())
	fmt.Println(id.Time().Format(time.RFC3339Nano))
	// Output:
	// 1088824355131185736905670087
	// 3zfAkCP7ZtzfeQYp
	// 000384A786907DB2AD82883DC7
	// 00000000-0384-a786-907d-b2ad82883dc7
	// 2022-07-31T18:33:00.285Z
}

func ExampleNew() {
	first, second := distid.New(), distid.New()
	fmt.Println(len(first.String()), first.Compare(second))
	// Output: 28 -1
}

func ExampleParseAlphanumeric() {
	id, err := distid.ParseAlphanumeric("3zfAkCP7ZtzfeQYp")
	fmt.Println(id, err)
	_, err = distid.ParseAlphanumeric("00000LygHa16AHYG")
	fmt.Println(err)
	// Output:
	// 1088824355131185736905670087 <nil>
	// distid: invalid ID: alphanumeric "00000LygHa16AHYG": byte 5: block of 11 characters is 2^64 or more
}

// The IDs of a day: those of the day itself and, as timestamps lie up to a second before the
// creation, of the second before it.
func ExampleMin() {
	day := time.Date(2022, 7, 31, 0, 0, 0, 0, time.UTC)
	from := distid.Min(day.Add(-time.Second))
	until := distid.Max(day.AddDate(0, 0, 1).Add(-time.Millisecond))
	fmt.Println("WHERE id BETWEEN", from, "AND", until)
	// Output: WHERE id BETWEEN 1088805557870349195935744000 AND 1088829877589811973324799999
}

func ExampleNewAt() {
	id, err := distid.NewAt(time.Date(2001, 9, 9, 1, 46, 40, 0, time.UTC))
	fmt.Println(id.Time(), err)
	// Output: 2001-09-09 01:46:40 +0000 UTC <nil>
}

func ExampleID_MarshalText() {
	b, err := json.Marshal(map[string]distid.ID{"id": distid.MustParse("1088824355131185736905670087")})
	fmt.Println(string(b), err)
	// Output: {"id":"1088824355131185736905670087"} <nil>
}

func ExampleID128_Split() {
	id := distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0888")
	upper, lower, err := id.Split()
	fmt.Println(upper, lower, err)
	fmt.Println(distid.Join(upper, lower))
	fmt.Println(id.Decimal(), id.Alphanumeric())
	// Output:
	// 669159101819549357 1987158290401790088 <nil>
	// 094954a8-622c-76ad-1b93-cdefcbdf0888 <nil>
	// 12343806695858578540815039138052901000 0nQkrErwxJd2MnCm41WZ5s
}

// A test gives constant IDs to the code that it calls.
func ExampleWithGenerator() {
	order := func(ctx context.Context) { // the code under test
		id, err := distid.NewFrom(ctx)
		fmt.Println(id, err)
	}
	one := distid.MustParse("1")

	ctx := distid.WithGenerator(context.Background(), distid.Fixed(one))
	order(ctx)
	{
		ctx := distid.WithGenerator(ctx, distid.NewIncremental(one))
		order(ctx)
		order(ctx)
		order(ctx)
	}
	order(ctx)
	// Output:
	// 1 <nil>
	// 1 <nil>
	// 2 <nil>
	// 3 <nil>
	// 1 <nil>
}

func ExampleGenerator_Fill() {
	g := new(distid.Generator)
	ids := make([]distid.ID, 1000)
	n, err := g.Fill(context.Background(), ids)
	fmt.Println(n, err, ids[0].Compare(ids[999]))
	// Output: 1000 <nil> -1
}
