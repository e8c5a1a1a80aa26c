package main

import (
	"slices"
	"testing"
	"time"
)

func TestAgo(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		then time.Time
		want string
	}{
		{now, "0 seconds ago"},
		{now.Add(-time.Second), "1 second ago"},
		{now.Add(-90 * time.Second), "1 minute ago"},
		{now.Add(-25 * time.Hour), "1 day ago"},
		{now.Add(2 * time.Hour), "in 2 hours"},
		// Years have 365.25 days here.
		{now.AddDate(-1, 0, -2), "1 year and 1 day ago"},
		{now.AddDate(-4, 0, 0), "4 years ago"},
		{now.AddDate(8000, 0, 0), "in 7999 years"},
	} {
		if got := ago(test.then, now); got != test.want {
			t.Errorf("%v: got %q, want %q", test.then, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a bc d", []string{"a bc", "d"}},
		{"abcdefgh i", []string{"abcdefgh", "i"}},
		{"äöü ß", []string{"äöü", "ß"}},
	} {
		if got := wrap(test.text, 4); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
