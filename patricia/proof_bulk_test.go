package patricia_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// bulk is how many pairs of a set and a query TestProofBulk tries: the value of
// IDEM_BULK, or else twenty thousand. Millions take some minutes:
//
//	IDEM_BULK=5000000 go test -run Proof -timeout 1h ./patricia
func bulk(t *testing.T) int {
	t.Helper()
	s := os.Getenv("IDEM_BULK")
	if s == "" {
		return 20_000
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// proofMakers makes IDs for sets of many shapes.
func proofMakers() map[string]idMaker {
	makers := maps.Clone(idMakers)
	makers["bytes"] = func(r *rand.Rand) string { return randomText(r, anyByte, 1, patricia.MaxID) }
	makers["utf-8"] = func(r *rand.Rand) string {
		return strings.Repeat("Å", r.IntN(9)) + string([]rune("äé→𐀀𐀁ﬀa")[r.IntN(7)])
	}
	makers["a bit apart"] = func(r *rand.Rand) string {
		id := []byte("one bit\x01")
		flip(id, r.IntN(8*len(id)))
		return string(id)
	}
	return makers
}

var anyByte = func() string {
	var b []byte
	for c := 1; c < 256; c++ {
		b = append(b, byte(c))
	}
	return string(b)
}()

// flip changes a bit, unless that makes a zero byte.
func flip(id []byte, bit int) {
	if x := id[bit/8] ^ 1<<(bit%8); x != 0 {
		id[bit/8] = x
	}
}

// TestProofBulk proves IDs that are in sets and maps of many shapes, or nearly so, and
// compares with a plain map.
func TestProofBulk(t *testing.T) {
	t.Parallel()
	most := int64(bulk(t))
	makers := proofMakers()
	names := slices.Sorted(maps.Keys(makers))
	var pairs, present atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for turn := 0; pairs.Load() < most && !t.Failed(); turn++ {
				seed := rand.Uint64()
				b := newBulkSet(t, seed, makers[names[turn%len(names)]])
				b.single(300)
				b.several()
				b.prefixes()
				if t.Failed() {
					t.Errorf("seed %d of %q", seed, names[turn%len(names)])
				}
				pairs.Add(int64(b.pairs))
				present.Add(int64(b.present))
			}
		})
	}
	all.Wait()
	t.Logf("%d pairs of a set and a query, %d of them present", pairs.Load(), present.Load())
}

// bulkSet is a set or a map, and the same as a plain map.
type bulkSet struct {
	t       *testing.T
	r       *rand.Rand
	makeID  idMaker
	kind    patricia.Kind
	model   model
	items   []patricia.Item
	tree    patricia.Tree
	pairs   int
	present int
}

func newBulkSet(t *testing.T, seed uint64, makeID idMaker) *bulkSet {
	b := &bulkSet{t: t, r: rand.New(rand.NewPCG(seed, 0)), makeID: makeID, model: model{}}
	b.kind = patricia.Kind(b.r.IntN(2))
	for range []int{0, 1, 2, 20, 200, 600}[b.r.IntN(6)] {
		value := ""
		if b.kind == patricia.Map {
			value = randomText(b.r, "01", 0, 3)
		}
		b.model[makeID(b.r)] = value
	}
	b.items = b.model.items()
	pages := newPages()
	builder := patricia.NewBuilder(b.kind, pages.put)
	for _, it := range b.items {
		if err := builder.Put(it.ID, it.Value); err != nil {
			t.Error(err)
		}
	}
	root, err := builder.Root()
	if want := b.model.root(b.kind); err != nil || root != want {
		t.Errorf("root %v, %v, want %v", root, err, want)
	}
	b.tree = patricia.Tree{Kind: b.kind, Root: root, Pages: pages}
	return b
}

// near returns an ID of the set, or one that is nearly so.
func (b *bulkSet) near() []byte {
	if len(b.items) == 0 || b.r.IntN(8) == 0 {
		return []byte(b.makeID(b.r))
	}
	id := bytes.Clone(b.items[b.r.IntN(len(b.items))].ID)
	switch b.r.IntN(6) {
	case 0:
		id = id[:1+b.r.IntN(len(id))]
	case 1:
		id = append(id, anyByte[b.r.IntN(len(anyByte))])
	case 2, 3:
		flip(id, b.r.IntN(8*len(id)))
	}
	return id
}

// single tries queries one by one.
func (b *bulkSet) single(n int) {
	for i := range n {
		q := b.near()
		data, err := b.prove(q)
		if err != nil {
			b.t.Errorf("%q: %v", q, err)
			return
		}
		b.check(data, q)
		if i%8 == 0 {
			b.checkNaively(data, q)
		}
	}
}

