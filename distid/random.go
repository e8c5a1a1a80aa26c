package distid

import (
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
)

const (
	bytes48 = 6
	bytes75 = 16
)

// random75 is a number of 75 bits: 11 high ones and 64 low ones.
type random75 struct{ hi, lo uint64 }

const (
	highBits  = 11
	maxHigh11 = 1<<highBits - 1
)

// decode48 makes a number from 1 to 2^48-1 of six bytes, little endian.
func decode48(b []byte) uint64 {
	return max(1, uint64(binary.LittleEndian.Uint32(b))|uint64(binary.LittleEndian.Uint16(b[4:]))<<32)
}

// decode75 makes a number from 1 to 2^75-1 of 16 bytes: the top 11 bits of the first
// eight, little endian, above the other eight, little endian.
func decode75(b []byte) random75 { return newRandom75(decodeHigh(b), decodeLow(b)) }

func decodeHigh(b []byte) uint64 { return binary.LittleEndian.Uint64(b) >> (64 - highBits) }

func decodeLow(b []byte) uint64 { return binary.LittleEndian.Uint64(b[8:]) }

func newRandom75(hi, lo uint64) random75 {
	if hi|lo == 0 {
		lo = 1
	}
	return random75{hi, lo}
}

// A source draws the random parts for one generator. Its zero value is ready.
//
// A ChaCha8 is many times as fast as the operating system. It gets a new key from there
// whenever the clock has moved, so that copies of a virtual machine go on with the
// same numbers for the rest of a millisecond at most.
type source struct {
	now    uint64 // the clock's reading for which chacha has its key; 0 at first
	chacha rand.ChaCha8
	bytes  [bytes75]byte // last read
}

// at prepares the ChaCha8, unless there is a reader to draw from, for the given reading of
// the clock. Once does for all draws at that reading.
func (s *source) at(from io.Reader, now uint64) {
	if from != nil || now == s.now {
		return
	}
	var key [32]byte
	crand.Read(key[:]) // never fails
	s.chacha.Seed(key)
	s.now = now
}

// draw48 returns a number from 1 to 2^48-1. It and drawLow know nothing of readers, so
// that they are inlined into the loops that make batches.
func (s *source) draw48() uint64 { return max(1, s.chacha.Uint64()>>(64-randomBits)) }

// read48 is draw48 from a reader.
func (s *source) read48(from io.Reader) (uint64, error) {
	err := s.read(from, bytes48)
	return decode48(s.bytes[:]), err
}

// drawLow returns the low 64 bits of a number of 75.
func (s *source) drawLow() uint64 { return s.chacha.Uint64() }

// readLow is drawLow from a reader.
func (s *source) readLow(from io.Reader) (uint64, error) {
	err := s.read(from, bytes75)
	return decodeLow(s.bytes[:]), err
}

// high returns the 11 bits above the low ones just drawn or read. Few IDs need them:
// a reader delivers them all the same, but the ChaCha8 is spared the work.
func (s *source) high(from io.Reader) uint64 {
	if from != nil {
		return decodeHigh(s.bytes[:])
	}
	return s.chacha.Uint64() >> (64 - highBits)
}

func (s *source) read(from io.Reader, n int) error {
	if _, err := io.ReadFull(from, s.bytes[:n]); err != nil {
		return fmt.Errorf("distid: random source: %w", err)
	}
	return nil
}
