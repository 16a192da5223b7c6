package main

import (
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// PayPal's addresses.
const (
	liveURL    = "https://api-m.paypal.com"
	sandboxURL = "https://api-m.sandbox.paypal.com"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of PayPal's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is neither of PayPal's, such as a simulator."},
	{Key: "client_id", Required: true, Help: "Client ID of the REST app."},
	{Key: "client_secret", Required: true, Secret: true, Help: "Secret of the REST app."},
	{Key: "webhook_id", Help: "ID of the webhook registered in the REST app; left out, the plugin registers one by itself."},
	{Key: "webhook_cert_host", Help: "Host, with its subdomains, whose certificates may sign webhooks; left out, paypal.com or the host of api_url."},
	{Key: "intent", Default: "capture", Choices: []string{"capture", "authorize"}, Help: "Take the money at once, or reserve it and take it on dispatch."},
	{Key: "brand_name", Default: "Kontor", Help: "The shop's name on PayPal's pages."},
	{Key: "currencies", Type: base.SettingList, Default: "EUR", Help: "Currencies to accept, one a line; only such with two decimals."},
	{Key: "countries", Type: base.SettingList, Help: "Billing countries to offer it in, ISO alpha-2, one a line; left out, all."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of PayPal."},
}

// twoDecimals are PayPal's currencies that this plugin writes; those without decimals would need another format.
const twoDecimals = " AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD "

type settings struct {
	apiURL     string
	clientID   string
	secret     base.Secret
	webhookID  string
	certHost   string
	intent     string // CAPTURE or AUTHORIZE
	brand      string
	currencies []string
	countries  []string
	timeout    time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), clientID: c.String("client_id"), secret: c.Secret("client_secret"), webhookID: c.String("webhook_id"),
		certHost: c.String("webhook_cert_host"), intent: strings.ToUpper(c.String("intent")), brand: c.String("brand_name"),
		currencies: c.List("currencies"), countries: c.List("countries"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "sandbox": sandboxURL}[c.String("environment")]
	}
	if s.certHost == "" {
		s.certHost = "paypal.com"
		if u, err := url.Parse(c.String("api_url")); err == nil && u.Host != "" {
			s.certHost = u.Host
		}
	}
	var wrong base.Misfits
	for _, currency := range s.currencies {
		wrong.If(len(currency) != 3 || !strings.Contains(twoDecimals, " "+currency+" "), "currencies")
	}
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	wrong.If(len(s.brand) > 127, "brand_name")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
