package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/risk"
	"github.com/seed-05176fc3/idem/payid"
)

// claimView is a line of the worst case, as JSON.
type claimView struct {
	Scheme       string  `json:"scheme"`
	Nodes        float64 `json:"nodes"`
	Each         float64 `json:"each,omitempty"` // IDs of each node in the same millisecond; absent: as many as fit
	PerCollision float64 `json:"ids_per_collision"`
	Documented   float64 `json:"documented,omitempty"` // the same in the original documentation
}

// claims compares the worst case with what the original documentation says.
func (q *riskQuestion) claims(cmd *cobra.Command, s risk.Scheme) (err error) {
	out := newOutput(cmd)
	defer out.flush(&err)
	claims := s.Claims()
	if *q.asJSON {
		for _, c := range claims {
			if err := out.json.Encode(claimView{s.Name, c.Nodes, c.Each, c.Per, c.Stated}); err != nil {
				return err
			}
		}
	} else {
		fmt.Fprintf(out, "%s: %s\n", s.Name, s.Title)
		fmt.Fprintf(out, "the worst case: all nodes make IDs in the same milliseconds, always\n\n")
		rows := table(out)
		fmt.Fprintln(rows, "nodes\tIDs of each in a millisecond\tIDs for one collision\tas documented")
		for _, c := range claims {
			each, stated := risk.Count(c.Each), "-"
			if c.Each == 0 {
				each = "as many as fit, " + risk.Count(math.Round(s.Capacity()*s.Tick))
			}
			if c.Stated > 0 {
				stated = risk.Count(c.Stated)
			}
			if c.Least {
				stated += " at least"
			}
			fmt.Fprintf(rows, "%s\t%s\t%s\t%s\n", risk.Count(c.Nodes), each, risk.Count(c.Per), stated)
		}
		if err := rows.Flush(); err != nil {
			return err
		}
	}
	var lines []risk.Line
	for _, nodes := range []float64{2, 10, 100} {
		l := risk.Load{Nodes: nodes, Rate: s.Capacity()}
		lines = append(lines, risk.Line{Name: nodesText(int(nodes)), Scheme: s, Load: l})
	}
	return q.draw(cmd, out, *q.asJSON, risk.OverTime(s.Name+" IDs, as many as each node can make", lines, 0))
}

// granuleRisk is a line about hashes of granule IDs, as JSON. The members with 64 are
// what the original description reckons with.
type granuleRisk struct {
	Scheme        string  `json:"scheme"`
	HashLength    int     `json:"hash_length"`
	IDs           float64 `json:"ids"`
	Probability   float64 `json:"probability"`
	IDs64         float64 `json:"ids_64_symbols"`
	Probability64 float64 `json:"probability_64_symbols"`
}

func newGranuleRisk() *cobra.Command {
	var count, probability string
	var length int
	var d drawing
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "granule",
		Short: "hash of unique granule IDs",
		Long: `Tell how likely the hashes of unique granule IDs are to collide. What counts
are the IDs that have the producer granule ID in common: those of one collection
with timestamps, or those of different collections without.

The original description reckons with 64 symbols in a hash. As "_" is left out
they are 63, and collisions are 10 to 15 % more than it says. Both are shown.`,
		Example: `  idem risk granule
  idem risk granule --hash-length 8 --count 10000
  idem risk granule --probability 0.001`,
		Args: argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			lengths := []int{5, 6, 7, 8, 9}
			if cmd.Flags().Changed("hash-length") {
				if length < 1 || length > risk.MaxHashLength {
					return usagef("--hash-length %d: want 1 to %d", length, risk.MaxHashLength)
				}
				lengths = []int{length}
			}
			var n, p float64
			if probability != "" {
				if cmd.Flags().Changed("count") {
					return usagef("want one of --count and --probability")
				}
				p, err = quantity("probability", probability, risk.ParseProbability)
			} else {
				n, err = quantity("count", count, risk.ParseCount)
			}
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			var views []granuleRisk
			var lines []risk.Line
			for _, length := range lengths {
				lines = append(lines, risk.Line{Name: characters(length), Scheme: risk.Granule(length)})
				views = append(views, granuleRiskOf(length, n, p))
			}
			if *asJSON {
				for _, v := range views {
					if err := out.json.Encode(v); err != nil {
						return err
					}
				}
			} else if err := showGranules(out, n, p, views); err != nil {
				return err
			}
			title := "Granule IDs with equal producer granule IDs"
			if len(lengths) == 1 {
				title += ", hash of " + characters(length)
			}
			return d.draw(cmd, out, *asJSON, risk.OverCount(title, lines, n))
		},
	}
	cmd.Flags().IntVar(&length, "hash-length", 0, "length of the hash (default: 5 to 9)")
	cmd.Flags().StringVar(&count, "count", "10000", "how many IDs have the producer granule ID in common")
	cmd.Flags().StringVar(&probability, "probability", "", "at how many IDs a collision gets so likely")
	d.flags(cmd)
	asJSON = jsonFlag(cmd)
	return cmd
}

