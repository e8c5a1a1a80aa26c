package publicid_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

// vectors are the parts of testdata/distributed.json that concern public
// identities. Integers are decimal strings; null means refused.
type vectors struct {
	Identities []struct {
		KeyName   string `json:"key_name"`
		KeyBase64 string `json:"key_base64"`
		KeyHex    string `json:"key_hex"`
		Items     []struct {
			Type         string `json:"type"`
			Value        string `json:"value"`
			PublicUUID   string `json:"public_uuid"`
			Hex32        string `json:"hex32"`
			Alphanumeric string `json:"alphanumeric22"`
		} `json:"items"`
	} `json:"public_identities"`
	Decode []struct {
		KeyHex     string  `json:"key_hex"`
		PublicUUID string  `json:"public_uuid"`
		Note       string  `json:"note"`
		I64        *string `json:"i64"`
		U64        *string `json:"u64"`
		Decimal    *string `json:"decimal"`
		U128       string  `json:"u128"`
		UUID       string  `json:"uuid"`
	} `json:"public_identities_decode"`
	Bug struct {
		Wrong string `json:"wrong_public_uuid"`
		Right string `json:"right_public_uuid"`
	} `json:"public_identities_upstream_bug"`
	KeySizes []struct {
		Bytes    int  `json:"bytes"`
		Accepted bool `json:"accepted"`
	} `json:"key_sizes"`
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile("testdata/distributed.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Identities) == 0 || len(v.Decode) == 0 || len(v.KeySizes) == 0 || v.Bug.Right == "" {
		t.Fatal("vectors are missing")
	}
	return v
}

