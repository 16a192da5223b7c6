package main

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "payone"
	version = "1.0.0"
	method  = "creditcard"
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
	now     func() time.Time
}

// account is one configured payment portal, and what this process knows of its payments.
type account struct {
	settings
	api    *api
	ledger *ledger
	now    func() time.Time
}

func newPlugin() sdk.Plugin {
	p := &plugin{now: time.Now}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, p.health), Payment: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.account.Store(&account{settings: s, api: newAPI(s), ledger: newLedger(), now: p.now})
	return nil
}

// health tells of credentials that PAYONE refused at the last call. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.refused.Load() {
		return base.Health{Message: "PAYONE refuses the merchant, portal or key"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: a.hint(), ToggleTip: texts["tip"],
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowCardForm,
		Countries: a.countries, Currencies: a.currencies, Min: payment.Limit(a.min, a.currencies), Max: payment.Limit(a.max, a.currencies), Sort: 15,
		BrowserOrigins: []string{base.Origin(a.clientURL)}, BrowserData: true, // PAYONE's field ip
	}}, nil
}

// hint names the cards that are accepted.
func (a *account) hint() base.Text {
	out := base.Text{}
	for lang, text := range texts["hint"] {
		var cards []string
		for _, letter := range a.cardTypes {
			cards = append(cards, texts["card_"+letter][lang])
		}
		out[lang] = strings.ReplaceAll(text, "{cards}", strings.Join(cards, ", "))
	}
	return out
}

func (a *account) accepts(m base.Money) bool {
	return m.Minor > 0 && slices.Contains(a.currencies, m.Currency)
}
