// Package idem is the map of the module; it holds no code.
//
// Identifiers for single things, each package by itself and on the standard library
// alone: [github.com/seed-05176fc3/idem/flax],
// [github.com/seed-05176fc3/idem/distid], [github.com/seed-05176fc3/idem/payid],
// [github.com/seed-05176fc3/idem/granule], and
// [github.com/seed-05176fc3/idem/publicid] to hide them.
//
// Identifiers for sets of things, from the mathematics upwards:
// [github.com/seed-05176fc3/idem/patricia] is the tree with one hash for its contents,
// [github.com/seed-05176fc3/idem/dataset] says what a dataset instance is,
// [github.com/seed-05176fc3/idem/transparency] signs ledgers and proves what they hold,
// [github.com/seed-05176fc3/idem/store] is the contract with the engines that keep
// them, [github.com/seed-05176fc3/idem/registry] keeps datasets in a store,
// [github.com/seed-05176fc3/idem/export] writes them as plain text, and
// [github.com/seed-05176fc3/idem/ingest] reads the granule lists that people have.
//
// To read the source, begin with the package documentation of dataset, which is the
// specification of all texts, and that of patricia, which is the one of trees and
// pages; then follow registry.Apply from top to bottom.
package idem
