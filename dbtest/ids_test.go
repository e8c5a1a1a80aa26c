package dbtest

import (
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// An idType is an ID type; idPointer is the pointer to it, which databases scan into.
type idType[T any] interface {
	comparable
	driver.Valuer
	Compare(T) int
	String() string
}

type idPointer[T any] interface {
	*T
	sql.Scanner
}

// random makes the same numbers in every run. A test uses its own.
func random() *rand.Rand { return rand.New(rand.NewPCG(2026, 11)) }

// some returns the extremes and 60 random IDs made by mint, shuffled.
func some[T any](extremes []T, mint func(*rand.Rand) T) []T {
	r := random()
	ids := slices.Clone(extremes)
	for range 60 {
		ids = append(ids, mint(r))
	}
	r.Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	return ids
}

// ids93 has IDs of all numbers of digits, and such as end with many zeros, which the
// binary form of NUMERIC leaves out.
func ids93() []distid.ID {
	extremes := []distid.ID{
		{},
		distid.MustParse("1"),
		distid.MustParse(strings.Repeat("9", 28)),
		distid.MustParse("9903520314283042199192993791"), // 2^93-1
		distid.MustParse("9007199254740993"),             // 2^53+1, the first that a float cannot hold
		distid.MustParse("9223372036854775808"),          // 2^63
		distid.MustParse("18446744073709551616"),         // 2^64
	}
	for n := 1; n < 28; n++ {
		extremes = append(extremes,
			distid.MustParse("1"+strings.Repeat("0", n)),
			distid.MustParse("1"+strings.Repeat("0", n-1)+"1"))
	}
	return some(extremes, minted93)
}

// ids28 has IDs of 28 digits only, whose decimal text sorts as they do.
func ids28() []distid.ID {
	return slices.DeleteFunc(ids93(), func(id distid.ID) bool { return len(id.String()) != 28 })
}

func minted93(r *rand.Rand) distid.ID {
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.Int64N(int64(100 * 365 * 24 * time.Hour))))
	id := distid.Min(at)
	for i := 10; i < 16; i++ {
		id[i] = byte(r.Uint32())
	}
	return id
}

func ids128() []distid.ID128 {
	var last, high, sixteen distid.ID128
	for i := range last {
		last[i] = 0xff
		sixteen[i] = byte('0' + i%10) // digits as bytes
	}
	high[0] = 0x80
	return some([]distid.ID128{{}, {15: 1}, last, high, sixteen}, func(r *rand.Rand) distid.ID128 {
		id := distid.Min128(time.UnixMilli(r.Int64N(1 << 42)))
		binary.BigEndian.PutUint16(id[6:], 0x7000|uint16(r.Uint32())&0xfff)
		binary.BigEndian.PutUint64(id[8:], r.Uint64()>>1)
		return id
	})
}

// halves has those whose halves are two non-negative int64s.
func halves() []distid.ID128 {
	return slices.DeleteFunc(ids128(), func(id distid.ID128) bool { return id[0] >= 0x80 || id[8] >= 0x80 })
}

// idsFlax has IDs that differ in the case of letters only.
func idsFlax() []flax.ID {
	extremes := []flax.ID{
		{},
		{11: 1},
		flax.MustParse("zzzzzzzzzzzzzzzz"),
		flax.MustParse("0123456789012345"),
		flax.MustParse("0RdKJcxqVBiAiQr0"),
		flax.MustParse("0RDKJCXQVBIAIQR0"),
		flax.MustParse("0rdkjcxqvbiaiqr0"),
		flax.MustParse("0RdKJcxqVBiAiQr_"),
		flax.MustParse("0RdKJcxqVBiAiQr-"),
	}
	return some(extremes, func(r *rand.Rand) flax.ID {
		var id flax.ID
		binary.BigEndian.PutUint64(id[:], r.Uint64())
		binary.BigEndian.PutUint32(id[8:], r.Uint32())
		return id
	})
}

// idsPay has IDs that look like a number with an exponent.
func idsPay() []payid.ID {
	extremes := []payid.ID{
		{},
		payid.MustParse("000000001"),
		payid.MustParse("ZZZZZZZZZ"),
		payid.MustParse("2KNQ8300Z"),
		payid.MustParse("123456789"),
		payid.MustParse("000123E10"),
		payid.MustParse("1E0000007"),
	}
	return some(extremes, func(r *rand.Rand) payid.ID {
		id, err := payid.FromUint64(r.Uint64N(101559956668416)) // 36^9
		if err != nil {
			panic(err)
		}
		return id
	})
}

func sorted[T idType[T]](ids []T) []T { return slices.SortedFunc(slices.Values(ids), T.Compare) }
