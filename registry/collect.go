package registry

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-05176fc3/idem/store"
)

// Collected says what Collect has done, or what it would do.
type Collected struct {
	Kept, KeptBytes           uint64 // pages to which something refers
	Forgotten, ForgottenBytes uint64 // pages to which nothing refers
}

// CollectOptions are the ways in which Collect can be asked to work.
type CollectOptions struct {
	DryRun   bool               // count only
	Progress func(granules int) // if not nil, is told the number of granules read
}

// collectPages is the number of pages that are forgotten at a time: few enough that
// no writer waits for long.
const collectPages = 1000

// collectUnseen is the number of granules that entries may have added or removed if
// writers are to wait until their pages have been looked at.
const collectUnseen = 100_000

// errBehind is returned when there are more.
var errBehind = errors.New("registry: large entries have come")

// Collect forgets the pages to which no entry of any dataset refers. They are left by
// changes that were cut off, failed or lost a race. It is safe beside writers, also
// of other processes: an entry that comes meanwhile keeps its pages, and a change
// whose pages are forgotten before its entry is there does its work again.
//
// It verifies all pages that are kept, and if one of them is damaged or missing it
// forgets nothing at all. The same holds for a store with logs that this version does not
// know. It keeps about 200 bytes of memory for each page. A store that cannot forget
// pages is errors.ErrUnsupported.
func (r *Registry) Collect(ctx context.Context, o CollectOptions) (Collected, error) {
	c, ok := r.store.(store.Collector)
	if !ok {
		return Collected{}, fmt.Errorf("forgetting pages: %w by the store", errors.ErrUnsupported)
	}
	g := &collection{store: c, survey: newSurvey(r, r, o.Progress), dryRun: o.DryRun}
	if err := g.survey.follow(ctx); err != nil {
		return Collected{}, err
	}
	for p, err := range c.Stored(ctx) {
		if err != nil {
			return g.Collected, err
		}
		if g.survey.refers(p.Hash) {
			g.keep(p)
			continue
		}
		if g.dead = append(g.dead, p); len(g.dead) < collectPages {
			continue
		}
		if err := g.sweep(ctx); err != nil {
			return g.Collected, err
		}
	}
	return g.Collected, g.sweep(ctx)
}

// collection is a Collect in progress.
type collection struct {
	Collected
	store  store.Collector
	survey *survey
	dryRun bool
	dead   []store.PageInfo // pages to which nothing referred when they were looked at
}

func (g *collection) keep(p store.PageInfo) {
	g.Kept++
	g.KeptBytes += uint64(p.Size)
}

// sweep forgets the dead pages, less those to which an entry refers that came since.
func (g *collection) sweep(ctx context.Context) error {
	if len(g.dead) == 0 {
		return nil
	}
	// Most of what is new is looked at before the writers have to wait.
	err := g.survey.follow(ctx)
	if err == nil && !g.dryRun {
		err = g.store.Forget(ctx, g.choose)
	}
	switch {
	case errors.Is(err, errBehind):
		return g.sweep(ctx)
	case err != nil:
		return err
	}
	for _, p := range g.dead {
		if g.survey.refers(p.Hash) {
			g.keep(p)
			continue
		}
		g.Forgotten++
		g.ForgottenBytes += uint64(p.Size)
	}
	g.dead = g.dead[:0]
	return nil
}

// choose returns the dead pages that are so still, while no entry can be appended.
func (g *collection) choose(ctx context.Context) ([][32]byte, error) {
	switch n, err := g.survey.unseen(ctx); {
	case err != nil:
		return nil, err
	case n > collectUnseen:
		return nil, errBehind
	}
	if err := g.survey.follow(ctx); err != nil {
		return nil, err
	}
	var hashes [][32]byte
	for _, p := range g.dead {
		if !g.survey.refers(p.Hash) {
			hashes = append(hashes, p.Hash)
		}
	}
	return hashes, nil
}
