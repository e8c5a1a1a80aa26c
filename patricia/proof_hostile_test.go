package patricia_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// anyTree is a tree that nobody has checked: its branches are at any bits, say any
// count and hold anything, but its hashes are right.
type anyTree struct {
	bit         int
	count       uint64
	left, right *anyTree // of a branch
	id          string   // of a leaf
	hash        patricia.Hash
	shown       bool // by the next proof
}

// seal computes the hashes.
func (n *anyTree) seal() patricia.Hash {
	if n.left == nil {
		n.hash = sha256.Sum256(append([]byte{0}, n.id...))
		return n.hash
	}
	left, right := n.left.seal(), n.right.seal()
	b := binary.BigEndian.AppendUint16([]byte{1}, uint16(n.bit))
	b = binary.BigEndian.AppendUint64(b, n.count)
	n.hash = sha256.Sum256(append(append(b, left[:]...), right[:]...))
	return n.hash
}

func (n *anyTree) root() patricia.Root { return patricia.Root{Hash: n.seal(), Count: n.count} }

// ids appends the IDs of the leaves.
func (n *anyTree) ids(dst []string) []string {
	if n.left == nil {
		return append(dst, n.id)
	}
	return n.right.ids(n.left.ids(dst))
}

// honest tells whether the rules make the same tree of the same IDs.
func (n *anyTree) honest() bool {
	m := model{}
	for _, id := range n.ids(nil) {
		m[id] = ""
	}
	return m.root(patricia.Set) == n.root()
}

// cut writes the proof that shows of the tree what is to be shown. A count that is not
// shown is what makes the sum right, if anything does.
func (n *anyTree) cut(dst []byte, above int, count uint64) []byte {
	switch {
	case !n.shown:
		return append(binary.AppendUvarint(append(dst, 0), count), n.hash[:]...)
	case n.left == nil:
		return append(append(dst, 1, byte(len(n.id))), n.id...)
	}
	left, right := n.left.count, n.right.count
	switch {
	case !n.left.shown && !n.right.shown:
		left, right = 1, n.count-1
	case !n.left.shown:
		left = n.count - right
	case !n.right.shown:
		right = n.count - left
	}
	dst = binary.AppendUvarint(dst, uint64(n.bit-above+1))
	return n.right.cut(n.left.cut(dst, n.bit, left), n.bit, right)
}

// nodes appends all nodes from the top.
func (n *anyTree) nodes(dst []*anyTree) []*anyTree {
	dst = append(dst, n)
	if n.left != nil {
		dst = n.right.nodes(n.left.nodes(dst))
	}
	return dst
}

// trial collects the answers of all proofs that pass for one tree.
type trial struct {
	tree     *anyTree
	root     patricia.Root
	asked    []*question
	accepted int
	odd      int // prefixes with which nothing begins though something is there
}

// question is an ID, and a prefix, and what the proofs so far have answered.
type question struct {
	id    []byte
	there string // "true" or "false"; "" without an answer
	begin *[]string
}

func newTrial(tree *anyTree, queries []string) *trial {
	x := &trial{tree: tree, root: tree.root()}
	for _, q := range queries {
		x.asked = append(x.asked, &question{id: []byte(q)})
	}
	return x
}

// proof takes the answers of the proof of what is to be shown, if it is one of the
// tree.
func (x *trial) proof() error {
	p, err := patricia.ParseProof(patricia.Set, x.tree.cut(nil, -1, x.root.Count))
	if err != nil || p.Root() != x.root {
		return nil
	}
	x.accepted++
	for _, q := range x.asked {
		if err := q.ask(p); err != nil {
			return fmt.Errorf("%q: %w", x.tree.ids(nil), err)
		}
	}
	return nil
}

func (q *question) ask(p *patricia.Proof) error {
	if _, found, err := p.Find(q.id); err == nil {
		there := strconv.FormatBool(found)
		if q.there != "" && q.there != there {
			return fmt.Errorf("proofs of both answers for %q", q.id)
		}
		q.there = there
	}
	items, err := p.Prefix(q.id)
	if err != nil {
		return nil
	}
	var begin []string
	for _, it := range items {
		begin = append(begin, string(it.ID))
	}
	if !slices.IsSorted(begin) {
		return fmt.Errorf("what begins with %q: %q, out of order", q.id, begin)
	}
	if q.begin != nil && !slices.Equal(*q.begin, begin) {
		return fmt.Errorf("what begins with %q: both %q and %q", q.id, *q.begin, begin)
	}
	q.begin = &begin
	return nil
}

