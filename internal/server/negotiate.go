package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Media types of answers.
const (
	typeJSON    = "application/json"
	typeNDJSON  = "application/x-ndjson"
	typeText    = "text/plain; charset=utf-8"
	typePage    = "text/html; charset=utf-8"
	typeProblem = "application/problem+json"
)

// choose sets the type of the answer to the one of offers that the client likes
// best, and returns it.
func choose(w *response, r *http.Request, offers ...string) (string, error) {
	media := negotiate(r, offers...)
	if media == "" {
		return "", fmt.Errorf("%w: want one of %s", errAccept, strings.Join(offers, ", "))
	}
	w.header.Set("Content-Type", media)
	w.header.Set("Vary", "Accept")
	return media, nil
}

// negotiate returns the offer that the header Accept gives the highest weight, the
// first of several, and nothing if it takes none of them.
func negotiate(r *http.Request, offers ...string) string {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	if strings.TrimSpace(accept) == "" {
		return offers[0]
	}
	best, most := "", 0.0
	for _, offer := range offers {
		if q := weight(accept, offer); q > most {
			best, most = offer, q
		}
	}
	return best
}

// weight returns the weight that a value of Accept gives to a media type: that of
// its most specific range.
func weight(accept, media string) float64 {
	media, _, _ = strings.Cut(media, ";")
	group, _, _ := strings.Cut(media, "/")
	q, rank := 0.0, 0
	for element := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		found := 0
		switch strings.ToLower(strings.TrimSpace(name)) {
		case media:
			found = 3
		case group + "/*":
			found = 2
		case "*/*":
			found = 1
		}
		if found > rank {
			rank, q = found, quality(parameters)
		}
	}
	return q
}

// quality returns the parameter q, which is 1 where it is absent or unreadable.
func quality(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && q >= 0 && q <= 1 {
				return q
			}
		}
	}
	return 1
}
