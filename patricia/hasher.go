package patricia

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"sync"
)

const (
	blockSize  = sha256.BlockSize
	minPadding = 9   // bytes at least that SHA-256 puts after a message: 0x80 and its length in bits
	branchSize = 75  // bytes that are hashed for a branch
	smallSize  = 320 // a message and its padding that fit the buffer of a hasher
)

// hasher takes SHA-256 of short messages in two thirds of the time of
// sha256.Sum256. It pads a message itself, so that the package hashes whole blocks
// only, and then the state of the hash is the result. It is for one goroutine.
type hasher struct {
	sum     hash.Hash
	state   encoding.BinaryAppender
	message [smallSize]byte     // the record hashed last
	blocks  []byte              // it with its padding
	length  int                 // of it
	branch  [2 * blockSize]byte // a branch with its padding
	out     [128]byte
}

// stateMagic begins the state of a SHA-256 as package crypto/sha256 writes it, and tells
// the form of what follows: first of all the hash so far.
const stateMagic = "sha\x03"

// stateIsHash tells whether the state is as expected, which it is for all known
// builds of Go. If it is not, Sum256 does the work.
var stateIsHash = sync.OnceValue(func() bool {
	h := hasher{sum: sha256.New()}
	var ok bool
	if h.state, ok = h.sum.(encoding.BinaryAppender); !ok {
		return false
	}
	for _, n := range []int{0, 1, 60, 200} {
		if h.padded(pad(h.message[:], n)) != sha256.Sum256(h.message[:n]) {
			return false
		}
	}
	return true
})

func newHasher() *hasher {
	h := &hasher{sum: sha256.New()}
	if stateIsHash() {
		h.state = h.sum.(encoding.BinaryAppender)
	}
	h.branch[0] = tagBranch
	pad(h.branch[:], branchSize)
	return h
}

var hashers = sync.Pool{New: func() any { return newHasher() }}

// pad puts the padding after the first n bytes of b and returns both.
func pad(b []byte, n int) []byte {
	end := (n + minPadding + blockSize - 1) / blockSize * blockSize
	b = b[:end]
	clear(b[n:])
	b[n] = 0x80
	binary.BigEndian.PutUint64(b[end-8:], uint64(n)*8)
	return b
}

// padded returns the hash of a message with its padding.
func (h *hasher) padded(blocks []byte) Hash {
	h.sum.Reset()
	h.sum.Write(blocks)
	state, err := h.state.AppendBinary(h.out[:0])
	if err != nil || len(state) < len(stateMagic)+len(Hash{}) || string(state[:len(stateMagic)]) != stateMagic {
		return Hash{}
	}
	return Hash(state[len(stateMagic):])
}

// record returns the hash of what stands for a leaf.
func (h *hasher) record(rec []byte) Hash {
	if h.state == nil || len(rec) > smallSize-minPadding {
		return sha256.Sum256(rec)
	}
	if len(rec) != h.length || h.blocks == nil {
		h.blocks, h.length = pad(h.message[:], len(rec)), len(rec)
	}
	copy(h.message[:], rec)
	return h.padded(h.blocks)
}

// over returns the hash of a branch, like branchHash.
func (h *hasher) over(bit int, count uint64, left, right *Hash) Hash {
	if h.state == nil {
		return branchHash(bit, count, left, right)
	}
	binary.BigEndian.PutUint16(h.branch[1:], uint16(bit))
	binary.BigEndian.PutUint64(h.branch[3:], count)
	copy(h.branch[11:], left[:])
	copy(h.branch[43:], right[:])
	return h.padded(h.branch[:])
}
