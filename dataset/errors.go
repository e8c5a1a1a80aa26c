package dataset

import "errors"

// Errors of bad input. Every message names the value, the position of what is
// wrong with it (0-based, in bytes) and the reason.
var (
	// ErrInvalidID is returned for a granule ID that breaks the rules.
	ErrInvalidID = errors.New("dataset: invalid granule ID")
	// ErrInvalidName is returned for a dataset name that breaks the rules.
	ErrInvalidName = errors.New("dataset: invalid dataset name")
	// ErrInvalidDescriptor is returned for text that is not a descriptor.
	ErrInvalidDescriptor = errors.New("dataset: invalid descriptor")
	// ErrInvalidIdentifier is returned for text that is not an identifier, and
	// for an Identifier that has no text.
	ErrInvalidIdentifier = errors.New("dataset: invalid identifier")
	// ErrInvalidQuery is returned for a query that breaks the rules, and for a
	// stored one that is damaged, not canonical, contradicts itself or does not
	// follow the one before it.
	ErrInvalidQuery = errors.New("dataset: invalid query")
	// ErrInvalidContent is returned for text that is not a content text, and for
	// checksums that make none.
	ErrInvalidContent = errors.New("dataset: invalid content")
)

// Errors of ledger entries.
var (
	// ErrInvalidEntry is returned for an entry that is damaged, not canonical,
	// contradicts itself or does not follow from the one before it.
	ErrInvalidEntry = errors.New("dataset: invalid ledger entry")
	// ErrNewerEntry is returned for an undamaged entry whose version this
	// package does not know.
	ErrNewerEntry = errors.New("dataset: ledger entry of a newer version")
	// ErrBeforeLast is returned for an entry that holds for a time before that
	// of the entry before it.
	ErrBeforeLast = errors.New("dataset: time before the last entry")
)
