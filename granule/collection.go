package granule

import (
	"fmt"
	"strings"
)

const separator = "___"

// JoinCollection returns the collection ID of a collection: name, "___", version.
// The version is a text: "006" and "6" are two collections.
//
// Such IDs are ambiguous for some pairs: "A_" with "1" and "A" with "_1" would
// both be "A____1". JoinCollection returns only what [SplitCollection] splits
// into the same pair. It refuses the others, which are those with an empty part,
// with a version that begins with "_" or holds "___", and with invalid UTF-8. The
// error wraps [ErrInvalid].
func JoinCollection(name, version string) (string, error) {
	switch {
	case name == "":
		return "", fmt.Errorf("%w: collection name is empty", ErrInvalid)
	case version == "":
		return "", fmt.Errorf("%w: version of collection %s is empty", ErrInvalid, quote(name))
	case version[0] == '_':
		return "", fmt.Errorf(`%w: version %s of collection %s has "_" at byte 0: the ID would not split back`,
			ErrInvalid, quote(version), quote(name))
	}
	if i := strings.Index(version, separator); i >= 0 {
		return "", fmt.Errorf(`%w: version %s of collection %s has "___" at byte %d: the ID would not split back`,
			ErrInvalid, quote(version), quote(name), i)
	}
	if err := checkUTF8("collection name", name); err != nil {
		return "", err
	}
	if err := checkUTF8("collection version", version); err != nil {
		return "", err
	}
	return name + separator + version, nil
}

// SplitCollection returns name and version of a collection ID, which are what
// stands before and after its last "___". The error wraps [ErrInvalid] if there is
// none, if a part is empty, or if the ID is not valid UTF-8.
func SplitCollection(collection string) (name, version string, err error) {
	if err := checkUTF8("collection ID", collection); err != nil {
		return "", "", err
	}
	i := strings.LastIndex(collection, separator)
	switch {
	case i < 0:
		return "", "", fmt.Errorf(`%w: collection ID %s has no "___"`, ErrInvalid, quote(collection))
	case i == 0:
		return "", "", fmt.Errorf(`%w: collection ID %s has no name before "___" at byte 0`, ErrInvalid, quote(collection))
	case i+len(separator) == len(collection):
		return "", "", fmt.Errorf(`%w: collection ID %s has no version after "___" at byte %d`, ErrInvalid, quote(collection), i)
	}
	return collection[:i], collection[i+len(separator):], nil
}
