package main

import (
	"context"
	_ "embed"
	"maps"
	"slices"
	"strconv"
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
	name    = "matomo"
	version = "1.0.0"
)

var schema = []base.Setting{
	{Key: "url", Type: base.SettingURL, Required: true, Help: "Address of the Matomo server, without matomo.php."},
	{Key: "site_id", Type: base.SettingInt, Required: true, Help: "Number of the website in Matomo."},
	{Key: "token_auth", Secret: true, Required: true, Help: "Token of a Matomo user who may write to the website."},
	{Key: "consent_service", Default: "matomo", Help: "Name of the consent service under which events are collected."},
	{Key: "consent_template", Help: "Template id of that service at the consent provider."},
	{Key: "currency", Default: "EUR", Help: "Currency of the website in Matomo, which takes amounts of no other."},
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
	site     string
	token    base.Secret
	currency string
	sent     *sent.Memory
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Tracking: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	timeout, site := c.Duration("timeout"), c.Int("site_id")
	var wrong base.Misfits
	wrong.If(timeout < 100*time.Millisecond || timeout > time.Minute, "timeout")
	wrong.If(site < 1, "site_id")
	wrong.If(len(c.String("currency")) != 3, "currency")
	if err := wrong.Err(); err != nil {
		return err
	}
	url := strings.TrimSuffix(c.String("url"), "/")
	memory, err := sent.Open(sent.Dir(c.String("state_dir"), name, url, strconv.FormatInt(site, 10)), time.Now)
	if err != nil {
		return base.Misfits{{Name: "state_dir", Code: "invalid"}}.Err()
	}
	p.target.Store(&target{
		client: provider.New(provider.Config{
			BaseURL: url, UserAgent: "kontor-matomo/" + version, Timeout: timeout, Redactor: c.Redactor(), MaxBody: 64 << 10,
		}),
		service: tracking.Service{
			Name: c.String("consent_service"), TemplateID: c.String("consent_template"), Title: texts["title"], Purpose: texts["purpose"],
			EventTypes: slices.Sorted(maps.Keys(kinds)),
		},
		site: strconv.FormatInt(site, 10), token: c.Secret("token_auth"), currency: c.String("currency"), sent: memory,
	})
	return nil
}

// Service names the consent that is needed.
func (p *plugin) Service(context.Context) (tracking.Service, error) {
	return p.target.Load().service, nil
}
