package distid_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// form is one text form of a type: a way in as each entry point has it, and a way out.
type form[T any] struct {
	name   string
	parse  func(string) (T, error)
	string func(T) string
	append func(T, []byte) []byte
}

func appendText[T interface{ AppendText([]byte) ([]byte, error) }](id T, b []byte) []byte {
	b, err := id.AppendText(b)
	if err != nil {
		panic(err)
	}
	return b
}

func unmarshalText[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](s string) (id T, err error) {
	err = P(&id).UnmarshalText([]byte(s))
	return id, err
}

func unmarshalJSON[T any](s string) (id T, err error) {
	quoted, err := json.Marshal(s)
	if err != nil {
		return id, err
	}
	err = json.Unmarshal(quoted, &id)
	return id, err
}

func marshalJSON[T any](id T) string {
	b, err := json.Marshal(id)
	if err != nil {
		panic(err)
	}
	s, err := strconv.Unquote(string(b))
	if err != nil {
		panic(err)
	}
	return s
}

func marshalText[T interface{ MarshalText() ([]byte, error) }](id T) string {
	b, err := id.MarshalText()
	if err != nil {
		panic(err)
	}
	return string(b)
}

var forms = []form[distid.ID]{
	{"decimal", distid.Parse, distid.ID.String, appendText[distid.ID]},
	{"decimal", unmarshalText[distid.ID], marshalText[distid.ID], nil},
	{"decimal", unmarshalJSON[distid.ID], marshalJSON[distid.ID], nil},
	{"hex", distid.ParseHex, distid.ID.Hex, distid.ID.AppendHex},
	{"alphanumeric", distid.ParseAlphanumeric, distid.ID.Alphanumeric, distid.ID.AppendAlphanumeric},
	{"uuid", distid.ParseUUID, distid.ID.UUID, distid.ID.AppendUUID},
}

var forms128 = []form[distid.ID128]{
	{"uuid", distid.Parse128, distid.ID128.String, appendText[distid.ID128]},
	{"uuid", unmarshalText[distid.ID128], marshalText[distid.ID128], nil},
	{"uuid", unmarshalJSON[distid.ID128], marshalJSON[distid.ID128], nil},
	{"decimal", distid.ParseDecimal128, distid.ID128.Decimal, distid.ID128.AppendDecimal},
	{"hex", distid.ParseHex128, distid.ID128.Hex, distid.ID128.AppendHex},
	{"alphanumeric", distid.ParseAlphanumeric128, distid.ID128.Alphanumeric, distid.ID128.AppendAlphanumeric},
}

func checkForms[T interface {
	comparable
	~[16]byte
}](t *testing.T, forms []form[T], id T, want map[string]string) {
	t.Helper()
	for _, f := range forms {
		text := want[f.name]
		if got := f.string(id); got != text {
			t.Errorf("%s of %x: got %s, want %s", f.name, id, got, text)
		}
		if f.append != nil {
			if got := string(f.append(id, []byte("<"))); got != "<"+text {
				t.Errorf("append %s of %x: got %s, want %s", f.name, id, got, "<"+text)
			}
		}
		if got, err := f.parse(text); err != nil || got != id {
			t.Errorf("parse %s %s: got %x, %v, want %x", f.name, text, got, err, id)
		}
	}
}

func TestVectors(t *testing.T) {
	t.Parallel()
	v := load(t)
	for _, x := range append(v.ID, v.Encoders.Decimal...) {
		id := distid.ID(bytesOf(t, x.Binary))
		checkForms(t, forms, id, map[string]string{
			"decimal": x.decimal(), "hex": x.Hex26, "alphanumeric": x.Alphanumeric16, "uuid": x.UUID,
		})
		binary, err := id.MarshalBinary()
		if got := hex.EncodeToString(binary); err != nil || got != x.Binary {
			t.Errorf("MarshalBinary of %s: got %s, %v, want %s", id, got, err, x.Binary)
		}
		var back distid.ID
		if err := back.UnmarshalBinary(binary); err != nil || back != id {
			t.Errorf("UnmarshalBinary %s: got %s, %v", x.Binary, back, err)
		}
		if x.UTC == "" {
			continue
		}
		if got := id.Time().Format(stamp); got != x.UTC {
			t.Errorf("time of %s: got %s, want %s", id, got, x.UTC)
		}
		if got := fmt.Sprintf("%012x", id.Random()); got != x.Random48 {
			t.Errorf("random part of %s: got %s, want %s", id, got, x.Random48)
		}
		if x.Digits != len(id.String()) {
			t.Errorf("%s: got %d digits, want %d", id, len(id.String()), x.Digits)
		}
		checkBounds(t, id, at(epoch1900, number(t, x.Since1900)), distid.Min, distid.Max)
	}
}