// several tries queries that share a proof.
func (b *bulkSet) several() {
	var queries [][]byte
	for range 1 + b.r.IntN(20) {
		queries = append(queries, b.near())
	}
	data, err := b.prove(queries...)
	if err != nil {
		b.t.Error(err)
		return
	}
	for _, q := range queries {
		b.check(data, q)
	}
}

func (b *bulkSet) prove(queries ...[]byte) ([]byte, error) {
	p, err := b.tree.Prove(b.t.Context(), queries...)
	if err != nil {
		return nil, err
	}
	return p.AppendBinary(nil)
}

// parse reads a proof, which must be of the set.
func (b *bulkSet) parse(data []byte) *patricia.Proof {
	p, err := patricia.ParseProof(b.kind, data)
	if err != nil {
		b.t.Error(err)
		return &patricia.Proof{}
	}
	if p.Root() != b.tree.Root {
		b.t.Errorf("root %v, want %v", p.Root(), b.tree.Root)
	}
	return p
}

func (b *bulkSet) check(data, q []byte) {
	it, there, err := b.parse(data).Find(q)
	value, want := b.model[string(q)]
	if err != nil || there != want || string(it.Value) != value {
		b.t.Errorf("%q: got %v, %q, %v, want %v, %q", q, there, it.Value, err, want, value)
	}
	b.pairs++
	if there {
		b.present++
	}
}

// prefixes tries prefixes of what is in the set, or nearly so.
func (b *bulkSet) prefixes() {
	for range 5 {
		prefix := b.near()
		prefix = prefix[:b.r.IntN(len(prefix)+1)]
		made, err := b.tree.ProvePrefix(b.t.Context(), prefix)
		if err != nil {
			b.t.Error(err)
			return
		}
		data, _ := made.AppendBinary(nil)
		got, err := b.parse(data).Prefix(prefix)
		var want []patricia.Item
		for _, it := range b.items {
			if bytes.HasPrefix(it.ID, prefix) {
				want = append(want, it)
			}
		}
		same := func(a, b patricia.Item) bool { return bytes.Equal(a.ID, b.ID) && bytes.Equal(a.Value, b.Value) }
		if err != nil || !slices.EqualFunc(got, want, same) {
			b.t.Errorf("%q: got %d items, %v, want %d", prefix, len(got), err, len(want))
		}
		b.pairs++
		if len(want) > 0 {
			b.present++
		}
	}
}

// checkNaively checks a proof of one ID by the words of the documentation.
func (b *bulkSet) checkNaively(data, q []byte) {
	if len(data) == 0 {
		if b.tree.Root != (patricia.Root{}) {
			b.t.Error("empty proof of a tree that is not")
		}
		return
	}
	n := &naiveProof{kind: b.kind, data: data, query: string(q)}
	hash, count := n.subtree(-1)
	_, want := b.model[string(q)]
	if root := (patricia.Root{Hash: hash, Count: count}); root != b.tree.Root || len(n.data) > 0 {
		b.t.Errorf("%q: by the documentation the root is %v, want %v", q, root, b.tree.Root)
	}
	if n.astray || (n.leaf == string(q)) != want {
		b.t.Errorf("%q: by the documentation it leads to %q, want %v", q, n.leaf, want)
	}
}

// naiveProof reads a proof of one ID.
type naiveProof struct {
	kind   patricia.Kind
	data   []byte
	query  string
	leaf   string
	astray bool // the leaf does not stand where the query leads
	turns  [][2]int
}

func (n *naiveProof) number() uint64 {
	v, size := binary.Uvarint(n.data)
	n.data = n.data[size:]
	return v
}

func (n *naiveProof) text() []byte {
	size := n.number()
	b := n.data[:size]
	n.data = n.data[size:]
	return b
}

func (n *naiveProof) subtree(above int) (hash patricia.Hash, count uint64) {
	switch sort := n.number(); sort {
	case 0:
		count = n.number()
		n.data = n.data[copy(hash[:], n.data):]
		return hash, count
	case 1:
		n.leaf = string(n.text())
		for _, turn := range n.turns {
			if int(naiveBit(n.leaf, turn[0])) != turn[1] || int(naiveBit(n.query, turn[0])) != turn[1] {
				n.astray = true
			}
		}
		it := patricia.Item{ID: []byte(n.leaf)}
		if n.kind == patricia.Map {
			it.Value = n.text()
		}
		return naiveRoot(n.kind, []patricia.Item{it}), 1
	default:
		bit := above + int(sort) - 1
		n.turns = append(n.turns, [2]int{bit, 0})
		left, few := n.subtree(bit)
		n.turns[len(n.turns)-1][1] = 1
		right, more := n.subtree(bit)
		n.turns = n.turns[:len(n.turns)-1]
		b := binary.BigEndian.AppendUint16([]byte{1}, uint16(bit))
		b = binary.BigEndian.AppendUint64(b, few+more)
		return sha256.Sum256(append(append(b, left[:]...), right[:]...)), few + more
	}
}
