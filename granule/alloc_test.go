package granule_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

func TestNoAllocation(t *testing.T) {
	u, err := granule.NewUniquifier("MOD09GQ___006", granule.DefaultHashLength)
	if err != nil {
		t.Fatal(err)
	}
	unique, err := u.Unique(sample)
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, 0, 100)
	tests := map[string]func() (ok bool){
		"AppendUnique":    func() bool { _, err := u.AppendUnique(dst, sample); return err == nil },
		"Verify":          func() bool { _, ok := u.Verify(unique); return ok },
		"Split":           func() bool { _, _, err := granule.Split(unique); return err == nil },
		"SplitCollection": func() bool { _, _, err := granule.SplitCollection("MOD09GQ___006"); return err == nil },
	}
	for name, run := range tests {
		var ok bool
		if got := testing.AllocsPerRun(100, func() { ok = run() }); got != 0 || !ok {
			t.Errorf("%s: got %v allocations, %t, want 0, true", name, got, ok)
		}
	}
}