// compare compares what the proofs say of IDs with what they say of prefixes.
func (x *trial) compare() error {
	honest := x.tree.honest()
	for _, prefix := range x.asked {
		for _, id := range x.asked {
			if prefix.begin == nil || id.there == "" || !bytes.HasPrefix(id.id, prefix.id) {
				continue
			}
			there := id.there == "true"
			switch begin := *prefix.begin; {
			case slices.Contains(begin, string(id.id)) == there:
			case len(begin) == 0 && !honest && len(prefix.id) < len(id.id):
				x.odd++ // see TestEmptyPrefixOfWrongTree
			default:
				return fmt.Errorf("%q: what begins with %q: %q, but %q is there: %v", x.tree.ids(nil), prefix.id, begin, id.id, there)
			}
		}
	}
	return nil
}

// all tries all proofs that can be cut out of the tree.
func (x *trial) all() (err error) {
	x.tree.eachCut(func() {
		if err == nil {
			err = x.proof()
		}
	})
	if err != nil {
		return err
	}
	return x.compare()
}

// eachCut calls do for each choice of nodes to be shown, of which none is below one
// that is not.
func (n *anyTree) eachCut(do func()) {
	n.shown = false
	do()
	n.shown = true
	if n.left == nil {
		do()
		return
	}
	n.left.eachCut(func() { n.right.eachCut(do) })
}

// universe is all trees with some leaves of some IDs.
type universe struct {
	name   string
	leaves int
	ids    []string
	bits   []int // of branches
	wrong  int   // by how much counts may be
	order  bool  // branches only at bits after those above them
}

func (u universe) trees(leaves int, yield func(*anyTree)) {
	if leaves == 1 {
		for _, id := range u.ids {
			yield(&anyTree{count: 1, id: id})
		}
		return
	}
	for few := 1; few < leaves; few++ {
		u.trees(few, func(left *anyTree) {
			u.trees(leaves-few, func(right *anyTree) {
				for _, bit := range u.bits {
					if u.order && (left.left != nil && left.bit <= bit || right.left != nil && right.bit <= bit) {
						continue
					}
					for by := -u.wrong; by <= u.wrong; by++ {
						yield(&anyTree{bit: bit, count: uint64(int(left.count+right.count) + by), left: left, right: right})
					}
				}
			})
		})
	}
}

// TestEveryTree tries all proofs of all small trees, right and wrong ones: none has
// proofs of two answers to one question.
func TestEveryTree(t *testing.T) {
	t.Parallel()
	for _, u := range []universe{
		{"pairs", 2, []string{"a", "b", "c", "ab", "ac", "aba"}, []int{0, 6, 7, 9, 15, 17}, 2, false},
		{"counts", 3, []string{"a", "b", "ab"}, []int{6, 7, 9}, 1, false},
		{"places", 3, []string{"a", "b", "c", "ab", "ac"}, []int{0, 6, 7, 9, 15}, 0, false},
		{"four", 4, []string{"a", "b", "c", "ab"}, []int{0, 6, 7, 9}, 0, true},
	} {
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			tried, honest, accepted := 0, 0, 0
			u.trees(u.leaves, func(tree *anyTree) {
				x := newTrial(tree, append([]string{"", "d", "abc"}, u.ids...))
				if err := x.all(); err != nil {
					t.Fatal(err)
				}
				tried++
				accepted += x.accepted
				if tree.honest() {
					honest++
				}
			})
			t.Logf("%d trees, %d of them right: %d proofs pass", tried, honest, accepted)
			if honest == 0 || accepted < tried/10 {
				t.Errorf("%d trees are right, %d proofs pass: too few to mean anything", honest, accepted)
			}
		})
	}
}

// TestWrongTrees does the same with larger trees, right ones in which some things
// were changed at random, and with proofs at random and on the way to each ID.
func TestWrongTrees(t *testing.T) {
	t.Parallel()
	for i := range bulk(t) / 100 {
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 0))
		makeID := func() string { return randomText(r, "abc\x80", 1, 4) }
		m := model{}
		for range 1 + r.IntN(14) {
			m[makeID()] = ""
		}
		tree := rightTree(m.items())
		if tree.root() != m.root(patricia.Set) {
			t.Fatalf("seed %d: the tree to begin with is wrong", seed)
		}
		for range i % 4 {
			spoil(r, tree, makeID)
		}
		queries := []string{"", "a", "b", "ab"}
		for _, id := range tree.ids(nil) {
			queries = append(queries, id, id[:r.IntN(len(id))], makeID())
		}
		x := newTrial(tree, queries)
		if err := tryWays(r, x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if x.accepted == 0 && i%4 == 0 {
			t.Fatalf("seed %d: no proof of a right tree passes", seed)
		}
	}
}

