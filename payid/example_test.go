package payid_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

func Example() {
	// Worker 7 of 36, given by hand. The clock is real unless set.
	now := time.Date(2028, 12, 6, 7, 2, 26, 0, time.UTC)
	g, err := payid.NewGenerator(payid.Config{Worker: 7, Now: func() time.Time { return now }})
	if err != nil {
		panic(err)
	}
	now = now.Add(time.Second) // a second that began after the start
	for range 3 {
		id, err := g.New(context.Background())
		if err != nil {
			panic(err)
		}
		fmt.Println(id)
	}
	// Output:
	// 2KNQ83700
	// 2KNQ83701
	// 2KNQ83702
}

func ExampleParse() {
	id, err := payid.Parse("2KNQ8300Z")
	fmt.Println(id, err)
	_, err = payid.Parse("2knq8300z")
	fmt.Println(err)
	// Output:
	// 2KNQ8300Z <nil>
	// payid: invalid ID "2knq8300z": byte 1: not one of 0-9, A-Z
}

func ExampleParseFold() {
	id, err := payid.ParseFold("2knq8300z")
	fmt.Println(id, err)
	// Output: 2KNQ8300Z <nil>
}

func ExampleLayout_Time() {
	id := payid.MustParse("2KNQ8300Z")
	l := payid.Standard()
	fmt.Println(l.Time(id).Format(time.RFC3339), l.Worker(id), l.Counter(id))
	// Output: 2028-12-06T07:02:27Z 0 35
}

func ExampleNewLayout() {
	l, err := payid.NewLayout(payid.Spec{Epoch: time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Time(payid.MustParse("2KNQ8300Z")).Format(time.RFC3339))
	fmt.Println(l.Fingerprint())
	// Output:
	// 2026-12-07T07:02:27Z
	// payid epoch=2022-01-01T00:00:00Z unit=1s time=36^6 workers=36 counters=1296 alphabet=0-9A-Z
}

func ExampleLayout_Min() {
	day := time.Date(2028, 12, 6, 0, 0, 0, 0, time.UTC)
	from, _ := payid.Standard().Min(day)
	to, _ := payid.Standard().Max(day.Add(24*time.Hour - 1))
	fmt.Printf("SELECT … WHERE id BETWEEN '%s' AND '%s'\n", from, to)
	// Output: SELECT … WHERE id BETWEEN '2KN6O0000' AND '2KP1BZZZZ'
}

func ExampleGenerator_InsertRetry() {
	now := time.Date(2028, 12, 6, 7, 2, 26, 0, time.UTC)
	g, err := payid.NewGenerator(payid.Config{Now: func() time.Time { return now }})
	if err != nil {
		panic(err)
	}
	now = now.Add(time.Second)

	errUnique := errors.New("duplicate key value violates unique constraint \"payments_pkey\"")
	rows := map[payid.ID]bool{payid.MustParse("2KNQ83000"): true} // an old random ID
	insert := func(ctx context.Context, id payid.ID) error {
		if rows[id] {
			return errUnique
		}
		rows[id] = true
		return nil
	}
	id, err := g.InsertRetry(context.Background(), 5, insert, func(err error) bool { return errors.Is(err, errUnique) })
	fmt.Println(id, err)
	// Output: 2KNQ83001 <nil>
}
