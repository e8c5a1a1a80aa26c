package server

import (
	"net/http"
	"strings"
)

// Values of Cache-Control.
const (
	cacheRevalidate = "no-cache"                    // keep it, but ask whether it still holds
	cacheForever    = "max-age=31536000, immutable" // it cannot change
)

// unchanged sets the header that lets the client keep the answer. It returns true,
// and makes the answer an empty 304, if the client has it already. What is hashed
// says what the answer holds; one form of it has another tag than the next.
func unchanged(w *response, r *http.Request, cache, hash string) bool {
	form, _, _ := strings.Cut(w.header.Get("Content-Type"), ";")
	_, form, _ = strings.Cut(form, "/")
	tag := `"` + hash + "." + form + `"`
	w.header.Set("ETag", tag)
	w.header.Set("Cache-Control", cache)
	if !holds(r.Header.Values("If-None-Match"), tag) {
		return false
	}
	w.header.Del("Content-Type")
	w.WriteHeader(http.StatusNotModified)
	return true
}

// holds tells whether If-None-Match names the tag.
func holds(conditions []string, tag string) bool {
	for _, condition := range conditions {
		for one := range strings.SplitSeq(condition, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}
