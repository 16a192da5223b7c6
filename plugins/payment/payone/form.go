package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// cardFields names the form fields of what the customer types. They go to the gateway and nowhere else.
var cardFields = map[string]string{
	"pan": "cardpan", "type": "cardtype", "expiry": "cardexpiredate", "cvc2": "cardcvc2", "holder": "cardholder",
}

// cardType is one entry of the client data "card_types".
type cardType struct {
	Code  string `json:"code"`
	Brand string `json:"brand"`
}

// Start gives what the browser needs to have a card checked: "gateway" (the address to post to), "hidden_fields" (signed,
// to be posted as they are), "fields" (the names of the card's own) and "card_types", the last three as JSON. Nothing is
// opened at PAYONE, so a session is whatever id the shop has, and does not end.
func (p *plugin) Start(_ context.Context, r payment.StartRequest) (payment.Session, error) {
	a := p.account.Load()
	if r.Method != method {
		return payment.Session{}, base.CallerFault("invalid_request", "no such method", base.FieldError{Name: "method", Code: "unknown"})
	}
	if r.SessionID == "" && r.IdempotencyKey == "" {
		return payment.Session{}, base.CallerFault("invalid_request", "a session needs a key", base.FieldError{Name: "idempotency_key", Code: "required"})
	}
	if err := refuseCards(r.ClientData); err != nil {
		return payment.Session{}, err
	}
	id := r.SessionID
	if id == "" {
		sum := sha256.Sum256([]byte(r.IdempotencyKey))
		id = "form-" + hex.EncodeToString(sum[:12])
	}
	types := []cardType{}
	for _, letter := range a.cardTypes {
		types = append(types, cardType{letter, brands[letter]})
	}
	return payment.Session{ID: id, ClientData: map[string]string{
		"gateway": a.clientURL, "hidden_fields": asJSON(a.checkFields(r.Purchase.Locale)),
		"fields": asJSON(cardFields), "card_types": asJSON(types),
	}}, nil
}

// checkFields are the signed fields of a card check. The language is for the message to the buyer and not protected.
func (a *account) checkFields(locale string) map[string]string {
	fields := map[string]string{
		"request": "creditcardcheck", "mid": a.merchant, "aid": a.account, "portalid": a.portal, "mode": a.mode,
		"encoding": "UTF-8", "responsetype": "JSON", "storecarddata": "yes",
	}
	fields["hash"] = sign(fields, a.key)
	fields["language"] = language(locale)
	return fields
}

// sign is PAYONE's hash of a client call: HMAC-SHA384 under the portal key over the values in the order of their names.
func sign(fields map[string]string, key base.Secret) string {
	mac := hmac.New(sha512.New384, []byte(key.Reveal()))
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		mac.Write([]byte(fields[field]))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

func language(locale string) string {
	if strings.HasPrefix(locale, "en") {
		return "en"
	}
	return "de"
}

func asJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps and slices of texts have a JSON form
	}
	return string(raw)
}
