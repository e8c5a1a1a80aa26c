package patricia

import (
	"encoding/binary"
	"errors"
)

// appendIDs appends the IDs as columns, so that equal things lie side by side: how
// many bytes each shares with the one before, how many it has, then those that
// it does not share.
func (w *leafWriter) appendIDs(dst []byte, v view) []byte {
	var prev []byte
	for i := v.from; i < v.to; i++ {
		id := v.run.id(i)
		dst = append(dst, byte(sharedBytes(prev, id)))
		prev = id
	}
	shared := dst[len(dst)-v.len():]
	for i := v.from; i < v.to; i++ {
		dst = append(dst, byte(len(v.run.id(i))))
	}
	for i := v.from; i < v.to; i++ {
		dst = append(dst, v.run.id(i)[shared[i-v.from]:]...)
	}
	return dst
}

// appendValues appends the lengths of the values and then these.
func (w *leafWriter) appendValues(dst []byte, v view) []byte {
	for i := v.from; i < v.to; i++ {
		dst = binary.AppendUvarint(dst, uint64(len(v.run.value(i))))
	}
	for i := v.from; i < v.to; i++ {
		dst = append(dst, v.run.value(i)...)
	}
	return dst
}

func sharedBytes(a, b []byte) int {
	if bit := critBit(a, b); bit != noBit {
		return min(bit>>3, len(a), len(b))
	}
	return len(a)
}

// readPlain puts the IDs that appendIDs wrote and the values together.
func readPlain(kind Kind, data []byte, count int, values column) (*run, error) {
	if len(data) < 2*count {
		return nil, errShort
	}
	shared, lengths, ids := data[:count], data[count:2*count], data[2*count:]
	size, total := 0, 0
	before := byte(0)
	for i, length := range lengths {
		if length == 0 || shared[i] > length || shared[i] > before {
			return nil, errors.New("length of an ID out of range")
		}
		size += int(length - shared[i])
		total += int(length)
		before = length
	}
	if size != len(ids) {
		return nil, errShort
	}
	items := newRun(kind, count, total+len(values.data))
	var id [MaxID]byte // keeps what the next one shares with it
	for i, length := range lengths {
		n := copy(id[shared[i]:length], ids)
		if indexZero(ids[:n]) >= 0 {
			return nil, errors.New("ID with a zero byte")
		}
		ids = ids[n:]
		value, err := values.next()
		if err != nil {
			return nil, err
		}
		items.add(id[:length], value)
	}
	if len(values.data) != 0 {
		return nil, errLeftOver
	}
	return items, nil
}

// column holds the values of a leaf page that have not been taken yet.
type column struct {
	lengths []byte // varints
	width   int    // length of each, if there are no varints
	data    []byte
}

// parseColumn reads what appendValues writes.
func parseColumn(data []byte, count int) (column, error) {
	rest := data
	for range count {
		_, n := binary.Uvarint(rest)
		if n <= 0 {
			return column{}, errShort
		}
		rest = rest[n:]
	}
	return column{lengths: data[:len(data)-len(rest)], data: rest}, nil
}

// next takes the next value.
func (c *column) next() (value []byte, err error) {
	size := uint64(c.width)
	if len(c.lengths) > 0 {
		var n int
		size, n = binary.Uvarint(c.lengths)
		c.lengths = c.lengths[n:]
	}
	if size > MaxValue || size > uint64(len(c.data)) {
		return nil, errShort
	}
	value, c.data = c.data[:size], c.data[size:]
	return value, nil
}
