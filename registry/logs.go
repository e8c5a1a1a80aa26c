package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
)

// LogKinds returns the kinds of logs that a dataset may have besides its ledger. The
// log of one is named KIND/NAME in the store.
func LogKinds() []string {
	var kinds []string
	for _, k := range logKinds {
		if k.check != nil {
			kinds = append(kinds, k.prefix[:len(k.prefix)-1])
		}
	}
	return kinds
}

// RawLog returns the entries of another log of a dataset as they are stored, none if
// there is no such log.
func (r *Registry) RawLog(ctx context.Context, kind, name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var seq uint64
		for stored, err := range r.store.Read(ctx, kind+"/"+name, 0) {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return
			case err == nil && stored.Seq != seq:
				err = fmt.Errorf("%w: entry %d of log %s/%s is missing", ErrDamaged, seq, kind, name)
			}
			if !yield(stored.Data, err) || err != nil {
				return
			}
			seq++
		}
	}
}
