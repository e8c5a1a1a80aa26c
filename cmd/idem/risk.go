package main

import (
	"encoding/json"
	"math"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/risk"
)

// riskView is an answer, as JSON. What cannot be reached is null.
type riskView struct {
	Scheme      string  `json:"scheme"`
	Nodes       int     `json:"nodes"`
	Rate        float64 `json:"rate,omitempty"` // IDs a second of each node; absent: all in one millisecond, or whenever
	Span        finite  `json:"span,omitempty"` // seconds
	IDs         finite  `json:"ids"`
	Collisions  finite  `json:"collisions"` // expected
	Probability float64 `json:"probability"`

	asked float64 // seconds or IDs: where the plot has its mark; 0 for nowhere
}

// finite is a number that JSON has, or null.
type finite float64

func (f finite) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// riskQuestion is what the flags say.
type riskQuestion struct {
	rate, span, count, probability string
	nodes                          int
	drawing
	asJSON *bool
}

func newRisk() *cobra.Command {
	q := riskQuestion{}
	cmd := &cobra.Command{
		Use:   "risk [SCHEME]",
		Short: "Tell how likely IDs are to collide, as numbers and as a plot",
		Long: `Tell how likely IDs are to collide. With the name of a scheme, for that scheme;
without one, for all schemes under the same load, side by side.

A rate is that of each node, on average: 1000/s, 2e6/d. A span is a time: 10y,
1.5h. Units are ms, s, min, h, d and y; a year has 365.25 days. Random numbers
are taken to be random, and IDs to be made at moments that are independent.`,
		Example: `  idem risk
  idem risk --rate 100/s --nodes 50 --span 30y
  idem risk flax --rate 1000/s --nodes 10 --span 10y`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return q.compare(cmd) },
	}
	cmd.Flags().StringVar(&q.rate, "rate", "1000/s", "IDs of each node, for a unit of time")
	cmd.Flags().StringVar(&q.span, "span", "10y", "how long they are made")
	cmd.Flags().IntVar(&q.nodes, "nodes", 10, "how many nodes make them")
	q.drawing.flags(cmd)
	q.asJSON = jsonFlag(cmd)
	for _, s := range riskSchemes() {
		cmd.AddCommand(newSchemeRisk(s))
	}
	cmd.AddCommand(newGranuleRisk(), newPaymentRisk())
	return cmd
}

// riskSchemes are those that all questions can be asked of.
func riskSchemes() []risk.Scheme {
	return []risk.Scheme{
		risk.Flax(), risk.Distributed(), risk.Distributed128(), risk.UUID4(), risk.UUID7(), risk.ULID(),
	}
}

func newSchemeRisk(s risk.Scheme) *cobra.Command {
	q := riskQuestion{}
	nodes, rate, count := 1, "IDs of each node, for a unit of time", "1e9"
	long := "Tell how likely " + s.Name + " IDs are to collide:\n" + s.Title + `.

With a --rate, the answer is for a --span or a --count of IDs, or tells how long
it takes until a --probability is reached. `
	switch {
	case s.Step > 0:
		nodes, rate, count = 2, rate+`, or "max"`, "200"
		long += `Without one, all IDs are made in
the same millisecond. IDs of one node do not collide, so that it takes two.

Without any of these flags, the worst case is shown beside what the original
documentation says of it: all nodes make IDs in the same milliseconds, always.`
	case s.Tick > 0:
		long += `Without one, all IDs are made in
the same millisecond, no matter by how many nodes.`
	default:
		long += `Without one, it does not matter
when and by how many nodes the IDs are made.`
	}
	cmd := &cobra.Command{
		Use:   s.Name,
		Short: s.Title,
		Long:  long,
		Example: "  idem risk " + s.Name + ` --rate 1000/s --nodes 10 --span 10y
  idem risk ` + s.Name + ` --rate 5e6/d --probability 1e-6
  idem risk ` + s.Name + ` --count ` + count + ` --svg plot.svg`,
		Args: argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return q.answer(cmd, s) },
	}
	cmd.Flags().StringVar(&q.rate, "rate", "", rate)
	cmd.Flags().IntVar(&q.nodes, "nodes", nodes, "how many nodes make them")
	cmd.Flags().StringVar(&q.span, "span", "", "how long they are made")
	cmd.Flags().StringVar(&q.count, "count", "", "how many are made in all")
	cmd.Flags().StringVar(&q.probability, "probability", "", "when a collision gets so likely")
	q.drawing.flags(cmd)
	q.asJSON = jsonFlag(cmd)
	return cmd
}

