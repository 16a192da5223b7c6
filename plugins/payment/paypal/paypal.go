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
	name    = "paypal"
	version = "1.0.0"
	method  = "paypal"
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

// account is one configured PayPal account.
type account struct {
	settings
	api   *api
	hooks *hooks
	certs *provider.Certificates
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
	p.account.Store(&account{settings: s, api: a, hooks: newHooks(a, s.webhookID), certs: newCertificates(s)})
	return nil
}

// health tells of credentials that PayPal refused at the last login. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.client.Refused() {
		return base.Health{Message: "PayPal refuses the client id and secret"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: texts["hint"], ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowRedirect,
		Countries: a.countries, Currencies: a.currencies, CapturesAtOnce: a.intent == intentCapture, Express: true, Sort: 10,
	}}, nil
}

func (a *account) accepts(m base.Money) bool {
	return m.Minor > 0 && slices.Contains(a.currencies, m.Currency)
}
