package inspect_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/inspect"
)

// now is the time of all tests.
var now = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func all(t *testing.T, text string) []inspect.Reading {
	t.Helper()
	readings, err := inspect.All(text, inspect.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return readings
}

// name is how tests write a scheme and its layout.
func name(r inspect.Reading) string { return strings.TrimSuffix(r.Scheme+" "+r.Layout, " ") }

// TestPublished has IDs that stand in the descriptions of their schemes.
func TestPublished(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, name, form, canonical, time string
	}{
		{"0RdKJcxqVBiAiQr0", "flax", "text", "0RdKJcxqVBiAiQr0", "2015-10-15T20:10:25.807Z"},
		{"4e3tRv_8hyBIuXj5", "flax", "text", "4e3tRv_8hyBIuXj5", "2018-01-29T22:22:57.465Z"},
		{"1088824355131185736905670087", "distributed", "decimal", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"3zfAkCP7ZtzfeQYp", "distributed", "alphanumeric", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"000384A786907DB2AD82883DC7", "distributed", "hex", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"000384a786907db2ad82883dc7", "distributed", "hex", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"00000000-0384-a786-907d-b2ad82883dc7", "distributed", "uuid", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"000000000384a786907db2ad82883dc7", "distributed", "binary", "1088824355131185736905670087", "2022-07-31T18:33:00.285Z"},
		{"094954a8-622c-76ad-1b93-cdefcbdf0888", "distributed128", "uuid", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"094954A8-622C-76AD-1B93-CDEFCBDF0888", "distributed128", "uuid", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"094954A8622C76AD1B93CDEFCBDF0888", "distributed128", "hex", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"0nQkrErwxJd2MnCm41WZ5s", "distributed128", "alphanumeric", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"12343806695858578540815039138052901000", "distributed128", "decimal", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"669159101819549357, 1987158290401790088", "distributed128", "two int64", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2023-07-24T17:59:43.916Z"},
		{"30322474-a954-ffa9-941c-6f038afe4ff1", "public plain", "uuid", "30322474-a954-ffa9-941c-6f038afe4ff1", ""},
		{"48XoooHHCe1CiOHrghM7Dl", "public plain", "alphanumeric", "30322474-a954-ffa9-941c-6f038afe4ff1", ""},
		{"user_b2S43r31Aamk35SFRDaOY5b", "public sealed", "text", "user_b2S43r31Aamk35SFRDaOY5b", ""},
		{"DI:7fb1e8ba9b0c9888858b66f6a1732d2c", "dataset md5", "di", "dsi:0:md5:7fb1e8ba9b0c9888858b66f6a1732d2c", ""},
		{"ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I", "dataset any", "ni", "ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I", ""},
		{
			"dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;count=12", "dataset set", "dsi",
			"dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;count=12", "",
		},
		{"c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792", "hash sha-256", "hex", "c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792", ""},
		{"7fb1e8ba9b0c9888858b66f6a1732d2c", "hash md5", "hex", "7fb1e8ba9b0c9888858b66f6a1732d2c", ""},
		{"d50110d41d8cd98f00b204e9800998ecf8427e", "multihash md5", "hex", "d50110d41d8cd98f00b204e9800998ecf8427e", ""},
		{"MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW", "granule", "text", "MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW", ""},

		// RFC 9562, appendix A.
		{"C232AB00-9414-11EC-B3C8-9F6BDECED846", "uuid v1", "uuid", "c232ab00-9414-11ec-b3c8-9f6bdeced846", "2022-02-22T19:22:22.000Z"},
		{"5df41881-3aed-3515-88a7-2f4a814cf09e", "uuid v3", "uuid", "5df41881-3aed-3515-88a7-2f4a814cf09e", ""},
		{"919108f7-52d1-4320-9bac-f847db4148a8", "uuid v4", "uuid", "919108f7-52d1-4320-9bac-f847db4148a8", ""},
		{"2ed6657d-e927-568b-95e1-2665a8aea6a2", "uuid v5", "uuid", "2ed6657d-e927-568b-95e1-2665a8aea6a2", ""},
		{"1EC9414C-232A-6B00-B3C8-9F6BDECED846", "uuid v6", "uuid", "1ec9414c-232a-6b00-b3c8-9f6bdeced846", "2022-02-22T19:22:22.000Z"},
		{"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "uuid v7", "uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "2022-02-22T19:22:22.000Z"},
		{"2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", "uuid v8", "uuid", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", ""},
		{"urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8", "uuid v4", "uuid", "919108f7-52d1-4320-9bac-f847db4148a8", ""},
		{"{919108f7-52d1-4320-9bac-f847db4148a8}", "uuid v4", "uuid", "919108f7-52d1-4320-9bac-f847db4148a8", ""},
		{"00000000-0000-0000-0000-000000000000", "uuid nil", "uuid", "00000000-0000-0000-0000-000000000000", ""},
		{"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "uuid max", "uuid", "ffffffff-ffff-ffff-ffff-ffffffffffff", ""},

		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", "text", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z"},
		{"prefix_01h455vb4pex5vsknk084sn02q", "typeid v7", "text", "prefix_01h455vb4pex5vsknk084sn02q", "2023-06-30T03:34:18.518Z"},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid", "text", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "2017-10-10T04:00:47.000Z"},
		{"9m4e2mr0ui3e8a215n4g", "xid", "text", "9m4e2mr0ui3e8a215n4g", "2011-03-22T17:50:19.000Z"},
		{"507f1f77bcf86cd799439011", "objectid", "hex", "507f1f77bcf86cd799439011", "2012-10-17T21:13:27.000Z"},
		{"1541815603606036480", "snowflake twitter", "decimal", "1541815603606036480", "2022-06-28T16:07:40.105Z"},
		{"175928847299117063", "snowflake discord", "decimal", "175928847299117063", "2016-04-30T11:18:25.796Z"},
		{"V1StGXR8_Z5jdHi6B-myT", "nanoid", "text", "V1StGXR8_Z5jdHi6B-myT", ""},
		{"1753459200000", "unixtime milliseconds", "decimal", "1753459200000", "2025-07-25T16:00:00.000Z"},
	} {
		best := all(t, " "+test.text+"\n")[0]
		if name(best) != test.name || best.Form != test.form || best.Canonical != test.canonical {
			t.Errorf("%s: got %s in form %s, %s, want %s in form %s, %s",
				test.text, name(best), best.Form, best.Canonical, test.name, test.form, test.canonical)
		}
		if got := timeText(best.Time); got != test.time {
			t.Errorf("%s: got time %s, want %s", test.text, got, test.time)
		}
	}
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

// TestAlso has texts whose schemes cannot be told apart.
func TestAlso(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want []string
	}{
		{"3zfAkCP7ZtzfeQYp", []string{"distributed", "flax"}},
		{"2KNQ8300Z", []string{"payment standard", "payment standard-2022", "payment wide"}},
		{"0KNQ83ZZZ", []string{"payment standard", "payment standard-2022"}}, // the wide layout has no worker 45
		{"541f1f77bcf86cd799439011", []string{"flax", "objectid"}},
		{"7fb1e8ba9b0c4888858b66f6a1732d2c", []string{"dataset md5", "hash md5", "public plain", "uuid v4"}},
		{"5df41881-3aed-9515-88a7-2f4a814cf09e", []string{"public plain", "uuid v9"}},
		{"5df41881-3aed-4515-08a7-2f4a814cf09e", []string{"public plain", "uuid ncs"}},
		{"5df41881-3aed-4515-c8a7-2f4a814cf09e", []string{"public plain", "uuid microsoft"}},
		{"5df41881-3aed-4515-e8a7-2f4a814cf09e", []string{"public plain", "uuid reserved"}},
		{"1541815603606036480", []string{"snowflake discord", "snowflake instagram", "snowflake twitter", "unixtime nanoseconds"}},
	} {
		var got []string
		for _, r := range all(t, test.text) {
			got = append(got, name(r))
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"", "empty"},
		{" \n", "empty"},
		{"hello", "texts of 5 small letters are written by none of dataset, flax, "},
		{"12345", "5 digits"},
		{"0", "digits"},
		{"--------------!", "15 characters"},
		{"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ulid: over 128 bits"},
		{"01ARZ3NDEKTSV4RRFFQ69G5FAU", "ulid: 26 characters, but"},
		{"user_01h455vb4pex5vsknk084sn02u", "typeid: 26 characters, but"},
		{"zzzzzzzzzzzzzzzzzzzzzzzzzzz", "ksuid: over"},
		{"9m4e2mr0ui3e8a215n4h", "xid: "},
		{"9999999999999999999999999999", "distributed: over 2^93-1"},
		{"dsi:1:set:00", `dataset: dataset: invalid identifier`},
		{"user_bzzzzzzzzzzz00000000000", "public: in the body"},
		{"a\x00b", "control character at byte 1"},
		{"a\u2028b", "control character at byte 1"},
		{"a\xffb", "not UTF-8"},
		{strings.Repeat("x", inspect.MaxText+1), "4097 bytes, want at most 4096"},
	} {
		readings, err := inspect.All(test.text, inspect.Options{Now: now})
		if !errors.Is(err, inspect.ErrUnknown) || len(readings) > 0 || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.80q: got %d readings, error %v, want one with %q", test.text, len(readings), err, test.want)
		} else if len(err.Error()) > 500 {
			t.Errorf("%.80q: error has %d bytes", test.text, len(err.Error()))
		}
	}
}

// TestNow is about the clock as a reason.
func TestNow(t *testing.T) {
	t.Parallel()
	const made = "01ARZ3NDEKTSV4RRFFQ69G5FAV" // 2016
	before, err := inspect.All(made, inspect.Options{Now: time.Date(2016, 7, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	after := all(t, made)
	if !strings.Contains(before[0].Reason, "its time lies ahead, in 2016") || strings.Contains(after[0].Reason, "ahead") {
		t.Errorf("got reasons %q and %q", before[0].Reason, after[0].Reason)
	}
	if before[0].Score > after[0].Score-10 {
		t.Errorf("got scores %v before and %v after its time, want 10 bits between", before[0].Score, after[0].Score)
	}
	if _, err := inspect.All("1541815603606036480", inspect.Options{Now: time.Date(2009, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a number is read as a Snowflake of the future")
	}
	readings, err := inspect.All(made, inspect.Options{})
	if err != nil || strings.Contains(readings[0].Reason, "ahead") {
		t.Errorf("by the real clock: got %v, %v", readings, err)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(all(t, "2KNQ8300Z")[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"scheme":"payment","layout":"standard",`, `"confidence":"unlikely"`, `"canonical":"2KNQ8300Z"`, `"unit":"character"`,
		`{"name":"worker","offset":6,"width":1,"value":"0","meaning":"0"}`, `"random":0`, `"time":"2028-12-06T07:02:27.000Z"`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("got %s, want %s in it", data, want)
		}
	}
	data, err = json.Marshal(all(t, "919108f7-52d1-4320-9bac-f847db4148a8")[0])
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, `"time"`) || !strings.Contains(text, `"binary":"919108f752d143209bacf847db4148a8"`) {
		t.Errorf("got %s, want no time and a binary form", text)
	}
}
