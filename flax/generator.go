package flax

import (
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"
)

// A Generator makes IDs. When its clock goes back, the next IDs carry the
// earlier time and so sort before those already made; they are as unique as
// any, since uniqueness rests on the random part alone. A millisecond is never
// exhausted: n IDs in one and the same, on all machines together, hold two equal
// ones with a probability of about n²/2^57, an even chance at 316 million. A
// clock outside the range of the format is an error.
//
// The zero Generator is ready to use. It must not be changed after its first use.
// It is safe for concurrent use when its Clock and Rand are.
//
// # Randomness
//
// Random parts are cryptographic. Without Rand, NewAt reads them from
// crypto/rand. New and Fill read them from ChaCha8 generators, one for each
// thread that runs Go code, keyed with 256 bits of crypto/rand and keyed anew as
// soon as the millisecond changes. So the IDs of a program that makes fewer than
// one a millisecond share no state at all, and a virtual machine that is copied
// while it runs can repeat IDs of the millisecond of the copy only. Reading
// crypto/rand for each ID would leave not even that, but costs about as much as
// reading the clock.
type Generator struct {
	// Clock tells the time of an ID. Nil is time.Now.
	Clock func() time.Time

	// Rand delivers the random part: 7 bytes for each ID, highest byte first.
	// Nil is the source described above.
	Rand io.Reader
}

// std is the generator of the package-level functions.
var std Generator

// New returns an ID of the current time. It is safe for concurrent use.
//
// It panics when the clock of the machine stands before 2015 or after 3 November
// 2049, as in a testing/synctest bubble, whose clock starts in 2000. Use a
// [Generator], which returns an error, where that may happen.
func New() ID {
	id, err := std.New()
	if err != nil {
		panic(err)
	}
	return id
}

// NewAt returns an ID of the millisecond that holds t, for records that are
// older than their ID. Its random part is read from crypto/rand, so it shares no
// state with [New]. The error wraps [ErrInvalid] when t has no ID.
func NewAt(t time.Time) (ID, error) { return std.NewAt(t) }

// New returns an ID of the time that the clock tells. The error wraps
// [ErrInvalid] when that time has no ID, or the error of Rand.
func (g *Generator) New() (ID, error) {
	if g.Clock != nil || g.Rand != nil {
		return g.NewAt(g.now())
	}
	s := sources.Get().(*source)
	now := time.Now()
	ms, ok := millis(now)
	if !ok {
		sources.Put(s)
		return ID{}, errTime(now)
	}
	random := s.at(ms).Uint64()
	sources.Put(s)
	return compose(ms, random), nil
}

// NewAt returns an ID of the millisecond that holds t; it does not read the
// clock. The error wraps [ErrInvalid] when t has no ID, or the error of Rand.
func (g *Generator) NewAt(t time.Time) (ID, error) {
	ms, ok := millis(t)
	if !ok {
		return ID{}, errTime(t)
	}
	if g.Rand != nil {
		return g.read(ms)
	}
	var b [8]byte
	crand.Read(b[:]) // never fails
	return compose(ms, binary.BigEndian.Uint64(b[:])), nil
}

// Fill sets all of ids to new IDs, several times faster than as many calls of
// New. The clock is read once for each 1024 of them. They are in no order within
// a millisecond. The error is as that of New; then ids holds nothing of use.
func (g *Generator) Fill(ids []ID) error {
	const chunk = 1024
	for len(ids) > 0 {
		n := min(len(ids), chunk)
		if err := g.fill(ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

func (g *Generator) fill(ids []ID) error {
	now := g.now()
	ms, ok := millis(now)
	if !ok {
		return errTime(now)
	}
	if g.Rand != nil {
		for i := range ids {
			var err error
			if ids[i], err = g.read(ms); err != nil {
				return err
			}
		}
		return nil
	}
	s := sources.Get().(*source)
	chacha := s.at(ms)
	for i := range ids {
		ids[i] = compose(ms, chacha.Uint64())
	}
	sources.Put(s)
	return nil
}

func (g *Generator) now() time.Time {
	if g.Clock != nil {
		return g.Clock()
	}
	return time.Now()
}

// read returns an ID with the next 7 bytes of Rand.
func (g *Generator) read(ms uint64) (ID, error) {
	b := make([]byte, 8)
	if _, err := io.ReadFull(g.Rand, b[1:]); err != nil {
		return ID{}, fmt.Errorf("flax: read random bytes: %w", err)
	}
	return compose(ms, binary.BigEndian.Uint64(b)), nil
}

// A source is a ChaCha8 generator and the millisecond that it is keyed for.
type source struct {
	ms     uint64
	chacha rand.ChaCha8
}

// sources holds about one source for each thread that runs Go code. The
// millisecond of a new one is out of range, so that it is keyed before it is used.
var sources = sync.Pool{New: func() any { return &source{ms: lastMS + 1} }}

// at returns the generator of s, keyed for the given millisecond.
func (s *source) at(ms uint64) *rand.ChaCha8 {
	if s.ms != ms {
		s.rekey(ms)
	}
	return &s.chacha
}

func (s *source) rekey(ms uint64) {
	var key [32]byte
	crand.Read(key[:]) // never fails
	s.chacha.Seed(key)
	s.ms = ms
}
