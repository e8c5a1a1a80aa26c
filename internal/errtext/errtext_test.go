package errtext_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

func TestQuote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ value, want string }{
		{"", `""`},
		{"a\n", `"a\n"`},
		{strings.Repeat("a", 80), `"` + strings.Repeat("a", 80) + `"`},
		{strings.Repeat("a", 81), `"` + strings.Repeat("a", 80) + `"…`},
		{strings.Repeat("a", 79) + "日本", `"` + strings.Repeat("a", 79) + `"…`}, // no half of a character
	} {
		if got := errtext.Quote(c.value); got != c.want {
			t.Errorf("%q: got %s, want %s", c.value, got, c.want)
		}
		if got := errtext.Quote([]byte(c.value)); got != c.want {
			t.Errorf("%q as bytes: got %s, want %s", c.value, got, c.want)
		}
	}
}
