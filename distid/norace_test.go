//go:build !race

package distid_test

const defaultBulk = 10_000_000
