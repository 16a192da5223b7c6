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
	name    = "amazonpay"
	version = "1.0.0"
	method  = "amazonpay"
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

// account is one configured merchant account.
type account struct {
	settings
	signer *signer
	api    *api
	certs  *provider.Certificates
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
	signer := &signer{keyID: s.publicKeyID, key: s.key}
	p.account.Store(&account{settings: s, signer: signer, api: newAPI(s, signer, c.Redactor()), certs: newCertificates(s)})
	return nil
}

// health tells of a key that Amazon refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "Amazon Pay refuses the key: check public_key_id and private_key"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	m := payment.Method{
		Code: method, Title: texts["title"], Hint: texts["hint"], ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowWallet, Countries: a.countries,
		Currencies: []string{ledgerCurrency}, CapturesAtOnce: a.intent == intentCapture, Express: true, Sort: 12,
		BrowserOrigins: a.origins,
	}
	if a.minCents > 0 {
		m.Min = base.Money{Minor: a.minCents, Currency: ledgerCurrency}
	}
	if a.maxCents > 0 {
		m.Max = base.Money{Minor: a.maxCents, Currency: ledgerCurrency}
	}
	return []payment.Method{m}, nil
}