func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.Itoa(n) + " characters"
}

// granuleRiskOf answers for n IDs, or for a probability if that is not 0.
func granuleRiskOf(length int, n, p float64) granuleRisk {
	v := granuleRisk{Scheme: "granule", HashLength: length, IDs: n, IDs64: n}
	s, s64 := risk.Granule(length), risk.Granule64(length)
	if p > 0 {
		v.IDs, v.IDs64 = risk.BirthdayCount(p, s.Space), risk.BirthdayCount(p, s64.Space)
	}
	v.Probability = s.Together(1, v.IDs).Probability
	v.Probability64 = s64.Together(1, v.IDs64).Probability
	return v
}

func showGranules(out *output, n, p float64, views []granuleRisk) error {
	if p > 0 {
		fmt.Fprintf(out, "IDs with equal producer granule IDs until the probability of a collision is %s\n\n", risk.Percent(p))
	} else {
		fmt.Fprintf(out, "probability of a collision among %s IDs with equal producer granule IDs\n\n", risk.Count(n))
	}
	rows := table(out)
	fmt.Fprintln(rows, "hash length\tif of 64 symbols\tof 63, as it is")
	for _, v := range views {
		if p > 0 {
			fmt.Fprintf(rows, "%d\t%s\t%s\n", v.HashLength, risk.Count(v.IDs64), risk.Count(v.IDs))
		} else {
			fmt.Fprintf(rows, "%d\t%s\t%s\t%s\n", v.HashLength, tenDigits(v.Probability64), tenDigits(v.Probability), risk.Odds(v.Probability))
		}
	}
	return rows.Flush()
}

// tenDigits returns a probability in percent with ten digits, as published tables have it.
func tenDigits(p float64) string {
	decimals := 9
	if p > 0 {
		decimals -= int(math.Floor(math.Log10(p * 100)))
	}
	return strconv.FormatFloat(p*100, 'f', max(0, min(decimals, 30)), 64) + " %"
}

// paymentRisk is what a layout of payment IDs holds, as JSON.
type paymentRisk struct {
	Scheme  string `json:"scheme"`
	Layout  string `json:"layout"`
	Workers int    `json:"workers"`
	Rate    int    `json:"rate"`  // IDs a second of each worker
	Total   int    `json:"total"` // IDs a second of all
	Until   string `json:"until"` // last time
}

func newPaymentRisk() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "payment",
		Short: "no collisions, but limits",
		Long: `Tell what limits payment IDs. They hold nothing random and do not collide while
each worker number has one holder at a time. Where it has two, they begin each
second with the same ID.`,
		Example: `  idem risk payment`,
		Args:    argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				for _, v := range paymentLayouts() {
					if err := out.json.Encode(v); err != nil {
						return err
					}
				}
				return nil
			}
			fmt.Fprintln(out, "payment: time, worker and counter; no collision while each worker number has one holder")
			fmt.Fprintln(out, "two holders of one number collide in the first second in which both make an ID")
			fmt.Fprintln(out)
			rows := table(out)
			fmt.Fprintln(rows, "layout\tworkers\tIDs a second of each\tof all\tuntil")
			for _, v := range paymentLayouts() {
				fmt.Fprintf(rows, "%s\t%d\t%s\t%s\t%s\n", v.Layout, v.Workers, risk.Count(float64(v.Rate)), risk.Count(float64(v.Total)), v.Until)
			}
			return rows.Flush()
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

func paymentLayouts() []paymentRisk {
	var views []paymentRisk
	for _, l := range []struct {
		name string
		payid.Layout
	}{{"standard", payid.Standard()}, {"wide", payid.Wide()}} {
		spec := l.Spec()
		end := l.Start(int64(math.Pow(36, float64(spec.TimeChars))) - 1)
		views = append(views, paymentRisk{
			Scheme: "payment", Layout: l.name,
			Workers: spec.Workers, Rate: spec.Counters, Total: spec.Workers * spec.Counters, Until: isoTime(end),
		})
	}
	return views
}
