package sim

import (
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page
var files embed.FS

var pages = stage.Pages(files, stage.Look{Ink: "#0f1111", Soft: "#565959", Line: "#d5d9d9", Ground: "#f3f3f3", Deep: "#232f3e", Hover: "#131a22"})

// serveScript gives what stands in for Amazon's checkout.js.
func (s *Sim) serveScript(w http.ResponseWriter, _ *http.Request) {
	source, err := files.ReadFile("page/checkout.js")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(strings.ReplaceAll(string(source), "{{base}}", s.cfg.BaseURL))) // the reader may be gone
}

// openCheckout is where the button leads: it checks the signed payload and opens a session.
func (s *Sim) openCheckout(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	s.stage.Count("button")
	o, p := s.openSession(q)
	if p != nil {
		s.stage.Note("button", "", "%s: %s", p.ReasonCode, p.Message)
		stage.Show(w, pages, "buyer.html", p.status, buyerView{State: "refused", Problem: p.ReasonCode + ": " + p.Message})
		return
	}
	http.Redirect(w, r, s.url("/checkout/", o.id), http.StatusSeeOther)
}

// Open implements stage.Opener: the button, without a browser.
func (s *Sim) Open(client map[string]string) (id string, err error) {
	o, p := s.openSession(url.Values{
		"payloadJSON": {client["payload_json"]}, "signature": {client["signature"]}, "algorithm": {client["algorithm"]},
		"publicKeyId": {client["public_key_id"]}, "merchantId": {client["merchant_id"]}, "ledgerCurrency": {client["ledger_currency"]},
		"checkoutLanguage": {client["checkout_language"]}, "productType": {client["product_type"]}, "sandbox": {client["sandbox"]},
	})
	if p != nil {
		return "", stage.Refuse("%s: %s", p.ReasonCode, p.Message)
	}
	return o.id, nil
}

func (s *Sim) openSession(q url.Values) (*session, *problem) {
	if !s.verify(q.Get("algorithm"), q.Get("payloadJSON"), q.Get("signature")) {
		return nil, fail(http.StatusForbidden, "InvalidRequestSignature", "the signature does not fit the button's payload")
	}
	if s.cfg.MerchantID != "" && q.Get("merchantId") != s.cfg.MerchantID {
		return nil, wrongValue("merchantId", q.Get("merchantId"))
	}
	for field, allowed := range map[string][]string{
		"ledgerCurrency": {"EUR"}, "productType": {"PayAndShip", "PayOnly"},
		"checkoutLanguage": {"de_DE", "en_GB", "es_ES", "fr_FR", "it_IT"},
	} {
		if !slices.Contains(allowed, q.Get(field)) {
			return nil, wrongValue(field, q.Get(field))
		}
	}
	o := &session{id: uuid.NewString(), created: time.Now(), updated: time.Now(), state: "Open", product: q.Get("productType"), env: "Live"}
	if q.Get("sandbox") == "true" {
		o.env = "Sandbox"
	}
	if p := decode([]byte(q.Get("payloadJSON")), &o.payload); p != nil {
		return nil, p
	}
	if p := o.payload.check(o.product); p != nil {
		return nil, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[o.id] = o
	s.stage.Note("button", o.id, "session opened")
	return o, nil
}

type buyerView struct {
	ID, State string // State: choose, confirm, done, gone, refused
	Problem   string
	Store     string
	Amount    string
	Reference string
	ShipTo    *address
	People    []place
	Pending   bool
	Express   bool
	Cancel    string
	Result    string
}

type place struct {
	Index int
	address
}

// buyerPage is where the buyer chooses or confirms.
func (s *Sim) buyerPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	v := s.buyerView(r.PathValue("id"))
	s.mu.Unlock()
	if v.State == "confirm" && v.Express && r.URL.Query().Has("change") {
		v.State = "choose"
	}
	status := http.StatusOK
	if v.State == "gone" {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "buyer.html", status, v)
}

// buyerView is what the page shows. The caller holds the lock.
func (s *Sim) buyerView(id string) buyerView {
	o := s.find(id)
	if o == nil {
		return buyerView{State: "gone"}
	}
	web := o.payload.WebCheckoutDetails
	v := buyerView{ID: o.id, State: "choose", Cancel: back(web.CheckoutCancelURL, o.id), Result: back(web.CheckoutResultReturnURL, o.id)}
	if m := o.payload.MerchantMetadata; m != nil {
		v.Store, v.Reference = m.MerchantStoreName, m.MerchantReferenceID
	}
	if d := o.payload.PaymentDetails; d != nil {
		v.State, v.Amount, v.Pending = "confirm", d.ChargeAmount.Amount, d.CanHandlePendingAuthorization
	}
	v.ShipTo, v.Express = o.shipping, !o.process()
	if o.process() {
		v.ShipTo = o.payload.AddressDetails
	}
	switch o.state {
	case "Completed":
		v.State = "done"
	case "Canceled":
		v.State = "gone"
	}
	for i, a := range people {
		if o.delivers(a.CountryCode) {
			v.People = append(v.People, place{i, a})
		}
	}
	return v
}

// delivers reports whether the shop lets the buyer choose an address in that country.
func (o *session) delivers(country string) bool {
	d := o.payload.DeliverySpecifications
	if d == nil {
		return true
	}
	_, named := d.AddressRestrictions.Restrictions[country]
	return named == (d.AddressRestrictions.Type == "Allowed")
}

// buyerDecision takes the buyer's click and sends the browser back to the shop.
func (s *Sim) buyerDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	id := r.PathValue("id")
	place, err := strconv.Atoi(r.FormValue("place"))
	if err != nil {
		place = 0
	}
	target := ""
	s.mu.Lock()
	if o := s.find(id); o != nil {
		target, err = s.decide(o, r.FormValue("decision"), place)
	}
	s.mu.Unlock()
	if err != nil || target == "" {
		target = s.url("/checkout/", url.PathEscape(id))
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}
