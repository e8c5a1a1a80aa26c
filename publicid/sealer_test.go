package publicid_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

var update = flag.Bool("update", false, "write testdata/sealed.json anew from the model")

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// id93 and id128 stand for the types of other packages.
type (
	id93  [16]byte
	id128 [16]byte
	uuid  [16]byte
)

// A codec is a sealer of any kind, with integers as values.
type codec struct {
	encode func(*big.Int) (string, error)
	decode func(string) (*big.Int, error)
}

func codecOf[V any](t testing.TB, s *publicid.Sealer[V], from func(*big.Int) V, to func(V) *big.Int) codec {
	return codec{
		func(v *big.Int) (string, error) {
			text, err := s.Encode(from(v))
			appended, appendErr := s.AppendEncode([]byte("x "), from(v))
			if string(appended) != "x "+text || (err == nil) != (appendErr == nil) {
				t.Errorf("Encode gives %q, %v, AppendEncode %q, %v", text, err, appended, appendErr)
			}
			return text, err
		},
		func(text string) (*big.Int, error) {
			v, err := s.Decode(text)
			return to(v), err
		},
	}
}

func toBig[V ~[16]byte](v V) *big.Int   { b := [16]byte(v); return new(big.Int).SetBytes(b[:]) }
func fromBig[V ~[16]byte](v *big.Int) V { return V(bigBlock(v)) }

// kinds are the kinds of the sealed form, the largest value of each and the length
// of its body.
var kinds = []struct {
	name string
	max  *big.Int
	body int
	open func(testing.TB, *publicid.KeyRing, string) codec
}{
	{"int64", ones(63), 22, func(t testing.TB, r *publicid.KeyRing, prefix string) codec {
		return codecOf(t, must[*publicid.Sealer[int64]](t)(publicid.NewInt64Sealer(r, prefix)), (*big.Int).Int64, big.NewInt)
	}},
	{"uint64", ones(64), 22, func(t testing.TB, r *publicid.KeyRing, prefix string) codec {
		return codecOf(t, must[*publicid.Sealer[uint64]](t)(publicid.NewUint64Sealer(r, prefix)), (*big.Int).Uint64, new(big.Int).SetUint64)
	}},
	{"distributed", max28, 22, func(t testing.TB, r *publicid.KeyRing, prefix string) codec {
		return codecOf(t, must[*publicid.Sealer[id93]](t)(publicid.NewDistributedSealer[id93](r, prefix)), fromBig[id93], toBig[id93])
	}},
	{"distributed128", ones(128), 33, func(t testing.TB, r *publicid.KeyRing, prefix string) codec {
		return codecOf(t, must[*publicid.Sealer[id128]](t)(publicid.NewDistributed128Sealer[id128](r, prefix)), fromBig[id128], toBig[id128])
	}},
	{"uuid", ones(128), 33, func(t testing.TB, r *publicid.KeyRing, prefix string) codec {
		return codecOf(t, must[*publicid.Sealer[uuid]](t)(publicid.NewUUIDSealer[uuid](r, prefix)), fromBig[uuid], toBig[uuid])
	}},
}

// ones returns 2^n-1.
func ones(n uint) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), n)
	return v.Sub(v, big.NewInt(1))
}

// docKey is the key of the worked example: 00 01 02 … 1f.
func docKey() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

func ringOf(t testing.TB, id byte, raw []byte) *publicid.KeyRing {
	t.Helper()
	return must[*publicid.KeyRing](t)(publicid.NewKeyRing(id, must[publicid.Key](t)(publicid.NewKey(raw))))
}

type sealedVector struct {
	Key    string `json:"key_hex"`
	KeyID  string `json:"key_id"`
	Prefix string `json:"prefix"`
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	Text   string `json:"text"`
}

