package registry

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// movesReader reads histories: those of stored entries or, while entries are made,
// of these too.
type movesReader struct {
	sets, maps trees
	entry      func(ctx context.Context, seq uint64) (*dataset.Entry, error)
}

// fold makes the history of e, which is not stored yet, from those in its span and
// from the sets that none of them is about.
func (p *pass) fold(ctx context.Context, e *dataset.Entry, sink patricia.Sink) (*dataset.History, error) {
	m := movesReader{p.trees, p.trees, func(ctx context.Context, seq uint64) (*dataset.Entry, error) {
		if seq == e.Seq {
			return e, nil
		}
		return p.entry(ctx, seq)
	}}
	return m.history(ctx, e, sink)
}

// history makes the history of entry e anew; the one that it has is not looked at.
func (m movesReader) history(ctx context.Context, e *dataset.Entry, sink patricia.Sink) (*dataset.History, error) {
	span := dataset.SpanAt(e.Seq)
	h := &dataset.History{}
	var sources []iter.Seq2[move, error]
	single := func(entry *dataset.Entry) error {
		changes := entry.Added + entry.Removed
		switch {
		case dataset.IsLarge(changes, span):
			h.Large = append(h.Large, entry.Seq)
		case changes > 0:
			prev, err := m.entry(ctx, entry.Seq-1)
			if err != nil {
				return err
			}
			sources = append(sources, m.movesOf(ctx, prev, entry))
		}
		return nil
	}
	for seq := e.Seq; seq > e.Seq-span; {
		entry := e
		if seq != e.Seq {
			var err error
			if entry, err = m.entry(ctx, seq); err != nil {
				return nil, err
			}
		}
		if entry == e || entry.History == nil {
			if err := single(entry); err != nil {
				return nil, err
			}
			seq--
			continue
		}
		sources = append(sources, m.movesIn(ctx, entry))
		for _, large := range entry.History.Large {
			entry, err := m.entry(ctx, large)
			if err != nil {
				return nil, err
			}
			if err := single(entry); err != nil {
				return nil, err
			}
		}
		seq -= dataset.SpanAt(seq)
	}
	slices.Sort(h.Large)
	var err error
	h.Root, err = buildMoves(e.Seq, sources, sink)
	return h, err
}

// move is a granule and the entries that added or removed it.
type move struct {
	id      []byte
	entries []uint64 // ascending
}

// movesOf returns what one entry added and removed.
func (m movesReader) movesOf(ctx context.Context, prev, e *dataset.Entry) iter.Seq2[move, error] {
	return func(yield func(move, error) bool) {
		for d, err := range m.sets.set(prev.Root).Diff(ctx, m.sets.set(e.Root)) {
			if !yield(move{d.ID, []uint64{e.Seq}}, err) || err != nil {
				return
			}
		}
	}
}

// movesIn returns what is in the history of an entry.
func (m movesReader) movesIn(ctx context.Context, e *dataset.Entry) iter.Seq2[move, error] {
	return func(yield func(move, error) bool) {
		for it, err := range m.maps.moves(e).All(ctx, nil) {
			var entries []uint64
			if err == nil {
				entries, err = parseMoves(e, it)
			}
			if !yield(move{it.ID, entries}, err) || err != nil {
				return
			}
		}
	}
}

// parseMoves reads an item of an entry's history.
func parseMoves(e *dataset.Entry, it patricia.Item) ([]uint64, error) {
	entries, err := dataset.ParseMoves(nil, e.Seq, it.Value)
	if err != nil {
		return nil, fmt.Errorf("%w: dataset %s: granule %q: %v", ErrDamaged, e.Dataset, it.ID, err)
	}
	return entries, nil
}

// buildMoves merges the sources into the map of entry seq's history.
func buildMoves(seq uint64, sources []iter.Seq2[move, error], sink patricia.Sink) (patricia.Root, error) {
	b := patricia.NewBuilder(patricia.Map, sink)
	var value []byte
	for m, err := range merge(sources) {
		if err != nil {
			return patricia.Root{}, err
		}
		value = dataset.AppendMoves(value[:0], seq, m.entries)
		if err := b.Put(m.id, value); err != nil {
			return patricia.Root{}, err
		}
	}
	return b.Root()
}

// merge returns the moves of all sources by ID, each ID once. It halves the sources
// until there is one, so that each move is compared log2 of their number times.
func merge(sources []iter.Seq2[move, error]) iter.Seq2[move, error] {
	switch n := len(sources); n {
	case 0:
		return func(func(move, error) bool) {}
	case 1:
		return sources[0]
	default:
		return merge2(merge(sources[:n/2]), merge(sources[n/2:]))
	}
}

func merge2(a, b iter.Seq2[move, error]) iter.Seq2[move, error] {
	return func(yield func(move, error) bool) {
		next, stop := iter.Pull2(b)
		defer stop()
		y, err, ok := next()
		for x, failed := range a {
			if failed != nil {
				yield(x, failed)
				return
			}
			for ok && (err != nil || bytes.Compare(y.id, x.id) < 0) {
				if !yield(y, err) || err != nil {
					return
				}
				y, err, ok = next()
			}
			if ok && bytes.Equal(x.id, y.id) {
				x.entries = slices.Concat(x.entries, y.entries)
				slices.Sort(x.entries)
				y, err, ok = next()
			}
			if !yield(x, nil) {
				return
			}
		}
		for ; ok; y, err, ok = next() {
			if !yield(y, err) || err != nil {
				return
			}
		}
	}
}
