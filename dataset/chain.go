package dataset

import (
	"crypto/fips140"
	"crypto/md5"
)

// CheckpointInterval is the number of IDs from one checkpoint of a chain to the
// next.
const CheckpointInterval = 4096

// ChainAvailable reports whether this process may calculate chains. Under
// GODEBUG=fips140=only Go refuses MD5, and Chain.Add panics.
func ChainAvailable() bool { return !fips140.Enforced() }

// A Chain is a calculation of the legacy identifier (DI) of a set, whose IDs are
// added one by one in byte order. The zero Chain is that of the empty set. A copy
// goes on by itself.
//
// The last value alone is enough to go on with IDs that sort after all others.
// For other changes keep checkpoints: the value and the count after every
// [CheckpointInterval]-th ID. A change recalculates from the last checkpoint
// before the first ID that it adds or removes, see [ResumeChain].
type Chain struct {
	sum   DI
	count uint64
}

// ResumeChain returns the chain that had the value sum after count IDs. With
// count 0 it is the empty chain, whatever sum is.
func ResumeChain(count uint64, sum DI) Chain {
	if count == 0 {
		return Chain{}
	}
	return Chain{sum: sum, count: count}
}

// Add adds the next ID, which is one that [CheckID] accepts and sorts after all
// IDs before it. It does not allocate. It panics unless [ChainAvailable].
func (c *Chain) Add(id []byte) {
	var buf [2*len(c.sum) + 1 + MaxID + 1]byte
	text := buf[:0]
	if c.count > 0 {
		text = append(appendHex(text, c.sum[:]), '\n')
	}
	text = append(append(text, id...), '\n')
	c.sum = md5.Sum(text)
	c.count++
}

// Count returns the number of IDs added.
func (c *Chain) Count() uint64 { return c.count }

// Sum returns the DI of the IDs added; ok is false for the empty set, which has
// none.
func (c *Chain) Sum() (sum DI, ok bool) { return c.sum, c.count > 0 }

// AtCheckpoint reports whether the value after the ID added last is a
// checkpoint.
func (c *Chain) AtCheckpoint() bool {
	return c.count > 0 && c.count%CheckpointInterval == 0
}
