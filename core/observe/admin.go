package observe

import (
	"encoding/json"
	"net/http"
	"net/http/pprof"
	"time"

	"kontor.dev/kontor/core/health"
)

// Admin is the operator's server: /metrics, /healthz (the process runs), /readyz (it should get work) with the reasons,
// and Go's profiles under /debug/pprof/. It must not be reachable by the public.
func Admin(metrics http.Handler, probe *health.Probe) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, map[string]string{"status": "live"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		report := probe.Report(r.Context())
		status := http.StatusOK
		if !report.OK() {
			status = http.StatusServiceUnavailable
		}
		write(w, status, detailed(report))
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

// part is health.Part with its error, for the operator.
type part struct {
	health.Part
	Error string `json:"error,omitempty"`
}

func detailed(r health.Report) any {
	parts := make([]part, len(r.Parts))
	for i, p := range r.Parts {
		parts[i].Part = p
		if p.Err != nil {
			parts[i].Error = p.Err.Error()
		}
	}
	return struct {
		Status health.Status `json:"status"`
		Parts  []part        `json:"parts"`
	}{r.Status, parts}
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
