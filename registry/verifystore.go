package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime"
	"sync"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// Part is a part of a store, and what VerifyStore found there: a log, or all pages
// together, or one page that is wrong.
type Part struct {
	Log      string // name of the log; empty for pages
	Known    bool   // whether it is known what the entries of the log say
	Ledger   bool   // the log is the ledger of a dataset
	Entries  uint64 // of the log, if Err is nil
	Granules uint64 // of the newest set, for the ledger of a dataset
	Pages    *PageCount
	Err      error // why it is not sound, nil if it is
}

// PageCount counts the pages of a store.
type PageCount struct {
	Pages, Bytes uint64
	// Orphans are those to which nothing refers: Collect forgets them. They are nil
	// if a ledger is damaged, because it cannot be told then.
	Orphans *Orphans
}

// Orphans counts pages to which nothing refers.
type Orphans struct{ Pages, Bytes uint64 }

// VerifyStore verifies everything: each ledger as Verify does, the other logs as far
// as their form is known, and every page, also those to which nothing refers. It
// yields the logs by name, then the pages. What is wrong stands in the parts, and it
// goes on after that; an error of the sequence ends it. Beside writers, pages whose entry
// is still to come count as orphans.
func (r *Registry) VerifyStore(ctx context.Context, progress func(granules int)) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		v := newVerifier(r, progress)
		whole := true // all ledgers are
		for log, err := range r.store.Names(ctx, "") {
			if err != nil {
				yield(Part{}, err)
				return
			}
			part := v.log(ctx, log)
			if err := ctx.Err(); err != nil {
				yield(Part{}, err)
				return
			}
			whole = whole && (part.Err == nil || !part.Ledger)
			if !yield(part, nil) {
				return
			}
		}
		v.pages(ctx, whole, yield)
	}
}

// log verifies a log of any kind.
func (v *verifier) log(ctx context.Context, log string) Part {
	part := Part{Log: log}
	kind, name := kindOf(log)
	switch {
	case kind == nil:
		part.Entries, part.Err = v.readable(ctx, log)
		return part
	case kind.check == nil:
		var verified Verified
		verified, part.Err = v.dataset(ctx, name)
		part.Entries, part.Granules, part.Ledger = verified.Entries, verified.Granules, true
	default:
		part.Entries, part.Err = kind.check(ctx, v.registry, name)
	}
	part.Known = true
	return part
}

// readable reads a log of which nothing else is known.
func (v *verifier) readable(ctx context.Context, log string) (n uint64, err error) {
	for _, err := range v.registry.store.Read(ctx, log, 0) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// pages verifies all pages to which nothing seen refers, the others have been, and
// counts them all.
func (v *verifier) pages(ctx context.Context, whole bool, yield func(Part, error) bool) {
	c, ok := v.registry.store.(store.Collector)
	if !ok {
		return // the engine does not tell its pages
	}
	count := &PageCount{}
	var rest []store.PageInfo
	for p, err := range c.Stored(ctx) {
		if err != nil {
			if ctx.Err() != nil {
				yield(Part{}, err)
				return
			}
			whole = false // there may be more of them
			if !yield(Part{Err: err}, nil) {
				return
			}
			break
		}
		count.Pages++
		count.Bytes += uint64(p.Size)
		if !v.refers(p.Hash) {
			rest = append(rest, p)
		}
	}
	if whole {
		if err := v.follow(ctx); err != nil && !errors.Is(err, errUnknownLog) {
			yield(Part{}, err)
			return
		}
		count.Orphans = &Orphans{}
	}
	for part, err := range v.single(ctx, rest) {
		if !yield(part, err) || err != nil {
			return
		}
	}
	for _, p := range rest {
		if count.Orphans != nil && !v.refers(p.Hash) {
			count.Orphans.Pages++
			count.Orphans.Bytes += uint64(p.Size)
		}
	}
	yield(Part{Pages: count}, nil)
}

// single verifies pages each by itself, on all cores, and yields those that are wrong.
func (v *verifier) single(ctx context.Context, pages []store.PageInfo) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		todo, wrong := make(chan patricia.Hash), make(chan error)
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for h := range todo {
					if err := v.page(ctx, h); err != nil {
						wrong <- err
					}
				}
			})
		}
		go func() {
			defer close(wrong)
			defer workers.Wait()
			defer close(todo)
			for _, p := range pages {
				select {
				case todo <- p.Hash:
				case <-ctx.Done():
					return
				}
			}
		}()
		more := true
		for err := range wrong {
			if more = more && ctx.Err() == nil && yield(Part{Err: err}, nil); !more {
				cancel()
			}
		}
		failed := ctx.Err()
		cancel()
		if more && failed != nil {
			yield(Part{}, failed)
		}
	}
}

// page verifies one page, unless it has been forgotten meanwhile.
func (v *verifier) page(ctx context.Context, h patricia.Hash) error {
	data, err := v.registry.store.Get(ctx, h)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if err := (patricia.Page{Hash: h, Data: data}).Check(); err != nil {
		return fmt.Errorf("page to which nothing refers: %w", err)
	}
	return nil
}
