// Package granule makes, splits and verifies the unique granule IDs of
// Cumulus, NASA's archive software, and the collection IDs that they rest on.
//
// # Unique granule IDs
//
// Two collections may hold granules of the same producer granule ID. A unique
// granule ID tells them apart by a suffix:
//
//	<producer granule ID> _ <suffix>
//
// The suffix is made from the collection ID alone:
//
//  1. the MD5 digest of the UTF-8 bytes of the collection ID, 16 bytes;
//  2. in base64url without padding, 22 characters;
//  3. without its "_";
//  4. of these the first ones, up to the hash length asked for.
//
// The producer granule ID is copied as it is. Neither it nor the collection ID is
// trimmed, escaped or normalised: "é" as one code point and as two make two
// suffixes. Worked example:
//
//	collection ID   MOD09GQ___006
//	MD5             c0927af638d6a9151ef70d37e02e7970
//	base64url       wJJ69jjWqRUe9w034C55cA
//	suffix, 8       wJJ69jjW
//	granule ID      MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW
//
// # What the suffix says, and what not
//
// All granules of a collection have the same suffix. So equal producer granule
// IDs in one collection stay equal, and whoever knows the collection can verify an
// ID ([Uniquifier.Verify]).
//
// A suffix holds A–Z, a–z, 0–9 and "-", no "_": the last "_" of a unique ID is the
// one before the suffix. But many plain producer granule IDs end in "_" and such
// characters too. Whether an ID is a unique one cannot be seen; only the
// comparison with the suffix of its collection tells. Case matters: what folds it
// breaks the ID.
//
// The hash length is a maximum. Of the 22 characters 22 are left in 72 % of all
// collections, 21 in 24 %, and fewer in the others, so that a length above 17
// may give fewer characters than asked for. A length of 0 gives a trailing "_".
//
// # Timestamps
//
// In the timestamp mode "_" and a timestamp follow the collection ID in the MD5,
// which makes equal producer granule IDs unique in one collection. Such an ID
// cannot be made again or verified, as the timestamp stands nowhere. See
// [Stamper]. The suffix of collection C at timestamp 5 is that of a collection
// named C_5 without one.
//
// # Compatibility
//
// The results are those of the function generateUniqueGranuleId of the npm package
// @cumulus/ingest 21.0.0. Negative lengths and texts that are not valid UTF-8 are
// refused here. Descriptions from before that release hash other things (a JSON
// object of granule ID and collection ID, or both joined with "_") into IDs of
// the same shape; those IDs do not verify.
package granule

import (
	"crypto/fips140"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"
)

const (
	// DefaultHashLength is the hash length of Cumulus where none is set.
	DefaultHashLength = 8

	// MaxSuffix is the length of the longest suffix. A hash length above it
	// gives the same suffix.
	MaxSuffix = 22
)

// ErrInvalid is returned when an argument cannot be what it should be: a
// collection ID, a granule ID, a hash length, a version or a time.
var ErrInvalid = errors.New("granule: invalid argument")

// appendSuffix appends the suffix that the hash input gives.
func appendSuffix(dst, input []byte, length int) ([]byte, error) {
	if length < 0 {
		return dst, fmt.Errorf("%w: hash length %d is negative", ErrInvalid, length)
	}
	if fips140.Enforced() {
		return dst, fmt.Errorf("granule: make a suffix: MD5 is not allowed in FIPS 140-only mode: %w", errors.ErrUnsupported)
	}
	digest := md5.Sum(input)
	var text [MaxSuffix]byte
	base64.RawURLEncoding.Encode(text[:], digest[:])
	for _, c := range text {
		if length == 0 {
			break
		}
		if c != '_' {
			dst = append(dst, c)
			length--
		}
	}
	return dst, nil
}

// checkUTF8 returns an error if text is not valid UTF-8. What names the text in it.
func checkUTF8(what, text string) error {
	if utf8.ValidString(text) {
		return nil
	}
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
			return fmt.Errorf("%w: %s %s is not valid UTF-8 at byte %d", ErrInvalid, what, quote(text), i)
		}
	}
	panic("granule: checkUTF8 found no fault in an invalid text")
}

// quote returns the text in quotes for an error, cut when it is long.
func quote(text string) string {
	const limit = 100
	if len(text) > limit {
		return fmt.Sprintf("%q…", text[:limit])
	}
	return fmt.Sprintf("%q", text)
}
