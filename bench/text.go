package main

import (
	"encoding/hex"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// writing is text into a buffer, and what the peers have that comes nearest.
func writing() group {
	ids, ids128 := take(distid.New), take(distid.New128)
	ulidText := func(id ulid.ULID, b []byte) ([]byte, error) {
		b = b[:ulid.EncodedSize]
		return b, id.MarshalTextTo(b)
	}
	return group{"text into a buffer", []benchmark{
		{name: "encoding/hex of 16 bytes", op: appending(ids128, appendHex), floor: true},
		{name: "empty call", op: appending(ids128, func(_ distid.ID128, b []byte) []byte { return b })},
		{name: "flax", op: appendingText(take(flax.New), flax.ID.AppendText), goals: []goal{atMostWithoutAllocation(12)}},
		{name: "distid.ID, decimal", op: appendingText(ids, distid.ID.AppendText), goals: text},
		{name: "distid.ID, alphanumeric", op: appending(ids, distid.ID.AppendAlphanumeric), goals: text},
		{name: "distid.ID, hexadecimal", op: appending(ids, distid.ID.AppendHex)},
		{name: "distid.ID128, UUID", op: appendingText(ids128, distid.ID128.AppendText)},
		{name: "distid.ID128, decimal", op: appending(ids128, distid.ID128.AppendDecimal), goals: text},
		{name: "distid.ID128, alphanumeric", op: appending(ids128, distid.ID128.AppendAlphanumeric), goals: text},
		{name: "distid.ID128, hexadecimal", op: appending(ids128, distid.ID128.AppendHex)},
		{name: "payid", op: appendingText(take(payments()), payid.ID.AppendText)},
		{name: "google/uuid, new slice", op: overSure(take(google.New), google.UUID.MarshalText)},
		{name: "gofrs/uuid, new slice", op: overSure(take(newGofrsV4), gofrs.UUID.MarshalText)},
		{name: "oklog/ulid", op: appendingText(take(ulid.Make), ulidText)},
		{name: "segmentio/ksuid", op: appending(take(ksuid.New), ksuid.KSUID.Append)},
		{name: "rs/xid", op: appending(take(xid.New), func(id xid.ID, b []byte) []byte { return id.Encode(b[:20]) })},
	}}
}

// Goals for base 62 and for decimals.
var (
	text  = []goal{atMostWithoutAllocation(30)}
	parse = []goal{atMostWithoutAllocation(40)}
)

func parsing() group {
	ids, ids128 := take(distid.New), take(distid.New128)
	return group{"parsing", []benchmark{
		{name: "encoding/hex of 16 bytes", op: overSure(convert(ids128, distid.ID128.Hex), parseHex), floor: true},
		{name: "empty call", op: overSure(convert(ids, distid.ID.String), func(string) (id distid.ID, _ error) { return id, nil })},
		{name: "flax", op: overSure(convert(take(flax.New), flax.ID.String), flax.Parse), goals: []goal{atMostWithoutAllocation(25)}},
		{name: "distid.ID, decimal", op: overSure(convert(ids, distid.ID.String), distid.Parse), goals: parse},
		{name: "distid.ID, alphanumeric", op: overSure(convert(ids, distid.ID.Alphanumeric), distid.ParseAlphanumeric), goals: parse},
		{name: "distid.ID, hexadecimal", op: overSure(convert(ids, distid.ID.Hex), distid.ParseHex)},
		{name: "distid.ID128, UUID", op: overSure(convert(ids128, distid.ID128.String), distid.Parse128)},
		{name: "distid.ID128, decimal", op: overSure(convert(ids128, distid.ID128.Decimal), distid.ParseDecimal128), goals: parse},
		{name: "distid.ID128, alphanumeric", op: overSure(convert(ids128, distid.ID128.Alphanumeric), distid.ParseAlphanumeric128), goals: parse},
		{name: "distid.ID128, hexadecimal", op: overSure(convert(ids128, distid.ID128.Hex), distid.ParseHex128)},
		{name: "payid", op: overSure(convert(take(payments()), payid.ID.String), payid.Parse[string])},
		{name: "google/uuid", op: overSure(convert(take(google.New), google.UUID.String), google.Parse)},
		{name: "gofrs/uuid", op: overSure(convert(take(newGofrsV4), gofrs.UUID.String), gofrs.FromString)},
		{name: "oklog/ulid, strict", op: overSure(convert(take(ulid.Make), ulid.ULID.String), ulid.ParseStrict)},
		{name: "segmentio/ksuid", op: overSure(convert(take(ksuid.New), ksuid.KSUID.String), ksuid.Parse)},
		{name: "rs/xid", op: overSure(convert(take(xid.New), xid.ID.String), xid.FromString)},
	}}
}

func appendHex(id distid.ID128, b []byte) []byte { return hex.AppendEncode(b, id[:]) }

func parseHex(s string) (id distid.ID128, err error) {
	_, err = hex.Decode(id[:], []byte(s))
	return id, err
}
