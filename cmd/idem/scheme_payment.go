package main

import (
	"context"
	"strconv"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

var paymentScheme = &schemeOf[payid.ID]{
	forms: []form[payid.ID]{
		{name: "text", write: payid.ID.String, read: payid.Parse[string], looks: ofLength(payid.Len, "")},
		{
			name:  "decimal",
			write: func(id payid.ID) string { return strconv.FormatUint(id.Uint64(), 10) },
			read: func(text string) (payid.ID, error) {
				n, err := strconv.ParseUint(text, 10, 64)
				if err != nil {
					return payid.ID{}, err
				}
				return payid.FromUint64(n)
			},
			looks: isDecimal,
		},
		{name: "time", epoch: func(id payid.ID, epoch time.Time) string {
			l, err := paymentLayout(epoch)
			if err != nil {
				return err.Error()
			}
			return isoTime(l.Time(id))
		}},
	},
	source: func(o mintOptions) (func(context.Context) (payid.ID, error), error) {
		layout, err := paymentLayout(o.epoch)
		if err != nil {
			return nil, err
		}
		if o.at.IsZero() {
			g, err := payid.NewGenerator(payid.Config{Layout: layout, Worker: o.worker})
			if err != nil {
				return nil, usageError{err}
			}
			return g.New, nil
		}
		counter := -1
		return func(context.Context) (payid.ID, error) {
			counter++
			return layout.NewAt(o.at, o.worker, counter)
		}, nil
	},
}

// paymentLayout returns the standard layout, with another epoch if one is given.
func paymentLayout(epoch time.Time) (payid.Layout, error) {
	l, err := payid.NewLayout(payid.Spec{Epoch: epoch})
	if err != nil {
		return l, usageError{err}
	}
	return l, nil
}
