package payid_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

func utc(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		panic(err)
	}
	return t
}

func layout(t testing.TB, s payid.Spec) payid.Layout {
	t.Helper()
	l, err := payid.NewLayout(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLayoutParts(t *testing.T) {
	t.Parallel()
	e2022 := layout(t, payid.Spec{Epoch: utc("2022-01-01T00:00:00Z")})
	for _, c := range []struct {
		name            string
		l               payid.Layout
		id              string
		time            string
		worker, counter int
		contains        bool
	}{
		{"first", payid.Standard(), "000000000", "2024-01-01T00:00:00Z", 0, 0, true},
		{"next worker", payid.Standard(), "000000100", "2024-01-01T00:00:00Z", 1, 0, true},
		{"next second", payid.Standard(), "000001000", "2024-01-01T00:00:01Z", 0, 0, true},
		{"seed", payid.Standard(), "2KNQ8300Z", "2028-12-06T07:02:27Z", 0, 35, true},
		{"seed, epoch 2022", e2022, "2KNQ8300Z", "2026-12-07T07:02:27Z", 0, 35, true},
		{"last", payid.Standard(), "ZZZZZZZZZ", "2092-12-23T05:45:35Z", 35, 1295, true},
		{"last, epoch 2022", e2022, "ZZZZZZZZZ", "2090-12-24T05:45:35Z", 35, 1295, true},
		{"wide, first", payid.Wide(), "000000000", "2024-01-01T00:00:00Z", 0, 0, true},
		{"wide, worker 0 last", payid.Wide(), "0000000SF", "2024-01-01T00:00:00Z", 0, 1023, true},
		{"wide, worker 1", payid.Wide(), "0000000SG", "2024-01-01T00:00:00Z", 1, 0, true},
		{"wide, last", payid.Wide(), "ZZZZZZZJZ", "2092-12-23T05:45:35Z", 44, 1023, true},
		{"wide, beyond", payid.Wide(), "ZZZZZZZK0", "2092-12-23T05:45:35Z", 45, 0, false},
	} {
		v := payid.MustParse(c.id)
		at, w, n := c.l.Time(v), c.l.Worker(v), c.l.Counter(v)
		if !at.Equal(utc(c.time)) || at.Location() != time.UTC || w != c.worker || n != c.counter {
			t.Errorf("%s: %s: got %v, worker %d, counter %d", c.name, c.id, at, w, n)
		}
		if got := c.l.Contains(v); got != c.contains {
			t.Errorf("%s: Contains(%s): got %v", c.name, c.id, got)
		}
		got, err := c.l.NewAt(at, w, n)
		if c.contains && (err != nil || got != v) || !c.contains && !errors.Is(err, payid.ErrRange) {
			t.Errorf("%s: NewAt(%v, %d, %d): got %v, %v", c.name, at, w, n, got, err)
		}
	}
}

func TestLayoutRange(t *testing.T) {
	t.Parallel()
	l := payid.Standard()
	last := utc("2092-12-23T05:45:35.999999999Z")
	for _, c := range []struct {
		at       time.Time
		min, max string // empty: ErrRange
	}{
		{utc("2024-01-01T00:00:00Z"), "000000000", "000000ZZZ"},
		{utc("2024-01-01T01:00:00.5+01:00"), "000000000", "000000ZZZ"},
		{utc("2028-12-06T07:02:27.999Z"), "2KNQ83000", "2KNQ83ZZZ"},
		{last, "ZZZZZZ000", "ZZZZZZZZZ"},
		{last.Add(1), "", ""},
		{utc("2023-12-31T23:59:59.999999999Z"), "", ""},
		{time.Time{}, "", ""},
		{time.Unix(-1<<63, 0), "", ""},
		{time.Unix(1<<63-1, 0), "", ""},
	} {
		lo, loErr := l.Min(c.at)
		hi, hiErr := l.Max(c.at)
		ts, tsErr := l.Timestamp(c.at)
		if c.min == "" {
			for _, err := range []error{loErr, hiErr, tsErr} {
				if !errors.Is(err, payid.ErrRange) {
					t.Errorf("%v: got %v, want ErrRange", c.at, err)
				}
			}
			continue
		}
		if loErr != nil || hiErr != nil || tsErr != nil || lo.String() != c.min || hi.String() != c.max {
			t.Errorf("%v: got %v, %v", c.at, lo, hi)
		}
		if got := l.Start(ts); !got.Equal(l.Time(lo)) || got.After(c.at) || c.at.Sub(got) >= time.Second {
			t.Errorf("Start(%d): got %v for %v", ts, got, c.at)
		}
	}
	if _, err := l.Min(last.Add(1)); !strings.Contains(err.Error(), "before 2092-12-23T05:45:36Z") {
		t.Errorf("got %v", err)
	}
	wide := payid.Wide()
	if hi, err := wide.Max(last); err != nil || hi.String() != "ZZZZZZZJZ" {
		t.Errorf("wide: got %v, %v", hi, err)
	}
	for _, p := range [][2]int{{36, 0}, {-1, 0}, {0, 1296}, {0, -1}} {
		if v, err := l.NewAt(last, p[0], p[1]); !errors.Is(err, payid.ErrRange) {
			t.Errorf("NewAt worker %d, counter %d: got %v, %v", p[0], p[1], v, err)
		}
	}
}

func TestLayoutValues(t *testing.T) {
	t.Parallel()
	if payid.Standard() != (payid.Layout{}) || layout(t, payid.Spec{}) != payid.Standard() {
		t.Error("the zero Layout is not Standard")
	}
	want := payid.Spec{
		Epoch: utc("2024-01-01T00:00:00Z"), Unit: time.Second, TimeChars: 6, Workers: 36, Counters: 1296,
	}
	if got := payid.Standard().Spec(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := layout(t, want); got != payid.Standard() {
		t.Errorf("standard parts: got %v", got)
	}
	want.Workers, want.Counters = 45, 1024
	if got := layout(t, want); got != payid.Wide() || got.Spec() != want {
		t.Errorf("wide parts: got %v", got)
	}
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	specs := []payid.Spec{
		{},
		{Workers: 45, Counters: 1024},
		{Workers: 35},
		{Counters: 1295},
		{Epoch: utc("2022-01-01T00:00:00Z")},
		{Epoch: utc("2022-01-01T00:00:01Z")},
		{Unit: 2 * time.Second},
		{TimeChars: 5},
	}
	seen := map[string]payid.Spec{}
	for _, s := range specs {
		f := layout(t, s).Fingerprint()
		if other, ok := seen[f]; ok {
			t.Errorf("%+v and %+v share %s", s, other, f)
		}
		seen[f] = s
	}
	zoned := time.FixedZone("east", 3600)
	if a, b := layout(t, payid.Spec{Epoch: specs[4].Epoch.In(zoned)}), layout(t, specs[4]); a != b || a.Fingerprint() != b.Fingerprint() {
		t.Errorf("one epoch in two zones: got %s, %s", a.Fingerprint(), b.Fingerprint())
	}
	// Stored beside grants: these texts never change.
	for _, c := range []struct {
		l    payid.Layout
		want string
	}{
		{payid.Standard(), "payid epoch=2024-01-01T00:00:00Z unit=1s time=36^6 workers=36 counters=1296 alphabet=0-9A-Z"},
		{payid.Wide(), "payid epoch=2024-01-01T00:00:00Z unit=1s time=36^6 workers=45 counters=1024 alphabet=0-9A-Z"},
	} {
		if got := c.l.Fingerprint(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestNewLayoutRefuses(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]payid.Spec{
		"fraction in the epoch": {Epoch: utc("2024-01-01T00:00:00.5Z")},
		"epoch after 9999":      {Epoch: time.Unix(1<<40, 0)},
		"epoch before year 1":   {Epoch: time.Unix(-1<<40, 0)},
		"ends after 9999":       {Epoch: utc("9990-01-01T00:00:00Z")},
		"unit ends after 9999":  {Unit: 1000 * time.Hour},
		"unit overflows":        {Unit: time.Duration(1<<63-1) / time.Second * time.Second},
		"unit of a fraction":    {Unit: 1500 * time.Millisecond},
		"negative unit":         {Unit: -time.Second},
		"8 characters of time":  {TimeChars: 8},
		"negative characters":   {TimeChars: -1},
		"negative workers":      {Workers: -36},
		"negative counters":     {Counters: -1},
		"one worker too many":   {Workers: 37},
		"one counter too many":  {Counters: 1297},
		"16 bits":               {Workers: 64, Counters: 1024},
		"product overflows":     {Workers: 1 << 31, Counters: 1 << 33},
	} {
		if l, err := payid.NewLayout(s); !errors.Is(err, payid.ErrLayout) {
			t.Errorf("%s: got %v, %v", name, l.Spec(), err)
		}
	}
}

// TestSmallLayouts goes through every ID of one timestamp, and every split of it,
// for layouts small enough.
func TestSmallLayouts(t *testing.T) {
	t.Parallel()
	for tail, values := range map[int]int{2: 36 * 36, 3: 36 * 36 * 36} {
		for workers := 1; workers <= values; workers += 1 + workers/3 {
			counters := values / workers
			l := layout(t, payid.Spec{TimeChars: payid.Len - tail, Workers: workers, Counters: counters})
			at := utc("2025-03-04T05:06:07Z")
			ts, err := l.Timestamp(at)
			if err != nil {
				t.Fatal(err)
			}
			next := uint64(ts) * uint64(values)
			for w := range workers {
				for c := range counters {
					v, err := l.NewAt(at, w, c)
					if err != nil || v.Uint64() != next || !l.Contains(v) {
						t.Fatalf("%d×%d: worker %d, counter %d: got %v, %v, want %d", workers, counters, w, c, v, err, next)
					}
					if !l.Time(v).Equal(at) || l.Worker(v) != w || l.Counter(v) != c {
						t.Fatalf("%d×%d: %v: got %v, %d, %d", workers, counters, v, l.Time(v), l.Worker(v), l.Counter(v))
					}
					next++
				}
			}
			for ; next < uint64(ts+1)*uint64(values); next++ {
				if l.Contains(id(t, next)) {
					t.Fatalf("%d×%d: contains %d", workers, counters, next)
				}
			}
		}
	}
}

// TestShortTimes goes through all 36 timestamps of one character.
func TestShortTimes(t *testing.T) {
	t.Parallel()
	l := layout(t, payid.Spec{Unit: time.Hour, TimeChars: 1, Workers: 1 << 20, Counters: 1 << 21})
	epoch := l.Spec().Epoch
	for ts := range int64(36) {
		for _, d := range []time.Duration{0, time.Hour - 1} {
			v, err := l.NewAt(epoch.Add(time.Duration(ts)*time.Hour+d), 1<<20-1, 1<<21-1)
			if err != nil || v.String()[0] != "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[ts] {
				t.Fatalf("timestamp %d: got %v, %v", ts, v, err)
			}
			if got := l.Time(v); !got.Equal(epoch.Add(time.Duration(ts) * time.Hour)) {
				t.Fatalf("timestamp %d: got %v", ts, got)
			}
		}
	}
	if v, err := l.Min(epoch.Add(36 * time.Hour)); !errors.Is(err, payid.ErrRange) {
		t.Errorf("hour 36: got %v, %v", v, err)
	}
}

// TestOrder checks that texts sort by time, then worker, then counter.
func TestOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	type parts struct{ ts, w, c int }
	for _, l := range []payid.Layout{payid.Standard(), payid.Wide()} {
		s := l.Spec()
		draw := func() parts { return parts{r.IntN(3), r.IntN(s.Workers), r.IntN(s.Counters)} }
		text := func(p parts) string {
			v, err := l.NewAt(s.Epoch.Add(time.Duration(p.ts)*time.Second), p.w, p.c)
			if err != nil {
				t.Fatal(err)
			}
			return v.String()
		}
		for range 5000 {
			a, b := draw(), draw()
			less := a.ts < b.ts || a.ts == b.ts && (a.w < b.w || a.w == b.w && a.c < b.c)
			if got := text(a) < text(b); got != less {
				t.Fatalf("%v against %v: got %v, want %v", a, b, got, less)
			}
		}
	}
}
