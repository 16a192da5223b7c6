package main

import (
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "api_url", Type: base.SettingURL, Required: true, Help: "Address of the bank's interface; it is part of the contract."},
	{Key: "shop_id", Required: true, Help: "The shop's number at the bank."},
	{Key: "password", Required: true, Secret: true, Help: "Password for the interface."},
	{Key: "notify_key", Required: true, Secret: true, Help: "Key with which the bank signs notifications."},
	{Key: "months_min", Type: base.SettingInt, Default: "6", Help: "Shortest term in months."},
	{Key: "months_max", Type: base.SettingInt, Default: "72", Help: "Longest term in months."},
	{Key: "min_cents", Type: base.SettingInt, Default: "9900", Help: "Smallest order total."},
	{Key: "max_cents", Type: base.SettingInt, Default: "2500000", Help: "Largest order total; the contract decides."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of the bank."},
}

type settings struct {
	apiURL, shop        string
	password, notifyKey base.Secret
	shortest, longest   int64 // terms in months
	min, max            int64
	timeout             time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), shop: c.String("shop_id"), password: c.Secret("password"), notifyKey: c.Secret("notify_key"),
		shortest: c.Int("months_min"), longest: c.Int("months_max"), min: c.Int("min_cents"), max: c.Int("max_cents"),
		timeout: c.Duration("timeout"),
	}
	var wrong base.Misfits
	wrong.If(s.shortest < 1, "months_min")
	wrong.If(s.longest < s.shortest || s.longest > 120, "months_max")
	wrong.If(s.min < 1, "min_cents")
	wrong.If(s.max < s.min, "max_cents")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
