package httpapi

import (
	"net/http"
	"strconv"
	"strings"
)

// sameEncoding leaves of what a request takes the one coding that its page will come in. Browsers and crawlers write half a dozen
// different lists: a page would be rendered and kept for each of them.
func sameEncoding(h http.Header) {
	const name = "Accept-Encoding"
	for _, coding := range []string{"br", "gzip"} { // as the storefront chooses
		if takes(h, coding) {
			h.Set(name, coding)
			return
		}
	}
	h.Del(name)
}

// takes reports whether the request takes answers in the coding.
func takes(h http.Header, coding string) bool {
	for _, line := range h.Values("Accept-Encoding") {
		for entry := range strings.SplitSeq(line, ",") {
			name, weight, weighed := strings.Cut(entry, ";")
			if !strings.EqualFold(strings.TrimSpace(name), coding) {
				continue
			}
			q, err := strconv.ParseFloat(strings.TrimLeft(strings.TrimSpace(weight), "qQ="), 64)
			return !weighed || err == nil && q > 0
		}
	}
	return false
}
