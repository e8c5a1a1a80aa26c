package dataset_test

import (
	"crypto/md5"
	"fmt"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// BenchmarkChain measures Add against the bare MD5 of as many 82-byte messages,
// in turns, so that both see the same machine, and keeps the best turn of each.
// "ratio" is Add over a bare MD5 that has to wait for the one before it, as in
// every chain; "ratio-free" is Add over a bare MD5 that need not.
func BenchmarkChain(b *testing.B) {
	for _, size := range []int{40, 48} {
		b.Run(fmt.Sprintf("ID=%dB", size), func(b *testing.B) {
			ids := make([][]byte, 200)
			for i := range ids {
				ids[i] = fmt.Appendf(nil, "MOD021KM.A2000055.0000.061.%0*d", size-27, 7919*i)
			}
			var (
				chain   dataset.Chain
				message [82]byte
				mixed   byte
			)
			adding, waiting, free := time.Hour, time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				for _, id := range ids {
					chain.Add(id)
				}
				adding = min(adding, time.Since(start))

				start = time.Now()
				for range ids {
					sum := md5.Sum(message[:])
					copy(message[:], sum[:])
				}
				waiting = min(waiting, time.Since(start))

				start = time.Now()
				for range ids {
					sum := md5.Sum(message[:])
					mixed ^= sum[0]
				}
				free = min(free, time.Since(start))
				message[81] = mixed
			}
			b.ReportMetric(float64(adding.Nanoseconds())/float64(len(ids)), "ns/ID")
			b.ReportMetric(float64(adding)/float64(waiting), "ratio")
			b.ReportMetric(float64(adding)/float64(free), "ratio-free")
		})
	}
}
