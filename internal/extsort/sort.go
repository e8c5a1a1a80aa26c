package extsort

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// entry is one record of the buffer.
type entry struct {
	key  uint64 // the bytes that the current step of sorting looks at
	off  uint32 // in the arena
	size uint32 // in bytes
}

const entrySize = 16

// in returns the record in its arena.
func (e entry) in(arena []byte) []byte {
	end := e.off + e.size
	return arena[e.off:end:end]
}

// small is the number of records below which comparing them whole is faster.
const small = 24

// sortFrom sorts records that agree in their first depth bytes. Each step sorts
// by seven bytes, held beside the offset so that a comparison does not touch the
// record, and goes on with each group of records that agree in them. IDs of one
// dataset agree in long stretches: a step begins behind what all its records have
// in common. Worst case O(n log n) comparisons for each seven bytes of the records.
func sortFrom(arena []byte, entries []entry, depth int) {
	if len(entries) < small {
		slices.SortFunc(entries, func(a, b entry) int {
			return bytes.Compare(a.in(arena)[depth:], b.in(arena)[depth:])
		})
		return
	}
	depth = commonPrefix(arena, entries, depth)
	for i := range entries {
		entries[i].key = sortKey(entries[i].in(arena)[depth:])
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	for len(entries) > 0 {
		key, n := entries[0].key, 1
		for n < len(entries) && entries[n].key == key {
			n++
		}
		if n > 1 && key&0xff > keyBytes {
			sortFrom(arena, entries[:n], depth+keyBytes)
		}
		entries = entries[n:]
	}
}

// commonPrefix returns the length of the longest common prefix of all records,
// which is at least depth.
func commonPrefix(arena []byte, entries []entry, depth int) int {
	common := entries[0].in(arena)
	for _, e := range entries[1:] {
		if len(common) == depth {
			break
		}
		record := e.in(arena)
		n := depth
		for n < len(common) && n < len(record) && common[n] == record[n] {
			n++
		}
		common = common[:n]
	}
	return len(common)
}

const keyBytes = 7

// sortKey returns the first seven bytes of b and below them the length of b, or 8
// if it goes on. So keys compare as the strings do, a string stands before every
// longer one that begins with it, and equal keys of up to 7 are equal strings.
func sortKey(b []byte) uint64 {
	if len(b) > keyBytes {
		return binary.BigEndian.Uint64(b)&^0xff | (keyBytes + 1)
	}
	var key uint64
	for i, c := range b {
		key |= uint64(c) << (56 - 8*i)
	}
	return key | uint64(len(b))
}
