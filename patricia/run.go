package patricia

import (
	"encoding/binary"
)

// run is a sequence of items in memory, each as the record that its leaf hash is
// taken of, one after the other: for a set the tag and the ID, for a map the tag,
// the ID's length in two bytes, the ID and the value.
type run struct {
	kind Kind
	data []byte
	ends []uint32 // where record i ends
}

// newRun returns an empty run with room for count items of which the IDs and values
// have size bytes.
func newRun(kind Kind, count, size int) *run {
	return &run{kind: kind, data: make([]byte, 0, size+3*count), ends: make([]uint32, 0, count)}
}

func (r *run) len() int { return len(r.ends) }

func (r *run) add(id, value []byte) {
	r.data = appendRecord(r.data, r.kind, id, value)
	r.ends = append(r.ends, uint32(len(r.data)))
}

// appendRecord appends the record of an item.
func appendRecord(dst []byte, kind Kind, id, value []byte) []byte {
	if kind == Set {
		return append(append(dst, tagSetLeaf), id...)
	}
	dst = append(dst, tagMapLeaf, byte(len(id)>>8), byte(len(id)))
	return append(append(dst, id...), value...)
}

func (r *run) record(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.data[from:r.ends[i]]
}

func (r *run) id(i int) []byte {
	rec := r.record(i)
	if r.kind == Set {
		return rec[1:]
	}
	return rec[3 : 3+int(binary.BigEndian.Uint16(rec[1:]))]
}

func (r *run) value(i int) []byte {
	if r.kind == Set {
		return nil
	}
	rec := r.record(i)
	return rec[3+int(binary.BigEndian.Uint16(rec[1:])):]
}

func (r *run) item(i int) Item { return Item{r.id(i), r.value(i)} }

// view is a part of a run: its records from up to, but not including, to.
type view struct {
	run      *run
	from, to int
}

func (v view) len() int { return v.to - v.from }

// clone returns the records of v in a run of their own.
func (v view) clone() *run {
	r := &run{kind: v.run.kind, ends: make([]uint32, 0, v.len())}
	for i := v.from; i < v.to; i++ {
		r.data = append(r.data, v.run.record(i)...)
		r.ends = append(r.ends, uint32(len(r.data)))
	}
	return r
}

// join returns the records of v and then those of w as one view, without copying
// where they lie side by side.
func (v view) join(w view) view {
	if v.run == w.run && v.to == w.from {
		return view{v.run, v.from, w.to}
	}
	r := &run{kind: v.run.kind, ends: make([]uint32, 0, v.len()+w.len())}
	for _, u := range []view{v, w} {
		for i := u.from; i < u.to; i++ {
			r.data = append(r.data, u.run.record(i)...)
			r.ends = append(r.ends, uint32(len(r.data)))
		}
	}
	return view{r, 0, r.len()}
}
