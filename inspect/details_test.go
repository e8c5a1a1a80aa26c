package inspect_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-05176fc3/idem/inspect"
)

// fields writes the fields of a reading.
func fields(r inspect.Reading) string {
	var b strings.Builder
	for _, f := range r.Fields {
		fmt.Fprintf(&b, "%s %d+%d=%s ", f.Name, f.Offset, f.Width, f.Value)
	}
	return strings.TrimSpace(b.String())
}

func TestFields(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"0RdKJcxqVBiAiQr0", "timestamp 0+40=24869425807 random 40+56=7680cb8bb9bdc1"},
		{"1088824355131185736905670087", "unused 0+3=0 timestamp 3+45=3868281180285 random 48+48=b2ad82883dc7"},
		{
			"094954a8-622c-76ad-1b93-cdefcbdf0888",
			"timestamp 0+48=10210557583916 version 48+4=7 random high 52+12=6ad variant 64+1=0 random low 65+63=1b93cdefcbdf0888",
		},
		{"2KNQ8300Z", "timestamp 0+6=2KNQ83 worker 6+1=0 counter 7+2=0Z"},
		{"G_wJJ69jjW", "producer ID 0+1=G separator 1+1=_ suffix 2+8=wJJ69jjW"},
		{"Ö_wJJ69jjW", "producer ID 0+1=Ö separator 1+1=_ suffix 2+8=wJJ69jjW"},
		{"user_b2S43r31Aamk35SFRDaOY5b", "prefix 0+4=user separator 4+1=_ key 5+1=b ciphertext 6+22=2S43r31Aamk35SFRDaOY5b"},
		{"DI:7fb1e8ba9b0c9888858b66f6a1732d2c", "md5 0+128=7fb1e8ba9b0c9888858b66f6a1732d2c"},
		{
			"c232ab00-9414-11ec-b3c8-9f6bdeced846",
			"time_low 0+32=c232ab00 time_mid 32+16=9414 version 48+4=1 time_high 52+12=1ec variant 64+2=2 clock_seq 66+14=13256 node 80+48=9f6bdeced846",
		},
		{
			"000003e8-9414-21ec-b300-325096b39f47",
			"local ID 0+32=1000 time_mid 32+16=9414 version 48+4=2 time_high 52+12=1ec variant 64+2=2 clock_seq 66+6=51 domain 72+8=0 node 80+48=325096b39f47",
		},
		{
			"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
			"time_high 0+32=1ec9414c time_mid 32+16=232a version 48+4=6 time_low 52+12=b00 variant 64+2=2 clock_seq 66+14=13256 node 80+48=9f6bdeced846",
		},
		{
			"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
			"unix_ts_ms 0+48=1645557742000 version 48+4=7 rand_a 52+12=cc3 variant 64+2=2 rand_b 66+62=18c4dc0c0c07398f",
		},
		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "timestamp 0+48=1469922850259 random 48+80=d6764c61efb99302bd5b"},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "timestamp 0+32=107608047 payload 32+128=b5a1cd34b5f99d1154fb6853345c9735"},
		{"9m4e2mr0ui3e8a215n4g", "timestamp 0+32=1300816219 machine 32+24=60f486 process 56+16=58408 counter 72+24=4271561"},
		{"507f1f77bcf86cd799439011", "timestamp 0+32=1350508407 process 32+40=bcf86cd799 counter 72+24=4427793"},
		{"1541815603606036480", "sign 0+1=0 timestamp 1+41=367597485448 datacenter 42+5=11 worker 47+5=26 sequence 52+12=0"},
		{"175928847299117063", "timestamp 0+42=41944705796 worker 42+5=1 process 47+5=0 increment 52+12=7"},
	} {
		if got := fields(all(t, test.text)[0]); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
	for _, r := range all(t, "2KNQ8300Z") {
		if r.Layout == "wide" && fields(r) != "timestamp 0+6=2KNQ83 worker and counter 6+3=00Z" {
			t.Errorf("wide layout: got %s", fields(r))
		}
	}
}

