package registry_test

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

// million is the number of granules of a large dataset.
const million = 1_000_000

// modis returns the first n IDs of a MODIS-like dataset, one each five minutes.
func modis(n int) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		var id []byte
		day := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC)
		date := ""
		for i := range n {
			if i%288 == 0 {
				at := day.AddDate(0, 0, i/288)
				date = fmt.Sprintf("MOD021KM.A%04d%03d.", at.Year(), at.YearDay())
			}
			minute := i % 288 * 5
			id = append(id[:0], date...)
			id = append(id, byte('0'+minute/600), byte('0'+minute/60%10), byte('0'+minute%60/10), byte('0'+minute%10))
			id = fmt.Appendf(id, ".061.%d", 2017000000000+i*7919%365000000)
			if !yield(patricia.Item{ID: id}, nil) {
				return
			}
		}
	}
}

// BenchmarkAddMillion adds a million sorted IDs to an empty dataset in SQLite.
func BenchmarkAddMillion(b *testing.B) {
	for _, noChain := range []bool{false, true} {
		b.Run(fmt.Sprintf("chain=%v", !noChain), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				r := registry.New(openSQLite(b, filepath.Join(b.TempDir(), "idem.db")), nil)
				if _, err := r.Create(b.Context(), "D", registry.Creation{NoChain: noChain}); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(million)})
			}
			b.ReportMetric(million*float64(b.N)/b.Elapsed().Seconds(), "granules/s")
		})
	}
}

// counting is a store that counts pages, and keeps the last commit.
type counting struct {
	store.Store
	reads, writes atomic.Int64
	pages         []store.Page
	entry         []byte
}

func (c *counting) Get(ctx context.Context, h [32]byte) ([]byte, error) {
	c.reads.Add(1)
	return c.Store.Get(ctx, h)
}

func (c *counting) Commit(ctx context.Context, b store.Batch) error {
	c.writes.Add(int64(len(b.Pages)))
	c.pages, c.entry = b.Pages, b.Entries[0]
	return store.Commit(ctx, c.Store, b)
}

// BenchmarkAddOne adds one granule at a random place to a million, durably. The
// ratio is to a commit of the same bytes by SQLite alone, taken in turn.
func BenchmarkAddOne(b *testing.B) {
	for _, noChain := range []bool{true, false} {
		b.Run(fmt.Sprintf("chain=%v", !noChain), func(b *testing.B) {
			s := &counting{Store: openSQLite(b, filepath.Join(b.TempDir(), "idem.db"))}
			r := registry.New(s, nil)
			if _, err := r.Create(b.Context(), "D", registry.Creation{NoChain: noChain}); err != nil {
				b.Fatal(err)
			}
			apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(million)})
			bare := openBare(b)
			s.reads.Store(0)
			s.writes.Store(0)
			var took, floor time.Duration
			rnd := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				day := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rnd.IntN(million/288))
				minute := rnd.IntN(24 * 60)
				id := fmt.Sprintf("MOD021KM.A%04d%03d.%02d%02d.061.%d", day.Year(), day.YearDay(), minute/60, minute%60, 2018000000000+rnd.IntN(365000000))
				start := time.Now()
				apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids(id)})
				middle := time.Now()
				bare.commit(b, s.pages, s.entry)
				took += middle.Sub(start)
				floor += time.Since(middle)
			}
			b.ReportMetric(float64(took)/float64(floor), "ratio")
			b.ReportMetric(float64(took.Microseconds())/float64(b.N), "µs/change")
			b.ReportMetric(float64(s.reads.Load())/float64(b.N), "reads/change")
			b.ReportMetric(float64(s.writes.Load())/float64(b.N), "writes/change")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// bareSQLite is what a durable commit costs without idem.
type bareSQLite struct{ db *sql.DB }

func openBare(b *testing.B) bareSQLite {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	for _, q := range []string{"CREATE TABLE page(hash BLOB PRIMARY KEY, data BLOB)", "CREATE TABLE entry(data BLOB)"} {
		if _, err := db.ExecContext(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
	return bareSQLite{db}
}

func (s bareSQLite) commit(b *testing.B, pages []store.Page, entry []byte) {
	b.Helper()
	tx, err := s.db.BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range pages {
		if _, err := tx.ExecContext(b.Context(), "INSERT OR IGNORE INTO page VALUES(?, ?)", p.Hash[:], p.Data); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := tx.ExecContext(b.Context(), "INSERT INTO entry VALUES(?)", entry); err != nil {
		b.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
