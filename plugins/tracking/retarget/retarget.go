package main

import (
	"context"
	_ "embed"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/sdk/tracking/sent"
)

const (
	name    = "retarget"
	version = "1.0.0"
)

var schema = []base.Setting{
	{Key: "url", Type: base.SettingURL, Default: "https://widget.criteo.com", Help: "Address of the partner's event interface, without /m/event; redirects are not followed, so the one of your region."},
	{Key: "account", Required: true, Help: "Number of the shop's account at the partner."},
	{Key: "mapping_key", Required: true, Help: "Caller id that the partner gave the shop (mapping_key)."},
	{Key: "key", Secret: true, Help: "Bearer key, for partners that ask for one; Criteo does not."},
	{Key: "item_id", Choices: []string{"product_id", "article_number"}, Default: "product_id", Help: "Under which number products stand in the partner's catalogue."},
	{Key: "site_type", Choices: []string{"d", "m", "t"}, Default: "d", Help: "Kind of site: d desktop, m mobile, t tablet."},
	{Key: "country", Default: "DE", Help: "Country of the shop, ISO 3166-1 alpha-2."},
	{Key: "consent_service", Default: "retargeting", Help: "Name of the consent service under which events are collected."},
	{Key: "consent_template", Help: "Template id of that service at the consent provider."},
	{Key: "currency", Default: "EUR", Help: "Currency of the partner's account; an event with amounts of another one is refused."},
	{Key: "state_dir", Help: "Folder that remembers which events were sent; left out, one among the machine's temporary files."},
	{Key: "timeout", Type: base.SettingDuration, Default: "5s", Help: "How long to wait for one answer."},
}

//go:embed texts.json
var textSource []byte

var texts = base.MustTexts(textSource)

// plugin is the tracking provider. What depends on the configuration is in target.
type plugin struct{ target atomic.Pointer[target] }

type target struct {
	client   *provider.Client
	service  tracking.Service
	shop     shop
	articles bool // products go under their article numbers
	currency string
	sent     *sent.Memory
}

// shop is what every request says of the shop.
type shop struct {
	Version  string  `json:"version"`
	SiteType string  `json:"site_type"`
	Account  string  `json:"account"`
	Country  string  `json:"country"`
	ID       mapping `json:"id"`
}

type mapping struct {
	Key string `json:"mapping_key"`
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Tracking: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	timeout := c.Duration("timeout")
	var wrong base.Misfits
	wrong.If(timeout < 100*time.Millisecond || timeout > time.Minute, "timeout")
	wrong.If(len(c.String("country")) != 2, "country")
	wrong.If(len(c.String("currency")) != 3, "currency")
	if err := wrong.Err(); err != nil {
		return err
	}
	url, account := strings.TrimSuffix(c.String("url"), "/"), c.String("account")
	memory, err := sent.Open(sent.Dir(c.String("state_dir"), name, url, account), time.Now)
	if err != nil {
		return base.Misfits{{Name: "state_dir", Code: "invalid"}}.Err()
	}
	p.target.Store(&target{
		client: provider.New(provider.Config{
			BaseURL: url, UserAgent: "kontor-retarget/" + version, Timeout: timeout, Redactor: c.Redactor(), MaxBody: 64 << 10,
			Authorize: bearer(c.Secret("key")),
		}),
		service: tracking.Service{
			Name: c.String("consent_service"), TemplateID: c.String("consent_template"), Title: texts["title"], Purpose: texts["purpose"],
			EventTypes: slices.Sorted(maps.Keys(kinds)),
		},
		shop: shop{
			Version: "kontor_" + version, SiteType: c.String("site_type"), Account: account, Country: c.String("country"),
			ID: mapping{c.String("mapping_key")},
		},
		articles: c.String("item_id") == "article_number", currency: c.String("currency"), sent: memory,
	})
	return nil
}

// bearer adds the key to a request, when there is one.
func bearer(key base.Secret) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key.Reveal())
		}
		return nil
	}
}

// Service names the consent that is needed.
func (p *plugin) Service(context.Context) (tracking.Service, error) {
	return p.target.Load().service, nil
}
