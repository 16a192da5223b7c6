package sim

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/api.js
var scriptSource []byte

// script is what the shop's pages load in place of Klarna's own.
func (s *Sim) script(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(scriptSource) // the browser may have left
}

// step is what the script sends: which session, and what the customer did. It comes as plain text, so that a browser on
// the shop's pages may send it without asking first.
type step struct {
	ClientToken  string          `json:"client_token"`
	Category     string          `json:"category"`
	AutoFinalize *bool           `json:"auto_finalize"`
	Decision     string          `json:"decision"`
	Data         json.RawMessage `json:"data"`
}

// browserData is what the shop may pass to load, authorize and finalize.
type browserData struct {
	PurchaseCountry  string    `json:"purchase_country"`
	PurchaseCurrency string    `json:"purchase_currency"`
	Locale           string    `json:"locale"`
	BillingAddress   *address  `json:"billing_address"`
	ShippingAddress  *address  `json:"shipping_address"`
	Customer         *customer `json:"customer"`
}

// result is the object that the script's callbacks get, with what the widget shows.
type result struct {
	ShowForm           bool         `json:"show_form"`
	Approved           *bool        `json:"approved,omitempty"`
	AuthorizationToken string       `json:"authorization_token,omitempty"`
	FinalizeRequired   *bool        `json:"finalize_required,omitempty"`
	Error              *resultError `json:"error,omitempty"`
	Amount             int64        `json:"amount,omitempty"`
	Currency           string       `json:"currency,omitempty"`
}

type resultError struct {
	InvalidFields []string `json:"invalid_fields"`
}

func (s *Sim) browser(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	var in step
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || json.Unmarshal(raw, &in) != nil {
		http.Error(w, "not a step", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.clients[in.ClientToken]
	if n == nil || s.living(n.id) == nil || n.order != "" {
		stage.WriteJSON(w, http.StatusOK, result{ShowForm: false, Approved: new(bool)})
		return
	}
	switch r.PathValue("step") {
	case "load":
		stage.WriteJSON(w, http.StatusOK, s.load(n, in))
	case "authorize":
		stage.WriteJSON(w, http.StatusOK, s.decide(n, in))
	case "finalize":
		stage.WriteJSON(w, http.StatusOK, s.finalize(n))
	default:
		http.NotFound(w, r)
	}
}

func known(identifier string) bool {
	return slices.ContainsFunc(categories, func(c category) bool { return c.Identifier == identifier })
}

func (s *Sim) load(n *session, in step) result {
	if fields := n.take(in.Data); len(fields) > 0 {
		return result{ShowForm: true, Error: &resultError{fields}}
	}
	s.stage.Note("load", n.id, "%s", in.Category)
	return result{ShowForm: known(in.Category), Amount: *n.req.OrderAmount, Currency: n.req.PurchaseCurrency}
}

// take puts what the shop passed into the session and names the fields that are wrong.
func (n *session) take(raw json.RawMessage) []string {
	var d browserData
	if len(raw) > 0 && string(raw) != "null" {
		if err := stage.ReadJSON(bytes.NewReader(raw), &d); err != nil {
			return []string{err.Error()}
		}
	}
	var wrong []string
	for field, pair := range map[string][2]string{
		"purchase_country": {d.PurchaseCountry, n.req.PurchaseCountry}, "purchase_currency": {d.PurchaseCurrency, n.req.PurchaseCurrency},
	} {
		if pair[0] != "" && pair[0] != pair[1] {
			wrong = append(wrong, field)
		}
	}
	c := &checker{}
	for field, a := range map[string]*address{"billing_address": d.BillingAddress, "shipping_address": d.ShippingAddress} {
		if a != nil {
			a.check(c, field)
		}
	}
	if wrong = append(wrong, c.messages...); len(wrong) > 0 {
		return wrong
	}
	if d.BillingAddress != nil {
		n.req.BillingAddress = d.BillingAddress
	}
	if d.ShippingAddress != nil {
		n.req.ShippingAddress = d.ShippingAddress
	}
	if d.Customer != nil {
		n.req.Customer = d.Customer
	}
	return nil
}

// decide answers authorize. The e-mail of the playground that is always denied is denied here, too.
func (s *Sim) decide(n *session, in step) result {
	s.stage.Count("decision")
	yes, no := true, false
	if fields := n.take(in.Data); len(fields) > 0 {
		return result{ShowForm: true, Approved: &no, Error: &resultError{fields}}
	}
	if fields := n.req.BillingAddress.missing(); len(fields) > 0 {
		return result{ShowForm: true, Approved: &no, Error: &resultError{fields}}
	}
	switch {
	case in.Decision == "cancel":
		s.stage.Note("customer", n.id, "cancelled")
		return result{ShowForm: true, Approved: &no}
	case in.Decision == "decline" || strings.Contains(n.req.BillingAddress.Email, "+denied@"):
		s.stage.Note("customer", n.id, "declined")
		return result{ShowForm: false, Approved: &no}
	case in.Decision == "expire":
		n.expires = time.Now()
		s.stage.Note("customer", n.id, "waited until the session was over")
		return result{ShowForm: false, Approved: &no}
	case in.Category == "pay_now" && in.AutoFinalize != nil && !*in.AutoFinalize:
		n.agreed, n.review, n.reject = in.Category, in.Decision == "review", in.Decision == "reject"
		s.stage.Note("customer", n.id, "agreed, to be finalized")
		return result{ShowForm: true, Approved: &yes, FinalizeRequired: &yes}
	}
	return result{ShowForm: true, Approved: &yes, FinalizeRequired: &no, AuthorizationToken: s.authorize(n, in.Category, in.Decision)}
}

func (s *Sim) finalize(n *session) result {
	yes, no := true, false
	if n.agreed == "" {
		return result{ShowForm: true, Approved: &no}
	}
	decision := "approve"
	if n.review {
		decision = "review"
	}
	if n.reject {
		decision = "reject"
	}
	return result{ShowForm: true, Approved: &yes, AuthorizationToken: s.authorize(n, n.agreed, decision)}
}

// authorize makes a token of what the customer agreed to; an earlier one is no longer good. The caller holds the lock.
func (s *Sim) authorize(n *session, category, decision string) string {
	delete(s.tokens, n.token)
	n.token, n.agreed = uuid.NewString(), ""
	s.tokens[n.token] = &authorization{session: n, category: category, expires: time.Now().Add(authorizationLife),
		review: decision == "review", reject: decision == "reject"}
	s.stage.Note("customer", n.id, "authorized %s (%s)", category, decision)
	return n.token
}
