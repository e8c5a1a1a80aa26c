package publicid_test

import (
	"crypto/aes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

const zeroKey = "0000000000000000000000000000000000000000000000000000000000000000"

// modelPublic is the plain form done once more, from the plaintext block on.
func modelPublic(t testing.TB, keyHex string, block []byte) publicid.ID {
	t.Helper()
	key, err := hex.DecodeString(keyHex)
	if err != nil {
		t.Fatal(err)
	}
	c, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 16)
	c.Encrypt(out, block)
	slices.Reverse(out[:4])
	slices.Reverse(out[4:6])
	slices.Reverse(out[6:8])
	return publicid.ID(out)
}

// bigBlock writes an integer in 16 bytes, big endian.
func bigBlock(v *big.Int) [16]byte { return [16]byte(v.FillBytes(make([]byte, 16))) }

// randomBelow returns a random integer of random length, below limit.
func randomBelow(r *rand.Rand, limit *big.Int) *big.Int {
	v := new(big.Int).SetUint64(r.Uint64())
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
	v.Rsh(v, uint(r.IntN(128)))
	return v.Mod(v, limit)
}

var max28 = new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil), big.NewInt(1))

func TestConverterAgainstModel(t *testing.T) {
	t.Parallel()
	const key = "93b7c10c97106a6d3686c07268e58f78fd82a9e0de197beb3d490401006d0057"
	c := converter(t, key)
	r := rand.New(rand.NewPCG(7, 7))
	limit := new(big.Int).Add(max28, big.NewInt(1))
	for range 3000 {
		v := randomBelow(r, limit)
		be := bigBlock(v)

		// A .NET decimal in memory: flags, high word, low word, middle word.
		block := make([]byte, 16)
		binary.LittleEndian.PutUint32(block[4:], binary.BigEndian.Uint32(be[4:]))
		binary.LittleEndian.PutUint32(block[8:], binary.BigEndian.Uint32(be[12:]))
		binary.LittleEndian.PutUint32(block[12:], binary.BigEndian.Uint32(be[8:]))
		want := modelPublic(t, key, block)
		if got, err := c.EncodeDistributed(be); err != nil || got != want {
			t.Fatalf("decimal %v: got %v, %v, want %v", v, got, err, want)
		}
		if got, err := c.DecodeDistributed(want); err != nil || got != be {
			t.Fatalf("%v: got decimal %x, %v, want %x", want, got, err, be)
		}
		if got, err := c.DecodeUint64(want); v.IsUint64() != (err == nil) || err == nil && got != v.Uint64() {
			t.Fatalf("decimal %v read as uint64: got %d, %v", v, got, err)
		}
		if got, err := c.DecodeInt64(want); v.IsInt64() != (err == nil) || err == nil && got != v.Int64() {
			t.Fatalf("decimal %v read as int64: got %d, %v", v, got, err)
		}
		want = modelPublic(t, key, be[:])
		if got := c.EncodeUUID(be); got != want || c.DecodeUUID(got) != be {
			t.Fatalf("UUID %x: got %v, want %v", be, got, want)
		}
	}
}

func TestEncodeRange(t *testing.T) {
	t.Parallel()
	c := converter(t, zeroKey)
	for _, v := range []int64{-1, math.MinInt64} {
		if id, err := c.EncodeInt64(v); !errors.Is(err, publicid.ErrRange) || id != (publicid.ID{}) {
			t.Errorf("%d: got %v, %v", v, id, err)
		}
	}
	if _, err := c.EncodeDistributed(bigBlock(max28)); err != nil {
		t.Errorf("10^28-1: got %v", err)
	}
	over := new(big.Int).Add(max28, big.NewInt(1))
	for range 100 {
		if id, err := c.EncodeDistributed(bigBlock(over)); !errors.Is(err, publicid.ErrRange) {
			t.Errorf("%v: got %v, %v", over, id, err)
		}
		if over.Lsh(over, 1); over.BitLen() > 128 {
			break
		}
	}
}

// TestDecimalOverflow decodes decimals around the limit, as anyone with the key
// could make them, and such with flags.
func TestDecimalOverflow(t *testing.T) {
	t.Parallel()
	c := converter(t, zeroKey)
	for _, b := range []struct {
		block string
		good  bool
	}{
		{"000000005ece4f20ffffff0f6102253e", true},  // 10^28-1
		{"000000005ece4f20000000106102253e", false}, // 10^28
		{"000000005fce4f200000000000000000", false},
		{"00000000ffffffffffffffffffffffff", false},
		{"01000000000000000100000000000000", false},
		{"00000080000000000100000000000000", false}, // -1
		{"00000100000000000a00000000000000", false}, // 1.0
	} {
		block, err := hex.DecodeString(b.block)
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.DecodeDistributed(modelPublic(t, zeroKey, block))
		if b.good != (err == nil) || !b.good && (err != publicid.ErrInvalid || v != [16]byte{}) {
			t.Errorf("block %s: got %x, %v", b.block, v, err)
		}
	}
}

func TestZeroKey(t *testing.T) {
	t.Parallel()
	if _, err := publicid.NewConverter(publicid.Key{}); !errors.Is(err, publicid.ErrKey) {
		t.Errorf("got %v", err)
	}
}

func TestConverterConcurrent(t *testing.T) {
	t.Parallel()
	c := converter(t, zeroKey)
	var wg sync.WaitGroup
	for i := range uint64(8) {
		wg.Go(func() {
			for v := i; v < 4000; v += 8 {
				if got, err := c.DecodeUint64(c.EncodeUint64(v)); err != nil || got != v {
					t.Errorf("%d: got %d, %v", v, got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestConverterAllocatesNothing(t *testing.T) {
	c := converter(t, zeroKey)
	id := c.EncodeUint64(42)
	bad := c.EncodeUUID([16]byte{1})
	var uuid [16]byte
	buf := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"EncodeInt64":        func() { _, _ = c.EncodeInt64(42) },
		"EncodeUint64":       func() { c.EncodeUint64(42) },
		"EncodeDistributed":  func() { _, _ = c.EncodeDistributed(uuid) },
		"EncodeUUID":         func() { c.EncodeUUID(uuid) },
		"DecodeInt64":        func() { _, _ = c.DecodeInt64(id) },
		"DecodeUint64":       func() { _, _ = c.DecodeUint64(id) },
		"DecodeDistributed":  func() { _, _ = c.DecodeDistributed(id) },
		"DecodeUUID":         func() { c.DecodeUUID(id) },
		"refused":            func() { _, _ = c.DecodeUint64(bad) },
		"AppendAlphanumeric": func() { id.AppendAlphanumeric(buf) },
		"AppendText":         func() { _, _ = id.AppendText(buf) },
		"Parse UUID":         func() { _, _ = publicid.Parse("30322474-a954-ffa9-941c-6f038afe4ff1") },
		"Parse hexadecimal":  func() { _, _ = publicid.Parse("30322474A954FFA9941C6F038AFE4FF1") },
		"Parse alphanumeric": func() { _, _ = publicid.Parse("48XoooHHCe1CiOHrghM7Dl") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: got %v allocations, want 0", name, n)
		}
	}
}
