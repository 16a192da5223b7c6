package sim

import (
	"embed"
	"html/template"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/bank.html
var pageFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"german": stage.German}).ParseFS(pageFiles, "page/bank.html"))

// banks are those a customer can choose.
var banks = []string{"Sparkasse", "Volksbank Raiffeisenbank", "Deutsche Bank", "ING", "N26"}

// bankPage is where the customer chooses a bank and agrees.
func (s *Sim) bankPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := s.living(r.PathValue("id"))
	view := map[string]any{"State": expired, "Banks": banks}
	if p != nil {
		if p.Status == initiated {
			p.Status = awaiting
		}
		view = map[string]any{"State": p.Status, "Banks": banks, "Amount": p.Amount.String(), "Currency": p.Currency,
			"Reference": p.Reference, "Back": p.back(), "Open": p.Status == awaiting}
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if p == nil {
		w.WriteHeader(http.StatusNotFound)
	}
	_ = pages.ExecuteTemplate(w, "bank.html", view) // the customer may have left
}

// bankDecision takes the customer's click and sends the browser back to the shop.
func (s *Sim) bankDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	target, delivered, err := s.decide(r.PathValue("id"), r.FormValue("decision"))
	if err != nil {
		http.Redirect(w, r, s.cfg.BaseURL+"/authorize/"+r.PathValue("id"), http.StatusSeeOther)
		return
	}
	s.courier.Await(delivered, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}
