package sim

import (
	"embed"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/bank.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#241a3d", Soft: "#675f7c", Line: "#dfd9ee", Ground: "#f5f3fa", Deep: "#4b2aa8", Hover: "#3a1f86"})

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
	status := http.StatusOK
	if p == nil {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "bank.html", status, view)
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
