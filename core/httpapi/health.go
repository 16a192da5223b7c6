package httpapi

import (
	"encoding/json"
	"net/http"

	"kontor.dev/kontor/core/health"
)

func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"live"}` + "\n"))
}

// serveReady says whether the server should be sent requests now, and which of its parts work; why not is for the log
// and the operator's listener.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	report := health.Report{Status: health.Ready, Parts: []health.Part{}}
	if s.deps.Health != nil {
		report = s.deps.Health.Report(r.Context())
	}
	w.Header().Set("Content-Type", "application/json")
	if !report.OK() {
		w.Header().Set("Retry-After", "3")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(report)
}
