package main

import (
	"context"
	_ "embed"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "klarna"
	version = "1.0.0"
)

// The codes of the methods.
const (
	payLater = "klarnapaylater"
	payNow   = "klarnapaynow"
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

// account is one configured Klarna merchant.
type account struct {
	settings
	api  *api
	lost *lost
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
	p.account.Store(&account{settings: s, api: newAPI(s), lost: newLost()})
	return nil
}

// health tells of credentials that Klarna refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "Klarna refuses the username and password"}
	}
	return base.Health{OK: true}
}

// Methods gives the two methods, each one category of Klarna's widget.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	return p.account.Load().methods(), nil
}

func (a *account) methods() []payment.Method {
	all := []payment.Method{
		{Code: payLater, Sort: 20, TermDays: 30, Min: euro(a.payLaterMin), Max: euro(a.payLaterMax)},
		{Code: payNow, Sort: 22, Min: euro(a.payNowMin), Max: euro(a.payNowMax)},
	}
	for i := range all {
		m := &all[i]
		m.Title, m.Hint, m.ToggleTip = texts[m.Code+".title"], texts[m.Code+".hint"], texts[m.Code+".tip"]
		m.Logo, m.Flow = base.Image{MediaType: "image/svg+xml", Data: logo}, payment.FlowWidget
		m.Countries, m.Currencies = a.countries, []string{currency}
		m.CustomerTypes = []base.CustomerType{base.CustomerPrivate}
		m.Requirements, m.BrowserOrigins = []payment.Requirement{payment.RequireSession}, a.origins
	}
	return all
}

// method gives the method of a code, false for a code that is not this plugin's.
func (a *account) method(code string) (payment.Method, bool) {
	return payment.FindMethod(a.methods(), code)
}

func euro(minor int64) base.Money { return base.Money{Minor: minor, Currency: currency} }