func converter(t testing.TB, keyHex string) *publicid.Converter {
	t.Helper()
	raw, err := hex.DecodeString(keyHex)
	if err != nil {
		t.Fatal(err)
	}
	key, err := publicid.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	c, err := publicid.NewConverter(key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// integer reads an integer or a UUID as 16 bytes big endian.
func integer(t testing.TB, s string) (b [16]byte) {
	t.Helper()
	base := 10
	if strings.Contains(s, "-") {
		s, base = strings.ReplaceAll(s, "-", ""), 16
	}
	v, ok := new(big.Int).SetString(s, base)
	if !ok {
		t.Fatalf("%q is no integer", s)
	}
	v.FillBytes(b[:])
	return b
}

// low returns the last 8 bytes, and whether the others are 0.
func low(b [16]byte) (uint64, bool) {
	return binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint64(b[:8]) == 0
}

func publicID(t testing.TB, s string) publicid.ID {
	t.Helper()
	id, err := publicid.Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return id
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Identities {
		c := converter(t, v.KeyHex)
		key, err := publicid.ParseKey(v.KeyBase64)
		if err != nil {
			t.Fatalf("%s: %v", v.KeyName, err)
		}
		if got := key.Base64(); got != v.KeyBase64 {
			t.Errorf("%s: key is written in another way", v.KeyName)
		}
		byText, err := publicid.NewConverter(key)
		if err != nil {
			t.Fatalf("%s: %v", v.KeyName, err)
		}
		for _, item := range v.Items {
			id := publicID(t, item.PublicUUID)
			if got := id.String(); got != item.PublicUUID {
				t.Errorf("%s: String: got %s", item.PublicUUID, got)
			}
			if got := id.Hex(); got != item.Hex32 || publicID(t, got) != id || publicID(t, strings.ToLower(got)) != id {
				t.Errorf("%s: Hex: got %s, want %s", item.PublicUUID, got, item.Hex32)
			}
			if got := id.Alphanumeric(); got != item.Alphanumeric || publicID(t, got) != id {
				t.Errorf("%s: Alphanumeric: got %s, want %s", item.PublicUUID, got, item.Alphanumeric)
			}
			value := integer(t, item.Value)
			for _, c := range []*publicid.Converter{c, byText} {
				checkVector(t, c, item.Type, value, id)
			}
		}
	}
}

// checkVector encodes value as kind in each way there is, and decodes id.
func checkVector(t *testing.T, c *publicid.Converter, kind string, value [16]byte, id publicid.ID) {
	t.Helper()
	var got publicid.ID
	var back [16]byte
	var err, backErr error
	switch kind {
	case "u64":
		u, _ := low(value)
		var v uint64
		got = c.EncodeUint64(u)
		v, backErr = c.DecodeUint64(id)
		binary.BigEndian.PutUint64(back[8:], v)
		if int64(u) >= 0 {
			if got, err := c.EncodeInt64(int64(u)); err != nil || got != id {
				t.Errorf("i64 %d: got %v, %v, want %v", u, got, err, id)
			}
			if got, err := c.DecodeInt64(id); err != nil || got != int64(u) {
				t.Errorf("%v: got i64 %d, %v, want %d", id, got, err, u)
			}
		} else if got, err := c.DecodeInt64(id); err != publicid.ErrInvalid {
			t.Errorf("%v: got i64 %d, %v, want ErrInvalid", id, got, err)
		}
	case "decimal":
		got, err = c.EncodeDistributed(value)
		back, backErr = c.DecodeDistributed(id)
	case "u128", "uuid":
		got = c.EncodeUUID(value)
		back = c.DecodeUUID(id)
	default:
		t.Fatalf("unknown type %q", kind)
	}
	if err != nil || got != id {
		t.Errorf("%s %x: got %v, %v, want %v", kind, value, got, err, id)
	}
	if backErr != nil || back != value {
		t.Errorf("%v: got %s %x, %v, want %x", id, kind, back, backErr, value)
	}
}

func TestDecodeVectors(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Decode {
		c, id := converter(t, v.KeyHex), publicID(t, v.PublicUUID)
		check := func(kind string, got [16]byte, err error, want *string) {
			t.Helper()
			switch {
			case want == nil && (err != publicid.ErrInvalid || got != [16]byte{}):
				t.Errorf("%s: %s: got %x, %v, want 0 and ErrInvalid", v.Note, kind, got, err)
			case want != nil && (err != nil || got != integer(t, *want)):
				t.Errorf("%s: %s: got %x, %v, want %s", v.Note, kind, got, err, *want)
			}
		}
		var b [16]byte
		i, err := c.DecodeInt64(id)
		binary.BigEndian.PutUint64(b[8:], uint64(i))
		check("i64", b, err, v.I64)
		u, err := c.DecodeUint64(id)
		binary.BigEndian.PutUint64(b[8:], u)
		check("u64", b, err, v.U64)
		d, err := c.DecodeDistributed(id)
		check("decimal", d, err, v.Decimal)
		check("u128", c.DecodeUUID(id), nil, &v.U128)
		check("uuid", c.DecodeUUID(id), nil, &v.UUID)
	}
}

// TestNoStaleBytes runs the conversions after which the original, which keeps one
// buffer, gets the next one wrong.
func TestNoStaleBytes(t *testing.T) {
	t.Parallel()
	v := readVectors(t)
	c := converter(t, v.Identities[0].KeyHex)
	if _, err := c.EncodeDistributed(integer(t, "1088824355131185736905670087")); err != nil {
		t.Fatal(err)
	}
	if got := c.EncodeUint64(1).String(); got != v.Bug.Right {
		t.Errorf("after a decimal: got %s, want %s", got, v.Bug.Right)
	}
	c.EncodeUUID(integer(t, "094954a8-622c-76ad-1b93-cdefcbdf0888"))
	if got := c.EncodeUint64(1).String(); got != v.Bug.Right {
		t.Errorf("after a UUID: got %s, want %s", got, v.Bug.Right)
	}
	if got, err := c.DecodeUint64(publicID(t, v.Bug.Wrong)); err != publicid.ErrInvalid {
		t.Errorf("the original's wrong result: got %d, %v, want ErrInvalid", got, err)
	}
}

func TestKeySizes(t *testing.T) {
	t.Parallel()
	sizes := map[int]bool{16: true, 24: true, 32: true}
	for _, v := range readVectors(t).KeySizes {
		sizes[v.Bytes] = v.Accepted
	}
	for n, accepted := range sizes {
		_, err := publicid.NewKey(make([]byte, n))
		if accepted != (err == nil) || !accepted && !errors.Is(err, publicid.ErrKey) {
			t.Errorf("%d bytes: got %v", n, err)
		}
	}
}

// TestErrata holds what the documents of the original say and get wrong.
func TestErrata(t *testing.T) {
	t.Parallel()
	const readmeKey = "93b7c10c97106a6d3686c07268e58f78fd82a9e0de197beb3d490401006d0057"
	c := converter(t, readmeKey)
	id, err := c.EncodeDistributed(integer(t, "1088824355131185736905670087"))
	if err != nil {
		t.Fatal(err)
	}
	// The hexadecimal example is not the one of the ID beside it, and nothing at all.
	if got := id.Hex(); got != "30322474A954FFA9941C6F038AFE4FF1" {
		t.Errorf("got %s", got)
	}
	stray := publicID(t, "32F0EDAC80632C685C43C889B058556E")
	if v, err := c.DecodeDistributed(stray); err != publicid.ErrInvalid {
		t.Errorf("stray example: got %x, %v", v, err)
	}
	if v, err := c.DecodeUint64(stray); err != publicid.ErrInvalid {
		t.Errorf("stray example: got %d, %v", v, err)
	}
}
