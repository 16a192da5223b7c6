package main

import (
	"strconv"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "entry_url", Type: base.SettingURL, Default: "https://finanzieren.consorsfinanz.de/web/ecommerce/gewuenschte-rate", Help: "The bank's page that takes the form."},
	{Key: "api_url", Type: base.SettingURL, Default: "https://api.consorsfinanz.de", Help: "Address of the bank's interface."},
	{Key: "vendor_id", Required: true, Help: "The shop's number at the bank."},
	{Key: "username", Required: true, Help: "User name for the interface."},
	{Key: "password", Required: true, Secret: true, Help: "Password for the interface."},
	{Key: "api_key", Required: true, Secret: true, Help: "Key for the interface."},
	{Key: "hash_key", Required: true, Secret: true, Help: "Key with which the bank signs returns and notifications."},
	{Key: "brand_name", Default: "Kontor", Help: "The shop's name on the bank's pages."},
	{Key: "months", Type: base.SettingList, Default: "6\n9\n12", Help: "Months of the financing without interest, for the texts, one a line."},
	{Key: "min_cents", Type: base.SettingInt, Default: "10000", Help: "Smallest order total."},
	{Key: "max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of the bank."},
}

type settings struct {
	entryURL, apiURL          string
	vendor, user, brand       string
	password, apiKey, hashKey base.Secret
	months                    []string
	min, max                  int64
	timeout                   time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		entryURL: c.String("entry_url"), apiURL: c.String("api_url"), vendor: c.String("vendor_id"), user: c.String("username"),
		brand: c.String("brand_name"), password: c.Secret("password"), apiKey: c.Secret("api_key"), hashKey: c.Secret("hash_key"),
		months: c.List("months"), min: c.Int("min_cents"), max: c.Int("max_cents"), timeout: c.Duration("timeout"),
	}
	var wrong base.Misfits
	for _, m := range s.months {
		if n, err := strconv.Atoi(m); err != nil || n < 1 || n > 120 {
			wrong.If(true, "months")
			break
		}
	}
	wrong.Add(len(s.months) == 0, "months", "required")
	wrong.If(s.min < 1, "min_cents")
	wrong.If(s.max < s.min, "max_cents")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
