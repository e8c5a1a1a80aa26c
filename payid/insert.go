package payid

import (
	"context"
	"errors"
	"fmt"
)

// InsertRetry calls insert with a new ID, and again with the next one as long as
// isDuplicate says of its error that the ID was taken, up to attempts times in
// all. It returns the ID that was inserted. Any other error of insert ends it, and
// comes back as it is; so does an error of the generator. When every attempt met a
// taken ID, the error tells their number and wraps the last one.
//
// isDuplicate should look at the name of the key, not only at the kind of error:
// the next ID does not help against a duplicate in another column. Each call of
// insert needs its own transaction or savepoint where a failed statement spoils
// the transaction, as it does in PostgreSQL.
func (g *Generator) InsertRetry(
	ctx context.Context, attempts int,
	insert func(context.Context, ID) error, isDuplicate func(error) bool,
) (ID, error) {
	if attempts < 1 {
		return ID{}, errors.New("payid: want at least one attempt")
	}
	var last error
	for range attempts {
		id, err := g.New(ctx)
		if err != nil {
			return ID{}, err
		}
		if last = insert(ctx, id); last == nil {
			return id, nil
		}
		if !isDuplicate(last) {
			return ID{}, last
		}
	}
	return ID{}, fmt.Errorf("payid: %d IDs in a row were taken: %w", attempts, last)
}
