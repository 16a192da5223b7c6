package main

import (
	"context"
	_ "embed"
	"maps"
	"regexp"
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
	name    = "ga4"
	version = "1.0.0"
)

var schema = []base.Setting{
	{Key: "url", Type: base.SettingURL, Default: "https://www.google-analytics.com", Help: "Address of the Measurement Protocol, without /mp/collect; https://region1.google-analytics.com keeps to the EU."},
	{Key: "measurement_id", Required: true, Help: "Measurement id of the web stream, G-XXXXXXXXXX."},
	{Key: "api_secret", Secret: true, Required: true, Help: "API secret of the stream, from its settings in Google Analytics."},
	{Key: "consent_service", Default: "google-analytics", Help: "Name of the consent service under which events are collected."},
	{Key: "consent_template", Help: "Template id of that service at the consent provider."},
	{Key: "ads", Type: base.SettingBool, Default: "false", Help: "Whether that consent also covers advertising; else Google is told that it does not."},
	{Key: "currency", Default: "EUR", Help: "Currency of the shop; an event with amounts of another one is refused."},
	{Key: "state_dir", Help: "Folder that remembers which events were sent; left out, one among the machine's temporary files."},
	{Key: "timeout", Type: base.SettingDuration, Default: "5s", Help: "How long to wait for one answer."},
}

var measurementID = regexp.MustCompile(`^G-[A-Z0-9]{4,20}$`)

//go:embed texts.json
var textSource []byte

var texts = base.MustTexts(textSource)

// plugin is the tracking provider. What depends on the configuration is in target.
type plugin struct{ target atomic.Pointer[target] }

type target struct {
	client   *provider.Client
	service  tracking.Service
	stream   string
	secret   base.Secret
	consent  consent
	currency string
	sent     *sent.Memory
}

// consent is what Google may do with the events beyond measuring.
type consent struct {
	UserData        string `json:"ad_user_data"`
	Personalization string `json:"ad_personalization"`
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Tracking: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	timeout, stream := c.Duration("timeout"), c.String("measurement_id")
	var wrong base.Misfits
	wrong.If(timeout < 100*time.Millisecond || timeout > time.Minute, "timeout")
	wrong.If(!measurementID.MatchString(stream), "measurement_id")
	wrong.If(len(c.String("currency")) != 3, "currency")
	if err := wrong.Err(); err != nil {
		return err
	}
	url := strings.TrimSuffix(c.String("url"), "/")
	memory, err := sent.Open(sent.Dir(c.String("state_dir"), name, url, stream), time.Now)
	if err != nil {
		return base.Misfits{{Name: "state_dir", Code: "invalid"}}.Err()
	}
	t := &target{
		client: provider.New(provider.Config{
			BaseURL: url, UserAgent: "kontor-ga4/" + version, Timeout: timeout, Redactor: c.Redactor(), MaxBody: 64 << 10,
		}),
		service: tracking.Service{
			Name: c.String("consent_service"), TemplateID: c.String("consent_template"), Title: texts["title"], Purpose: texts["purpose"],
			EventTypes: slices.Sorted(maps.Keys(kinds)),
		},
		stream: stream, secret: c.Secret("api_secret"), consent: consent{"DENIED", "DENIED"}, currency: c.String("currency"), sent: memory,
	}
	if c.Bool("ads") {
		t.consent = consent{"GRANTED", "GRANTED"}
	}
	p.target.Store(t)
	return nil
}

// Service names the consent that is needed.
func (p *plugin) Service(context.Context) (tracking.Service, error) {
	return p.target.Load().service, nil
}
