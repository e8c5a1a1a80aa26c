package registry

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// A change in the middle of a set gives the chain other values up to the end, so the
// chain of each entry has to be computed from its first change on. But the granules,
// which cost more to read than to add to a chain, are almost the same in entries that
// follow each other. So they are read once for many entries, whose chains are
// computed at the same time, on all cores.
const (
	maxLinks       = 32    // entries whose chains are computed together
	maxLinkChanges = 16384 // granules that they add and remove, all together
	segmentLen     = 4096  // granules of the oldest set that are read at a time
)

// chains are entries of a ledger, one after the other, whose chains are to be
// recomputed.
type chains struct {
	trees          // read from the store
	kept    trees  // read from memory if they have been read before
	links   []link // the entries
	changes int    // of all links
}

// link is an entry whose chain is to be recomputed.
type link struct {
	prev, entry *dataset.Entry
	changes     []patricia.Change // ascending, at least one
}

// takes tells whether entry e can be among the chains, after those that are there.
func (c *chains) takes(prev, e *dataset.Entry) bool {
	return keepsChain(e) && (prev.HasDI() || prev.Root.Count == 0) &&
		e.Added+e.Removed <= uint64(maxLinkChanges-c.changes) && len(c.links) < maxLinks
}

// keepsChain tells whether an entry has a chain that can be recomputed.
func keepsChain(e *dataset.Entry) bool { return e.HasDI() && dataset.ChainAvailable() }

func (c *chains) add(l link) {
	c.links = append(c.links, l)
	c.changes += len(l.changes)
}

// verify recomputes the chains, compares them with what the entries say, and forgets
// them.
func (c *chains) verify(ctx context.Context) error {
	if len(c.links) == 0 {
		return nil
	}
	defer func() { c.links, c.changes = nil, 0 }()
	all, err := c.compute(ctx)
	if err != nil {
		return err
	}
	for i, l := range c.links {
		if err := c.compare(ctx, l.prev, l.entry, all[i+1].result()); err != nil {
			return fmt.Errorf("entry %d of dataset %s: %w", l.entry.Seq, l.entry.Dataset, err)
		}
	}
	return nil
}

// compare returns an error unless the chain of an entry is what the entry says.
func (t trees) compare(ctx context.Context, prev, e *dataset.Entry, got chainResult) error {
	if got.sum != e.DI {
		return fmt.Errorf("%w: it says DI %s, the granules give %s", ErrDamaged, e.DI, got.sum)
	}
	checkpoints, err := t.checkpoint(ctx, prev, got, func(patricia.Page) error { return nil })
	if err != nil {
		return err
	}
	if checkpoints != e.Checkpoints {
		return fmt.Errorf("%w: its checkpoints are not those of the chain", ErrDamaged)
	}
	return nil
}

// strand is one of several chains on their way. It begins where its set parts from
// that of the one before, with a copy of the chain there.
type strand struct {
	rechaining
	begun bool
	rest  []patricia.Change // of its entry, that are still ahead
	ids   [][]byte          // its granules of this segment
	start int               // of these, where it begins
	from  chan dataset.Chain
	forks []fork // of other strands from it in this segment, by place
}

// fork is a place where another strand begins.
type fork struct {
	at int
	to chan dataset.Chain
}

func (s *strand) result() chainResult {
	r := s.chainResult
	r.sum, _ = s.chain.Sum()
	return r
}

// compute goes through the set before the first link. It returns a strand for that
// set, which only helps the others to begin, and one for each link.
func (c *chains) compute(ctx context.Context) ([]strand, error) {
	all := make([]strand, len(c.links)+1)
	first := c.links[0].changes[0].ID
	for i, l := range c.links {
		all[i+1].rest = l.changes
		if id := l.changes[0].ID; bytes.Compare(id, first) < 0 {
			first = id
		}
	}
	head := c.links[0].prev
	base, after, err := c.kept.resume(ctx, head, first)
	if err != nil {
		return nil, err
	}
	all[0].rechaining, all[0].begun = *base, true
	if base.chain.Count() < head.Root.Count {
		segment := make([][]byte, 0, segmentLen)
		for it, err := range c.kept.set(head.Root).All(ctx, after) {
			if err != nil {
				return nil, err
			}
			if bytes.Equal(it.ID, after) {
				continue
			}
			if segment = append(segment, it.ID); len(segment) == segmentLen {
				advance(all, segment, it.ID)
				segment = make([][]byte, 0, segmentLen)
			}
		}
		all[0].ids = segment
	}
	advance(all, all[0].ids, nil)
	return all, ctx.Err()
}

// advance takes the strands through a segment: the granules of the oldest set up to
// last, and the changes up to there; all that is left without last.
func advance(all []strand, segment [][]byte, last []byte) {
	all[0].ids = segment
	for i := range all[1:] {
		s := &all[i+1]
		n := len(s.rest)
		if last != nil {
			n = sort.Search(n, func(k int) bool { return bytes.Compare(s.rest[k].ID, last) > 0 })
		}
		s.ids = merged(all[i].ids, s.rest[:n])
		s.start = 0
		if n > 0 && !s.begun {
			s.start, _ = slices.BinarySearchFunc(s.ids, s.rest[0].ID, bytes.Compare)
			s.from = make(chan dataset.Chain, 1)
		}
		s.rest = s.rest[n:]
	}
	begin(all)
	var work sync.WaitGroup
	for i := range all {
		// The first strand is of use until the second one has begun.
		if s := &all[i]; s.begun && (i > 0 || !all[1].begun || len(s.forks) > 0) {
			work.Go(s.run)
		}
	}
	work.Wait()
}

// merged returns the IDs with the changes made.
func merged(ids [][]byte, changes []patricia.Change) [][]byte {
	if len(changes) == 0 {
		return ids
	}
	out := make([][]byte, 0, len(ids)+len(changes))
	for _, c := range changes {
		n, found := slices.BinarySearchFunc(ids, c.ID, bytes.Compare)
		out = append(out, ids[:n]...)
		if ids = ids[n:]; found {
			ids = ids[1:]
		}
		if !c.Delete {
			out = append(out, c.ID)
		}
	}
	return append(out, ids...)
}

// begin lets each strand that has its first change in this segment begin: at the
// nearest strand before it that is under way at that place. Up to there the sets of
// both, and of those between, are the same.
func begin(all []strand) {
	for i := 1; i < len(all); i++ {
		s := &all[i]
		if s.from == nil {
			continue
		}
		k := i - 1
		for !all[k].begun || all[k].start > s.start {
			k--
		}
		all[k].forks = append(all[k].forks, fork{s.start, s.from})
		s.begun = true
	}
	for i := range all {
		slices.SortFunc(all[i].forks, func(a, b fork) int { return a.at - b.at })
	}
}

// run adds the granules of the segment to the chain.
func (s *strand) run() {
	if s.from != nil {
		s.chain = <-s.from
		s.keep = s.chain.Count() / dataset.CheckpointInterval
		s.from = nil
	}
	forks := s.forks
	for i := s.start; i < len(s.ids); i++ {
		for ; len(forks) > 0 && forks[0].at == i; forks = forks[1:] {
			forks[0].to <- s.chain
		}
		s.add(s.ids[i])
	}
	for _, f := range forks {
		f.to <- s.chain
	}
	s.ids, s.forks, s.start = nil, nil, 0
}
