package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/store"
)

var (
	// ErrMismatch is returned for an entry that is not the one at which its changes
	// arrive.
	ErrMismatch = errors.New("registry: the entry does not follow from its changes")
	// ErrDiverged is returned on importing a dataset that the store has with another
	// history.
	ErrDiverged = errors.New("the store has another history of the dataset")
)

// Given is an entry of another store and what it did, in byte order. Both may be
// ranged over several times.
type Given struct {
	Entry  []byte
	Deltas iter.Seq2[Delta, error]
}

// Copy is a dataset as another store has it.
type Copy struct {
	Name   string
	Ledger iter.Seq2[Given, error] // all entries; may be ranged over several times
	// Logs are the other logs of the dataset by their kind, see LogKinds.
	Logs map[string]iter.Seq2[[]byte, error]
}

// Imported says what Import has done.
type Imported struct {
	Head  *dataset.Entry // the newest entry that was given
	Made  uint64         // entries that were not there before
	There uint64         // entries that were
	Later uint64         // entries of the store that follow those
}

// Import makes each change of a copy again and compares each entry at which it arrives
// with the one that is given, byte by byte: so it recomputes all identifiers, roots,
// counts, checkpoints, tombstones and histories. Then it stores all entries in one
// step. The first entry that is another one is ErrMismatch, and nothing of the copy can
// be seen.
//
// A store that has the beginning of the copy, or more than it, keeps that; what both
// have is compared. If they part it is ErrDiverged. The other logs are checked, and
// stored after the ledger; if that fails, import again.
//
// It takes memory for the entries, about 2 KB for each, and for the pages of a change,
// not for the whole set.
func (r *Registry) Import(ctx context.Context, c Copy) (Imported, error) {
	if err := dataset.CheckName(c.Name); err != nil {
		return Imported{}, err
	}
	for {
		m := &importer{registry: r, copy: c}
		err := m.run(ctx)
		if !errors.Is(err, store.ErrConflict) {
			return m.Imported, err
		}
		// Somebody wrote to the dataset, or swept pages that were put for it.
	}
}

// importer is one attempt to import.
type importer struct {
	Imported
	registry *Registry
	copy     Copy
	writer   *writer // of what the store does not have; nil before
}

func (m *importer) run(ctx context.Context) error {
	defer func() {
		if m.writer != nil {
			m.writer.pages.stop()
		}
	}()
	if err := m.ledger(ctx); err != nil {
		return err
	}
	logs, err := m.stage(ctx)
	if err != nil {
		return err
	}
	if m.writer != nil {
		if err := m.writer.commit(ctx); err != nil {
			return err
		}
	}
	for _, log := range logs {
		if err := log.store(ctx, m.registry.store); err != nil {
			return err
		}
	}
	return nil
}

// ledger goes through the entries of the copy.
func (m *importer) ledger(ctx context.Context) error {
	next, stop := iter.Pull2(m.registry.Log(ctx, m.copy.Name))
	defer stop()
	for given, err := range m.copy.Ledger {
		if err != nil {
			return err
		}
		want, err := dataset.ParseEntry(given.Entry)
		if err != nil {
			return err
		}
		if err := want.Check(m.Head); err != nil {
			return err
		}
		if want.Dataset != m.copy.Name {
			return fmt.Errorf("%w: entry %d of dataset %s is of dataset %s", ErrMismatch, want.Seq, m.copy.Name, want.Dataset)
		}
		if m.writer == nil {
			there, err, ok := next()
			switch {
			case errors.Is(err, ErrNoDataset):
			case err != nil:
				return err
			case ok:
				if err := m.compare(ctx, there, want, given); err != nil {
					return err
				}
				m.There++
				continue
			}
			stop()
			m.writer = newWriter(ctx, m.registry, m.Head)
		}
		if err := m.make(ctx, want, given); err != nil {
			return err
		}
		m.Made++
	}
	if m.Head == nil {
		return fmt.Errorf("%w: dataset %s has no entries", ErrMismatch, m.copy.Name)
	}
	for m.writer == nil {
		if _, err, ok := next(); err != nil || !ok {
			return err
		}
		m.Later++
	}
	return nil
}

// compare compares an entry and its deltas with those that the store has.
func (m *importer) compare(ctx context.Context, there, want *dataset.Entry, given Given) error {
	if there.Hash != want.Hash {
		return fmt.Errorf("%w %s: entry %d is another one", ErrDiverged, want.Dataset, want.Seq)
	}
	prev := m.Head
	m.Head = there
	if prev == nil {
		return noDeltas(given)
	}
	if err := sameDeltas(m.registry.Deltas(ctx, prev, there), given.Deltas); err != nil {
		return fmt.Errorf("entry %d of dataset %s: %w", want.Seq, want.Dataset, err)
	}
	return nil
}

// make makes an entry.
func (m *importer) make(ctx context.Context, want *dataset.Entry, given Given) error {
	w := m.writer
	m.Head = want
	if want.Seq > 0 {
		return w.arrive(ctx, want, given)
	}
	w.entries, w.sealed, w.head = append(w.entries, want), append(w.sealed, bytes.Clone(given.Entry)), want
	return noDeltas(given)
}

// noDeltas returns an error if entry 0 is said to have done something.
func noDeltas(given Given) error {
	return sameDeltas(func(func(Delta, error) bool) {}, given.Deltas)
}

// stage checks the other logs of the copy, as they will be beside its ledger, and
// returns what of them is to be stored.
func (m *importer) stage(ctx context.Context) ([]*stagedLog, error) {
	staged := &stagedStore{Store: m.registry.store}
	if w := m.writer; w != nil {
		staged.pages = w.pages
		staged.logs = append(staged.logs, &stagedLog{
			name: logPrefix + m.copy.Name, there: m.There,
			entries: func(yield func([]byte, error) bool) {
				for _, data := range w.sealed {
					if !yield(data, nil) {
						return
					}
				}
			},
		})
	}
	var logs []*stagedLog
	for kind, entries := range m.copy.Logs {
		name := kind + "/" + m.copy.Name
		if k, _ := kindOf(name); k == nil || k.check == nil {
			return nil, fmt.Errorf("%w: %s", errUnknownLog, name)
		}
		log, err := newStagedLog(ctx, m.registry.store, name, entries)
		if err != nil {
			return nil, err
		}
		logs = append(logs, log)
	}
	staged.logs = append(staged.logs, logs...)
	view := New(staged, nil)
	for _, log := range logs {
		kind, name := kindOf(log.name)
		if _, err := kind.check(ctx, view, name); err != nil {
			return nil, err
		}
	}
	return logs, nil
}
