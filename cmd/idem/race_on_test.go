//go:build race

package main

// less is by how much tests repeat themselves less often with the race detector,
// which makes SQLite ten times slower.
const less = 8
