package main

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "consors"
	version = "1.0.0"
	method  = "commerzfinanz"
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

// account is one vendor at the bank.
type account struct {
	settings
	api *api
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

// health tells of credentials that the bank refused at the last login. It makes no call of its own.
func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().api.client.Refused() {
		return base.Health{Message: "Consors Finanz refuses the user name and password"}
	}
	return base.Health{OK: true}
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	a := p.account.Load()
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: a.worded("hint"), ToggleTip: a.worded("tip"),
		Logo: base.Image{MediaType: "image/svg+xml", Data: logo}, Flow: payment.FlowFormPost,
		Countries: []string{"DE"}, Currencies: []string{euro}, CustomerTypes: []base.CustomerType{base.CustomerPrivate},
		Min: base.Money{Minor: a.min, Currency: euro}, Max: base.Money{Minor: a.max, Currency: euro}, Sort: 70,
		BrowserOrigins: []string{base.Origin(a.entryURL)}, // the form goes there
	}}, nil
}

// worded gives a text with the months of the financing in it, "6, 9 oder 12", and the sums of the example that whoever names
// a rate has to give (PAngV § 17): 100 euro a month for as long as it takes.
func (a *account) worded(key string) base.Text {
	last := len(a.months) - 1
	out := base.Text{}
	for lang, text := range texts[key] {
		months := a.months[last]
		if last > 0 {
			months = strings.Join(a.months[:last], ", ") + " " + texts["or"][lang] + " " + months
		}
		out[lang] = strings.NewReplacer("{months}", months, "{last}", a.months[last], "{sum}", exampleSum(a.months[last], lang)).Replace(text)
	}
	return out
}

// exampleSum writes what months of 100 euro come to.
func exampleSum(months, lang string) string {
	n, _ := strconv.Atoi(months) // readSettings checked it
	thousands, decimals := ".", ","
	if lang == "en" {
		thousands, decimals = ",", "."
	}
	if n < 10 {
		return fmt.Sprintf("%d00%s00", n, decimals)
	}
	return fmt.Sprintf("%d%s%d00%s00", n/10, thousands, n%10, decimals)
}
