package distid_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// common is what both types have.
type common[T any] interface {
	comparable
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
	encoding.BinaryAppender
	encoding.BinaryMarshaler
	driver.Valuer
	slog.LogValuer
	Compare(T) int
	IsZero() bool
	Time() time.Time
}

type pointer[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	sql.Scanner
}

const (
	sample    = "1088824355131185736905670087"
	sample128 = "094954a8-622c-76ad-1b93-cdefcbdf0888"
	tooLarge  = "10000000000000000000000000000"
	largest   = "9999999999999999999999999999"
)

func TestSurface(t *testing.T) {
	t.Parallel()
	t.Run("ID", func(t *testing.T) {
		testSurface[distid.ID](t, sample, distid.Parse, distid.MustParse, distid.NewAt, distid.New, time.Second)
	})
	t.Run("ID128", func(t *testing.T) {
		testSurface[distid.ID128](t, sample128, distid.Parse128, distid.MustParse128, distid.NewAt128, distid.New128, 0)
	})
}

func testSurface[T common[T], P pointer[T]](
	t *testing.T, text string, parse func(string) (T, error), must func(string) T,
	newAt func(time.Time) (T, error), fresh func() T, lag time.Duration,
) {
	t.Parallel()
	var zero T
	id := must(text)
	if !zero.IsZero() || id.IsZero() {
		t.Error("IsZero is wrong")
	}
	if id.Compare(zero) != 1 || zero.Compare(id) != -1 || id.Compare(id) != 0 {
		t.Error("Compare is wrong")
	}
	if got := id.LogValue(); got.Kind() != slog.KindString || got.String() != text {
		t.Errorf("LogValue: got %v", got)
	}
	if got := fmt.Sprint(id); got != text {
		t.Errorf("Sprint: got %s, want %s", got, text)
	}

	type document struct {
		ID   T            `json:"id"`
		Map  map[T]string `json:"map"`
		Null *T           `json:"null"`
	}
	want := fmt.Sprintf(`{"id":%q,"map":{%q:"x"},"null":null}`, text, text)
	got, err := json.Marshal(document{id, map[T]string{id: "x"}, nil})
	if err != nil || string(got) != want {
		t.Errorf("JSON: got %s, %v, want %s", got, err, want)
	}
	var back document
	if err := json.Unmarshal(got, &back); err != nil || back.ID != id || back.Map[id] != "x" || back.Null != nil {
		t.Errorf("JSON: got %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"id":42}`), &back); err == nil || back.ID != id {
		t.Errorf("JSON: a number reads as %v, %v", back.ID, err)
	}

	// A failure leaves the receiver alone.
	keep := id
	for name, err := range map[string]error{
		"UnmarshalText":   P(&keep).UnmarshalText([]byte("x")),
		"UnmarshalBinary": P(&keep).UnmarshalBinary(make([]byte, 15)),
		"Scan":            P(&keep).Scan("x"),
		"Scan NULL":       P(&keep).Scan(nil),
	} {
		if !errors.Is(err, distid.ErrInvalid) || keep != id {
			t.Errorf("%s: got %v, %v, want ErrInvalid and %v", name, keep, err, id)
		}
	}
	for _, s := range []string{"", " " + text, text + " ", text + "0000000000000", strings.Repeat("9", 1000)} {
		if id, err := parse(s); !errors.Is(err, distid.ErrInvalid) || id != zero || len(err.Error()) > 200 {
			t.Errorf("parse %.50q: got %v, %v, want a short ErrInvalid", s, id, err)
		}
	}
	func() {
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, distid.ErrInvalid) {
				t.Errorf("MustParse: got panic %v, want ErrInvalid", err)
			}
		}()
		must("x")
	}()

	before := time.Now().Truncate(time.Millisecond)
	made := fresh()
	if lag == 0 && (made.Time().Before(before) || made.Time().After(time.Now())) {
		t.Errorf("made at %v, not from %v on", made.Time(), before)
	}
	if lag > 0 && (made.Time().Before(before.Add(-lag)) || !made.Time().Before(time.Now())) {
		t.Errorf("made at %v, not up to a second before %v", made.Time(), before)
	}
	if next := fresh(); next.Compare(made) <= 0 {
		t.Errorf("%v was made after %v", next, made)
	}

	at := time.Date(2020, 2, 29, 23, 59, 59, 999_999_999, time.FixedZone("", 3600))
	first, err := newAt(at)
	second, err2 := newAt(at)
	if err != nil || err2 != nil || first == second {
		t.Errorf("NewAt: got %v, %v and %v, %v", first, err, second, err2)
	}
	if got, want := first.Time(), at.Truncate(time.Millisecond); !got.Equal(want) || got.Location() != time.UTC {
		t.Errorf("NewAt: got %v, want %v in UTC", got, want)
	}
	for _, bad := range []time.Time{{}, time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0), time.Unix(1<<55, 0)} {
		if id, err := newAt(bad); !errors.Is(err, distid.ErrInvalid) || id != zero {
			t.Errorf("NewAt(%v): got %v, %v, want ErrInvalid", bad, id, err)
		}
	}
}

