package sim

import (
	"embed"
	"net/http"
	"strconv"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/*.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#1d1633", Soft: "#655f78", Line: "#ddd8ec", Ground: "#f6f4fc", Deep: "#3b1d8f", Hover: "#2c1570"})

type rate struct {
	Months int
	Each   int64
}

type checkoutView struct {
	UUID, Reference, Company, Method, Cancel string
	Total                                    int64
	NetTerm                                  int
	Items                                    []lineItem
	Rates                                    []rate
	State                                    string // open, done, gone
}

// checkoutPage is where the buyer decides.
func (s *Sim) checkoutPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	v := s.checkoutView(r.PathValue("id"))
	s.mu.Unlock()
	status := http.StatusOK
	if v.State == "gone" {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "checkout.html", status, v)
}

// checkoutView is what the page shows. The caller holds the lock.
func (s *Sim) checkoutView(uuid string) checkoutView {
	o := s.orders[uuid]
	if o == nil {
		return checkoutView{State: "gone"}
	}
	v := checkoutView{UUID: uuid, Reference: o.external, Company: o.req.Buyer.CompanyName, Method: o.req.PaymentMethod, Total: o.req.GrossAmount,
		NetTerm: o.req.NetTerm, State: "open", Cancel: back(o.req.CancelURL, uuid)}
	for _, l := range o.req.Lines {
		v.Items = append(v.Items, l.LineItems...)
	}
	for _, months := range terms {
		v.Rates = append(v.Rates, rate{months, (v.Total + int64(months) - 1) / int64(months)})
	}
	switch o.state {
	case "created":
	case "canceled":
		v.State = "gone"
	default:
		v.State, v.Cancel = "done", back(o.req.SuccessURL, uuid)
	}
	return v
}

// checkoutDecision takes the buyer's click and sends the browser back to the shop.
func (s *Sim) checkoutDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	months, _ := strconv.Atoi(r.FormValue("months")) // none is the shortest
	target, wait, err := s.decide(r.PathValue("id"), r.FormValue("decision"), months)
	if err != nil {
		http.Redirect(w, r, s.cfg.BaseURL+"/checkout/"+r.PathValue("id"), http.StatusSeeOther)
		return
	}
	s.courier.Await(wait, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}
