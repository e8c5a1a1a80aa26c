//go:build race

package distid_test

// defaultBulk is smaller with the race detector, which is slow.
const defaultBulk = 1_000_000