// tryWays tries proofs of a large tree: to each query, to each leaf where it stands,
// of each subtree whole, and any.
func tryWays(r *rand.Rand, x *trial) error {
	nodes := x.tree.nodes(nil)
	hide := func() {
		for _, n := range nodes {
			n.shown = false
		}
	}
	for _, q := range x.asked {
		hide()
		n := x.tree
		for n.shown = true; n.left != nil; n.shown = true {
			if naiveBit(string(q.id), n.bit) == 0 {
				n = n.left
			} else {
				n = n.right
			}
		}
		if err := x.proof(); err != nil {
			return err
		}
	}
	for _, n := range nodes {
		hide()
		x.tree.showWay(n)
		if err := x.proof(); err != nil {
			return err
		}
		for _, below := range n.nodes(nil) {
			below.shown = true
		}
		if err := x.proof(); err != nil {
			return err
		}
	}
	for range 20 {
		for _, n := range nodes {
			n.shown = r.IntN(8) > 0
		}
		if err := x.proof(); err != nil {
			return err
		}
	}
	return x.compare()
}

// showWay shows the nodes from n to the one, and tells whether it is there.
func (n *anyTree) showWay(to *anyTree) bool {
	n.shown = n == to || n.left != nil && (n.left.showWay(to) || n.right.showWay(to))
	return n.shown
}

func naiveBit(id string, bit int) byte {
	if bit/8 >= len(id) {
		return 0
	}
	return id[bit/8] >> (7 - bit%8) & 1
}

// rightTree is the tree of the items by the rules.
func rightTree(items []patricia.Item) *anyTree {
	first, last := string(items[0].ID), string(items[len(items)-1].ID)
	if len(items) == 1 {
		return &anyTree{count: 1, id: first}
	}
	bit := 0
	for naiveBit(first, bit) == naiveBit(last, bit) {
		bit++
	}
	half := slices.IndexFunc(items, func(it patricia.Item) bool { return naiveBit(string(it.ID), bit) == 1 })
	return &anyTree{bit: bit, count: uint64(len(items)), left: rightTree(items[:half]), right: rightTree(items[half:])}
}

// spoil changes something of a tree that the rules demand.
func spoil(r *rand.Rand, tree *anyTree, makeID func() string) {
	nodes := tree.nodes(nil)
	n := nodes[r.IntN(len(nodes))]
	if n.left == nil {
		n.id = makeID()
		if r.IntN(2) == 0 {
			n.id = nodes[len(nodes)-1].id // which is there twice then
		}
		return
	}
	switch r.IntN(7) {
	case 0:
		n.left, n.right = n.right, n.left
	case 1:
		n.bit = max(0, n.bit+r.IntN(9)-4)
	case 2:
		n.bit = n.left.bit
	case 3:
		n.count += uint64(r.IntN(5)) - 2
	case 4: // a subtree of another place
		n.left = clone(nodes[len(nodes)-1-r.IntN((len(nodes)+1)/2)])
	case 5: // a branch less: its half takes its place
		*n = *n.right
	case 6: // a branch more, which parts nothing
		old := *n
		*n = anyTree{bit: max(0, n.bit-r.IntN(3)), count: n.count + 1, left: &old, right: &anyTree{count: 1, id: makeID()}}
	}
}

func clone(n *anyTree) *anyTree {
	c := *n
	if n.left != nil {
		c.left, c.right = clone(n.left), clone(n.right)
	}
	return &c
}

// TestEmptyPrefixOfWrongTree has the one thing that proofs cannot do: a branch tells
// where its halves part, not what they have in common. So the maker of a wrong tree
// can hide "xa" next to "y" and prove that nothing begins with "x".
func TestEmptyPrefixOfWrongTree(t *testing.T) {
	t.Parallel()
	x, y := &anyTree{count: 1, id: "xa"}, &anyTree{count: 1, id: "y"}
	tree := &anyTree{bit: 9, count: 2, left: y, right: x} // they part at bit 7
	show := func(shown ...*anyTree) *patricia.Proof {
		for _, n := range []*anyTree{tree, x, y} {
			n.shown = slices.Contains(shown, n)
		}
		p, err := patricia.ParseProof(patricia.Set, tree.cut(nil, -1, 2))
		if err != nil {
			return nil
		}
		return p
	}
	if _, there, err := show(tree, x).Find([]byte("xa")); !there || err != nil {
		t.Errorf("got %v, %v, want it to be there", there, err)
	}
	if items, err := show(tree, y).Prefix([]byte("x")); len(items) != 0 || err != nil {
		t.Errorf("got %v, %v, want nothing", items, err)
	}
	if p := show(tree, x, y); p != nil {
		t.Error("a proof that shows both passes")
	}

	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for _, id := range []string{"xa", "y"} {
		if err := b.Add([]byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	if root, err := b.Root(); err != nil || root == tree.root() {
		t.Errorf("got root %v, %v, the wrong tree's", root, err)
	}
}
