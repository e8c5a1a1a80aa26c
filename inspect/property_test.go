package inspect_test

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/inspect"
	"github.com/seed-05176fc3/idem/payid"
	"github.com/seed-05176fc3/idem/publicid"
)

// A source makes the texts of one ID of a scheme.
type source struct {
	name  string
	since time.Time     // the first time that is plausible; zero for IDs without a time
	unit  time.Duration // of the time
	// best says that nothing else is as likely, whatever the ID is.
	best  bool
	texts func(r random, t time.Time) []string
}

func year(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }

var sources = []source{
	{"flax", year(2015), time.Millisecond, false, func(r random, t time.Time) []string {
		id := must((&flax.Generator{Rand: r}).NewAt(t))
		return []string{id.String(), id.Hex()}
	}},
	{"distributed", year(2020), time.Millisecond, true, func(_ random, t time.Time) []string {
		id := must(distid.NewAt(t))
		return []string{id.String(), id.Hex(), id.Alphanumeric(), id.UUID(), hex.EncodeToString(id[:])}
	}},
	{"distributed128", year(2022), time.Millisecond, true, func(_ random, t time.Time) []string {
		id := must(distid.NewAt128(t))
		upper, lower, err := id.Split()
		must(id, err)
		return []string{id.String(), id.Hex(), id.Alphanumeric(), id.Decimal(), fmt.Sprintf("%d, %d", upper, lower), fmt.Sprint(upper, lower)}
	}},
	{"payment standard", year(2024), time.Second, true, func(r random, t time.Time) []string {
		return []string{must(payid.Standard().NewAt(t, r.IntN(36), r.IntN(1296))).String()}
	}},
	{"payment standard-2022", year(2022), time.Second, false, func(r random, t time.Time) []string {
		l := must(payid.NewLayout(payid.Spec{Epoch: year(2022)}))
		return []string{must(l.NewAt(t, r.IntN(36), r.IntN(1296))).String()}
	}},
	{"payment wide", year(2024), time.Second, false, func(r random, t time.Time) []string {
		return []string{must(payid.Wide().NewAt(t, r.IntN(45), r.IntN(1024))).String()}
	}},
	{"granule", time.Time{}, 0, false, func(r random, _ time.Time) []string {
		return []string{must(granule.Unique(fmt.Sprintf("G.%d_%d.x", r.IntN(100), r.IntN(100)), fmt.Sprintf("C%d___%d", r.IntN(1000), r.IntN(10)), 8))}
	}},
	{"public plain", time.Time{}, 0, false, func(r random, _ time.Time) []string {
		id := publicid.ID(r.bytes(16))
		return []string{id.String(), id.Hex(), id.Alphanumeric()}
	}},
	{"public sealed", time.Time{}, 0, true, func(r random, _ time.Time) []string {
		ring := must(publicid.NewKeyRing('k', must(publicid.NewKey(r.bytes(32)))))
		long := must(publicid.NewUUIDSealer[uuid.UUID](ring, "thing_2"))
		return []string{
			must(must(publicid.NewUint64Sealer(ring, "user")).Encode(r.Uint64())),
			must(long.Encode(uuid.UUID(r.bytes(16)))),
		}
	}},
	{"hash md5", time.Time{}, 0, false, func(r random, _ time.Time) []string {
		return []string{fmt.Sprintf("%x", md5.Sum(r.bytes(8)))}
	}},
	{"hash sha-256", time.Time{}, 0, true, func(r random, _ time.Time) []string {
		sum := sha256.Sum256(r.bytes(8))
		return []string{fmt.Sprintf("%x", sum), fmt.Sprintf("%X", sum)}
	}},
	{"dataset set", time.Time{}, 0, true, func(r random, _ time.Time) []string {
		return []string{"dsi:1:set:" + hex.EncodeToString(r.bytes(32))}
	}},
	{"uuid v1", year(1995), 100 * time.Nanosecond, true, func(r random, t time.Time) []string {
		n := gregorian(t)
		return r.uuid(1, n<<32|n>>32&0xffff<<16|n>>48)
	}},
	{"uuid v3", time.Time{}, 0, true, func(r random, _ time.Time) []string { return r.uuid(3, r.Uint64()) }},
	{"uuid v4", time.Time{}, 0, true, func(r random, _ time.Time) []string { return r.uuid(4, r.Uint64()) }},
	{"uuid v5", time.Time{}, 0, true, func(r random, _ time.Time) []string { return r.uuid(5, r.Uint64()) }},
	{"uuid v6", year(1995), 100 * time.Nanosecond, true, func(r random, t time.Time) []string {
		n := gregorian(t)
		return r.uuid(6, n>>12<<16|n&0xfff)
	}},
	{"uuid v7", year(2021), time.Millisecond, true, func(r random, t time.Time) []string {
		return r.uuid(7, uint64(t.UnixMilli())<<16|r.Uint64()&0xfff)
	}},
	{"uuid v8", time.Time{}, 0, true, func(r random, _ time.Time) []string { return r.uuid(8, r.Uint64()) }},
	{"ulid", year(2016), time.Millisecond, true, func(r random, t time.Time) []string {
		id := must(ulid.New(ulid.Timestamp(t), r)).String()
		return []string{id, strings.ToLower(id)}
	}},
	{"typeid v7", year(2021), time.Millisecond, true, func(r random, t time.Time) []string {
		id := uuid.MustParse(r.uuid(7, uint64(t.UnixMilli())<<16)[0])
		text := strings.ToLower(ulid.ULID(id).String())
		return []string{"user_" + text, "a_b_" + text}
	}},
	{"ksuid", time.Unix(1_400_000_000, 0), time.Second, true, func(r random, t time.Time) []string {
		return []string{must(ksuid.FromParts(t, r.bytes(16))).String()}
	}},
	{"xid", year(2015), time.Second, true, func(r random, t time.Time) []string {
		b := binary.BigEndian.AppendUint32(nil, uint32(t.Unix()))
		return []string{must(xid.FromBytes(append(b, r.bytes(8)...))).String()}
	}},
	{"objectid", year(2009), time.Second, false, func(r random, t time.Time) []string {
		return []string{fmt.Sprintf("%08x%x", t.Unix(), r.bytes(8))}
	}},
	{"snowflake twitter", year(2011), time.Millisecond, false, func(r random, t time.Time) []string {
		return []string{fmt.Sprint((t.UnixMilli()-1288834974657)<<22 | r.Int64N(1<<22))}
	}},
	{"snowflake discord", year(2016), time.Millisecond, false, func(r random, t time.Time) []string {
		return []string{fmt.Sprint((t.UnixMilli()-1420070400000)<<22 | r.Int64N(1<<22))}
	}},
	{"snowflake instagram", year(2012), time.Millisecond, false, func(r random, t time.Time) []string {
		return []string{fmt.Sprint((t.UnixMilli()-1314220021721)<<23 | r.Int64N(1<<23))}
	}},
}

