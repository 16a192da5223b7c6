package sim

import (
	"encoding/json"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Act implements stage.Provider. The id is a transaction's or an order id; cancel does what an operator can do in
// Saferpay's back office. Or it is a merchant session's, also as the shop keeps it, with the amount behind a tilde: pay-1234 is
// the customer who agrees to 12,34 EUR, decline-1234 the one whose card will be declined; the answer holds what the page gets, as
// the text payment.
func (s *Sim) Act(id, action string) (any, error) {
	if what, cents, ok := strings.Cut(action, "-"); ok {
		return s.agree(id, what, cents)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, p := s.find(&reference{TransactionID: id})
	if p != nil {
		t, p = s.find(&reference{OrderID: id})
	}
	if p != nil || action != "cancel" || t.status != "AUTHORIZED" {
		return nil, stage.Refuse("%q cannot be done to %q", action, id)
	}
	t.status = "CANCELED"
	return map[string]string{"id": t.id, "status": t.status}, nil
}

// agree is the sheet without a browser.
func (s *Sim) agree(session, what, cents string) (any, error) {
	minor, places, ok := stage.ParseDecimal(cents)
	if !ok || places > 0 {
		return nil, stage.Refuse("%q is no amount in cents", cents)
	}
	session, _, _ = strings.Cut(session, "~")
	req := sheetRequest{Session: session, Version: 3, Card: map[string]string{"pay": "approve", "decline": "decline"}[what]}
	req.Request.CountryCode, req.Request.CurrencyCode, req.Request.SupportedNetworks = "DE", "EUR", []string{"visa"}
	req.Request.MerchantCapabilities = []string{"supports3DS"}
	req.Request.Total.Label, req.Request.Total.Amount = "Simulator", stage.FormatDecimal(minor/100)
	token, err := s.pay(req)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]Token{"token": token})
	return map[string]string{"payment": string(raw)}, err
}
