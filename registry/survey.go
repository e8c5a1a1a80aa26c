package registry

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// A logKind is a kind of logs that a store of datasets has. The entries of ledgers
// refer to pages, those of the others do not.
type logKind struct {
	prefix string // of the names of the logs; the name of the dataset follows
	// check goes through the log of a dataset and returns the number of its entries,
	// and an error unless they are sound. Ledgers have none: Verify is for them.
	check func(ctx context.Context, r *Registry, name string) (uint64, error)
}

// logKinds are all kinds of logs that this version knows.
var logKinds = []logKind{
	{prefix: logPrefix},
	{aboutPrefix, checkMetadata},
	{queryPrefix, checkQueries},
	{checkpointPrefix, checkCheckpoints},
}

// errUnknownLog is returned for a log of which it is not known what it refers to.
var errUnknownLog = errors.New("a log that this version of idem does not know")

// kindOf returns the kind of a log and the dataset that it is of, nil if it is not known.
func kindOf(log string) (*logKind, string) {
	for i, kind := range logKinds {
		if name, ok := strings.CutPrefix(log, kind.prefix); ok {
			return &logKinds[i], name
		}
	}
	return nil, ""
}

func checkMetadata(ctx context.Context, r *Registry, name string) (n uint64, err error) {
	for _, err := range r.MetadataLog(ctx, name) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func checkQueries(ctx context.Context, r *Registry, name string) (uint64, error) {
	return r.VerifyQueries(ctx, name)
}

func checkCheckpoints(ctx context.Context, r *Registry, name string) (n uint64, err error) {
	for _, err := range r.Checkpoints(ctx, name) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, r.VerifyCheckpoints(ctx, name)
}

// referred returns the trees that entry e of a dataset keeps alive when head is its
// newest entry: all others may be forgotten, unless they are those of another entry.
func referred(e, head *dataset.Entry) []patricia.Tree {
	if e.History != nil && superseded(e.Seq, head.Seq) {
		short := *e
		short.History = nil
		return short.Trees()
	}
	return e.Trees()
}

// superseded tells whether the history of entry seq is in that of a later one, up to
// head, so that nobody reads it any more.
func superseded(seq, head uint64) bool {
	span := dataset.SpanAt(seq)
	if span == dataset.MaxHistorySpan {
		return false
	}
	longer := span * dataset.HistorySpan
	return (seq/longer+1)*longer <= head
}

// A survey finds the pages that the entries of a store refer to, and verifies them. It
// can be continued: what it has seen once it does not look at again.
type survey struct {
	registry *Registry
	pages    patricia.Reader
	checkers [2]patricia.Checker       // by kind of tree
	seen     map[string]*dataset.Entry // the last entry seen of each dataset
}

// newSurvey returns a survey of nothing yet, which reads the pages of the registry's
// store from pages. progress, if not nil, is told the number of granules read.
func newSurvey(r *Registry, pages patricia.Reader, progress func(granules int)) *survey {
	s := &survey{registry: r, pages: pages, seen: make(map[string]*dataset.Entry)}
	s.checkers[patricia.Set].Progress = progress
	return s
}

// refers tells whether an entry seen refers to the page.
func (s *survey) refers(page [32]byte) bool {
	return s.checkers[patricia.Set].Has(page) || s.checkers[patricia.Map].Has(page)
}

// follow goes through the entries of all ledgers that it has not seen. It returns
// errUnknownLog if there is a log of another kind.
func (s *survey) follow(ctx context.Context) error {
	for log, err := range s.registry.store.Names(ctx, "") {
		if err != nil {
			return err
		}
		kind, name := kindOf(log)
		switch {
		case kind == nil:
			return fmt.Errorf("%w: %s", errUnknownLog, log)
		case kind.prefix == logPrefix:
			if err := s.dataset(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// unseen returns the number of granules that entries which it has not seen added or
// removed: about what it takes to follow them.
func (s *survey) unseen(ctx context.Context) (granules uint64, err error) {
	for name, err := range s.registry.Datasets(ctx) {
		if err != nil {
			return 0, err
		}
		for e, err := range s.registry.logAfter(ctx, name, s.seen[name]) {
			if err != nil {
				return 0, err
			}
			granules += e.Added + e.Removed
		}
	}
	return granules, nil
}

// dataset goes through the entries of one ledger that it has not seen.
func (s *survey) dataset(ctx context.Context, name string) error {
	head, err := s.registry.Head(ctx, name)
	if err != nil {
		return err
	}
	if prev := s.seen[name]; prev != nil && prev.Seq == head.Seq {
		return nil
	}
	for e, err := range s.registry.logAfter(ctx, name, s.seen[name]) {
		if err == nil {
			err = s.entry(ctx, e, head)
		}
		if err != nil {
			return err
		}
		s.seen[name] = e
	}
	return nil
}

// entry goes through the trees of an entry.
func (s *survey) entry(ctx context.Context, e, head *dataset.Entry) error {
	for _, t := range referred(e, head) {
		t.Pages = s.pages
		if err := s.checkers[t.Kind].Check(ctx, t); err != nil {
			return fmt.Errorf("entry %d of dataset %s: %w", e.Seq, e.Dataset, err)
		}
	}
	return nil
}
