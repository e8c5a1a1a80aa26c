package main

import (
	"context"
	"math/big"
	"strings"

	"github.com/seed-05176fc3/idem/distid"
)

var distributedScheme = &schemeOf[distid.ID]{
	forms: []form[distid.ID]{
		{name: "decimal", write: distid.ID.String, read: distid.Parse, looks: isDecimal},
		{name: "hex", write: distid.ID.Hex, read: distid.ParseHex, looks: ofLength(26, hexDigits)},
		{name: "alphanumeric", write: distid.ID.Alphanumeric, read: distid.ParseAlphanumeric, looks: ofLength(16, "")},
		{name: "uuid", write: distid.ID.UUID, read: distid.ParseUUID, looks: ofLength(36, "")},
		{
			name:  "binary",
			write: func(id distid.ID) string { return hexOf(id[:]) },
			read:  func(text string) (distid.ID, error) { return distid.ParseUUID(hyphenate(text)) },
			looks: ofLength(32, hexDigits),
		},
		{name: "text", write: distid.ID.String, read: distid.Parse, looks: isDecimal},
		{name: "time", write: func(id distid.ID) string { return isoTime(id.Time()) }},
		{name: "random", write: func(id distid.ID) string { return hexOf(id[10:]) }},
	},
	source: func(o mintOptions) (func(context.Context) (distid.ID, error), error) {
		if !o.at.IsZero() {
			return fixedTime(o.at, distid.NewAt), nil
		}
		return distid.NewFrom, nil
	},
}

var distributed128Scheme = &schemeOf[distid.ID128]{
	forms: []form[distid.ID128]{
		{name: "uuid", write: distid.ID128.String, read: distid.Parse128, looks: ofLength(36, "")},
		{name: "hex", write: distid.ID128.Hex, read: distid.ParseHex128, looks: ofLength(32, hexDigits)},
		{name: "alphanumeric", write: distid.ID128.Alphanumeric, read: distid.ParseAlphanumeric128, looks: ofLength(22, "")},
		{name: "decimal", write: distid.ID128.Decimal, read: distid.ParseDecimal128, looks: isDecimal},
		{
			name:  "binary",
			write: func(id distid.ID128) string { return hexOf(id[:]) },
			read:  func(text string) (distid.ID128, error) { return distid.Parse128(hyphenate(text)) },
			looks: ofLength(32, hexDigits),
		},
		{name: "text", write: distid.ID128.String, read: distid.Parse128, looks: ofLength(36, "")},
		{name: "time", write: func(id distid.ID128) string { return isoTime(id.Time()) }},
		{name: "random", write: random75},
	},
	source: func(o mintOptions) (func(context.Context) (distid.ID128, error), error) {
		if !o.at.IsZero() {
			return fixedTime(o.at, distid.NewAt128), nil
		}
		return distid.NewFrom128, nil
	},
}

// hyphenate makes the UUID form of 32 digits. What is no such text stays what it is.
func hyphenate(text string) string {
	if len(text) != 32 {
		return text
	}
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
}

// random75 returns the 75 random bits of an ID128 as 19 digits: 12 bits, then the 63
// behind the variant bit.
func random75(id distid.ID128) string {
	high := new(big.Int).SetUint64(uint64(id[6]&0x0f)<<8 | uint64(id[7]))
	low := new(big.Int).SetBytes(id[8:])
	low.SetBit(low, 63, 0)
	return leftPad(high.Lsh(high, 63).Or(high, low).Text(16), 19)
}

func leftPad(digits string, n int) string {
	return strings.Repeat("0", max(0, n-len(digits))) + digits
}
