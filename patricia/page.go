package patricia

import (
	"errors"
	"fmt"
)

// First byte of a page: the version of the format and the sort of page.
const (
	pageSetLeaf = 0x10
	pageMapLeaf = 0x11
	pageUpper   = 0x12
)

var (
	errShort    = errors.New("cut short")
	errLeftOver = errors.New("bytes left over")
	errNoBytes  = errors.New("ID of no bytes")
)

// parsePage reads a page and computes the hash of what it holds.
func parsePage(kind Kind, data []byte) (*node, error) {
	if len(data) == 0 {
		return nil, errShort
	}
	switch data[0] {
	case byte(pageSetLeaf + kind):
		return parseLeafPage(kind, data[1:])
	case pageUpper:
		return parseUpperPage(data[1:])
	}
	return nil, fmt.Errorf("page begins with byte 0x%02x", data[0])
}
