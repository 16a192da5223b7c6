package main

import (
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// schema is what an operator can set.
var schema = []base.Setting{
	{Key: "api_url", Type: base.SettingURL, Required: true, Help: "Address of Muster's API."},
	{Key: "api_key", Required: true, Secret: true, Help: "Key of the API."},
	{Key: "webhook_key", Required: true, Secret: true, Help: "Key that signs Muster's webhooks."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Muster."},
}

type settings struct {
	apiURL     string
	apiKey     base.Secret
	webhookKey base.Secret
	timeout    time.Duration
}

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), apiKey: c.Secret("api_key"), webhookKey: c.Secret("webhook_key"), timeout: c.Duration("timeout"),
	}
	var wrong base.Misfits
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	return s, wrong.Err()
}
