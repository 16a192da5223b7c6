package main

import (
	"context"
	_ "embed"
	"strconv"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "mondu"
	version = "1.0.0"
)

// The codes of the methods.
const (
	payLater    = "mondupaylaterhp"
	directDebit = "mondudirectdebit"
	installment = "monduinstallment"
)

// monduMethods are Mondu's words for the methods.
var monduMethods = map[string]string{payLater: "invoice", directDebit: "direct_debit", installment: "installment"}

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

// account is one configured Mondu merchant.
type account struct {
	settings
	api   *api
	hooks *hooks
	once  *once
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
	a := newAPI(s)
	p.account.Store(&account{settings: s, api: a, hooks: newHooks(a, s.webhookSecret), once: newOnce()})
	return nil
}

// health tells of a token that Mondu refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "Mondu refuses the API token"}
	}
	return base.Health{OK: true}
}

// Methods gives what is offered under the settings.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	return p.account.Load().methods(), nil
}

func (a *account) methods() []payment.Method {
	all := []payment.Method{
		{Code: payLater, Sort: 32, TermDays: a.netTerm, Min: euro(a.payLaterMin), Max: euro(a.payLaterMax)},
		{Code: directDebit, Sort: 34, TermDays: a.netTerm, Min: euro(a.payLaterMin), Max: euro(a.payLaterMax)},
		{Code: installment, Sort: 36, Min: euro(a.installmentMin), Max: euro(a.installmentMax)},
	}
	days := strconv.Itoa(a.netTerm)
	var offered []payment.Method
	for _, m := range all {
		if !a.enabled[m.Code] {
			continue
		}
		m.Title, m.Hint, m.ToggleTip = texts[m.Code+".title"], texts[m.Code+".hint"].Fill("{days}", days), texts[m.Code+".tip"].Fill("{days}", days)
		m.Logo, m.Flow = base.Image{MediaType: "image/svg+xml", Data: logo}, payment.FlowRedirect
		m.Countries, m.Currencies = a.countries, []string{currency}
		m.CustomerTypes = []base.CustomerType{base.CustomerBusiness}
		offered = append(offered, m)
	}
	return offered
}

// method gives the method of a code, false for one that is not offered.
func (a *account) method(code string) (payment.Method, bool) {
	return payment.FindMethod(a.methods(), code)
}

func euro(minor int64) base.Money { return base.Money{Minor: minor, Currency: currency} }
