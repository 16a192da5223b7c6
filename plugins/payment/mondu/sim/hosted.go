package sim

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
)

//go:embed page/*.html
var pageFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"euro": euro}).ParseFS(pageFiles, "page/*.html"))

// euro writes 129900 cents as "1.299,00 €".
func euro(cents int64) string {
	whole := strconv.FormatInt(cents/100, 10)
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte('.')
		}
		b.WriteRune(d)
	}
	return fmt.Sprintf("%s,%02d €", b.String(), cents%100)
}

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
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if v.State == "gone" {
		w.WriteHeader(http.StatusNotFound)
	}
	_ = pages.ExecuteTemplate(w, "checkout.html", v) // the buyer may have left
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
