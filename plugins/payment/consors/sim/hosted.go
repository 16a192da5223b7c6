package sim

import (
	"embed"
	"html/template"
	"net/http"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/antrag.html
var pageFiles embed.FS

var pages = template.Must(template.ParseFS(pageFiles, "page/antrag.html"))

// rate is one term that the customer can choose.
type rate struct {
	Months  int64
	Monthly string
}

// rates are the instalments without interest, the last one being what is left.
func rates(amount string) (out []rate) {
	cents, _, _ := stage.ParseDecimal(strings.Replace(amount, ",", ".", 1))
	for _, months := range []int64{6, 9, 12} {
		monthly := stage.FormatDecimal((cents + months - 1) / months)
		out = append(out, rate{months, strings.Replace(monthly, ".", ",", 1)})
	}
	return out
}

func (s *Sim) refuse(w http.ResponseWriter, wrong string) {
	s.stage.Note("apply", "", "refused: %s", wrong)
	s.render(w, http.StatusBadRequest, map[string]any{"Wrong": wrong})
}

func (s *Sim) render(w http.ResponseWriter, status int, view map[string]any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, "antrag.html", view) // the customer may have left
}

// page is where the customer applies.
func (s *Sim) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a := s.drafts[r.PathValue("draft")]
	var view map[string]any
	if a != nil {
		view = map[string]any{"Open": a.Status == "", "Amount": a.Amount, "Brand": a.Brand, "Customer": a.Customer, "OrderID": a.OrderID,
			"Status": a.Status, "Rates": rates(a.Amount), "Back": s.back(a, a.SuccessURL)}
		if a.Status == expired {
			view["Expired"], view["Back"] = true, a.CancelURL
		}
	}
	s.mu.Unlock()
	if view == nil {
		s.render(w, http.StatusNotFound, map[string]any{"Wrong": "Dieser Antrag ist nicht bekannt."})
		return
	}
	s.render(w, http.StatusOK, view)
}

// decision takes the customer's click and sends the browser back to the shop.
func (s *Sim) decision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	s.mu.Lock()
	a := s.drafts[r.PathValue("draft")]
	s.mu.Unlock()
	if a == nil {
		s.render(w, http.StatusNotFound, map[string]any{"Wrong": "Dieser Antrag ist nicht bekannt."})
		return
	}
	target, told, err := s.decide(a, r.FormValue("decision"))
	if err != nil || target == "" {
		http.Redirect(w, r, s.cfg.BaseURL+"/web/antrag/"+r.PathValue("draft"), http.StatusSeeOther)
		return
	}
	s.courier.Await(told, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}