// TestSchemes makes random IDs of every scheme and asks what they are.
func TestSchemes(t *testing.T) {
	t.Parallel()
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			r := random{rand.New(rand.NewPCG(1, 2)), rand.NewChaCha8([32]byte{1})}
			for range 300 {
				var made time.Time
				if !s.since.IsZero() {
					made = s.since.Add(time.Duration(r.Int64N(int64(now.Sub(s.since))))).Truncate(s.unit)
				}
				for _, text := range s.texts(r, made) {
					readings, err := inspect.All(text, inspect.Options{Now: now})
					if err != nil {
						t.Fatal(err)
					}
					i := slices.IndexFunc(readings, func(r inspect.Reading) bool { return name(r) == s.name })
					switch {
					case i < 0:
						t.Errorf("%s: got %s of %d, want %s among them", text, name(readings[0]), len(readings), s.name)
						continue
					case i > 0 && s.best:
						t.Errorf("%s: got %s (%v) first, then %s (%v)", text, name(readings[0]), readings[0].Score, s.name, readings[i].Score)
					}
					if got := readings[i].Time; !got.Equal(made) {
						t.Errorf("%s: got time %v, want %v", text, got, made)
					}
				}
			}
		})
	}
}

// TestFlaxFirst is about Flax texts, which come first unless they are a distributed ID
// of our years as well.
func TestFlaxFirst(t *testing.T) {
	t.Parallel()
	g := flax.Generator{Rand: rand.NewChaCha8([32]byte{2})}
	for i := range 2000 {
		id := must(g.NewAt(now.Add(-time.Duration(i) * 50 * time.Hour)))
		want := "flax"
		if d, err := distid.ParseAlphanumeric(id.String()); err == nil && d.Time().After(year(2020)) && d.Time().Before(now) {
			want = "distributed"
		}
		if best := all(t, id.String())[0]; name(best) != want {
			t.Errorf("%v: got %s, want %s", id, name(best), want)
		}
	}
}

// random is where IDs get their random bits.
type random struct {
	*rand.Rand
	*rand.ChaCha8
}

func (r random) Uint64() uint64 { return r.Rand.Uint64() }

func (r random) bytes(n int) []byte {
	b := make([]byte, n)
	_ = must(r.Read(b))
	return b
}

// uuid returns both texts of a UUID with a first half that holds the version's bits
// but not the version.
func (r random) uuid(version, high uint64) []string {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:], high&^0xf000|version<<12)
	binary.BigEndian.PutUint64(id[8:], 1<<63|r.Uint64()>>2)
	text := id.String()
	return []string{text, strings.ReplaceAll(text, "-", "")}
}

// gregorian returns a time as the UUIDs of versions 1 and 6 have it.
func gregorian(t time.Time) uint64 {
	seconds := t.Unix() - time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC).Unix()
	return uint64(seconds)*10_000_000 + uint64(t.Nanosecond()/100)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
