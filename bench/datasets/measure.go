package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// result is what one round has shown of a program. What is not known is 0.
type result struct {
	load, commit, diff, list, where time.Duration // commit: of one
	commits                         int
	loaded                          int64 // bytes after loading and tidying
	each, tidied                    int64 // more bytes for each commit, before and after tidying
	total                           int64 // bytes at the end
}

// once lets a program do the work.
func once(ctx context.Context, c contender, dir string, f *files, w work) (r result, err error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return r, err
	}
	work := filepath.Join(dir, gitFile) // is not of the repository
	if r.load, err = timed(func() error { return c.load(ctx, dir) }); err != nil {
		return r, err
	}
	if err := c.tidy(ctx, dir); err != nil {
		return r, err
	}
	if r.loaded, err = size(dir, work); err != nil {
		return r, err
	}
	took, err := timed(func() error {
		var err error
		r.commits, err = c.commit(ctx, dir, f.commits, time.Now().Add(w.budget))
		return err
	})
	if err != nil {
		return r, err
	}
	r.commit = took / time.Duration(r.commits)
	after, err := size(dir, work)
	if err != nil {
		return r, err
	}
	if err := c.tidy(ctx, dir); err != nil {
		return r, err
	}
	if r.total, err = size(dir, work); err != nil {
		return r, err
	}
	r.each, r.tidied = (after-r.loaded)/int64(r.commits), (r.total-r.loaded)/int64(r.commits)
	return r, r.ask(ctx, c, dir, f)
}

// ask measures the questions, after checking the answers.
func (r *result) ask(ctx context.Context, c contender, dir string, f *files) (err error) {
	added := f.commits[:r.commits]
	one := added[len(added)/2]
	whole := 0
	for _, id := range f.ids {
		whole += len(id) + 1
	}
	for _, q := range []struct {
		took *time.Duration
		ask  func(io.Writer) error
		has  []string // what the answer must have
		most int      // bytes that the answer may have
	}{
		{&r.diff, func(out io.Writer) error { return c.diff(ctx, dir, out) }, added, 1000 + 500*len(added)},
		{&r.list, func(out io.Writer) error { return c.list(ctx, dir, out) }, f.ids[:100], whole + len("id\n")},
		{&r.where, func(out io.Writer) error { return c.where(ctx, dir, one, out) }, []string{"20"}, 1000},
	} {
		var answer bytes.Buffer
		if err := q.ask(&answer); err != nil {
			return err
		}
		for _, text := range q.has {
			if !bytes.Contains(answer.Bytes(), []byte(text)) {
				return fmt.Errorf("wrong answer: %q is not in %.200q", text, answer.Bytes())
			}
		}
		if answer.Len() > q.most {
			return fmt.Errorf("wrong answer: %d bytes, want at most %d: %.200q", answer.Len(), q.most, answer.Bytes())
		}
		if *q.took, err = timed(func() error { return q.ask(nil) }); err != nil {
			return err
		}
	}
	return nil
}

func timed(f func() error) (time.Duration, error) {
	start := time.Now()
	err := f()
	return time.Since(start), err
}

// medians returns the median of each figure.
func medians(rs []result) (m result) {
	m.load = median(rs, func(r result) time.Duration { return r.load })
	m.commit = median(rs, func(r result) time.Duration { return r.commit })
	m.diff = median(rs, func(r result) time.Duration { return r.diff })
	m.list = median(rs, func(r result) time.Duration { return r.list })
	m.where = median(rs, func(r result) time.Duration { return r.where })
	m.commits = median(rs, func(r result) int { return r.commits })
	m.loaded = median(rs, func(r result) int64 { return r.loaded })
	m.each = median(rs, func(r result) int64 { return r.each })
	m.tidied = median(rs, func(r result) int64 { return r.tidied })
	m.total = median(rs, func(r result) int64 { return r.total })
	return m
}

func median[T int | int64 | time.Duration](rs []result, of func(result) T) T {
	var xs []T
	for _, r := range rs {
		xs = append(xs, of(r))
	}
	slices.Sort(xs)
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// reference is what Dolt needed in August 2026, on a machine like that of
// docs/performance.md.
var reference = struct {
	granules int
	figures  result
}{1_000_000, result{
	load: 10500 * time.Millisecond, commit: 2 * time.Millisecond, commits: 1000,
	diff: 210 * time.Millisecond, list: 970 * time.Millisecond, each: 14_000, tidied: 3700,
}}
