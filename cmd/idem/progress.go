package main

import (
	"iter"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/seed-05176fc3/idem/patricia"
)

// progress is a bar on the terminal for work that takes longer than a second. It is
// nothing where nobody looks. It is for one goroutine at a time.
type progress struct {
	what, unit string
	total      int64 // -1 if not known
	begun      time.Time
	pending    int64 // done and not drawn
	bar        *progressbar.ProgressBar
}

// progressStep is how many units are done between two looks at the clock.
const progressStep = 4096

// newProgress returns a progress of total units, -1 if that is not known. Bytes have
// the unit "B".
func newProgress(what, unit string, total int64) *progress {
	if !isTerminal(os.Stderr) {
		return nil
	}
	return &progress{what: what, unit: unit, total: total, begun: time.Now()}
}

// add tells that n more units are done.
func (p *progress) add(n int64) {
	if p == nil {
		return
	}
	if p.pending += n; p.pending < progressStep {
		return
	}
	if p.bar == nil {
		if time.Since(p.begun) < time.Second {
			return
		}
		p.bar = p.draw()
	}
	// What cannot be drawn is not worth an error.
	_ = p.bar.Add64(p.pending)
	p.pending = 0
}

func (p *progress) draw() *progressbar.ProgressBar {
	options := []progressbar.Option{
		progressbar.OptionSetDescription(p.what),
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
	}
	if p.unit == "B" {
		options = append(options, progressbar.OptionShowBytes(true))
	} else {
		options = append(options, progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.unit))
	}
	return progressbar.NewOptions64(p.total, options...)
}

// done takes the bar away.
func (p *progress) done() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}

// count passes a sequence on and counts it.
func (p *progress) count(seq iter.Seq2[patricia.Item, error]) iter.Seq2[patricia.Item, error] {
	if p == nil {
		return seq
	}
	return func(yield func(patricia.Item, error) bool) {
		for it, err := range seq {
			if p.add(1); !yield(it, err) {
				return
			}
		}
	}
}
