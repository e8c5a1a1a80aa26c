package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

const distributedVectors = "../../distid/testdata/distributed.json"

// TestConvertVectors writes every ID of the vectors in each of its forms, from each
// of its forms.
func TestConvertVectors(t *testing.T) {
	t.Parallel()
	type id struct {
		TimestampUTC string `json:"timestamp_utc"`
		Random48     string `json:"random_hex"`
		Random75     string `json:"random75_hex"`
		Decimal      string
		Hex26, Hex32 string
		Alnum16      string `json:"alphanumeric16"`
		Alnum22      string `json:"alphanumeric22"`
		Binary       string `json:"binary16_hex"`
		UUID         string
	}
	vectors := readVectors[struct {
		ID    []id `json:"distributed_id"`
		ID128 []id `json:"distributed_id_128"`
	}](t, distributedVectors)
	check := func(scheme string, v id) {
		forms := map[string]string{
			"decimal": v.Decimal, "hex": v.Hex26 + v.Hex32, "alphanumeric": v.Alnum16 + v.Alnum22,
			"uuid": v.UUID, "binary": v.Binary, "time": v.TimestampUTC, "random": v.Random48 + v.Random75,
		}
		for from, text := range forms {
			for to, want := range forms {
				if from == "time" || from == "random" || want == "" {
					continue
				}
				for _, flags := range [][]string{{}, {"--from", from}} {
					got, err := inProcess(t.Context(), "", append([]string{"convert", text, "--as", scheme, "--to", to}, flags...)...)
					if got != want+"\n" || err != nil {
						t.Errorf("%s %s (%s %v) to %s: got %q, %v, want %q", scheme, text, from, flags, to, got, err, want)
					}
				}
			}
		}
	}
	for _, v := range vectors.ID {
		check("distributed", v)
	}
	for _, v := range vectors.ID128 {
		check("distributed128", v)
	}
}

// TestDecodeVectors reads the texts of the vectors as strictly as they ask for.
func TestDecodeVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors[struct {
		Decode []struct {
			Decoder, Input string
			Strict         *string `json:"strict_result"`
		}
	}](t, distributedVectors)
	schemes := map[string][]string{
		"hex decimal":            {"distributed", "hex", "decimal"},
		"alphanumeric decimal":   {"distributed", "alphanumeric", "decimal"},
		"hex uuid/u128":          {"distributed128", "hex", "decimal"},
		"alphanumeric uuid/u128": {"distributed128", "alphanumeric", "decimal"},
	}
	ran := 0
	for _, v := range vectors.Decode {
		s, ok := schemes[v.Decoder]
		if !ok {
			continue // integers have no scheme
		}
		ran++
		got, err := inProcess(t.Context(), "", "convert", "--as", s[0], "--from", s[1], "--to", s[2], "--", v.Input)
		switch {
		case v.Strict == nil && err == nil:
			t.Errorf("%s %q: got %q, want an error", v.Decoder, v.Input, got)
		case v.Strict != nil && (err != nil || got != *v.Strict+"\n"):
			t.Errorf("%s %q: got %q, %v, want %s", v.Decoder, v.Input, got, err, *v.Strict)
		}
	}
	if ran < 10 {
		t.Errorf("only %d vectors", ran)
	}
}

// TestPublicVectors makes and reads the public identities of the vectors.
func TestPublicVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors[struct {
		Identities []struct {
			KeyHex string `json:"key_hex"`
			Items  []struct {
				Type, Value string
				UUID        string `json:"public_uuid"`
				Hex         string `json:"hex32"`
				Alnum       string `json:"alphanumeric22"`
			}
		} `json:"public_identities"`
		Decode []struct {
			KeyHex            string `json:"key_hex"`
			UUID              string `json:"public_uuid"`
			I64, U64, Decimal *string
			Plain             string `json:"uuid"`
		} `json:"public_identities_decode"`
	}](t, distributedVectors)
	kinds := map[string]string{"u64": "uint64", "decimal": "distributed", "u128": "distributed128", "uuid": "uuid"}
	for _, key := range vectors.Identities {
		file := keyFile(t, key.KeyHex)
		for _, v := range key.Items {
			for to, want := range map[string]string{"uuid": v.UUID, "hex": v.Hex, "alphanumeric": v.Alnum} {
				got, err := inProcess(t.Context(), "", "public", "encode", "--key-file", file, "--type", kinds[v.Type], "--to", to, v.Value)
				if got != want+"\n" || err != nil {
					t.Errorf("%s %s to %s: got %q, %v, want %s", v.Type, v.Value, to, got, err, want)
				}
				back, err := inProcess(t.Context(), "", "public", "decode", "--key-file", file, "--type", kinds[v.Type], want)
				if plain := value(t, kinds[v.Type], v.Value); back != plain+"\n" || err != nil {
					t.Errorf("%s %s: got %q, %v, want %s", v.Type, want, back, err, plain)
				}
			}
		}
	}
	for _, v := range vectors.Decode {
		file := keyFile(t, v.KeyHex)
		for kind, want := range map[string]*string{"int64": v.I64, "uint64": v.U64, "distributed": v.Decimal, "uuid": &v.Plain} {
			got, err := inProcess(t.Context(), "", "public", "decode", "--key-file", file, "--type", kind, v.UUID)
			switch {
			case want == nil && !errors.Is(err, errNo):
				t.Errorf("%s as %s: got %q, %v, want no", v.UUID, kind, got, err)
			case want != nil && (got != *want+"\n" || err != nil):
				t.Errorf("%s as %s: got %q, %v, want %s", v.UUID, kind, got, err, *want)
			}
		}
	}
}

// value returns the text in which a value comes back.
func value(t *testing.T, kind, text string) string {
	t.Helper()
	if kind != "distributed128" && kind != "uuid" {
		return text
	}
	id, err := distributed128Scheme.parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// keyFile writes a file with a key.
func keyFile(t *testing.T, keyHex string) string {
	t.Helper()
	raw, err := hex.DecodeString(keyHex)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(name, []byte(base64.StdEncoding.EncodeToString(raw)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestRing changes the keys of a ring as it is done in service.
func TestRing(t *testing.T) {
	t.Parallel()
	ring := filepath.Join(t.TempDir(), "ring.json")
	run := func(args ...string) string {
		t.Helper()
		out, err := inProcess(t.Context(), "", append([]string{"public"}, args...)...)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return strings.TrimSpace(out)
	}
	code := func(verb, text string) string {
		t.Helper()
		return run(verb, "--key-ring", ring, "--prefix", "user", "--type", "int64", text)
	}
	run("ring", "create", ring)
	old := code("encode", "42")
	run("ring", "add", ring, "b")
	if code("encode", "42") != old {
		t.Error("a key that was added encodes")
	}
	run("ring", "promote", ring, "b")
	fresh := code("encode", "42")
	if fresh == old || code("decode", old) != "42" || code("decode", fresh) != "42" {
		t.Errorf("old %s, new %s", old, fresh)
	}
	run("ring", "remove", ring, "a")
	if _, err := inProcess(t.Context(), "", "public", "decode", "--key-ring", ring, "--prefix", "user", "--type", "int64", old); !errors.Is(err, errNo) {
		t.Errorf("decoded with a removed key: %v", err)
	}
	if _, err := inProcess(t.Context(), "", "public", "ring", "create", ring); err == nil {
		t.Error("a ring was written over")
	}
	data, err := os.ReadFile(ring)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := publicid.ParseKeyRing(data); err != nil || r.IDs() != "b" {
		t.Errorf("got %v, %v", r, err)
	}
}
