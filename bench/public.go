package main

import (
	"crypto/aes"

	"github.com/sqids/sqids-go"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/publicid"
)

// public is public identities, both ways. One AES block is their floor. Sqids hide
// nothing from those who look, but are in use for the same.
func public() group {
	numbers := take(counter())
	decimals := convert(take(distid.New), func(id distid.ID) [16]byte { return id })
	uuids := convert(take(distid.New128), func(id distid.ID128) [16]byte { return id })

	key := publicid.GenerateKey()
	c := sure(publicid.NewConverter(key))
	ring := sure(publicid.NewKeyRing('a', key))
	sealer := sure(publicid.NewInt64Sealer(ring, "user"))
	sealer128 := sure(publicid.NewUUIDSealer[[16]byte](ring, "user"))
	squids := sure(sqids.New())

	publicNumbers := convert(numbers, func(v int64) publicid.ID { return sure(c.EncodeInt64(v)) })
	publicDecimals := convert(decimals, func(v [16]byte) publicid.ID { return sure(c.EncodeDistributed(v)) })
	publicUUIDs := convert(uuids, c.EncodeUUID)
	texts := convert(publicNumbers, publicid.ID.Alphanumeric)
	sealed := convert(numbers, func(v int64) string { return sure(sealer.Encode(v)) })
	sealed128 := convert(uuids, func(v [16]byte) string { return sure(sealer128.Encode(v)) })
	squid := func(v int64) string { return sure(squids.Encode([]uint64{uint64(v)})) }

	goals := []goal{atMostTimes(2, aesBlock)}
	return group{"public identities", []benchmark{
		{name: aesBlock, op: over(uuids, blockAfterBlock()), floor: true},
		{name: "AES-256 block, overlapping", op: over(uuids, overlappingBlocks())},
		{name: "empty call", op: over(uuids, func(v [16]byte) [16]byte { return v })},
		{name: "plain, int64", op: overSure(numbers, c.EncodeInt64), goals: goals},
		{name: "plain, int64, back", op: overSure(publicNumbers, c.DecodeInt64), goals: goals},
		{name: "plain, distributed", op: overSure(decimals, c.EncodeDistributed), goals: goals},
		{name: "plain, distributed, back", op: overSure(publicDecimals, c.DecodeDistributed), goals: goals},
		{name: "plain, UUID", op: over(uuids, c.EncodeUUID), goals: goals},
		{name: "plain, UUID, back", op: over(publicUUIDs, c.DecodeUUID), goals: goals},
		{name: "plain, int64 to text", op: appending(numbers, func(v int64, b []byte) []byte {
			id, _ := c.EncodeInt64(v)
			return id.AppendAlphanumeric(b)
		})},
		{name: "plain, int64 to text, back", op: overSure(texts, func(s string) (int64, error) {
			id, err := publicid.Parse(s)
			if err != nil {
				return 0, err
			}
			return c.DecodeInt64(id)
		})},
		{name: "sealed, int64", op: appending(numbers, func(v int64, b []byte) []byte {
			b, _ = sealer.AppendEncode(b, v)
			return b
		})},
		{name: "sealed, int64, back", op: overSure(sealed, sealer.Decode)},
		{name: "sealed, UUID", op: appending(uuids, func(v [16]byte, b []byte) []byte {
			b, _ = sealer128.AppendEncode(b, v)
			return b
		})},
		{name: "sealed, UUID, back", op: overSure(sealed128, sealer128.Decode)},
		{name: "sqids, int64", op: over(numbers, squid)},
		{name: "sqids, int64, back", op: over(convert(numbers, squid), squids.Decode)},
	}}
}

const aesBlock = "AES-256 block"

// blockAfterBlock returns a function that does nothing but AES. Each block needs the one
// before, so that its time is that of a single block.
func blockAfterBlock() func([16]byte) byte {
	block := sure(aes.NewCipher(make([]byte, 32)))
	b := make([]byte, aes.BlockSize)
	return func([16]byte) byte {
		block.Encrypt(b, b)
		return 0
	}
}

// overlappingBlocks does without that, so that the processor works on several at a time.
func overlappingBlocks() func([16]byte) byte {
	block := sure(aes.NewCipher(make([]byte, 32)))
	src, dst := make([]byte, aes.BlockSize), make([]byte, aes.BlockSize)
	return func([16]byte) byte {
		block.Encrypt(dst, src)
		return 0
	}
}

// counter gives IDs such as those of a table with a few thousand rows.
func counter() func() int64 {
	var v int64
	return func() int64 {
		v += 37
		return v
	}
}

func sure[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
