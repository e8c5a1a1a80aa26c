package patricia

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// First bytes of what is hashed, so that no node can pass for one of another
// sort.
const (
	tagSetLeaf = 0x00
	tagBranch  = 0x01
	tagMapLeaf = 0x02
)

// noBit is greater than every index of a bit.
const noBit = 1 << 16

// branchHash is the hash of the node that parts two subtrees at the given bit.
func branchHash(bit int, count uint64, left, right *Hash) Hash {
	var b [75]byte
	b[0] = tagBranch
	binary.BigEndian.PutUint16(b[1:], uint16(bit))
	binary.BigEndian.PutUint64(b[3:], count)
	copy(b[11:], left[:])
	copy(b[43:], right[:])
	return sha256.Sum256(b[:])
}

// critBit returns the index of the first bit in which a and b differ, each
// followed by zeros without end, or noBit if they are equal. In a sorted sequence
// the critical bit of two IDs is the least of those between their neighbours.
func critBit(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.BigEndian.Uint64(a[i:]) ^ binary.BigEndian.Uint64(b[i:]); x != 0 {
			return i*8 + bits.LeadingZeros64(x)
		}
	}
	for ; i < n; i++ {
		if x := a[i] ^ b[i]; x != 0 {
			return i*8 + bits.LeadingZeros8(x)
		}
	}
	// No ID holds a zero byte, so the longer one differs in its next byte.
	switch {
	case len(a) > n:
		return n*8 + bits.LeadingZeros8(a[n])
	case len(b) > n:
		return n*8 + bits.LeadingZeros8(b[n])
	}
	return noBit
}

// bitOf returns the bit of id with the given index.
func bitOf(id []byte, bit int) byte {
	if i := bit >> 3; i < len(id) {
		return id[i] >> (7 - bit&7) & 1
	}
	return 0
}

func indexZero(id []byte) int { return bytes.IndexByte(id, 0) }
