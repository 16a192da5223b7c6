package httpapi

import (
	"net/http"

	"kontor.dev/kontor/core/fault"
)

func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"live"}` + "\n"))
}

// serveReady says whether the server can do its work now.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	if s.deps.Ready != nil {
		if err := s.deps.Ready(); err != nil {
			writeProblem(w, r, fault.Wrap(err, fault.Unavailable, "not_ready"))
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"ready"}` + "\n"))
}
