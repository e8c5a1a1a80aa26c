package publicid_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const u, h, a = "30322474-a954-ffa9-941c-6f038afe4ff1", "30322474A954FFA9941C6F038AFE4FF1", "48XoooHHCe1CiOHrghM7Dl"
	for _, s := range []string{
		"", "0", u[1:], u + "0", h[1:], h + "0", a[1:], a + "0",
		strings.ToUpper(u), "{" + h + "}", "urn:uuid:" + u,
		strings.Replace(u, "-", "_", 1), strings.Replace(u, "a954-", "-a954", 1),
		strings.Replace(h, "A", "G", 1), " " + h[1:], "+" + h[1:],
		strings.Replace(a, "o", "-", 1), "LygHa16AHYG00000000000", "00000000000LygHa16AHYG",
		"zzzzzzzzzzz00000000000", a[:20] + "é",
	} {
		if id, err := publicid.Parse(s); err != publicid.ErrInvalid || id != (publicid.ID{}) {
			t.Errorf("Parse(%q): got %v, %v, want ErrInvalid itself", s, id, err)
		}
		if id, err := publicid.Parse([]byte(s)); err != publicid.ErrInvalid {
			t.Errorf("Parse([]byte(%q)): got %v, %v", s, id, err)
		}
	}
	var id publicid.ID
	for _, s := range []string{h, a, strings.ToUpper(u), ""} {
		if err := id.UnmarshalText([]byte(s)); err != publicid.ErrInvalid {
			t.Errorf("UnmarshalText(%q): got %v, %v", s, id, err)
		}
	}
}

func TestIDTexts(t *testing.T) {
	t.Parallel()
	id := publicID(t, "48XoooHHCe1CiOHrghM7Dl")
	b, err := json.Marshal(map[string]publicid.ID{"id": id})
	if err != nil || string(b) != `{"id":"30322474-a954-ffa9-941c-6f038afe4ff1"}` {
		t.Errorf("got %s, %v", b, err)
	}
	var back map[string]publicid.ID
	if err := json.Unmarshal(b, &back); err != nil || back["id"] != id {
		t.Errorf("got %v, %v", back, err)
	}
	if got := string(id.AppendAlphanumeric([]byte("x/"))); got != "x/48XoooHHCe1CiOHrghM7Dl" {
		t.Errorf("got %s", got)
	}
	if got, _ := id.AppendText([]byte("x/")); string(got) != "x/"+id.String() {
		t.Errorf("got %s", got)
	}
}

func TestTextsRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var id publicid.ID
		for i := range id {
			id[i] = byte(r.Uint32())
		}
		for _, s := range []string{id.String(), id.Hex(), id.Alphanumeric()} {
			if got := publicID(t, s); got != id {
				t.Fatalf("%s: got %v, want %v", s, got, id)
			}
		}
	}
}
