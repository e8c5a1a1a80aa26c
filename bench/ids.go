package main

import (
	"context"
	crand "crypto/rand"
	"math"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// Names that goals refer to.
const (
	clock    = "clock"
	flaxID   = "flax"
	googleV7 = "google/uuid v7"
	ulidMake = "oklog/ulid, monotonic"
)

// generation is each ID by a call of its own, on one core and on two.
func generation() group {
	ulids := cryptoULIDs()
	benchmarks := []benchmark{
		{name: clock, op: each(readClock), floor: true},
		{name: flaxID, op: each(flax.New), goals: []goal{
			atMostTimes(1.3, clock), timesAsFast(2, googleV7), timesAsFast(2, ulidMake),
		}},
		{name: "distid.ID, in bursts", op: each(bursts())},
		{name: "distid.ID128", op: each(distid.New128)},
		{name: "payid", op: each(payments())},
		{name: "google/uuid v4", op: each(google.New)},
		{name: "google/uuid v4, pool", op: each(google.New), setup: randPool},
		{name: googleV7, op: each(newGoogleV7)},
		{name: "google/uuid v7, pool", op: each(newGoogleV7), setup: randPool},
		{name: "gofrs/uuid v4", op: each(newGofrsV4)},
		{name: "gofrs/uuid v7", op: each(newGofrsV7)},
		{name: ulidMake, op: each(ulid.Make)},
		{name: "oklog/ulid, monotonic, crypto/rand", op: each(ulids)},
		{name: "segmentio/ksuid", op: each(ksuid.New)},
		{name: "rs/xid", op: each(xid.New)},
	}
	return group{"one at a time", withTwoCores(benchmarks, map[string][]goal{
		flaxID: {timesAsFast(2, flaxID), timesAsFast(4, googleV7+twoCores), timesAsFast(4, ulidMake+twoCores)},
	})}
}

// generationText is an ID and its text.
func generationText() group {
	newPayment := payments()
	benchmarks := []benchmark{
		{name: clock, op: each(readClock), floor: true},
		{name: "flax, into a buffer", op: eachAppended(flax.New, flax.ID.AppendText)},
		{name: "distid.ID, into a buffer", op: eachAppended(bursts(), distid.ID.AppendText)},
		{name: "distid.ID128, into a buffer", op: eachAppended(distid.New128, distid.ID128.AppendText)},
		{name: "payid, into a buffer", op: eachAppended(newPayment, payid.ID.AppendText)},
		{name: "flax", op: eachText(flax.New, flax.ID.String)},
		{name: "distid.ID", op: eachText(bursts(), distid.ID.String)},
		{name: "distid.ID128", op: eachText(distid.New128, distid.ID128.String)},
		{name: "payid", op: eachText(newPayment, payid.ID.String)},
		{name: "google/uuid v4", op: eachText(google.New, google.UUID.String)},
		{name: "google/uuid v4, pool", op: eachText(google.New, google.UUID.String), setup: randPool},
		{name: "google/uuid v7", op: eachText(newGoogleV7, google.UUID.String)},
		{name: "google/uuid v7, pool", op: eachText(newGoogleV7, google.UUID.String), setup: randPool},
		{name: "gofrs/uuid v4", op: eachText(newGofrsV4, gofrs.UUID.String)},
		{name: "gofrs/uuid v7", op: eachText(newGofrsV7, gofrs.UUID.String)},
		{name: "oklog/ulid, monotonic", op: eachText(ulid.Make, ulid.ULID.String)},
		{name: "segmentio/ksuid", op: eachText(ksuid.New, ksuid.KSUID.String)},
		{name: "rs/xid", op: eachText(xid.New, xid.ID.String)},
	}
	return group{"with their text", withTwoCores(benchmarks, nil)}
}

// batches is a thousand IDs by one call. The peers know no such thing.
func batches() group {
	ctx := context.Background()
	var (
		flaxes flax.Generator
		ids128 distid.Generator128
	)
	pays := paymentGenerator()
	benchmarks := []benchmark{
		{name: clock, op: each(readClock), floor: true},
		{name: "flax", op: filling(flaxes.Fill), per: batch, goals: []goal{atMost(12)}},
		{name: "distid.ID, in bursts", op: filling(batchBursts()), per: batch, goals: []goal{atMost(12)}},
		{name: "distid.ID128, sustained", op: filling(func(ids []distid.ID128) error {
			_, err := ids128.Fill(ctx, ids)
			return err
		}), per: batch, goals: []goal{atMost(12), millionsPerSecond(50)}},
		{name: "payid", op: filling(func(ids []payid.ID) error {
			_, err := pays.Fill(ctx, ids)
			return err
		}), per: batch, goals: []goal{atMost(12)}},
	}
	return group{"in batches", withTwoCores(benchmarks, nil)}
}

// withTwoCores adds a row on two cores for each one on one, but for the bursts of a
// generator that only one core has.
func withTwoCores(benchmarks []benchmark, goals map[string][]goal) []benchmark {
	all := benchmarks
	for _, b := range benchmarks {
		if !oneCore[b.name] {
			all = append(all, b.onTwoCores(goals[b.name]...))
		}
	}
	return all
}

var oneCore = map[string]bool{"distid.ID": true, "distid.ID, in bursts": true, "distid.ID, into a buffer": true}

func readClock() int64 { return time.Now().UnixMilli() }

func newGoogleV7() google.UUID { return google.Must(google.NewV7()) }
func newGofrsV4() gofrs.UUID   { return gofrs.Must(gofrs.NewV4()) }
func newGofrsV7() gofrs.UUID   { return gofrs.Must(gofrs.NewV7()) }

func randPool() (restore func()) {
	google.EnableRandPool()
	return google.DisableRandPool
}

// cryptoULIDs is like ulid.Make, but with randomness that cannot be guessed.
func cryptoULIDs() func() ulid.ULID {
	entropy := &ulid.LockedMonotonicReader{MonotonicReader: ulid.Monotonic(crand.Reader, 0)}
	return func() ulid.ULID { return ulid.MustNew(ulid.Now(), entropy) }
}

// burst is how many IDs to get of one distid.Generator: so few that it does not wait.
const burst = 100_000

// bursts makes IDs of 93 bits, one core only, faster than a generator can in the long run.
func bursts() func() distid.ID {
	g, made := new(distid.Generator), 0
	return func() distid.ID {
		if made++; made > burst {
			g, made = new(distid.Generator), 1
		}
		id, err := g.New(context.Background())
		if err != nil {
			panic(err)
		}
		return id
	}
}

func batchBursts() func([]distid.ID) error {
	g, made := new(distid.Generator), 0
	return func(ids []distid.ID) error {
		if made += len(ids); made > burst {
			g, made = new(distid.Generator), len(ids)
		}
		_, err := g.Fill(context.Background(), ids)
		return err
	}
}

// ahead permits all timestamps at once, so that a generator of payment IDs never waits.
type ahead struct{}

func (ahead) Grant(context.Context, int64) (payid.Grant, error) {
	return payid.Grant{Hi: math.MaxInt64, Ahead: math.MaxInt64}, nil
}

func paymentGenerator() *payid.Generator {
	g, err := payid.NewGenerator(payid.Config{Grants: ahead{}})
	if err != nil {
		panic(err)
	}
	return g
}

func payments() func() payid.ID {
	g := paymentGenerator()
	return func() payid.ID {
		id, err := g.New(context.Background())
		if err != nil {
			panic(err)
		}
		return id
	}
}