func TestVectors128(t *testing.T) {
	t.Parallel()
	v := load(t)
	all := append(v.ID128, v.Encoders.Wide...)
	for _, x := range append(all, v.Carry128.Before, v.Carry128.After) {
		id := distid.ID128(bytesOf(t, x.Binary))
		checkForms(t, forms128, id, map[string]string{
			"decimal": x.decimal(), "hex": x.Hex32, "alphanumeric": x.Alphanumeric22, "uuid": x.UUID,
		})
		binary, err := id.MarshalBinary()
		if got := hex.EncodeToString(binary); err != nil || got != x.Binary {
			t.Errorf("MarshalBinary of %s: got %s, %v, want %s", id, got, err, x.Binary)
		}
		var back distid.ID128
		if err := back.UnmarshalBinary(binary); err != nil || back != id {
			t.Errorf("UnmarshalBinary %s: got %s, %v", x.Binary, back, err)
		}
		if x.UTC == "" {
			continue
		}
		if got := id.Time().Format(stamp); got != x.UTC {
			t.Errorf("time of %s: got %s, want %s", id, got, x.UTC)
		}
		high, low := id.Random()
		if got := fmt.Sprintf("%03x%016x", high, low); got != x.Random75 {
			t.Errorf("random part of %s: got %s, want %s", id, got, x.Random75)
		}
		if x.Digits != len(id.Decimal()) {
			t.Errorf("%s: got %d digits, want %d", id, len(id.Decimal()), x.Digits)
		}
		checkSplit(t, id, x.Split)
		checkBounds(t, id, at(epoch1700, number(t, x.Since1700)), distid.Min128, distid.Max128)
	}
}

const stamp = "2006-01-02T15:04:05.000Z"

// checkBounds checks that id lies within the IDs of its millisecond, and in no other.
func checkBounds[T interface{ Compare(T) int }](t *testing.T, id T, ms time.Time, lowest, highest func(time.Time) T) {
	t.Helper()
	for name, at := range map[string]time.Time{"first": ms, "last": ms.Add(time.Millisecond - 1)} {
		if lowest(at).Compare(id) > 0 || highest(at).Compare(id) < 0 {
			t.Errorf("%v: not from %v to %v, those of the %s nanosecond", id, lowest(at), highest(at), name)
		}
	}
	if before := ms.Add(-1); highest(before).Compare(id) >= 0 {
		t.Errorf("%v: not over %v, the highest of a nanosecond before", id, highest(before))
	}
	if after := ms.Add(time.Millisecond); lowest(after).Compare(id) <= 0 {
		t.Errorf("%v: not under %v, the lowest of the next millisecond", id, lowest(after))
	}
}

func checkSplit(t *testing.T, id distid.ID128, want []string) {
	t.Helper()
	upper, lower, err := id.Split()
	if want == nil {
		if !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("split %s: got %d, %d, %v, want ErrInvalid", id, upper, lower, err)
		}
		return
	}
	if err != nil || strconv.FormatInt(upper, 10) != want[0] || strconv.FormatInt(lower, 10) != want[1] {
		t.Errorf("split %s: got %d, %d, %v, want %v", id, upper, lower, err, want)
	}
	if back, err := distid.Join(upper, lower); err != nil || back != id {
		t.Errorf("join %v: got %s, %v, want %s", want, back, err, id)
	}
}

func TestSplitJoin(t *testing.T) {
	t.Parallel()
	for _, x := range load(t).SplitJoin {
		id, err := distid.ParseDecimal128(x.Value)
		if err != nil {
			t.Fatal(err)
		}
		checkSplit(t, id, x.Split)
	}
	for _, halves := range [][2]int64{{-1, 0}, {0, -1}, {-1, -1}, {-1 << 63, 0}} {
		if id, err := distid.Join(halves[0], halves[1]); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("join %v: got %s, %v, want ErrInvalid", halves, id, err)
		}
	}
}

