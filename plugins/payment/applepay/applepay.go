package main

import (
	"context"
	_ "embed"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const (
	name     = "applepay"
	version  = "1.0.0"
	method   = "applepay"
	currency = "EUR"
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the payment provider. What depends on the configuration is in account.
type plugin struct {
	payment.Unsupported
	account atomic.Pointer[account]
}

// account is one configured merchant, at Apple and at Saferpay.
type account struct {
	settings
	gateway   *gateway
	processor *processor
	turns     provider.Turns
	limbo     limbo
	refunds   payment.Refunds
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, p.health), Payment: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.account.Store(&account{settings: s, gateway: newGateway(s), processor: newProcessor(s, c.Redactor()), limbo: newLimbo(s.settleTime)})
	return nil
}

// health tells of credentials that Saferpay refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().processor.refused.Load() {
		return base.Health{Message: "Saferpay refuses the user and password"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	m := payment.Method{
		Code: method, Title: texts["title"], Hint: texts["hint"], ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowWallet, Countries: a.countries,
		Currencies: []string{currency}, Requirements: []payment.Requirement{payment.RequireApplePayBrowser}, Sort: 14,
		BrowserData: true, // Saferpay's field Payer.IpAddress
	}
	if origin := base.Origin(a.scriptURL); origin != "" {
		m.BrowserOrigins = []string{origin}
	}
	if a.minCents > 0 {
		m.Min = base.Money{Minor: a.minCents, Currency: currency}
	}
	if a.maxCents > 0 {
		m.Max = base.Money{Minor: a.maxCents, Currency: currency}
	}
	return []payment.Method{m}, nil
}

func accepts(m base.Money) bool { return m.Minor > 0 && m.Currency == currency }

func invalid(field, code string) *base.Error {
	return base.CallerFault("invalid_request", "the request makes no sense", base.FieldError{Name: field, Code: code})
}
