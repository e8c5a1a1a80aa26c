package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// Limits on the texts of metadata, in bytes, besides those of entries.
const (
	MaxCreator   = 256 // of each of a creator's names
	MaxPublisher = 1024
	MaxRelease   = 256 // of a version
	MaxURL       = 2048
)

// ErrInvalidMetadata is returned for metadata that break the rules.
var ErrInvalidMetadata = errors.New("dataset: invalid metadata")

// Metadata is what is said of a dataset for those who cite it. Any of it may be
// missing. Texts are valid UTF-8 without control characters and line separators and
// have no white space at their ends. As JSON it is the member metadata of an
// [About].
type Metadata struct {
	Creators  []Creator `json:"creators,omitempty"`  // in the order in which they are cited
	DOI       string    `json:"doi,omitempty"`       // 10.REGISTRANT/SUFFIX, at most MaxDOI bytes
	Published string    `json:"published,omitempty"` // a year, month or day from 1000 to 9999: 2010, 2010-10 or 2010-10-20
	Publisher string    `json:"publisher,omitempty"` // at most MaxPublisher bytes
	Title     string    `json:"title,omitempty"`     // at most MaxTitle bytes
	URL       string    `json:"url,omitempty"`       // of http or https, in ASCII, at most MaxURL bytes
	Version   string    `json:"version,omitempty"`   // as the producer counts, at most MaxRelease bytes
}

// Creator is a person, who has a family name, or an organisation, which has a name.
type Creator struct {
	Family string `json:"family,omitempty"` // or the only name; at most MaxCreator bytes
	Given  string `json:"given,omitempty"`  // may be empty; at most MaxCreator bytes
	Name   string `json:"name,omitempty"`   // of an organisation, at most MaxCreator bytes
	ORCID  string `json:"orcid,omitempty"`  // of a person, as 0000-0002-1825-0097; may be empty
	ROR    string `json:"ror,omitempty"`    // of an organisation, as 027ka1x80; may be empty
}

// ParseMetadata reads metadata that people wrote: a JSON object with the members of
// the member metadata of an [About], in any order and with white space. Errors wrap
// [ErrInvalidMetadata].
func ParseMetadata(data []byte) (*Metadata, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	m := &Metadata{}
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("%w %s: byte %d: %v", ErrInvalidMetadata, errtext.Quote(data), decoder.InputOffset(), err)
	}
	end := decoder.InputOffset()
	switch _, err := decoder.Token(); {
	case m == nil:
		return nil, fmt.Errorf("%w: null, want an object", ErrInvalidMetadata)
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w %s: byte %d: something follows the object", ErrInvalidMetadata, errtext.Quote(data), end)
	}
	return m, m.Check()
}

// Equal reports whether both say the same.
func (m *Metadata) Equal(other *Metadata) bool {
	return slices.Equal(m.Creators, other.Creators) && m.DOI == other.DOI && m.Published == other.Published &&
		m.Publisher == other.Publisher && m.Title == other.Title && m.URL == other.URL && m.Version == other.Version
}

// Check returns an error that wraps [ErrInvalidMetadata] unless m is sound.
func (m *Metadata) Check() error {
	for i := range m.Creators {
		if member, at, reason := m.Creators[i].fault(); reason != "" {
			return fmt.Errorf("%w: creators[%d]%s: byte %d: %s", ErrInvalidMetadata, i, member, at, reason)
		}
	}
	for _, text := range []struct {
		member, value string
		limit         int
		fault         func(string) (int, string)
	}{
		{"doi", m.DOI, MaxDOI, doiFault},
		{"published", m.Published, len(time.DateOnly), dateFault},
		{"publisher", m.Publisher, MaxPublisher, nil},
		{"title", m.Title, MaxTitle, nil},
		{"url", m.URL, MaxURL, urlFault},
		{"version", m.Version, MaxRelease, nil},
	} {
		if text.value == "" {
			continue
		}
		at, reason := wordFault(text.value, text.limit)
		if reason == "" && text.fault != nil {
			at, reason = text.fault(text.value)
		}
		if reason != "" {
			return fmt.Errorf("%w: %s: %s: byte %d: %s", ErrInvalidMetadata, text.member, errtext.Quote(text.value), at, reason)
		}
	}
	return nil
}

