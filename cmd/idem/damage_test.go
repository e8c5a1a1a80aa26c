package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

var damageSeed = flag.Uint64("damage-seed", rand.Uint64(), "seed of the tests with damaged stores")

// question is a command line that reads, and its right answer.
type question struct {
	args   []string
	answer string
	code   int
}

// questions returns what is asked of the store of a damage test, with the answers
// that it gives now.
func questions(t *testing.T, storeName string) []question {
	t.Helper()
	all := []question{
		{args: []string{"show", "--json"}},
		{args: []string{"show", "US.FOOL2.002", "--at", "2001-02-05"}},
		{args: []string{"log", "US.FOOL2.002", "--json"}},
		{args: []string{"log", "MANY", "--json"}},
		{args: []string{"list", "THEM.FOOL2.002"}},
		{args: []string{"list", "MANY@2001-01-04"}},
		{args: []string{"diff", "US.FOOL2.002", "THEM.FOOL2.002"}, code: exitNo},
		{args: []string{"diff", "MANY@2001-01-03", "MANY"}, code: exitNo},
		{args: []string{"diff", "THEM.FOOL2.002", "US.FOOL2.002@2001-01-03"}},
		{args: []string{"verify", "--json"}},
		{args: []string{"resolve", "DI:763122197bfb3ffbf0da14adbfb1b13b", "--json"}},
	}
	for i := range all {
		q := &all[i]
		if q.args[0] != "resolve" {
			q.args = append([]string{"dataset"}, q.args...)
		}
		q.args = append(q.args, "--store", storeName)
		var err error
		if q.answer, err = inProcess(t.Context(), "", q.args...); exitCode(err) != q.code {
			t.Fatalf("%q: %v", q.args, err)
		}
	}
	return all
}

// damageStore makes a store of two archives and a dataset of some thousand granules
// with a history, without a WAL.
func damageStore(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "idem.db")
	if err := makeDemo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	storeName := "sqlite:" + path
	idem(t, storeName, "", "dataset", "create", "MANY", "--json")
	random := rand.New(rand.NewPCG(1, 2))
	for day := 1; day <= 6; day++ {
		var list strings.Builder
		for range 50 * day {
			fmt.Fprintf(&list, "MANY.%08d.%d\n", random.IntN(100_000_000), day)
		}
		idem(t, storeName, list.String(), "dataset", "add", "MANY", "--at", fmt.Sprintf("2001-01-%02d", day), "--json")
	}
	return path
}

// judge asks all questions of a damaged store. Each answer is as it was, or the
// beginning of that and an error that says what is damaged.
func judge(t *testing.T, what string, all []question) (right, damaged int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, q := range all {
		got, err := inProcess(ctx, "", q.args...)
		code := exitCode(err)
		switch {
		case code == q.code && got == q.answer:
			right++
		case code == exitFailure && saysDamage(err) && strings.HasPrefix(q.answer, got):
			damaged++
		default:
			t.Errorf("%s: %q: got exit code %d, error %v and\n%s\nwant %d and\n%s", what, q.args, code, err, got, q.code, q.answer)
		}
	}
	return right, damaged
}

// saysDamage tells whether an error says that a store is damaged and which one.
func saysDamage(err error) bool {
	text := err.Error()
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, registry.ErrDamaged) || errors.Is(err, store.ErrNewer) {
		return strings.Contains(text, "idem.db") || strings.Contains(text, "dataset ")
	}
	return errors.Is(err, errNoStore) || strings.Contains(text, "idem.db is not a store")
}

// A store with a flipped bit, wherever, gives right answers or says that it is
// damaged.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	path := damageStore(t)
	all := questions(t, "sqlite:"+path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("-damage-seed=%d, %d bytes", *damageSeed, len(whole))
	random := rand.New(rand.NewPCG(*damageSeed, 1))
	right, damaged := 0, 0
	for range 240 / less {
		bit := random.IntN(8 * len(whole))
		file := slices.Clone(whole)
		file[bit/8] ^= 1 << (bit % 8)
		put(t, path, file)
		r, d := judge(t, fmt.Sprintf("bit %d of byte %d flipped", bit%8, bit/8), all)
		right, damaged = right+r, damaged+d
	}
	t.Logf("%d right answers, damage found %d times", right, damaged)
	if right == 0 || damaged == 0 {
		t.Error("want some of each")
	}
	put(t, path, whole)
	if _, damaged := judge(t, "the whole file", all); damaged > 0 {
		t.Error("the whole file is called damaged")
	}
}

// A store that is cut off gives right answers or says that it is damaged.
func TestTruncated(t *testing.T) {
	t.Parallel()
	path := damageStore(t)
	all := questions(t, "sqlite:"+path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("-damage-seed=%d, %d bytes", *damageSeed, len(whole))
	random := rand.New(rand.NewPCG(*damageSeed, 2))
	sizes := []int{0, 1, 100, 511, 512, 1024, 4095, 4096, 4097, 8192, len(whole) / 2, len(whole) - 4096, len(whole) - 1}
	for range 40 / less {
		sizes = append(sizes, random.IntN(len(whole)))
	}
	for _, size := range sizes {
		put(t, path, whole[:size])
		if _, damaged := judge(t, fmt.Sprintf("cut to %d of %d bytes", size, len(whole)), all); damaged == 0 {
			t.Errorf("cut to %d of %d bytes: nobody notices", size, len(whole))
		}
	}
}

// put makes data the whole store, without what another one may have left there.
func put(t *testing.T, path string, data []byte) {
	t.Helper()
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
