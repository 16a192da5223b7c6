package sim

import (
	"embed"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/antrag.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#331a1a", Soft: "#6b5555", Line: "#ead9d9", Ground: "#faf4f4", Deep: "#b00000", Hover: "#8a0000"})

type rate struct {
	Months  int64
	Monthly int64 // in cents
}

// rates are what the page offers. The simulator charges no interest.
func rates(cents int64) (out []rate) {
	for _, months := range []int64{6, 12, 24, 36, 48, 60, 72} {
		out = append(out, rate{months, (cents + months - 1) / months})
	}
	return out
}

// find gives the application of a customer's page. The caller holds the lock.
func (s *Sim) find(token string) *application {
	for _, a := range s.byID {
		if a.token == token {
			return a
		}
	}
	return nil
}

// page is where the customer applies and signs.
func (s *Sim) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a := s.find(r.PathValue("token"))
	var show map[string]any
	if a != nil {
		in := a.request
		show = map[string]any{"Open": a.status == created, "Status": a.status, "Amount": in.AmountCents, "Goods": in.Goods, "OrderID": in.OrderID,
			"Customer": in.Customer.FirstName + " " + in.Customer.LastName, "Rates": rates(in.AmountCents), "Back": in.ReturnURL}
	}
	s.mu.Unlock()
	status := http.StatusOK
	if show == nil {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "antrag.html", status, show)
}

// decision takes the customer's click and sends the browser back to the shop.
func (s *Sim) decision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	s.mu.Lock()
	a := s.find(r.PathValue("token"))
	s.mu.Unlock()
	if a == nil {
		http.NotFound(w, r)
		return
	}
	target, told, err := s.decide(a, r.FormValue("decision"))
	if err != nil {
		http.Redirect(w, r, s.cfg.BaseURL+"/antrag/"+a.token, http.StatusSeeOther)
		return
	}
	s.courier.Await(told, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}