// fault returns the first fault of a creator: in which member, at which byte of it,
// and why.
func (c *Creator) fault() (member string, at int, reason string) {
	switch {
	case c.Family == "" && c.Name == "":
		return "", 0, "want a person with a family name or an organisation with a name"
	case c.Family != "" && (c.Name != "" || c.ROR != ""):
		return "", 0, "want a person or an organisation, not both"
	case c.Name != "" && (c.Given != "" || c.ORCID != ""):
		return "", 0, "want a person or an organisation, not both"
	}
	for _, text := range []struct {
		member, value string
		fault         func(string) (int, string)
	}{
		{"family", c.Family, nil},
		{"given", c.Given, nil},
		{"name", c.Name, nil},
		{"orcid", c.ORCID, orcidFault},
		{"ror", c.ROR, rorFault},
	} {
		if text.value == "" {
			continue
		}
		if at, reason = wordFault(text.value, MaxCreator); reason == "" && text.fault != nil {
			at, reason = text.fault(text.value)
		}
		if reason != "" {
			return fmt.Sprintf(".%s: %s", text.member, errtext.Quote(text.value)), at, reason
		}
	}
	return "", 0, ""
}

// wordFault is textFault for text that has no white space at its ends.
func wordFault(s string, limit int) (at int, reason string) {
	if at, reason = textFault(s, limit); reason != "" {
		return at, reason
	}
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsSpace(r) {
		return 0, "white space at the beginning"
	}
	if r, size := utf8.DecodeLastRuneInString(s); unicode.IsSpace(r) {
		return len(s) - size, "white space at the end"
	}
	return 0, ""
}

// dateFault returns the fault of a year, a month or a day.
func dateFault(s string) (at int, reason string) {
	const want = "want a date like 2010, 2010-10 or 2010-10-20, in the years 1000 to 9999"
	for _, layout := range []string{"2006", "2006-01", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil && timeFault(t) == "" {
			return 0, ""
		}
	}
	return 0, want
}

// urlFault returns the fault of an address of http or https.
func urlFault(s string) (at int, reason string) {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c > '~' || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return i, fmt.Sprintf("0x%02x is percent-encoded in a URL", c)
		}
	}
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return 0, "want a URL like https://example.org/data"
	}
	return 0, ""
}

// orcidFault returns the fault of an ORCID iD: 16 digits in groups of four, the last
// of them a check digit by ISO 7064, mod 11-2.
func orcidFault(s string) (at int, reason string) {
	const pattern = "0000-0002-1825-0097"
	if len(s) != len(pattern) {
		return min(len(s), len(pattern)), "want an ORCID iD like " + pattern
	}
	sum := 0
	for i := range len(s) - 1 {
		switch c := s[i]; {
		case pattern[i] == '-' && c == '-':
		case pattern[i] != '-' && c >= '0' && c <= '9':
			sum = (sum + int(c-'0')) * 2 % 11
		default:
			return i, "want an ORCID iD like " + pattern
		}
	}
	if check := "0123456789X"[(12-sum)%11]; s[len(s)-1] != check {
		return len(s) - 1, fmt.Sprintf("a typing error: the check digit is not %c", check)
	}
	return 0, ""
}

// rorFault returns the fault of a ROR ID: 0, six digits of Crockford's base 32 and two
// decimal check digits by ISO 7064, mod 97-10.
func rorFault(s string) (at int, reason string) {
	const pattern, digits = "027ka1x80", "0123456789abcdefghjkmnpqrstvwxyz"
	if len(s) != len(pattern) || s[0] != '0' {
		return 0, "want a ROR ID like " + pattern
	}
	number := 0
	for i := range len(s) - 2 {
		digit := strings.IndexByte(digits, s[i])
		if digit < 0 {
			return i, "want a ROR ID like " + pattern
		}
		number = number*32 + digit
	}
	if check := fmt.Sprintf("%02d", 98-number*100%97); s[len(s)-2:] != check {
		return len(s) - 2, "a typing error: the check digits are not " + check
	}
	return 0, ""
}
