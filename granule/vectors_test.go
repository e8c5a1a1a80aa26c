package granule_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/granule"
)

// vectors is the part of testdata/granule-flax.json that concerns this package.
type vectors struct {
	Granule []struct {
		ID           string `json:"id"`
		CollectionID string `json:"collectionId"`
		HashLength   int    `json:"hashLength"`
		Result       string `json:"result"`
		Base64URL    string `json:"base64url"`
	} `json:"granule"`
	WithTimestamp []struct {
		ID           string `json:"id"`
		CollectionID string `json:"collectionId"`
		HashLength   int    `json:"hashLength"`
		Timestamp    string `json:"timestamp"`
		HashInput    string `json:"hashInput"`
		Result       string `json:"result"`
	} `json:"granule_with_timestamp"`
	Collection struct {
		Join []struct {
			Name         string `json:"name"`
			Version      string `json:"version"`
			CollectionID string `json:"collectionId"`
		} `json:"join"`
		Split []struct {
			CollectionID string `json:"collectionId"`
			Name         string `json:"name"`
			Version      string `json:"version"`
			Error        bool   `json:"error"`
		} `json:"split"`
	} `json:"collection_id"`
	HashLengthConfig []struct {
		Given     any    `json:"given"`
		Effective int    `json:"effective"`
		Result    string `json:"result"`
	} `json:"hash_length_config"`
	PDRDataVersion []struct {
		Raw     string `json:"raw"`
		Version string `json:"version"`
	} `json:"pdr_data_version"`
}

func readVectors(tb testing.TB) vectors {
	tb.Helper()
	data, err := os.ReadFile("testdata/granule-flax.json")
	if err != nil {
		tb.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		tb.Fatal(err)
	}
	if len(v.Granule) == 0 || len(v.WithTimestamp) == 0 || len(v.Collection.Join) == 0 || len(v.Collection.Split) == 0 ||
		len(v.HashLengthConfig) == 0 || len(v.PDRDataVersion) == 0 {
		tb.Fatal("testdata/granule-flax.json lacks a part")
	}
	return v
}

func TestVectorsUnique(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Granule {
		name := fmt.Sprintf("%s in %s, length %d", v.ID, v.CollectionID, v.HashLength)
		wantSuffix := strings.TrimPrefix(v.Result, v.ID+"_")

		if got, err := granule.Unique(v.ID, v.CollectionID, v.HashLength); err != nil || got != v.Result {
			t.Errorf("%s: Unique: got %s, %v, want %s", name, got, err, v.Result)
		}
		if got, err := granule.Suffix(v.CollectionID, v.HashLength); err != nil || got != wantSuffix {
			t.Errorf("%s: Suffix: got %s, %v, want %s", name, got, err, wantSuffix)
		}
		if want := strings.ReplaceAll(v.Base64URL, "_", ""); !strings.HasPrefix(want, wantSuffix) {
			t.Errorf("%s: suffix %s does not begin %s", name, wantSuffix, want)
		}
		u, err := granule.NewUniquifier(v.CollectionID, v.HashLength)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := u.Unique(v.ID); err != nil || got != v.Result {
			t.Errorf("%s: Uniquifier.Unique: got %s, %v, want %s", name, got, err, v.Result)
		}
		if got, err := u.AppendUnique([]byte("> "), v.ID); err != nil || string(got) != "> "+v.Result {
			t.Errorf("%s: AppendUnique: got %s, %v, want > %s", name, got, err, v.Result)
		}
		if got, ok := u.Verify(v.Result); !ok || got != v.ID {
			t.Errorf("%s: Verify(%s): got %s, %t", name, v.Result, got, ok)
		}
		if id, suffix, err := granule.Split(v.Result); err != nil || id != v.ID || suffix != wantSuffix {
			t.Errorf("%s: Split(%s): got %s, %s, %v", name, v.Result, id, suffix, err)
		}
	}
}

func TestVectorsTimestamp(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).WithTimestamp {
		ns, err := strconv.ParseInt(v.Timestamp, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		s, err := granule.NewStamper(v.CollectionID, v.HashLength)
		if err != nil {
			t.Fatal(err)
		}
		s.Clock = func() time.Time { return time.Unix(0, ns) }
		if got, err := s.Unique(v.ID); err != nil || got != v.Result {
			t.Errorf("%s in %s at %s: got %s, %v, want %s", v.ID, v.CollectionID, v.Timestamp, got, err, v.Result)
		}
		// The forms are not told apart: the input is a collection ID as well.
		if got, err := granule.Unique(v.ID, v.HashInput, v.HashLength); err != nil || got != v.Result {
			t.Errorf("%s in %s: got %s, %v, want %s", v.ID, v.HashInput, got, err, v.Result)
		}
	}
}

func TestVectorsCollection(t *testing.T) {
	t.Parallel()
	v := readVectors(t).Collection
	for _, v := range v.Join {
		if got, err := granule.JoinCollection(v.Name, v.Version); err != nil || got != v.CollectionID {
			t.Errorf("JoinCollection(%q, %q): got %s, %v, want %s", v.Name, v.Version, got, err, v.CollectionID)
		}
	}
	for _, v := range v.Split {
		name, version, err := granule.SplitCollection(v.CollectionID)
		if name != v.Name || version != v.Version || errors.Is(err, granule.ErrInvalid) != v.Error {
			t.Errorf("SplitCollection(%q): got %q, %q, %v, want %q, %q, error %t",
				v.CollectionID, name, version, err, v.Name, v.Version, v.Error)
		}
	}
}

func TestVectorsHashLength(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).HashLengthConfig {
		if v.Given == "<absent>" {
			v.Given = nil
		}
		got, err := granule.ParseHashLength(v.Given)
		if err != nil || got != v.Effective {
			t.Errorf("ParseHashLength(%#v): got %d, %v, want %d", v.Given, got, err, v.Effective)
		}
		if got, err := granule.Unique("G", "MOD09GQ___006", got); err != nil || got != v.Result {
			t.Errorf("G at hash length %#v: got %s, %v, want %s", v.Given, got, err, v.Result)
		}
	}
}

func TestVectorsFoldVersion(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).PDRDataVersion {
		if got, err := granule.FoldVersion(v.Raw); err != nil || got != v.Version {
			t.Errorf("FoldVersion(%q): got %q, %v, want %q", v.Raw, got, err, v.Version)
		}
	}
}
