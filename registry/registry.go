// Package registry keeps datasets in a store: it creates them, changes them, and
// answers what each held at a time, which entries carry an identifier and how two
// instances differ.
//
// # Layout
//
// The ledger of a dataset is the log "dataset/NAME" of the store; its entries are
// those of package dataset. The pages of its sets and maps (content, tombstones,
// histories, checkpoints of the chain) lie among the store's pages, shared by all
// entries and datasets. Beside the ledger a dataset may have the logs "about/NAME" of what is said of it, "query/NAME" of its
// stored queries, and "checkpoint/NAME" of signed checkpoints, whose entries are the
// notes of package transparency. Nothing else is stored, and nothing is ever
// overwritten. Pages that no entry needs any more are forgotten by Collect.
//
// # Changes
//
// A change is one entry. Its pages are stored first, the entry last, so a crash
// leaves either the whole change or none of it, and pages that nothing refers to.
// Two writers at once: the one whose entry comes second finds the log moved on and
// applies its change again, to the new head. A change that changes nothing adds no
// entry, so it may be retried. ApplyAll stores the entries of many changes at once.
package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

var (
	// ErrNoDataset is returned for a dataset that does not exist.
	ErrNoDataset = errors.New("no such dataset")
	// ErrExists is returned on creating a dataset that exists.
	ErrExists = errors.New("dataset exists")
	// ErrNoInstance is returned for a time before the first entry of a dataset.
	ErrNoInstance = errors.New("no instance at that time")
	// ErrUnresolved is returned for an identifier that no entry carries.
	ErrUnresolved = errors.New("no entry carries the identifier")
	// ErrAbsent is returned for the removal of a granule that is not there.
	ErrAbsent = errors.New("granule is not in the dataset")
	// ErrNoReason is returned for a change that removes granules and does not say why.
	ErrNoReason = errors.New("granules are not removed without a reason")
	// ErrContent is returned on adding a granule that is there with other content.
	ErrContent = errors.New("other content is known of granules in the dataset")
	// ErrPair is returned for a pair of granules of which one cannot take the place of
	// the other.
	ErrPair = errors.New("cannot replace")
	// ErrDamaged is returned when what the store holds contradicts itself.
	ErrDamaged = errors.New("registry: damaged")
)

// logPrefix begins the names of the logs that are ledgers.
const logPrefix = "dataset/"

// Registry is a view of a store; it keeps no state of its own but verified pages in
// memory, for the next changes. It is safe for
// concurrent use, by many processes too where the store is.
type Registry struct {
	store store.Store
	now   func() time.Time
	idle  idleWriters
}

// New returns the registry of the store. now gives the time for new entries; nil
// is time.Now.
func New(s store.Store, now func() time.Time) *Registry {
	if now == nil {
		now = time.Now
	}
	return &Registry{store: s, now: now}
}

// time returns the time as entries keep it.
func (r *Registry) time() time.Time { return r.now().UTC().Truncate(time.Millisecond) }

// Page returns a page of the store, for trees. It asks only for pages that something
// refers to, so one that is not there is lost.
func (r *Registry) Page(ctx context.Context, h patricia.Hash) ([]byte, error) {
	data, err := r.store.Get(ctx, h)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: a page is missing from the store", ErrDamaged)
	}
	return data, err
}

// trees gives the trees of stored entries.
func (r *Registry) trees() trees { return trees{r} }

// set returns the tree of a set of granules.
func (r *Registry) set(root patricia.Root) patricia.Tree { return r.trees().set(root) }

// Datasets returns the names of all datasets in byte order.
func (r *Registry) Datasets(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for name, err := range r.store.Names(ctx, logPrefix) {
			if err != nil {
				yield("", err)
				return
			}
			if !yield(name[len(logPrefix):], nil) {
				return
			}
		}
	}
}

// Creation is what is said of a dataset when it is created.
type Creation struct {
	Title, DOI string // may be empty
	Actor      string // who creates it; may be empty
	NoChain    bool   // do without the MD5 chain: no DI, and fast changes anywhere in the set
}

// Create makes an empty dataset and returns its first entry. It returns ErrExists
// if there is one of that name.
func (r *Registry) Create(ctx context.Context, name string, c Creation) (*dataset.Entry, error) {
	if err := dataset.CheckName(name); err != nil {
		return nil, err
	}
	e := &dataset.Entry{
		Dataset: name, Op: dataset.OpCreate, Recorded: r.time(),
		Title: c.Title, DOI: c.DOI, Actor: c.Actor,
		Chain: !c.NoChain && dataset.ChainAvailable(),
	}
	data, err := e.Seal()
	if err != nil {
		return nil, err
	}
	switch err := r.store.Append(ctx, logPrefix+name, 0, data); {
	case errors.Is(err, store.ErrConflict):
		return nil, fmt.Errorf("%w: %s", ErrExists, name)
	case err != nil:
		return nil, err
	}
	return e, nil
}

// Head returns the newest entry of a dataset, or ErrNoDataset.
func (r *Registry) Head(ctx context.Context, name string) (*dataset.Entry, error) {
	if err := dataset.CheckName(name); err != nil {
		return nil, err
	}
	last, err := r.store.Last(ctx, logPrefix+name)
	if err != nil {
		return nil, noDataset(name, err)
	}
	return parseEntry(name, last)
}

// noDataset turns the store's word for a log that does not exist into ErrNoDataset.
func noDataset(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrNoDataset, name)
	}
	return err
}

// parseEntry reads an entry and checks that it stands where it belongs.
func parseEntry(name string, stored store.Entry) (*dataset.Entry, error) {
	e, err := dataset.ParseEntry(stored.Data)
	if errors.Is(err, dataset.ErrNewerEntry) {
		return nil, fmt.Errorf("entry %d of dataset %s: %w", stored.Seq, name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: entry %d of dataset %s: %v", ErrDamaged, stored.Seq, name, err)
	}
	if e.Dataset != name || e.Seq != stored.Seq {
		return nil, fmt.Errorf("%w: entry %d of dataset %s: it is entry %d of dataset %s", ErrDamaged, stored.Seq, name, e.Seq, e.Dataset)
	}
	return e, nil
}