// modelVectors makes the vectors by the model.
func modelVectors() (out []sealedVector) {
	longest := "a" + strings.Repeat("_9", 31)
	for i, c := range []struct {
		key    []byte
		id     byte
		prefix string
	}{
		{docKey(), 'b', "user"},
		{docKey(), 'c', "user"},
		{docKey(), 'b', "user_2"},
		{secretBytes(), '0', "a"},
		{secretBytes(), 'Z', longest},
	} {
		for _, k := range kinds {
			for _, v := range []*big.Int{
				big.NewInt(0), big.NewInt(1), big.NewInt(42), new(big.Int).Rsh(k.max, 1), k.max,
			} {
				if i > 0 && v.Cmp(big.NewInt(42)) != 0 {
					continue
				}
				out = append(out, sealedVector{
					hex.EncodeToString(c.key), string(c.id), c.prefix, k.name, v.String(),
					modelSeal(c.key, c.id, c.prefix, k.name, v),
				})
			}
		}
	}
	return out
}

func TestSealedVectors(t *testing.T) {
	t.Parallel()
	const path = "testdata/sealed.json"
	made := modelVectors()
	if *update {
		b, err := json.MarshalIndent(made, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []sealedVector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != len(made) {
		t.Fatalf("got %d vectors, the model makes %d", len(vectors), len(made))
	}
	for i, v := range vectors {
		if v != made[i] {
			t.Errorf("vector %+v: the model makes %+v", v, made[i])
		}
		raw, err := hex.DecodeString(v.Key)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := new(big.Int).SetString(v.Value, 10)
		if !ok {
			t.Fatalf("value %q", v.Value)
		}
		ring := ringOf(t, v.KeyID[0], raw)
		for _, k := range kinds {
			if k.name != v.Kind {
				continue
			}
			c := k.open(t, ring, v.Prefix)
			if got, err := c.encode(value); err != nil || got != v.Text {
				t.Errorf("%+v: got %s, %v", v, got, err)
			}
			if got, err := c.decode(v.Text); err != nil || got.Cmp(value) != 0 {
				t.Errorf("%+v: got %v, %v", v, got, err)
			}
		}
	}
}

func TestDocExample(t *testing.T) {
	t.Parallel()
	s := must[*publicid.Sealer[int64]](t)(publicid.NewInt64Sealer(ringOf(t, 'b', docKey()), "user"))
	if got, err := s.Encode(42); err != nil || got != "user_b2S43r31Aamk35SFRDaOY5b" {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestSealerAgainstModel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for _, k := range kinds {
		id, prefix := alphabet[r.IntN(62)], fmt.Sprintf("p%d", r.IntN(100))
		c := k.open(t, ringOf(t, id, secretBytes()), prefix)
		limit := new(big.Int).Add(k.max, big.NewInt(1))
		for range 300 {
			v := randomBelow(r, limit)
			want := modelSeal(secretBytes(), id, prefix, k.name, v)
			got, err := c.encode(v)
			if err != nil || got != want || len(got) != len(prefix)+2+k.body {
				t.Fatalf("%s %v: got %s, %v, want %s", k.name, v, got, err, want)
			}
			if back, err := c.decode(got); err != nil || back.Cmp(v) != 0 {
				t.Fatalf("%s: got %v, %v, want %v", got, back, err, v)
			}
		}
	}
}

func TestSealerRange(t *testing.T) {
	t.Parallel()
	ring := ringOf(t, 'b', docKey())
	i := must[*publicid.Sealer[int64]](t)(publicid.NewInt64Sealer(ring, "user"))
	if text, err := i.Encode(-1); !errors.Is(err, publicid.ErrRange) || text != "" {
		t.Errorf("-1: got %q, %v", text, err)
	}
	d := must[*publicid.Sealer[id93]](t)(publicid.NewDistributedSealer[id93](ring, "user"))
	over := new(big.Int).Add(max28, big.NewInt(1))
	if text, err := d.Encode(fromBig[id93](over)); !errors.Is(err, publicid.ErrRange) || text != "" {
		t.Errorf("10^28: got %q, %v", text, err)
	}
	// What only the key's holder can make: values outside the kind.
	for _, k := range kinds[:3] {
		c := k.open(t, ring, "user")
		for v := new(big.Int).Add(k.max, big.NewInt(1)); v.BitLen() <= 128; v.Lsh(v, 1) {
			text := modelSeal(docKey(), 'b', "user", k.name, v)
			if got, err := c.decode(text); err != publicid.ErrInvalid || got.Sign() != 0 {
				t.Errorf("%s %v: got %v, %v", k.name, v, got, err)
			}
		}
	}
}

// TestSealerRefuses changes texts in every way and wants the one error, and the
// zero value.
func TestSealerRefuses(t *testing.T) {
	t.Parallel()
	ring := must[*publicid.KeyRing](t)(ringOf(t, 'b', docKey()).Add('a', key(t, 1)))
	for _, k := range kinds {
		c := k.open(t, ring, "user")
		refuse := func(text string) {
			t.Helper()
			if v, err := c.decode(text); err != publicid.ErrInvalid || v.Sign() != 0 {
				t.Errorf("%s %q: got %v, %v", k.name, text, v, err)
			}
		}
		good, err := c.encode(big.NewInt(42))
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(good) {
			for _, b := range []byte(alphabet + "_-+/ \n\x00\x80\xff") {
				if b != good[i] {
					refuse(good[:i] + string(b) + good[i+1:])
				}
			}
			refuse(good[:i])
			refuse(good[i:][1:])
			refuse(good[:i] + good[i+1:])
			refuse(good[:i] + "0" + good[i:])
		}
		refuse(good + "0")
		refuse(" " + good)
		refuse(good + "\n")
		refuse(strings.ToUpper(good))
		refuse("user_" + good)
		body := strings.TrimPrefix(good, "user_b")
		refuse(body)
		refuse("_b" + body)
		refuse("user__b" + body)
		refuse("user_B" + body)
		refuse("user_a" + body) // another key of the ring
		refuse("user_c" + body) // no key of the ring
		for i := 0; i+11 <= len(body); i += 11 {
			refuse("user_b" + body[:i] + "LygHa16AHYG" + body[i+11:]) // 2^64
			refuse("user_b" + body[:i] + "zzzzzzzzzzz" + body[i+11:])
		}
		refuse("user_b" + body[11:22] + body[:11] + body[22:])
		for _, other := range kinds {
			for _, prefix := range []string{"user", "users", "use", "invoice", "user_b"} {
				if other.name == k.name && prefix == "user" {
					continue
				}
				text, err := other.open(t, ring, prefix).encode(big.NewInt(42))
				if err != nil {
					t.Fatal(err)
				}
				refuse(text)
				// As if it was of this type.
				refuse("user" + text[strings.LastIndex(text, "_"):])
			}
		}
	}
}

// TestSealerBlockOverflow decodes texts that are those of good ones plus 2^64 in one
// block. They fit 11 digits only for small blocks.
func TestSealerBlockOverflow(t *testing.T) {
	t.Parallel()
	c := kinds[3].open(t, ringOf(t, 'b', docKey()), "user")
	found := 0
	for v := int64(0); found < 5; v++ {
		good, err := c.encode(big.NewInt(v))
		if err != nil {
			t.Fatal(err)
		}
		for i := len("user_b"); i < len(good); i += 11 {
			n := new(big.Int)
			for _, d := range good[i : i+11] {
				n.Mul(n, big.NewInt(62)).Add(n, big.NewInt(int64(strings.IndexRune(alphabet, d))))
			}
			n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64))
			var digits []byte
			for range 11 {
				d := new(big.Int)
				n.DivMod(n, big.NewInt(62), d)
				digits = append([]byte{alphabet[d.Int64()]}, digits...)
			}
			if n.Sign() != 0 {
				continue
			}
			found++
			text := good[:i] + string(digits) + good[i+11:]
			if got, err := c.decode(text); err != publicid.ErrInvalid {
				t.Errorf("%s: got %v, %v", text, got, err)
			}
		}
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	ok := must[*publicid.KeyRing](t)
	for _, k := range kinds {
		v := big.NewInt(1234567)
		before := ok(publicid.NewKeyRing('a', key(t, 1)))
		added := ok(before.Add('b', key(t, 2)))
		promoted := ok(added.Promote('b'))
		dropped := ok(promoted.Remove('a'))

		encode := func(ring *publicid.KeyRing) string {
			t.Helper()
			text, err := k.open(t, ring, "user").encode(v)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		old, fresh := encode(before), encode(promoted)
		if encode(added) != old || !strings.HasPrefix(old, "user_a") || !strings.HasPrefix(fresh, "user_b") || encode(dropped) != fresh {
			t.Errorf("%s: got %s, %s", k.name, old, fresh)
		}
		for _, c := range []struct {
			ring       *publicid.KeyRing
			text       string
			decodes    bool
			ringsAbout string
		}{
			{before, old, true, "before"},
			{before, fresh, false, "before"},
			{added, old, true, "added"},
			{added, fresh, true, "added"},
			{promoted, old, true, "promoted"},
			{promoted, fresh, true, "promoted"},
			{dropped, old, false, "dropped"},
			{dropped, fresh, true, "dropped"},
		} {
			got, err := k.open(t, c.ring, "user").decode(c.text)
			if c.decodes && (err != nil || got.Cmp(v) != 0) || !c.decodes && err != publicid.ErrInvalid {
				t.Errorf("%s: ring %s, %s: got %v, %v", k.name, c.ringsAbout, c.text, got, err)
			}
		}
	}
}

func TestPrefixes(t *testing.T) {
	t.Parallel()
	ring := ringOf(t, 'b', docKey())
	longest := strings.Repeat("a", 63)
	for _, s := range []string{"a", "user", "user2", "user_2", "a__b", "a0", longest} {
		sealer, err := publicid.NewInt64Sealer(ring, s)
		if err != nil {
			t.Errorf("%q: got %v", s, err)
			continue
		}
		text, err := sealer.Encode(7)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := sealer.Decode(text); err != nil || got != 7 {
			t.Errorf("%q: %s: got %d, %v", s, text, got, err)
		}
	}
	for _, s := range []string{
		"", "_", "_user", "user_", "2user", "User", "us er", "us-er", "usér", "us\x00er", longest + "a", strings.Repeat("a", 1000),
	} {
		_, err := publicid.NewInt64Sealer(ring, s)
		if !errors.Is(err, publicid.ErrPrefix) || len(err.Error()) > 200 {
			t.Errorf("%.70q: got %v", s, err)
		}
		if _, err := publicid.NewUUIDSealer[uuid](ring, s); !errors.Is(err, publicid.ErrPrefix) {
			t.Errorf("%.70q: got %v", s, err)
		}
	}
	for _, ring := range []*publicid.KeyRing{nil, {}} {
		if _, err := publicid.NewInt64Sealer(ring, "user"); !errors.Is(err, publicid.ErrKeyRing) {
			t.Errorf("ring without keys: got %v", err)
		}
	}
}

func TestSealerAllocatesNothing(t *testing.T) {
	ring := ringOf(t, 'b', docKey())
	i := must[*publicid.Sealer[int64]](t)(publicid.NewInt64Sealer(ring, "user"))
	u := must[*publicid.Sealer[uuid]](t)(publicid.NewUUIDSealer[uuid](ring, "user"))
	small, _ := i.Encode(42)
	large, _ := u.Encode(uuid{1})
	buf := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"AppendEncode int64": func() { _, _ = i.AppendEncode(buf, 42) },
		"AppendEncode uuid":  func() { _, _ = u.AppendEncode(buf, uuid{1}) },
		"Decode int64":       func() { _, _ = i.Decode(small) },
		"Decode uuid":        func() { _, _ = u.Decode(large) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: got %v allocations, want 0", name, n)
		}
	}
}
