package sim

import (
	"embed"
	"net/http"
	"net/url"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/*.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#10243f", Soft: "#5b6b80", Line: "#d9e0e8", Ground: "#f3f6fa", Deep: "#0b3a86", Hover: "#082c66"})

type payerView struct {
	Token, Brand, Total, Currency, Invoice, Cancel, Email string
	PayNow, Asks                                          bool // it asks for the address
	Items                                                 []item
	ShipTo                                                *shipping
	State                                                 string // open, approved, done, gone
	Return                                                string
}

// payerPage is where the payer decides.
func (s *Sim) payerPage(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	s.mu.Lock()
	v := s.payerView(token)
	s.mu.Unlock()
	status := http.StatusOK
	if v.State == "gone" {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "payer.html", status, v)
}

// payerView is what the page shows. The caller holds the lock.
func (s *Sim) payerView(token string) payerView {
	o := s.orders[token]
	if o == nil {
		return payerView{State: "gone"}
	}
	e, u := o.context(), o.req.PurchaseUnits[0]
	v := payerView{Token: o.id, Brand: e.BrandName, Total: u.Amount.Value, Currency: u.Amount.CurrencyCode, Invoice: u.InvoiceID,
		Cancel: back(e.CancelURL, o, nil), PayNow: e.UserAction == "PAY_NOW", Items: u.Items, ShipTo: u.Shipping,
		State: "open", Email: o.email(), Asks: o.asksForAddress()}
	switch {
	case s.find(token) == nil:
		v.State = "gone"
	case o.status == statusApproved:
		v.State, v.Return = "approved", back(e.ReturnURL, o, o.payer)
	case o.status == statusCompleted:
		v.State, v.Return = "done", back(e.ReturnURL, o, o.payer)
	}
	return v
}

func (o *order) email() string {
	if o.req.PaymentSource != nil && o.req.PaymentSource.PayPal != nil && o.req.PaymentSource.PayPal.EmailAddress != "" {
		return o.req.PaymentSource.PayPal.EmailAddress
	}
	return "kaeufer@example.com"
}

// payerDecision takes the payer's click and sends the browser back to the shop.
func (s *Sim) payerDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	target, wait, err := s.decide(r.FormValue("token"), r.FormValue("decision"))
	if err != nil {
		http.Redirect(w, r, s.url("/checkoutnow?token=", url.QueryEscape(r.FormValue("token"))), http.StatusSeeOther)
		return
	}
	s.await(wait, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}

// await waits until an event was delivered, if there is one to wait for. A listener that hangs must not keep the payer.
func (s *Sim) await(delivered <-chan struct{}, left <-chan struct{}) {
	if delivered == nil {
		return
	}
	timer := time.NewTimer(15 * time.Second)
	defer timer.Stop()
	select {
	case <-delivered:
	case <-timer.C:
	case <-left:
	}
}

// back gives the shop's address with PayPal's query parameters.
func back(target string, o *order, p *payer) string {
	u, err := url.Parse(target)
	if err != nil || target == "" {
		return ""
	}
	q := u.Query()
	q.Set("token", o.id)
	if p != nil {
		q.Set("PayerID", p.PayerID)
	}
	u.RawQuery = q.Encode()
	return u.String()
}
