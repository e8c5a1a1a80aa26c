package patricia

import "fmt"

// Check returns an error that wraps ErrDamaged unless the page is the one that its
// hash names, of a tree of either kind. It does not look at the pages below: whether
// what this one says of them is true shows only when they are read with it.
func (p Page) Check() error {
	kind := Set
	if len(p.Data) > 0 && p.Data[0] == pageMapLeaf {
		kind = Map
	}
	n, err := parsePage(kind, p.Data)
	if err != nil {
		return fmt.Errorf("%w %s: %v", ErrDamaged, p.Hash, err)
	}
	if n.hash != p.Hash {
		return fmt.Errorf("%w %s: it holds %s", ErrDamaged, p.Hash, n.hash)
	}
	return nil
}
