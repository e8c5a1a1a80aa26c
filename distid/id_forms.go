package distid

import "github.com/seed-05176fc3/idem/internal/idtext"

// ParseHex reads 26 hexadecimal digits, in either case.
func ParseHex(s string) (ID, error) {
	hi, lo, err := idtext.ParseHex(s, idtext.Hex28)
	if err != nil || !idtext.Fits28(hi, lo) {
		return ID{}, refuse("hexadecimal", s, err)
	}
	return fromHalves(hi, lo), nil
}

// ParseAlphanumeric reads 16 alphanumeric characters.
func ParseAlphanumeric(s string) (ID, error) {
	hi, lo, err := idtext.ParseAlphanumeric(s, idtext.Alphanumeric28)
	if err != nil || !idtext.Fits28(hi, lo) {
		return ID{}, refuse("alphanumeric", s, err)
	}
	return fromHalves(hi, lo), nil
}

// ParseUUID reads the UUID form: 36 characters, in lower case.
func ParseUUID(s string) (ID, error) {
	hi, lo, err := idtext.ParseUUID(s)
	if err != nil || !idtext.Fits28(hi, lo) {
		return ID{}, refuse("UUID", s, err)
	}
	return fromHalves(hi, lo), nil
}

// Hex returns the ID as 26 hexadecimal digits, in upper case.
func (id ID) Hex() string { return string(id.AppendHex(make([]byte, 0, idtext.Hex128))) }

// AppendHex appends the 26 digits of [ID.Hex] to b.
func (id ID) AppendHex(b []byte) []byte {
	hi, lo := id.high(), id.low()
	n := idtext.Hex28
	if !idtext.Fits28(hi, lo) {
		n = idtext.Hex128
	}
	return idtext.AppendHex(b, hi, lo, n)
}

// Alphanumeric returns the ID as 16 alphanumeric characters.
func (id ID) Alphanumeric() string {
	return string(id.AppendAlphanumeric(make([]byte, 0, idtext.Alphanumeric128)))
}

// AppendAlphanumeric appends the 16 characters of [ID.Alphanumeric] to b.
func (id ID) AppendAlphanumeric(b []byte) []byte {
	hi, lo := id.high(), id.low()
	n := idtext.Alphanumeric28
	if !idtext.Fits28(hi, lo) {
		n = idtext.Alphanumeric128
	}
	return idtext.AppendAlphanumeric(b, hi, lo, n)
}

// UUID returns the 16 bytes of the ID as UUID text, in lower case.
func (id ID) UUID() string { return string(id.AppendUUID(make([]byte, 0, idtext.UUIDLen))) }

// AppendUUID appends the 36 characters of [ID.UUID] to b.
func (id ID) AppendUUID(b []byte) []byte {
	return idtext.AppendUUID(b, id.high(), id.low())
}
