package inspect

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// hashes are what hashes are called by their length in bytes.
var hashes = map[int]struct{ layout, title, others string }{
	16: {"md5", "MD5", "MD4, a UUID without hyphens, or random bits"},
	20: {"sha-1", "SHA-1", "an object of Git, or RIPEMD-160"},
	28: {"sha-224", "SHA-224", "SHA-512/224 or SHA3-224"},
	32: {"sha-256", "SHA-256", "SHA-512/256, SHA3-256, BLAKE2s or BLAKE3"},
	48: {"sha-384", "SHA-384", "SHA3-384"},
	64: {"sha-512", "SHA-512", "SHA3-512 or BLAKE2b"},
}

// collides says of which hashes two inputs with one value can be made.
var collides = map[string]bool{"md5": true, "sha-1": true}

func readHash(c *candidate) {
	sum, err := hex.DecodeString(c.text)
	if err != nil {
		return
	}
	h, found := hashes[len(sum)]
	if !found {
		return
	}
	c.addHash(Reading{Scheme: "hash", Layout: h.layout, Title: h.title + ", or another hash of its length", Form: "hex"}, sum,
		evidence{facts: []string{fmt.Sprintf("%d hexadecimal digits", len(c.text))}, free: float64(8 * len(sum))})
	r := &c.readings[len(c.readings)-1]
	r.Notes = append(r.Notes, "the length is all there is to tell hashes by: it may be "+h.others)
}

func (c *candidate) addHash(r Reading, sum []byte, e evidence) {
	r.Canonical = strings.ToLower(c.text)
	r.Forms = []Form{{"hex", r.Canonical}}
	if digest := hex.EncodeToString(sum); digest != r.Canonical {
		r.Forms = append(r.Forms, Form{"digest", digest})
	}
	r.one("hash", sum, "")
	r.Leaks = []string{"to those who can guess what was hashed: that it was that"}
	if collides[r.Layout] {
		r.Not = []string{"a proof: two inputs with one such hash can be made"}
	}
	c.add(r, e)
}

// multihashes are the headers of multihashes: a code and the length of the hash.
var multihashes = map[string]int{"d50110": 16, "1114": 20, "1220": 32, "2030": 48, "1340": 64}

// readMultihash reads the checksums of STAC items.
func readMultihash(c *candidate) {
	text := strings.ToLower(c.text)
	for header, size := range multihashes {
		if len(text) != len(header)+2*size || !strings.HasPrefix(text, header) {
			continue
		}
		sum, err := hex.DecodeString(text[len(header):])
		if err != nil {
			continue
		}
		h := hashes[size]
		c.addHash(Reading{Scheme: "multihash", Layout: h.layout, Title: "Multihash, " + h.title, Form: "hex"}, sum,
			evidence{facts: []string{"header " + header + " and the length that it tells"}, free: float64(8 * size)})
	}
}