func TestMinMaxOutside(t *testing.T) {
	t.Parallel()
	early := []time.Time{{}, time.Unix(math.MinInt64, 0), epoch1700.Add(-1)}
	late := []time.Time{time.Unix(1<<55, 0), at(epoch1700, 1<<48)}
	for _, early := range append(early, epoch1900.Add(-1)) {
		if low, high := distid.Min(early), distid.Max(early); !low.IsZero() || !high.IsZero() {
			t.Errorf("%v: got %s to %s, want 0", early, low, high)
		}
	}
	for _, late := range append(late, at(epoch1900, 1<<45)) {
		if low, high := distid.Min(late), distid.Max(late); low.String() != largest || high != low {
			t.Errorf("%v: got %s to %s, want %s", late, low, high, largest)
		}
	}
	for _, early := range early {
		if low, high := distid.Min128(early), distid.Max128(early); !low.IsZero() || !high.IsZero() {
			t.Errorf("%v: got %s to %s, want 0", early, low, high)
		}
	}
	for _, late := range late {
		low, high := distid.Min128(late), distid.Max128(late)
		if low.Hex() != strings.Repeat("F", 32) || high != low {
			t.Errorf("%v: got %s to %s, want all ones", late, low, high)
		}
	}
}

// Errors name the text, the place and the reason.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ form, in, want string }{
		{"decimal", "", `decimal "": byte 0: no digits`},
		{"decimal", "12x4", `decimal "12x4": byte 2: not a decimal digit`},
		{"decimal", "+1", `decimal "+1": byte 0: not a decimal digit`},
		{"decimal", "01", `decimal "01": byte 0: leading zero`},
		{"decimal", "1e27", `decimal "1e27": byte 1: not a decimal digit`},
		{"decimal", "1٣", `decimal "1٣": byte 1: not a decimal digit`},
		{"decimal", tooLarge, `decimal "` + tooLarge + `": byte 0: larger than 10^28-1`},
		{"hex", "00204FCE5E3E25026110000000", `hexadecimal "00204FCE5E3E25026110000000": byte 0: larger than 10^28-1`},
		{"hex", "0", `hexadecimal "0": byte 1: want 26 characters, have 1`},
		{"alphanumeric", "3zfAkCP7ZtzfeQY-", `alphanumeric "3zfAkCP7ZtzfeQY-": byte 15: not one of 0-9, A-Z, a-z`},
		{
			"uuid", "00000000-0384-a786-907d-B2ad82883dc7",
			`UUID "00000000-0384-a786-907d-B2ad82883dc7": byte 24: not a lower-case hexadecimal digit`,
		},
	} {
		i := slices.IndexFunc(forms, func(f form[distid.ID]) bool { return f.name == test.form })
		_, err := forms[i].parse(test.in)
		if want := "distid: invalid ID: " + test.want; err == nil || err.Error() != want {
			t.Errorf("%s %q: got %v, want %s", test.form, test.in, err, want)
		}
	}
}

// A conversion can make an ID that is too large. It is never mistaken for another.
func TestUncheckedConversion(t *testing.T) {
	t.Parallel()
	limit := distid.MustParse(largest)
	over, err := distid.ParseDecimal128(tooLarge)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []distid.ID{distid.ID(over), distid.ID(bytes.Repeat([]byte{0xff}, 16)), {15: 1, 3: 1}} {
		for name, got := range map[string]string{
			"decimal": id.String(), "hexadecimal": id.Hex(), "alphanumeric": id.Alphanumeric(), "UUID": id.UUID(),
		} {
			for _, f := range forms {
				if back, err := f.parse(got); err == nil {
					t.Errorf("%s %s reads as %s", name, got, back)
				}
			}
		}
		if got, err := id.MarshalText(); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("MarshalText: got %s, %v, want ErrInvalid", got, err)
		}
		if got, err := id.AppendText([]byte("x")); !errors.Is(err, distid.ErrInvalid) || string(got) != "x" {
			t.Errorf("AppendText: got %s, %v, want ErrInvalid", got, err)
		}
		if got, err := id.MarshalBinary(); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("MarshalBinary: got %x, %v, want ErrInvalid", got, err)
		}
		if got, err := id.Value(); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("Value: got %v, %v, want ErrInvalid", got, err)
		}
		var back distid.ID
		if err := back.UnmarshalBinary(id[:]); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("UnmarshalBinary: got %s, %v, want ErrInvalid", back, err)
		}
		if id.Compare(limit) != 1 || id.Time().IsZero() {
			t.Errorf("%s: Compare or Time is wrong", id)
		}
	}
}

// The four 0 bytes of an ID make it another array type's value, bit for bit.
func TestConverts(t *testing.T) {
	t.Parallel()
	type uuid [16]byte
	if u := uuid(distid.MustParse(sample)); distid.ID128(u).String() != distid.MustParse(sample).UUID() {
		t.Errorf("got %x", u)
	}
}
