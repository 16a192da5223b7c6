package main

import (
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of Hermes's systems is used."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the Hermes Shipping Interface when it is neither of them, such as a simulator."},
	{Key: "token_url", Type: base.SettingURL, Help: "Address of the authorization server when it is neither of them."},
	{Key: "finder_url", Type: base.SettingURL, Help: "Address of the ParcelShop finder when it is neither of them."},
	{Key: "finder_key", Secret: true, Help: "API key of the ParcelShop finder; left out, no PaketShops are listed and Hermes chooses one."},
	{Key: "user", Required: true, Help: "User of the Hermes Shipping Interface."},
	{Key: "password", Required: true, Secret: true, Help: "Password of that user."},
	{Key: "client_id", Required: true, Help: "Id of the client that Hermes gave."},
	{Key: "client_secret", Required: true, Secret: true, Help: "Secret of that client."},
	{Key: "near_home", Type: base.SettingBool, Default: "true",
		Help: "Whether a postal address gets the option too; Hermes then chooses the PaketShop next to it."},
	{Key: "fee_cents", Type: base.SettingInt, Default: "449", Help: "Fee of a delivery in cents."},
	{Key: "free_from_cents", Type: base.SettingInt, Default: "0", Help: "Value of the goods from which a delivery is free; 0 means never."},
	{Key: "max_grams", Type: base.SettingInt, Default: "25000", Help: "Heaviest parcel that a PaketShop takes."},
	{Key: "parcel_class", Default: "M", Choices: []string{"XS", "S", "M", "L", "XL"}, Help: "Class of a parcel whose size is not known."},
	{Key: "days", Default: "2-4", Help: "Working days, FROM-TO."},
	{Key: "lookup_days", Type: base.SettingInt, Default: "7", Help: "How many days an order is looked up by its key before a new one is made, at most 90."},
	{Key: "timeout", Type: base.SettingDuration, Default: "15s", Help: "How long to wait for one answer of Hermes."},
}

// address of the two systems, by what they are for.
var addresses = map[string]map[string]string{
	"live": {"api_url": "https://de-api.hermesworld.com/services/hsi", "token_url": "https://authme.myhermes.de",
		"finder_url": "https://de-api.hermesworld.com/psfinder-api"},
	"sandbox": {"api_url": "https://de-api-int.hermesworld.com/services/hsi", "token_url": "https://authme-int.myhermes.de",
		"finder_url": "https://de-api-int.hermesworld.com/psfinder-api"},
}

type settings struct {
	apiURL, tokenURL, finderURL string
	finderKey                   base.Secret
	user, clientID              string
	password, clientSecret      base.Secret
	nearHome                    bool
	fee, freeFrom               int64
	limits                      shipping.Limits
	class                       string
	minDays, maxDays            int
	lookupDays                  int
	timeout                     time.Duration
}

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	address := func(key string) string {
		if own := c.String(key); own != "" {
			return own
		}
		return addresses[c.String("environment")][key]
	}
	s := settings{
		apiURL: address("api_url"), tokenURL: address("token_url"), finderURL: address("finder_url"), finderKey: c.Secret("finder_key"),
		user: c.String("user"), password: c.Secret("password"), clientID: c.String("client_id"), clientSecret: c.Secret("client_secret"),
		nearHome: c.Bool("near_home"), fee: c.Int("fee_cents"), freeFrom: c.Int("free_from_cents"),
		limits: shipping.Limits{Grams: c.Int("max_grams"), LengthMM: maxLengthMM, SideMM: maxSideMM},
		class:  c.String("parcel_class"), lookupDays: int(c.Int("lookup_days")), timeout: c.Duration("timeout"),
	}
	var wrong base.Misfits
	var ok bool
	s.minDays, s.maxDays, ok = c.Span("days")
	wrong.If(!ok, "days")
	wrong.If(s.fee < 0, "fee_cents")
	wrong.If(s.freeFrom < 0, "free_from_cents")
	wrong.If(s.limits.Grams < 1 || s.limits.Grams > heaviest, "max_grams")
	wrong.If(s.lookupDays < 1 || s.lookupDays > 90, "lookup_days")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