// quantity reads the value of a flag.
func quantity(flag, text string, parse func(string) (float64, error)) (float64, error) {
	v, err := parse(text)
	if err != nil {
		return 0, usagef("--%s: %w", flag, err)
	}
	return v, nil
}

func (q *riskQuestion) checkNodes() error {
	if q.nodes < 1 {
		return usagef("--nodes %d: want 1 or more", q.nodes)
	}
	return nil
}

// load returns what the flags say of nodes and rate.
func (q *riskQuestion) load() (*risk.Load, error) {
	if err := q.checkNodes(); err != nil {
		return nil, err
	}
	rate, err := quantity("rate", q.rate, risk.ParseRate)
	return &risk.Load{Nodes: float64(q.nodes), Rate: rate}, err
}

// loadOf returns the load of a scheme whose nodes may have a limit; nil without a rate.
func (q *riskQuestion) loadOf(s risk.Scheme) (*risk.Load, error) {
	switch {
	case q.rate == "":
		return nil, q.checkNodes()
	case q.rate == "max" && s.Step > 0:
		return &risk.Load{Nodes: float64(q.nodes), Rate: s.Capacity()}, q.checkNodes()
	}
	l, err := q.load()
	if err == nil && l.Rate > s.Capacity() {
		return nil, usagef("--rate %s: a node makes %s %s IDs a second at most", q.rate, risk.Count(s.Capacity()), s.Name)
	}
	return l, err
}

// views returns the answers for a scheme.
func (q *riskQuestion) views(s risk.Scheme, l *risk.Load) ([]riskView, error) {
	asked := 0
	for _, flag := range []string{q.span, q.count, q.probability} {
		if flag != "" {
			asked++
		}
	}
	var v float64
	var err error
	switch {
	case asked > 1:
		return nil, usagef("want one of --span, --count and --probability")
	case q.span != "" && l == nil:
		return nil, usagef("--span needs a --rate")
	case q.span != "":
		if v, err = quantity("span", q.span, risk.ParseSpan); err == nil {
			return []riskView{q.after(s, l, v)}, nil
		}
	case q.count != "":
		v, err = quantity("count", q.count, risk.ParseCount)
		switch {
		case err == nil && l != nil:
			return []riskView{q.after(s, l, v/l.Nodes/l.Rate)}, nil
		case err == nil:
			view := q.view(s, s.Together(float64(q.nodes), v))
			view.asked = v
			return []riskView{view}, nil
		}
	case q.probability != "":
		if v, err = quantity("probability", q.probability, risk.ParseProbability); err == nil {
			return []riskView{q.until(s, l, v)}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	var views []riskView
	if l != nil {
		for _, span := range []float64{86400, risk.Year, 10 * risk.Year, 100 * risk.Year} {
			views = append(views, q.after(s, l, span))
		}
		return views, nil
	}
	for _, p := range []float64{1e-9, 1e-6, 1e-3, 0.5} {
		views = append(views, q.until(s, nil, p))
	}
	return views, nil
}

func (q *riskQuestion) view(s risk.Scheme, o risk.Outcome) riskView {
	return riskView{
		Scheme: s.Name, Nodes: q.nodes,
		IDs: finite(o.IDs), Collisions: finite(o.Collisions), Probability: o.Probability,
	}
}

// after returns the answer for a time.
func (q *riskQuestion) after(s risk.Scheme, l *risk.Load, span float64) riskView {
	v := q.view(s, s.During(*l, span))
	v.Rate, v.Span, v.asked = l.Rate, finite(span), span
	return v
}

// until returns the answer for a probability.
func (q *riskQuestion) until(s risk.Scheme, l *risk.Load, p float64) riskView {
	var v riskView
	if l != nil {
		v = q.after(s, l, s.Until(*l, p))
	} else {
		n := s.TogetherUntil(float64(q.nodes), p)
		v = q.view(s, s.Together(float64(q.nodes), n))
		v.IDs, v.asked = finite(n), n
	}
	if math.IsInf(float64(v.IDs), 1) {
		v.Collisions, v.Probability, v.asked = v.IDs, p, 0
	}
	return v
}
