package sim

import (
	"embed"
	"net/http"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/antrag.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#12312a", Soft: "#556b65", Line: "#d5e3df", Ground: "#f1f7f5", Deep: "#00735c", Hover: "#005a48"})

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
	stage.Show(w, pages, "antrag.html", http.StatusBadRequest, map[string]any{"Wrong": wrong})
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
		stage.Show(w, pages, "antrag.html", http.StatusNotFound, map[string]any{"Wrong": "Dieser Antrag ist nicht bekannt."})
		return
	}
	stage.Show(w, pages, "antrag.html", http.StatusOK, view)
}

// decision takes the customer's click and sends the browser back to the shop.
func (s *Sim) decision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	s.mu.Lock()
	a := s.drafts[r.PathValue("draft")]
	s.mu.Unlock()
	if a == nil {
		stage.Show(w, pages, "antrag.html", http.StatusNotFound, map[string]any{"Wrong": "Dieser Antrag ist nicht bekannt."})
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
