package main

import (
	"context"
	"encoding/hex"

	"github.com/seed-05176fc3/idem/flax"
)

var flaxScheme = &schemeOf[flax.ID]{
	forms: []form[flax.ID]{
		{name: "text", write: flax.ID.String, read: flax.Parse, looks: ofLength(16, "")},
		{name: "hex", write: flax.ID.Hex, read: flax.ParseHex, looks: ofLength(24, "")},
		{name: "binary", write: flax.ID.Hex, read: flax.ParseHex, looks: ofLength(24, "")},
		{name: "time", write: func(id flax.ID) string { return isoTime(id.Time()) }},
		{name: "random", write: func(id flax.ID) string { return hex.EncodeToString(id[5:]) }},
	},
	source: func(o mintOptions) (func(context.Context) (flax.ID, error), error) {
		if !o.at.IsZero() {
			return fixedTime(o.at, flax.NewAt), nil
		}
		var g flax.Generator
		return func(context.Context) (flax.ID, error) { return g.New() }, nil
	},
}
