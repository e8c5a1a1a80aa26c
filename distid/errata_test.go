package distid_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// What the documentation of the .NET package says, which is the name of each test, and what holds.
func TestErrata(t *testing.T) {
	t.Parallel()

	t.Run("the hex text of public ID 30322474-a954-ffa9-941c-6f038afe4ff1 is 32F0EDAC80632C685C43C889B058556E", func(t *testing.T) {
		id := distid.MustParse128("30322474-a954-ffa9-941c-6f038afe4ff1")
		if got, want := id.Hex(), "30322474A954FFA9941C6F038AFE4FF1"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		stray, err := distid.ParseHex128("32F0EDAC80632C685C43C889B058556E")
		if err != nil || stray == id {
			t.Errorf("got %s, %v, want another ID", stray, err)
		}
	})

	t.Run("an ID reveals its creation timestamp in milliseconds", func(t *testing.T) {
		// It reveals one that is a second older, or less in a burst.
		w := &world{ms: start}
		if got := mustNew(t, &distid.Generator{Clock: w.Clock}).Time().UnixMilli(); got != start-1000 {
			t.Errorf("got %d", got-start)
		}
		s := &script{t: t, epoch: epoch1900, clock: []uint64{4_000_000_000_000}}
		g := &distid.Generator{Clock: s.Clock, Rand: full{}}
		ids := make([]distid.ID, 1000)
		if _, err := g.Fill(t.Context(), ids); err != nil {
			t.Fatal(err)
		}
		if got := ids[999].Time(); !got.Equal(s.Clock().Add(-time.Millisecond)) {
			t.Errorf("got %v, want 1ms before %v", got, s.Clock())
		}
		if got := mustNew128(t, &distid.Generator128{Clock: w.Clock}).Time().UnixMilli(); got != start {
			t.Errorf("ID128: got %d", got-start)
		}
	})

	t.Run("remains incremental for clock adjustments of up to 1 second", func(t *testing.T) {
		// That is the least. With room left it is any adjustment, else up to 1999 ms.
		w := &world{ms: start}
		g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep, Rand: &sequence{1}}
		first := mustNew(t, g)
		w.ms -= 24 * time.Hour.Milliseconds()
		if second := mustNew(t, g); second.Compare(first) <= 0 {
			t.Errorf("%s comes after %s", second, first)
		}
		w = &world{ms: start}
		g = &distid.Generator{Clock: w.Clock, Sleep: w.Sleep, Rand: full{}}
		first = mustNew(t, g)
		w.ms -= 1999
		if second := mustNew(t, g); second.Compare(first) <= 0 {
			t.Errorf("%s comes after %s", second, first)
		}
	})

	t.Run("an ID has exactly 28 digits", func(t *testing.T) {
		// From 2012 on.
		from := time.Date(2012, 7, 31, 8, 54, 38, 801e6, time.UTC)
		if got := len(distid.Min(from).String()); got != 28 {
			t.Errorf("got %d digits", got)
		}
		if got := len(distid.Max(from.Add(-time.Second)).String()); got != 27 {
			t.Errorf("a second before: got %d digits", got)
		}
	})

	t.Run("timestamps last until 3084", func(t *testing.T) {
		if _, err := distid.NewAt(time.Date(3014, 12, 13, 12, 41, 28, 831_999_999, time.UTC)); err != nil {
			t.Error(err)
		}
		if id, err := distid.NewAt(time.Date(3014, 12, 13, 12, 41, 28, 832e6, time.UTC)); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("got %s, %v, want ErrInvalid", id, err)
		}
	})

	t.Run("an ID128 is a valid version-7 UUID", func(t *testing.T) {
		// It has the version, but not the variant 10xx of RFC 9562, nor its epoch.
		id := distid.New128()
		if version, variant := id[6]>>4, id[8]>>6; version != 7 || variant&2 != 0 {
			t.Errorf("got version %d, variant %02b", version, variant)
		}
		ms := int64(id[0])<<40 | int64(id[1])<<32 | int64(id[2])<<24 | int64(id[3])<<16 | int64(id[4])<<8 | int64(id[5])
		if misread := time.UnixMilli(ms); misread.Year()-id.Time().Year() < 269 {
			t.Errorf("a reader of version 7 gets %v for %v", misread, id.Time())
		}
	})

	t.Run("an ID128 has 38 digits until beyond the year 4000 and times beyond 9999", func(t *testing.T) {
		until := time.Date(4321, 3, 26, 23, 14, 15, 302e6, time.UTC)
		if a, b := len(distid.Max128(until).Decimal()), len(distid.Min128(until.Add(time.Millisecond)).Decimal()); a != 38 || b != 39 {
			t.Errorf("got %d and %d digits", a, b)
		}
		if id, err := distid.NewAt128(time.Date(10600, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil || id.Time().Year() != 10600 {
			t.Errorf("got %v, %v", id.Time(), err)
		}
	})

	t.Run("an ID can be represented as a Guid", func(t *testing.T) {
		// As one without a version.
		if got, want := distid.MustParse(sample).UUID(), "00000000-0384-a786-907d-b2ad82883dc7"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})

	t.Run("the first N characters are read, and decoders throw on longer texts", func(t *testing.T) {
		// Longer texts are refused, with an error.
		if id, err := distid.ParseAlphanumeric("3zfAkCP7ZtzfeQYp0"); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("got %s, %v, want ErrInvalid", id, err)
		}
	})

	t.Run("hexadecimal digits reach from 0 to Z", func(t *testing.T) {
		if id, err := distid.ParseHex("0000000000000000000000000G"); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("got %s, %v, want ErrInvalid", id, err)
		}
	})

	t.Run("every alphanumeric text of the right length is read", func(t *testing.T) {
		// Blocks of 2^64 and more would be a second text of another ID.
		for _, s := range []string{"00000LygHa16AHYG", "00000zzzzzzzzzzz"} {
			if id, err := distid.ParseAlphanumeric(s); !errors.Is(err, distid.ErrInvalid) {
				t.Errorf("%s: got %s, %v, want ErrInvalid", s, id, err)
			}
		}
		for _, s := range []string{"LygHa16AHYG00000000000", "00000000000LygHa16AHYG"} {
			if id, err := distid.ParseAlphanumeric128(s); !errors.Is(err, distid.ErrInvalid) {
				t.Errorf("%s: got %s, %v, want ErrInvalid", s, id, err)
			}
		}
	})

	t.Run("alphanumeric texts are ordered consistently in databases", func(t *testing.T) {
		// With a binary collation. One that ignores case mixes 'Z' and 'a'.
		a, errA := distid.ParseAlphanumeric("3zfAkCP7ZtzfeQYZ")
		b, errB := distid.ParseAlphanumeric("3zfAkCP7ZtzfeQYa")
		if errA != nil || errB != nil || a.Compare(b) >= 0 {
			t.Errorf("got %s, %v, %s, %v, want ascending IDs", a, errA, b, errB)
		}
	})
}

// sequence is a random source of one byte again and again.
type sequence struct{ b byte }

func (s *sequence) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = s.b
	}
	return len(b), nil
}
