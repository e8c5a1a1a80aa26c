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

const maxHigh11 = 1<<11 - 1

// decode48 makes a number from 1 to 2^48-1 of six bytes, little endian.
func decode48(b []byte) uint64 {
	return max(1, uint64(binary.LittleEndian.Uint32(b))|uint64(binary.LittleEndian.Uint16(b[4:]))<<32)
}

// decode75 makes a number from 1 to 2^75-1 of 16 bytes: the top 11 bits of the first
// eight, little endian, above the other eight, little endian.
func decode75(b []byte) random75 {
	return newRandom75(binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]))
}

func newRandom75(a, b uint64) random75 {
	if a >>= 53; a|b == 0 {
		b = 1
	}
	return random75{a, b}
}

// A source draws the random parts for one generator. Its zero value is ready.
//
// A ChaCha8 is many times as fast as the operating system. It gets a new key from there
// whenever the clock has moved, so that copies of a virtual machine go on with the
// same numbers for the rest of a millisecond at most.
type source struct {
	now    uint64 // the clock's reading for which chacha has its key; 0 at first
	chacha rand.ChaCha8
	spare  uint64 // up to five numbers of 11 bits, below a bit that is 1; 0 at first
	bytes  [bytes75]byte
}

// draw48 returns a number from 1 to 2^48-1, made of the next bytes of from unless that is nil.
func (s *source) draw48(from io.Reader, now uint64) (uint64, error) {
	if from != nil {
		b, err := s.read(from, bytes48)
		return decode48(b), err
	}
	if now != s.now {
		s.rekey(now)
	}
	return max(1, s.chacha.Uint64()>>(64-randomBits)), nil
}

// draw75 returns a number from 1 to 2^75-1, made of the next bytes of from unless that is nil.
func (s *source) draw75(from io.Reader, now uint64) (random75, error) {
	if from != nil {
		b, err := s.read(from, bytes75)
		return decode75(b), err
	}
	if now != s.now {
		s.rekey(now)
	}
	if s.spare <= 1 {
		s.spare = s.chacha.Uint64()>>8 | 1<<55
	}
	high := s.spare << 53
	s.spare >>= 11
	return newRandom75(high, s.chacha.Uint64()), nil
}

func (s *source) read(from io.Reader, n int) ([]byte, error) {
	b := s.bytes[:n]
	if _, err := io.ReadFull(from, b); err != nil {
		return b, fmt.Errorf("distid: random source: %w", err)
	}
	return b, nil
}

func (s *source) rekey(now uint64) {
	var key [32]byte
	crand.Read(key[:]) // never fails
	s.chacha.Seed(key)
	s.now, s.spare = now, 0
}
