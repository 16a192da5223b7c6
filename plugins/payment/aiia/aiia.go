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
	name    = "aiia"
	version = "1.0.0"
	method  = "aiia"
	euro    = "EUR"
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the payment provider. What depends on the configuration is in account. Refund is not supported, because Aiia
// sends no money: the shop transfers it from its own account.
type plugin struct {
	payment.Unsupported
	account atomic.Pointer[account]
}

// account is one configured project at Aiia.
type account struct {
	settings
	api     *api
	answers *answers
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
	p.account.Store(&account{settings: s, api: newAPI(s), answers: newAnswers()})
	return nil
}

// health tells of credentials that Aiia refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "Aiia refuses the client id and secret"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: texts["hint"], ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowRedirect, CapturesAtOnce: true,
		Countries: a.countries(), Currencies: []string{euro}, Min: base.Money{Minor: a.min, Currency: euro},
		Max: base.Money{Minor: a.max, Currency: euro}, Sort: 35,
	}}, nil
}