// TestSays has what readings must say besides bits.
func TestSays(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"0RdKJcxqVBiAiQr0", "not base64url, whose characters it has in another order: such a reader takes it for d1174a25cc6a541880890af4, without an error"},
		{"0RdKJcxqVBiAiQr0", "leaks when it was made, to the millisecond"},
		{"1088824355131185736905670087", "note made 1 to 1000 ms after its time, normally 1000: at 2022-07-31T18:33:01.285Z"},
		{"1088824355131185736905670087", "(here a and 100)"},
		{"094954a8-622c-76ad-1b93-cdefcbdf0888", "not a UUID of RFC 9562: its version is 7, but its variant is 0xx"},
		{"094954a8-622c-76ad-1b93-cdefcbdf0888", "not made at 2293-07-23T17:59:43.916Z, which readers of version 7 say: it was 2023-07-24T17:59:43.916Z"},
		{"2KNQ8300Z", "leaks which worker made it, and how many others it made in that second: at least 35"},
		{"0RdKJcxqVBiAiQr0", "form hex 05ca55528f7680cb8bb9bdc1"},
		{"094954a8-622c-76ad-1b93-cdefcbdf0888", "form two int64 669159101819549357, 1987158290401790088"},
		{"c232ab00-9414-11ec-b3c8-9e6bdeced846", "leaks the network card of the machine, 9e:6b:de:ce:d8:46"},
		{"000003e8-9414-21ec-b300-325096b39f47", "leaks who made it: Person 1000"},
		{"dsi:0:md5:7fb1e8ba9b0c9888858b66f6a1732d2c;dataset=US.FOOL2.002;at=2001-01-05T00:00:00Z;count=11", "note seen as dataset US.FOOL2.002 at 2001-01-05T00:00:00.000Z with 11 granules, which nobody has checked"},
		{"prefix_01h455vb4pex5vsknk084sn02q", "leaks what it is the ID of: prefix"},
		{"prefix_01h455vb4pex5vsknk084sn02q", "form uuid 01890a5d-ac96-774b-bcce-b302099a8057"},
		{"1088824355131185736905670087", "reason in the range of its decimal form; 1 in 160 random texts of 28 digits fits"},
		{"1088824355130989278616616960", "but its random part is 0"},
	} {
		r := all(t, test.text)[0]
		said := []string{"reason " + r.Reason}
		for _, f := range r.Forms {
			said = append(said, "form "+f.Name+" "+f.Text)
		}
		for label, texts := range map[string][]string{"leaks ": r.Leaks, "not ": r.Not, "note ": r.Notes} {
			for _, text := range texts {
				said = append(said, label+text)
			}
		}
		if !strings.Contains(strings.Join(said, "\n"), test.want) {
			t.Errorf("%s: got\n%s\nwant %s", test.text, strings.Join(said, "\n"), test.want)
		}
	}
}

func TestCollection(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, collection string
		confidence       inspect.Confidence
		want             string // in title or denials
	}{
		{"MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW", "", inspect.Certain, "of MOD09GQ___006"},
		{"G_wJJ69jjW", "MOD09GQ___006", inspect.Certain, "of MOD09GQ___006"},
		{"G_wJJ69", "MOD09GQ___006", inspect.Certain, "of MOD09GQ___006"},
		{"G_wJJ69jjWqRUe9w034C55cA", "MOD09GQ___006", inspect.Certain, "of MOD09GQ___006"},
		{"G_wJJ69jjW", "MOD09GQ___061", inspect.Unlikely, "of MOD09GQ___061, whose suffix is "},
		{"G_wJJ69jjW", "", inspect.Likely, "Unique granule ID"},
		{"G_20170224", "", inspect.Possible, "Unique granule ID"},
		{"MOD09GQ_006_wJJ69jjw", "", inspect.Likely, "Unique granule ID"},
	} {
		readings, err := inspect.All(test.text, inspect.Options{Now: now, Collection: test.collection})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		best := readings[0]
		said := best.Title + "\n" + strings.Join(best.Not, "\n")
		if best.Scheme != "granule" || best.Confidence != test.confidence || !strings.Contains(said, test.want) {
			t.Errorf("%s of %q: got %s, %s, %s, want %s, %s", test.text, test.collection, best.Scheme, best.Confidence, said, test.confidence, test.want)
		}
	}
}

func TestEpochs(t *testing.T) {
	t.Parallel()
	epoch := time.Date(2020, 5, 1, 12, 0, 0, 0, time.UTC)
	made := epoch.Add(5 * 365 * 24 * time.Hour)
	text := fmt.Sprint(uint64(made.Sub(epoch).Milliseconds())<<22 | 3<<12)
	readings, err := inspect.All(text, inspect.Options{Now: now, Epochs: []time.Time{epoch}})
	if err != nil {
		t.Fatal(err)
	}
	if best := readings[0]; name(best) != "snowflake epoch-2020-05-01T12:00:00.000Z" || !best.Time.Equal(made) {
		t.Errorf("%s: got %s of %v, want the Snowflake of %v", text, name(best), best.Time, made)
	}

	epoch = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	readings, err = inspect.All("0KNQ83ZZZ", inspect.Options{Now: now, Epochs: []time.Time{epoch}})
	if err != nil {
		t.Fatal(err)
	}
	want := epoch.Add(34_699_395 * time.Second)
	if best := readings[0]; name(best) != "payment standard-2025" || !best.Time.Equal(want) {
		t.Errorf("got %s of %v, want payment standard-2025 of %v", name(best), best.Time, want)
	}
}

// TestShiftedVersion6 is about NewV6 of google/uuid 1.6.0, which many use.
func TestShiftedVersion6(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 20, 10, 11, 12, 0, time.UTC)
	since := made.Unix() - time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC).Unix()
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:], uint64(since)*10_000_000)
	id[6] = 0x60 | id[6]&0x0f
	id[8] = 0x80
	best := all(t, id.String())[0]
	// The version stands where bits were, which are worth 6 ms.
	const want = "from 2026-11-20T10:11:1"
	if name(best) != "uuid v6" || len(best.Notes) == 0 || !strings.HasPrefix(best.Notes[0], want) {
		t.Errorf("%v: got %s, notes %q, want %s", id, name(best), best.Notes, want)
	}
}
