package main

import (
	"maps"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Aiia's addresses.
const (
	liveURL    = "https://api.aiia.eu"
	sandboxURL = "https://api-sandbox.aiia.eu"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of Aiia's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is neither of Aiia's, such as a simulator."},
	{Key: "client_id", Required: true, Help: "Client ID of the project."},
	{Key: "client_secret", Required: true, Secret: true, Help: "Secret of the project."},
	{Key: "webhook_secret", Required: true, Secret: true, Help: "Secret of the webhook, set at Aiia; without it Aiia signs nothing."},
	{Key: "destination_id", Required: true, Help: "ID of the onboarded account that receives the money."},
	{Key: "schemes", Type: base.SettingList, Default: "DE=GermanSepaCreditTransfer", Help: "Billing countries and the payment scheme of each, COUNTRY=SCHEME, one a line."},
	{Key: "min_cents", Type: base.SettingInt, Default: "100", Help: "Smallest order total."},
	{Key: "max_cents", Type: base.SettingInt, Default: "1500000", Help: "Largest order total; banks have limits of their own."},
	{Key: "window", Type: base.SettingDuration, Default: "30m", Help: "How long the customer may take at the bank."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Aiia."},
}

type settings struct {
	apiURL        string
	clientID      string
	secret        base.Secret
	webhookSecret base.Secret
	destination   string
	schemes       map[string]string // country -> scheme
	min, max      int64
	window        time.Duration
	timeout       time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), clientID: c.String("client_id"), secret: c.Secret("client_secret"),
		webhookSecret: c.Secret("webhook_secret"), destination: c.String("destination_id"), schemes: map[string]string{},
		min: c.Int("min_cents"), max: c.Int("max_cents"), window: c.Duration("window"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "sandbox": sandboxURL}[c.String("environment")]
	}
	var wrong base.Misfits
	for _, line := range c.List("schemes") {
		country, scheme, ok := strings.Cut(line, "=")
		if !ok || len(country) != 2 || strings.ToUpper(country) != country || scheme == "" {
			wrong.If(true, "schemes")
			break
		}
		s.schemes[country] = scheme
	}
	wrong.If(s.min < 1, "min_cents")
	wrong.If(s.max < s.min, "max_cents")
	wrong.If(s.window < time.Minute || s.window > 24*time.Hour, "window")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

func (s settings) countries() []string { return slices.Sorted(maps.Keys(s.schemes)) }
