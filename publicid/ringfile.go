package publicid

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// File returns the ring as a JSON file, with its keys in the clear:
//
//	{
//	  "primary": "b",
//	  "keys": {
//	    "a": "k7fBDJcQam02hsByaOWPeP2CqeDeGXvrPUkEAQBtAFc=",
//	    "b": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
//	  }
//	}
//
// Keep it where only those can read it who may read every sealed text.
func (r *KeyRing) File() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"primary\": %q,\n  \"keys\": {\n", string(r.primary))
	for i, id := range []byte(r.IDs()) {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    %q: %q", string(id), r.keys[id].Base64())
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes()
}

// ParseKeyRing reads what [KeyRing.File] writes. It is strict: exactly these two
// members, none of them and no key ID twice, nothing after. White space and order
// are free. The error is [ErrKeyRing] and names the byte at which the fault ends,
// and nothing of what stands there, since that may be a key.
func ParseKeyRing(data []byte) (*KeyRing, error) {
	p := ringParser{dec: json.NewDecoder(bytes.NewReader(data))}
	ring := p.ring()
	if p.err != nil {
		return nil, p.err
	}
	return ring, nil
}

// A ringParser reads token by token: json.Unmarshal would take names twice and in
// any case, and its errors may quote the input. After the first error its methods
// return zero values.
type ringParser struct {
	dec *json.Decoder
	err error
}

func (p *ringParser) ring() *KeyRing {
	var primary string
	var keys *KeyRing
	p.object(func(name string) {
		switch {
		case name == "primary" && primary == "":
			primary = p.text()
			p.keyID(primary)
		case name == "keys" && keys == nil:
			keys = p.keys()
		default:
			p.fail(`want "primary" and "keys", each once`)
		}
	})
	if p.err == nil {
		if _, err := p.dec.Token(); err != io.EOF {
			p.fail("something after the ring")
		}
	}
	if p.err == nil && (primary == "" || keys == nil) {
		p.fail(`want "primary" and "keys", each once`)
	}
	if p.err != nil {
		return nil
	}
	return p.check(keys.Promote(primary[0]))
}

func (p *ringParser) keys() *KeyRing {
	ring := &KeyRing{}
	p.object(func(id string) {
		p.keyID(id)
		key, err := ParseKey(p.text())
		if err != nil {
			p.fail(err.Error())
		}
		if p.err == nil {
			ring = p.check(ring.Add(id[0], key))
		}
	})
	return ring
}

// keyID fails for what is no key ID. It does not show it: a key might stand there.
func (p *ringParser) keyID(s string) {
	if len(s) != 1 || !strings.Contains(alphabet, s) {
		p.fail("key ID: want one of 0-9, A-Z, a-z")
	}
}

// object reads an object and calls member after each name, to read its value.
func (p *ringParser) object(member func(name string)) {
	p.delim('{')
	for p.err == nil && p.dec.More() {
		name := p.text()
		if p.err == nil {
			member(name)
		}
	}
	p.delim('}')
}

func (p *ringParser) delim(want json.Delim) {
	if d, ok := p.token().(json.Delim); !ok || d != want {
		p.fail("want " + want.String())
	}
}

func (p *ringParser) text() string {
	s, ok := p.token().(string)
	if !ok {
		p.fail("want a string")
	}
	return s
}

func (p *ringParser) token() json.Token {
	if p.err != nil {
		return nil
	}
	tok, err := p.dec.Token()
	if err != nil {
		p.fail("not JSON")
	}
	return tok
}

// fail keeps the first reason.
func (p *ringParser) fail(reason string) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: byte %d: %s", ErrKeyRing, p.dec.InputOffset(), reason)
	}
}

// check keeps the error of a change to the ring.
func (p *ringParser) check(ring *KeyRing, err error) *KeyRing {
	if err != nil {
		p.err = fmt.Errorf("%w (byte %d)", err, p.dec.InputOffset())
	}
	return ring
}
