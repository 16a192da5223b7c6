package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// What the sheet is opened with.
const (
	apiVersion      = 3
	merchantCountry = "DE"
)

var capabilities = []string{"supports3DS", "supportsDebit", "supportsCredit"}

// validationKey names the address that the sheet asks to be validated at.
const validationKey = "validation_url"

type paymentRequest struct {
	Country      string   `json:"countryCode"`
	Currency     string   `json:"currencyCode"`
	Networks     []string `json:"supportedNetworks"`
	Capabilities []string `json:"merchantCapabilities"`
	Total        total    `json:"total"`
}

type total struct {
	Label  string `json:"label"`
	Amount string `json:"amount"`
	Type   string `json:"type"`
}

// Start gives the payment request that opens the sheet, and, when the sheet has named the address to be validated at,
// the merchant session.
func (p *plugin) Start(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	a := p.account.Load()
	if r.Method != method {
		return payment.Session{}, invalid("method", "unknown")
	}
	if !accepts(r.Purchase.Amount) {
		return payment.Session{}, invalid("purchase.amount", "invalid")
	}
	request, err := json.Marshal(paymentRequest{Country: merchantCountry, Currency: currency, Networks: a.networks, Capabilities: capabilities,
		Total: total{Label: a.displayName, Amount: decimal(r.Purchase.Amount), Type: "final"}})
	if err != nil {
		return payment.Session{}, base.PluginFault("not_encoded", err)
	}
	out := payment.Session{ClientData: map[string]string{
		"api_version": strconv.Itoa(apiVersion), "payment_request": string(request), "script_url": a.scriptURL,
	}}
	address, ok := r.ClientData[validationKey]
	if !ok {
		return out, nil
	}
	s, err := a.gateway.session(ctx, address, a.host(r.URLs))
	if err != nil {
		return payment.Session{}, err
	}
	out.ID, out.ExpiresAt = sessionID(s.id, r.Purchase.Amount), s.expires
	out.ClientData["merchant_session"] = s.raw
	return out, nil
}

// sessionID names a merchant session together with the amount that its sheet shows: another process of the plugin may be the one to
// authorize.
func sessionID(id string, shown base.Money) string {
	return id + "~" + strconv.FormatInt(shown.Minor, 10)
}

// shows reports whether a session's sheet shows that amount. One that does not tell, as of a version before, is believed.
func shows(sessionID string, m base.Money) bool {
	_, minor, told := strings.Cut(sessionID, "~")
	return !told || minor == strconv.FormatInt(m.Minor, 10)
}

// host is the shop's name as Apple knows it.
func (a *account) host(u payment.URLs) string {
	if a.domain != "" {
		return a.domain
	}
	shop, err := url.Parse(u.Return)
	if err != nil {
		return ""
	}
	return shop.Hostname()
}

// decimal writes an amount as Apple takes it.
func decimal(m base.Money) string { return fmt.Sprintf("%d.%02d", m.Minor/100, m.Minor%100) }