func TestDecodeVectors(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, x := range load(t).Decode {
		var got string
		var err error
		switch x.Decoder {
		case "alphanumeric decimal":
			got, err = text(distid.ParseAlphanumeric(x.Input))
		case "hex decimal":
			got, err = text(distid.ParseHex(x.Input))
		case "alphanumeric uuid/u128":
			got, err = text128(distid.ParseAlphanumeric128(x.Input))
		case "hex uuid/u128":
			got, err = text128(distid.ParseHex128(x.Input))
		default:
			continue // of 64-bit integers, which this package does not have
		}
		seen[x.Decoder]++
		if x.Strict == nil {
			if !errors.Is(err, distid.ErrInvalid) {
				t.Errorf("%s %q (%s): got %s, %v, want ErrInvalid", x.Decoder, x.Input, x.Note, got, err)
			}
			continue
		}
		if err != nil || got != *x.Strict {
			t.Errorf("%s %q: got %s, %v, want %s", x.Decoder, x.Input, got, err, *x.Strict)
		}
	}
	if len(seen) != 4 {
		t.Errorf("got vectors of %v only", seen)
	}
}

func text(id distid.ID, err error) (string, error)       { return id.String(), err }
func text128(id distid.ID128, err error) (string, error) { return id.Decimal(), err }

// What no encoder takes, no parser yields. Scan alone drops a fraction of zeros.
func TestEncodeErrorVectors(t *testing.T) {
	t.Parallel()
	for _, x := range load(t).EncodeErrors {
		if x.Type != "decimal" {
			continue
		}
		if id, err := distid.Parse(x.Value); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("parse %s: got %s, %v, want ErrInvalid", x.Value, id, err)
		}
		var id distid.ID
		if err := id.Scan(x.Value); strings.HasSuffix(x.Value, ".0") != (err == nil) {
			t.Errorf("scan %s: got %s, %v", x.Value, id, err)
		}
	}
}

func TestTimeErrorVectors(t *testing.T) {
	t.Parallel()
	for _, x := range load(t).IDErrors {
		if id, err := distid.NewAt(at(epoch1900, number(t, x.Since1900))); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("%s: got %s, %v, want ErrInvalid", x.UTC, id, err)
		}
	}
}

func TestBorderVectors(t *testing.T) {
	t.Parallel()
	v := load(t)
	border := func(name string) (ms uint64) {
		var b struct {
			MS uint64 `json:"ms,string"`
		}
		if json.Unmarshal(v.Borders[name], &b) != nil && json.Unmarshal(v.Borders[name], &ms) != nil {
			var s string
			if err := json.Unmarshal(v.Borders[name], &s); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return number(t, s)
		}
		return max(b.MS, ms)
	}
	digits := func(ms uint64, want int) {
		t.Helper()
		if got := len(distid.Min(at(epoch1900, ms)).String()); got != want {
			t.Errorf("%d: got %d digits, want %d", ms, got, want)
		}
	}
	digits128 := func(ms uint64, want int) {
		t.Helper()
		for _, id := range []distid.ID128{distid.Min128(at(epoch1700, ms)), distid.Max128(at(epoch1700, ms))} {
			if got := len(id.Decimal()); got != want {
				t.Errorf("%d: got %d digits, want %d", ms, got, want)
			}
		}
	}

	first := border("distributed_id_first_timestamp_always_28_digits")
	digits(first-1, 27)
	digits(first, 28)
	digits128(border("distributed_id128_first_38_digit_timestamp")-1, 37)
	digits128(border("distributed_id128_first_38_digit_timestamp"), 38)
	digits128(border("distributed_id128_last_38_digit_timestamp"), 38)
	digits128(border("distributed_id128_last_38_digit_timestamp")+1, 39)

	splittable := border("distributed_id128_last_timestamp_splittable")
	if _, _, err := distid.Max128(at(epoch1700, splittable)).Split(); err != nil {
		t.Error(err)
	}
	if _, _, err := distid.Min128(at(epoch1700, splittable+1)).Split(); err == nil {
		t.Errorf("%d: an ID of the next millisecond was split", splittable)
	}
	last := border("distributed_id_last_timestamp")
	if id, err := distid.NewAt(at(epoch1900, last)); err != nil || !id.Time().Equal(at(epoch1900, last)) {
		t.Errorf("%d: got %s, %v", last, id, err)
	}
	last128 := border("distributed_id128_last_timestamp")
	if id, err := distid.NewAt128(at(epoch1700, last128)); err != nil || !id.Time().Equal(at(epoch1700, last128)) {
		t.Errorf("%d: got %s, %v", last128, id, err)
	}
	if id, err := distid.NewAt128(at(epoch1700, last128+1)); !errors.Is(err, distid.ErrInvalid) {
		t.Errorf("%d: got %s, %v, want ErrInvalid", last128+1, id, err)
	}
	if got := uint64(-epoch1900.UnixMilli()); got != border("unix_epoch_ms_since_1900") {
		t.Errorf("got %d", got)
	}
	if got := uint64(-epoch1700.UnixMilli()); got != border("unix_epoch_ms_since_1700") {
		t.Errorf("got %d", got)
	}
}
