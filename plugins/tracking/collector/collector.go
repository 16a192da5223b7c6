package main

import (
	"context"
	_ "embed"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

const (
	name    = "collector"
	version = "1.0.0"
)

var schema = []base.Setting{
	{Key: "url", Type: base.SettingURL, Required: true, Help: "Address of the collector, without /v1/events."},
	{Key: "key", Secret: true, Required: true, Help: "Key that the collector accepts."},
	{Key: "consent_service", Default: "event-analytics", Help: "Name of the consent service under which events are collected."},
	{Key: "consent_template", Help: "Template id of that service at the consent provider."},
	{Key: "event_types", Type: base.SettingList, Help: "Types of event to pass on, one a line; left out, all."},
	{Key: "timeout", Type: base.SettingDuration, Default: "5s", Help: "How long to wait for one answer."},
}

//go:embed texts.json
var textSource []byte

var texts = base.MustTexts(textSource)

// plugin is the tracking provider. What depends on the configuration is in target.
type plugin struct{ target atomic.Pointer[target] }

type target struct {
	client  *provider.Client
	service tracking.Service
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Tracking: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	timeout := c.Duration("timeout")
	var wrong base.Misfits
	wrong.If(timeout < 100*time.Millisecond || timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return err
	}
	key := c.Secret("key")
	p.target.Store(&target{
		client: provider.New(provider.Config{BaseURL: strings.TrimSuffix(c.String("url"), "/"), UserAgent: "kontor-collector/" + version,
			Timeout: timeout, Redactor: c.Redactor(), Authorize: func(_ context.Context, r *http.Request) error {
				r.Header.Set("Authorization", "Bearer "+key.Reveal())
				return nil
			}}),
		service: tracking.Service{Name: c.String("consent_service"), TemplateID: c.String("consent_template"),
			Title: texts["title"], Purpose: texts["purpose"], EventTypes: c.List("event_types")},
	})
	return nil
}

// Service names the consent that is needed.
func (p *plugin) Service(context.Context) (tracking.Service, error) {
	return p.target.Load().service, nil
}
