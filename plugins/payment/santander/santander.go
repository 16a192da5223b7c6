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
	name    = "santander"
	version = "1.0.0"
	method  = "santanderfinanz"
	euro    = "EUR"
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

// account is one shop at the bank.
type account struct {
	settings
	bank *bank
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
	p.account.Store(&account{settings: s, bank: newBank(s)})
	return nil
}

// health tells of credentials that the bank refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().bank.refused.Load() {
		return base.Health{Message: "Santander refuses the shop's number and password"}
	}
	return base.Health{OK: true}
}

// deliveries are those that the bank finances: to the address of the customer.
var deliveries = []base.DeliveryKind{base.DeliveryHome, base.DeliveryFreight}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	terms := []string{"{from}", strconv.FormatInt(a.shortest, 10), "{to}", strconv.FormatInt(a.longest, 10)}
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: texts["hint"].Fill(terms...), ToggleTip: texts["tip"].Fill(terms...),
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowRedirect,
		Countries: []string{"DE"}, Currencies: []string{euro}, CustomerTypes: []base.CustomerType{base.CustomerPrivate},
		Min: base.Money{Minor: a.min, Currency: euro}, Max: base.Money{Minor: a.max, Currency: euro},
		DeliveryKinds: deliveries, Requirements: []payment.Requirement{payment.RequireSameAddress}, Sort: 75,
	}}, nil
}
