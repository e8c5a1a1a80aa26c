package publicid_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

func FuzzParse(f *testing.F) {
	f.Add("30322474-a954-ffa9-941c-6f038afe4ff1")
	f.Add("30322474A954FFA9941C6F038AFE4FF1")
	f.Add("48XoooHHCe1CiOHrghM7Dl")
	f.Add("LygHa16AHYG00000000000")
	c := converter(f, zeroKey)
	f.Fuzz(func(t *testing.T, s string) {
		id, err := publicid.Parse(s)
		if err != nil {
			if err != publicid.ErrInvalid || id != (publicid.ID{}) {
				t.Errorf("%q: got %v, %v", s, id, err)
			}
			return
		}
		if s != id.String() && s != id.Alphanumeric() && strings.ToUpper(s) != id.Hex() {
			t.Errorf("%q: writes back %v", s, id)
		}
		if v, err := c.DecodeUint64(id); err == nil && c.EncodeUint64(v) != id {
			t.Errorf("%q: holds uint64 %d, which is %v", s, v, c.EncodeUint64(v))
		}
		if v, err := c.DecodeDistributed(id); err == nil {
			if got, err := c.EncodeDistributed(v); err != nil || got != id {
				t.Errorf("%q: holds decimal %x, which is %v, %v", s, v, got, err)
			}
		}
		if got := c.EncodeUUID(c.DecodeUUID(id)); got != id {
			t.Errorf("%q: got %v", s, got)
		}
	})
}

func FuzzSealed(f *testing.F) {
	ring := ringOf(f, 'b', docKey())
	for _, v := range modelVectors() {
		f.Add(v.Text)
	}
	codecs := make([]codec, len(kinds))
	for i, k := range kinds {
		codecs[i] = k.open(f, ring, "user")
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i, c := range codecs {
			v, err := c.decode(s)
			if err != nil {
				if err != publicid.ErrInvalid || v.Sign() != 0 {
					t.Errorf("%s %q: got %v, %v", kinds[i].name, s, v, err)
				}
				continue
			}
			if text, err := c.encode(v); err != nil || text != s {
				t.Errorf("%s %q: holds %v, which is %q, %v", kinds[i].name, s, v, text, err)
			}
		}
	})
}

func FuzzParseKeyRing(f *testing.F) {
	f.Add(ringOf(f, 'b', docKey()).File())
	f.Add([]byte(`{"keys":{"a":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},"primary":"a"}`))
	f.Add([]byte(`{"primary":"a","keys":{"a":""}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ring, err := publicid.ParseKeyRing(data)
		if err != nil {
			return
		}
		back, err := publicid.ParseKeyRing(ring.File())
		if err != nil || string(back.File()) != string(ring.File()) {
			t.Errorf("%q: got %v, %v", data, back, err)
		}
	})
}
