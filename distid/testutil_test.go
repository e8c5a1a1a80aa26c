package distid_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// vectors is the part of testdata/distributed.json that concerns this package.
type vectors struct {
	ID         []vector   `json:"distributed_id"`
	IDErrors   []vector   `json:"distributed_id_errors"`
	Increments []increase `json:"distributed_id_increment48"`
	Traces     traces     `json:"distributed_id_generator_traces"`
	Burst      struct {
		Now   uint64 `json:"now_ms,string"`
		First uint64 `json:"first_id_timestamp_ms,string"`
		Last  uint64 `json:"last_id_timestamp_ms,string"`
		IDs   int    `json:"ids_before_first_sleep"`
	} `json:"distributed_id_burst"`
	Decisions []decision `json:"distributed_id_decisions"`

	ID128         []vector   `json:"distributed_id_128"`
	Increments128 []increase `json:"distributed_id_128_increment75"`
	Carry128      struct {
		Before, After vector
		Increment     string
	} `json:"distributed_id_128_carry"`
	Traces128    traces     `json:"distributed_id_128_generator_traces"`
	Decisions128 []decision `json:"distributed_id_128_decisions"`
	SplitJoin    []struct {
		Value string `json:"u128"`
		Split []string
	} `json:"split_join"`

	Encoders struct {
		Decimal []vector
		Wide    []vector `json:"u128_and_uuid"`
	}
	Decode []struct {
		Decoder, Input, Note string
		Strict               *string `json:"strict_result"`
		Reason               string  `json:"strict_reason"`
	}
	EncodeErrors []struct{ Type, Value string } `json:"encode_errors"`
	Borders      map[string]json.RawMessage
}

// vector is one ID in all forms. Of each pair of names for one form, a vector has one.
type vector struct {
	Note           string
	Since1900      string `json:"timestamp_ms_since_1900"`
	Since1700      string `json:"timestamp_ms_since_1700"`
	UTC            string `json:"timestamp_utc"`
	Decimal, Value string
	Digits         int
	Hex26, Hex32   string
	Alphanumeric16 string
	Alphanumeric22 string
	Binary         string `json:"binary16_hex"`
	UUID           string
	Random48       string `json:"random_hex"`
	Random75       string `json:"random75_hex"`
	Split          []string
}

func (v vector) decimal() string { return v.Decimal + v.Value }

type increase struct {
	Note     string
	Previous string  `json:"previous_hex"`
	Fresh    string  `json:"fresh_hex"`
	Result   *string `json:"result_hex"`
}

type traces struct {
	Traces []struct {
		Note  string
		Calls []struct {
			Force   *string  `json:"force_previous_random_hex"`
			Clock   []string `json:"clock_reads_ms"`
			Fresh   string   `json:"fresh_random_hex"`
			Sleeps  int      `json:"sleeps_of_1ms"`
			Outcome string
			ID      string
		}
	}
}

type decision struct {
	Note, Decision string
	PreviousTime   string `json:"previous_timestamp"`
	PreviousRandom string `json:"previous_random_hex"`
	Now            string `json:"now_ms"`
	Fresh          string `json:"fresh_random_hex"`
	Time           string `json:"timestamp"`
	Random         string `json:"random_hex"`
}

func load(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile("testdata/distributed.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func number(t *testing.T, s string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func hexNumber(t *testing.T, s string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		t.Fatalf("no hexadecimal number: %q", s)
	}
	return n
}

func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The two layouts as the tests need them.
var (
	epoch1900 = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)
	epoch1700 = time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)
)

// at returns the time ms milliseconds after an epoch, which a time.Duration could not reach.
func at(epoch time.Time, ms uint64) time.Time {
	return time.UnixMilli(epoch.UnixMilli() + int64(ms)).UTC()
}

// script feeds a generator: a clock with its readings, random numbers, and sleeps that
// are counted. It fails when more is asked for than was given, so it also tells that
// nothing else was used.
type script struct {
	t      *testing.T
	epoch  time.Time
	clock  []uint64 // ms since epoch; the last one stays
	bytes  []byte
	sleeps int
	wake   error // returned by Sleep
}

func (s *script) Clock() time.Time {
	now := s.clock[0]
	if len(s.clock) > 1 {
		s.clock = s.clock[1:]
	}
	return at(s.epoch, now)
}

func (s *script) Read(b []byte) (int, error) {
	if len(s.bytes) < len(b) {
		return 0, errors.New("script: out of random numbers")
	}
	n := copy(b, s.bytes)
	s.bytes = s.bytes[n:]
	return n, nil
}

func (s *script) Sleep(_ context.Context, d time.Duration) error {
	if d != time.Millisecond {
		s.t.Errorf("got a sleep of %v, want 1ms", d)
	}
	s.sleeps++
	return s.wake
}

// random48 gives a number of 48 bits to the generator.
func (s *script) random48(v uint64) {
	s.bytes = append(binary.LittleEndian.AppendUint32(s.bytes, uint32(v)), byte(v>>32), byte(v>>40))
}

// random75 gives a number of 75 bits to the generator. The bits that it ignores are set.
func (s *script) random75(v *big.Int) {
	lo := new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1)).Uint64()
	hi := new(big.Int).Rsh(v, 64).Uint64()
	s.bytes = binary.LittleEndian.AppendUint64(s.bytes, hi<<53|(1<<53-1))
	s.bytes = binary.LittleEndian.AppendUint64(s.bytes, lo)
}

// uuidText puts the hyphens into 32 hexadecimal digits.
func uuidText(h string) string {
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
