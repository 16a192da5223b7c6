package main

import (
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Klarna's addresses in Europe.
const (
	liveURL       = "https://api.klarna.com"
	playgroundURL = "https://api.playground.klarna.com"
	scriptURL     = "https://x.klarnacdn.net/kp/lib/v1/api.js"
)

const currency = "EUR"

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "playground"}, Help: "Which of Klarna's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is neither of Klarna's, such as a simulator."},
	{Key: "script_url", Type: base.SettingURL, Default: scriptURL, Help: "Address of the script that the shop's pages load for the widget."},
	{Key: "browser_origins", Type: base.SettingList, Default: "https://js.klarna.com\nhttps://js.playground.klarna.com\nhttps://*.klarna.com\nhttps://*.klarnaevt.com",
		Help: "Origins that Klarna's script frames and calls, one a line; used with Klarna's own script only."},
	{Key: "username", Required: true, Help: "Username of the API credentials."},
	{Key: "password", Required: true, Secret: true, Help: "Password of the API credentials."},
	{Key: "countries", Type: base.SettingList, Default: "DE\nAT", Help: "Billing countries to offer it in, ISO alpha-2, one a line."},
	{Key: "pay_later_min_cents", Type: base.SettingInt, Default: "100", Help: "Smallest order total for pay later."},
	{Key: "pay_later_max_cents", Type: base.SettingInt, Default: "500000", Help: "Largest order total for pay later, as agreed with Klarna."},
	{Key: "pay_now_min_cents", Type: base.SettingInt, Default: "100", Help: "Smallest order total for pay now."},
	{Key: "pay_now_max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total for pay now, as agreed with Klarna."},
	{Key: "return_via_klarna", Type: base.SettingBool, Default: "true",
		Help: "Send the customer through Klarna's page after the purchase, as Klarna recommends, so that it knows the browser again."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Klarna."},
}

type settings struct {
	apiURL    string
	scriptURL string
	origins   []string // that the browser needs
	username  string
	password  base.Secret
	countries []string

	payLaterMin, payLaterMax int64
	payNowMin, payNowMax     int64

	returnViaKlarna bool
	timeout         time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), scriptURL: c.String("script_url"), username: c.String("username"), password: c.Secret("password"),
		countries:   c.List("countries"),
		payLaterMin: c.Int("pay_later_min_cents"), payLaterMax: c.Int("pay_later_max_cents"),
		payNowMin: c.Int("pay_now_min_cents"), payNowMax: c.Int("pay_now_max_cents"),
		returnViaKlarna: c.Bool("return_via_klarna"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "playground": playgroundURL}[c.String("environment")]
	}
	s.origins = []string{base.Origin(s.scriptURL)}
	if s.scriptURL == scriptURL {
		s.origins = append(s.origins, c.List("browser_origins")...)
	}
	var wrong base.Misfits
	wrong.Add(len(s.countries) == 0, "countries", "required") // the first one stands in while no address is known
	for _, country := range s.countries {
		wrong.If(len(country) != 2 || country[0] < 'A' || country[0] > 'Z' || country[1] < 'A' || country[1] > 'Z', "countries")
	}
	for prefix, limits := range map[string][2]int64{"pay_later": {s.payLaterMin, s.payLaterMax}, "pay_now": {s.payNowMin, s.payNowMax}} {
		wrong.If(limits[0] < 0, prefix+"_min_cents")
		wrong.If(limits[1] < limits[0], prefix+"_max_cents")
	}
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
