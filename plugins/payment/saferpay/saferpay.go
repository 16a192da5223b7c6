package main

import (
	"context"
	_ "embed"
	"slices"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const (
	name    = "saferpay"
	version = "1.0.0"
	method  = "saferpaycreditcard"
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

// account is one configured terminal.
type account struct {
	settings
	api     *api
	turns   provider.Turns // of refunds, by their key
	refunds payment.Refunds
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
	p.account.Store(&account{settings: s, api: newAPI(s)})
	return nil
}

// health tells of credentials that Saferpay refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "Saferpay refuses the API user or its password"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	hint := texts["hint"]
	if a.clickToPay {
		hint = texts["hint_click_to_pay"]
	}
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: hint, ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowRedirect,
		Countries: a.countries, Currencies: a.currencies, Min: payment.Limit(a.min, a.currencies), Max: payment.Limit(a.max, a.currencies), Sort: 16,
	}}, nil
}

func (a *account) accepts(m base.Money) bool {
	return m.Minor > 0 && slices.Contains(a.currencies, m.Currency)
}
