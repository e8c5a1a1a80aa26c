package dataset_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

const (
	fooRoot       = "c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71"
	fooDescriptor = "dataset-instance v1\nset sha-256-patricia\ncount 12\nroot " + fooRoot + "\n"
)

func TestDescriptor(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		fooDescriptor,
		strings.Replace(fooDescriptor, "set ", "map ", 1),
		strings.Replace(fooDescriptor, "12", fmt.Sprint(uint64(math.MaxUint64)), 1),
		"dataset-instance v1\nset sha-256-patricia\ncount 0\nroot -\n",
		"dataset-instance v1\nmap sha-256-patricia\ncount 0\nroot -\n",
	} {
		d, err := dataset.ParseDescriptor(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := d.String(); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
		if got, want := d.Instance(), dataset.Hash(sha256.Sum256([]byte(text))); got != want {
			t.Errorf("%q: got instance %v, want %v", text, got, want)
		}
		want := dataset.Identifier{Kind: d.Kind, Hash: d.Instance()}
		if got := d.Identifier(); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestParseDescriptorErrors(t *testing.T) {
	t.Parallel()
	replace := func(old, with string) string { return strings.Replace(fooDescriptor, old, with, 1) }
	for _, c := range []struct {
		text string
		at   int
	}{
		{"", 0},
		{replace("v1", "v2"), 0},
		{replace("\n", "\r\n"), 0},
		{replace("set ", "bag "), 20},
		{replace("set ", "any "), 20},
		{replace("set ", "md5 "), 20},
		{replace("set ", ""), 20},
		{replace("sha-256", "sha-512"), 20},
		{replace("count", "Count"), 20},
		{replace("12", ""), 47},
		{replace("12", "012"), 47},
		{replace("12", "+12"), 47},
		{replace("12", "12 "), 49},
		{replace("12", "18446744073709551616"), 66},
		{replace("\nroot", "\n root"), 47},
		{replace("12", "0"), 54},
		{replace(fooRoot, "-"), 55},
		{replace(fooRoot, strings.ToUpper(fooRoot)), 55},
		{replace(fooRoot, fooRoot[1:]), 118},
		{replace(fooRoot, fooRoot+"0"), 119},
		{strings.TrimSuffix(fooDescriptor, "\n"), 119},
		{fooDescriptor + "\n", 120},
	} {
		_, err := dataset.ParseDescriptor(c.text)
		if !errors.Is(err, dataset.ErrInvalidDescriptor) {
			t.Errorf("%q: got %v, want ErrInvalidDescriptor", c.text, err)
		} else if !strings.Contains(err.Error(), fmt.Sprintf(": byte %d: ", c.at)) {
			t.Errorf("got %v, want byte %d", err, c.at)
		}
	}
}

func FuzzParseDescriptor(f *testing.F) {
	f.Add(fooDescriptor)
	f.Add("dataset-instance v1\nmap sha-256-patricia\ncount 0\nroot -\n")
	f.Add("dataset-instance v1\nset sha-256-patricia\ncount 00\nroot -\n")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := dataset.ParseDescriptor(text); err == nil && d.String() != text {
			t.Errorf("got %q, want %q", d.String(), text)
		}
	})
}

func TestInstanceAllocates(t *testing.T) {
	d := dataset.Descriptor{Kind: dataset.KindSet, Root: patricia.Root{Hash: patricia.Hash{1}, Count: math.MaxUint64}}
	if n := testing.AllocsPerRun(100, func() { d.Instance() }); n != 0 {
		t.Errorf("got %v allocations, want 0", n)
	}
}
