package main

import (
	"context"
	_ "embed"
	"net/http"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

const (
	name    = "dhl"
	version = "1.0.0"
)

//go:embed texts.json
var textSource []byte

//go:embed logo.svg
var logo []byte

var texts = base.MustTexts(textSource)

// plugin is the shipping provider. What depends on the configuration is in account.
type plugin struct {
	shipping.Unsupported
	account atomic.Pointer[account]
}

type account struct {
	settings
	labels   *provider.Client
	tracking *provider.Client
	finder   *provider.Client
	push     *provider.Client
	book     *book
	refused  atomic.Bool // DHL does not accept the credentials
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, p.health), Shipping: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	client := func(address string, more ...func(*http.Request)) *provider.Client {
		return provider.New(provider.Config{BaseURL: address, UserAgent: "kontor-dhl/" + version, Timeout: s.timeout, Redactor: c.Redactor(),
			MaxBody: 16 << 20, Authorize: func(_ context.Context, r *http.Request) error {
				r.Header.Set("Dhl-Api-Key", s.apiKey.Reveal())
				for _, f := range more {
					f(r)
				}
				return nil
			}})
	}
	a := &account{settings: s, book: newBook(), tracking: client(s.trackingURL), finder: client(s.finderURL), push: client(s.pushURL)}
	a.labels = client(s.apiURL, func(r *http.Request) { r.SetBasicAuth(s.user, s.password.Reveal()) })
	p.account.Store(a)
	return nil
}

func (p *plugin) health(context.Context) base.Health {
	if p.account.Load().refused.Load() {
		return base.Health{Message: "DHL refuses the key or the user"}
	}
	return base.Health{OK: true}
}

// ValidateAddress holds the address against DHL's documented rules, without a call: it is on the shopper's way.
func (p *plugin) ValidateAddress(_ context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	return shipping.Judge(r, p.account.Load().check)
}
