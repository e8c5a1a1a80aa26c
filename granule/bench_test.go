package granule_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

func BenchmarkUnique(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = granule.Unique(sample, "MOD09GQ___006", granule.DefaultHashLength)
	}
}

func BenchmarkAppendUnique(b *testing.B) {
	b.ReportAllocs()
	u, err := granule.NewUniquifier("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		b.Fatal(err)
	}
	dst := make([]byte, 0, 64)
	for b.Loop() {
		_, _ = u.AppendUnique(dst, sample)
	}
}

func BenchmarkVerify(b *testing.B) {
	b.ReportAllocs()
	u, err := granule.NewUniquifier("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _ = u.Verify(sample + "_wJJ69jjW")
	}
}

func BenchmarkStamper(b *testing.B) {
	b.ReportAllocs()
	s, err := granule.NewStamper("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _ = s.Unique(sample)
	}
}
