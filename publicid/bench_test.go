package publicid_test

import (
	"crypto/aes"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/publicid"
)

// benchmark times f against the encryption of one AES-256 block. The two take turns
// in short rounds, and the fastest round of each counts, so that a busy machine
// hits both alike; the metric xAES is their ratio.
func benchmark(b *testing.B, f func()) {
	block, err := aes.NewCipher(docKey())
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 16)
	const round = 500
	ours, floor := time.Hour, time.Hour
	for b.Loop() {
		begin := time.Now()
		for range round {
			block.Encrypt(buf, buf)
		}
		middle := time.Now()
		for range round {
			f()
		}
		floor, ours = min(floor, middle.Sub(begin)), min(ours, time.Since(middle))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Nanoseconds())/round, "ns")
	b.ReportMetric(float64(floor.Nanoseconds())/round, "ns-AES")
	b.ReportMetric(float64(ours)/float64(floor), "xAES")
}

func BenchmarkConverter(b *testing.B) {
	c := converter(b, zeroKey)
	var d [16]byte
	d[15] = 42
	number, decimal, uuid := c.EncodeUint64(42), c.EncodeUUID(d), c.EncodeUUID(d)
	buf := make([]byte, 0, 64)
	b.Run("EncodeUint64", func(b *testing.B) { benchmark(b, func() { c.EncodeUint64(42) }) })
	b.Run("EncodeDistributed", func(b *testing.B) { benchmark(b, func() { _, _ = c.EncodeDistributed(d) }) })
	b.Run("EncodeUUID", func(b *testing.B) { benchmark(b, func() { c.EncodeUUID(d) }) })
	b.Run("DecodeUint64", func(b *testing.B) { benchmark(b, func() { _, _ = c.DecodeUint64(number) }) })
	b.Run("DecodeDistributed", func(b *testing.B) { benchmark(b, func() { _, _ = c.DecodeDistributed(decimal) }) })
	b.Run("DecodeUUID", func(b *testing.B) { benchmark(b, func() { c.DecodeUUID(uuid) }) })
	b.Run("AppendAlphanumeric", func(b *testing.B) { benchmark(b, func() { number.AppendAlphanumeric(buf) }) })
	b.Run("ParseAlphanumeric", func(b *testing.B) {
		benchmark(b, func() { _, _ = publicid.Parse("48XoooHHCe1CiOHrghM7Dl") })
	})
}

func BenchmarkSealer(b *testing.B) {
	ring := ringOf(b, 'b', docKey())
	i := must[*publicid.Sealer[int64]](b)(publicid.NewInt64Sealer(ring, "user"))
	u := must[*publicid.Sealer[uuid]](b)(publicid.NewUUIDSealer[uuid](ring, "user"))
	small, _ := i.Encode(42)
	large, _ := u.Encode(uuid{1})
	buf := make([]byte, 0, 64)
	b.Run("AppendEncode/int64", func(b *testing.B) { benchmark(b, func() { _, _ = i.AppendEncode(buf, 42) }) })
	b.Run("AppendEncode/uuid", func(b *testing.B) { benchmark(b, func() { _, _ = u.AppendEncode(buf, uuid{1}) }) })
	b.Run("Decode/int64", func(b *testing.B) { benchmark(b, func() { _, _ = i.Decode(small) }) })
	b.Run("Decode/uuid", func(b *testing.B) { benchmark(b, func() { _, _ = u.Decode(large) }) })
}
