package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
)

// model is the contract in its simplest form.
type model struct {
	pages map[[32]byte][]byte
	logs  map[string]*modelLog
}

type modelLog struct {
	first   uint64
	entries []string
}

func (l *modelLog) next() uint64 {
	if l == nil {
		return 0
	}
	return l.first + uint64(len(l.entries))
}

// testModel runs random operations against the store and the model and compares
// the answers, and at last everything, before and after opening again.
func testModel(f *fixture) {
	for seed := range uint64(3) {
		f.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			g := &fixture{T: t, can: f.can, open1: f.open1}
			prefix := fmt.Sprintf("%d/", seed) // the rounds may share one store
			g.runModel(g.open(), prefix, rand.New(rand.NewPCG(seed, 1)))
		})
	}
}

func (f *fixture) runModel(s store.Store, prefix string, rng *rand.Rand) {
	m := &model{pages: map[[32]byte][]byte{}, logs: map[string]*modelLog{}}
	universe := newPages(60, rng.Uint64()>>32)
	names := []string{"a", "A", "a/b", "B", "a%", "_"}
	for i := range names {
		names[i] = prefix + names[i]
	}
	for range 400 {
		name := names[rng.IntN(len(names))]
		switch op := rng.IntN(100); {
		case op < 30:
			f.modelAppend(s, m, nil, name, rng)
		case op < 50 && f.can&pages != 0:
			f.modelAppend(s, m, somePages(universe, rng), name, rng)
		case op < 60 && f.can&pages != 0:
			some := somePages(universe, rng)
			f.put(s, some...)
			m.put(some)
		case op < 63 && f.can&pages != 0:
			f.modelForget(s, m, somePages(universe, rng))
		case op < 70 && f.can&pages != 0:
			f.modelGet(s, m, universe[rng.IntN(len(universe))].Hash)
		case op < 85:
			f.modelRead(s, m, name, uint64(rng.IntN(20)))
		case op < 90:
			f.modelTrim(s, m, name, uint64(rng.IntN(30)))
		default:
			f.modelNames(s, m, prefix+[]string{"", "a", "B", "_", "%"}[rng.IntN(5)])
		}
		if rng.IntN(60) == 0 {
			s = f.reopen(s)
		}
		if f.Failed() {
			return
		}
	}
	for range 2 {
		for _, p := range universe {
			if f.can&pages != 0 {
				f.modelGet(s, m, p.Hash)
			}
		}
		for _, name := range names {
			f.modelRead(s, m, name, 0)
		}
		f.modelNames(s, m, prefix)
		s = f.reopen(s)
	}
}

// somePages returns up to 5 of the pages, one maybe twice.
func somePages(universe []store.Page, rng *rand.Rand) []store.Page {
	var some []store.Page
	for range rng.IntN(6) {
		some = append(some, universe[rng.IntN(len(universe))])
	}
	return some
}

func (m *model) put(pages []store.Page) {
	for _, p := range pages {
		m.pages[p.Hash] = p.Data
	}
}

// modelAppend appends to the log, mostly with the right number.
func (f *fixture) modelAppend(s store.Store, m *model, some []store.Page, name string, rng *rand.Rand) {
	l := m.logs[name]
	seq := l.next()
	if rng.IntN(4) == 0 {
		seq = seq + uint64(rng.IntN(5)) - 2
	}
	entry := strings.Repeat(fmt.Sprint(seq, " "), 1+rng.IntN(300))
	var err error
	if some == nil {
		err = s.Append(f.Context(), name, seq, []byte(entry))
	} else {
		err = commit(f, s, some, name, seq, []byte(entry))
	}
	if seq != l.next() {
		f.wantError(fmt.Sprintf("Append of number %d, want %d", seq, l.next()), err, store.ErrConflict)
		if _, ok := s.(store.Committer); !ok {
			m.put(some) // they were stored on the way
		}
		return
	}
	if err != nil {
		f.Errorf("Append of number %d: %v", seq, err)
		return
	}
	if l == nil {
		l = &modelLog{}
		m.logs[name] = l
	}
	l.entries = append(l.entries, entry)
	m.put(some)
}

// modelForget forgets pages, where the engine can.
func (f *fixture) modelForget(s store.Store, m *model, some []store.Page) {
	c, ok := s.(store.Collector)
	if !ok {
		return
	}
	f.forget(c, some...)
	for _, p := range some {
		delete(m.pages, p.Hash)
	}
}

func (f *fixture) modelGet(s store.Store, m *model, hash [32]byte) {
	got, err := s.Get(f.Context(), hash)
	want, ok := m.pages[hash]
	if ok && (err != nil || !bytes.Equal(got, want)) || !ok && !errors.Is(err, fs.ErrNotExist) {
		f.Errorf("Get(%x): got %d bytes and error %v, want it there: %v", hash[:4], len(got), err, ok)
	}
}

func (f *fixture) modelRead(s store.Store, m *model, name string, from uint64) {
	l, ok := m.logs[name]
	if !ok {
		f.wantNoLog(s, name)
		return
	}
	got, err := f.read(s, name, from)
	if err != nil {
		f.Errorf("Read(%q, %d): %v", name, from, err)
		return
	}
	from = max(from, l.first)
	want := l.entries[min(from-l.first, uint64(len(l.entries))):]
	if len(got) != len(want) {
		f.Errorf("Read(%q, %d): got %d entries, want %d", name, from, len(got), len(want))
		return
	}
	for i, e := range got {
		if e.Seq != from+uint64(i) || string(e.Data) != want[i] {
			f.Errorf("Read(%q, %d): got entry %d of %d bytes, want %d of %d", name, from, e.Seq, len(e.Data), from+uint64(i), len(want[i]))
		}
	}
	f.wantLast(s, name, l.next()-1, l.entries[len(l.entries)-1])
}

func (f *fixture) modelTrim(s store.Store, m *model, name string, before uint64) {
	err := s.Trim(f.Context(), name, before)
	l, ok := m.logs[name]
	if !ok {
		f.wantError("Trim of an absent log", err, fs.ErrNotExist)
		return
	}
	if err != nil {
		f.Errorf("Trim(%q, %d): %v", name, before, err)
	}
	if before = min(before, l.next()-1); before > l.first {
		l.entries, l.first = l.entries[before-l.first:], before
	}
}

func (f *fixture) modelNames(s store.Store, m *model, prefix string) {
	var want []string
	for name := range m.logs {
		if strings.HasPrefix(name, prefix) {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	if got := f.names(s, prefix); !slices.Equal(got, want) {
		f.Errorf("Names(%q): got %q, want %q", prefix, got, want)
	}
}
