package main

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// PAYONE's addresses.
const (
	serverURL = "https://api.pay1.de/post-gateway/"
	clientURL = "https://secure.pay1.de/client-api/"
)

var schema = []base.Setting{
	{Key: "mode", Default: "live", Choices: []string{"live", "test"}, Help: "PAYONE's mode; test moves no money."},
	{Key: "api_url", Type: base.SettingURL, Default: serverURL, Help: "Address of the server API."},
	{Key: "gateway_url", Type: base.SettingURL, Default: clientURL, Help: "Address of the client API, to which the browser sends the card."},
	{Key: "merchant_id", Required: true, Help: "Merchant ID (mid), five or six digits."},
	{Key: "account_id", Required: true, Help: "Sub-account ID (aid), five or six digits."},
	{Key: "portal_id", Required: true, Help: "ID of the payment portal, up to seven digits."},
	{Key: "portal_key", Required: true, Secret: true, Help: "Key of the payment portal."},
	{Key: "card_types", Type: base.SettingList, Default: "V\nM\nA", Help: "PAYONE's letters of the cards to accept, one a line: V, M, A, D, C, J, O, P."},
	{Key: "currencies", Type: base.SettingList, Default: "EUR", Help: "Currencies of the contract, one a line; only such with two decimals. Limits are in EUR, else in the first."},
	{Key: "countries", Type: base.SettingList, Help: "Billing countries to offer it in, ISO alpha-2, one a line; left out, all."},
	{Key: "min_cents", Type: base.SettingInt, Default: "0", Help: "Smallest order total; 0 is none."},
	{Key: "max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total; 0 is none."},
	{Key: "reference_prefix", Help: "Put before every reference, to tell shops of one account apart; at most 6 of A-Z a-z 0-9."},
	{Key: "notification_wait", Type: base.SettingDuration, Default: "30s", Help: "How long a payment whose answer was lost waits for PAYONE's notification before it counts as never made."},
	{Key: "timeout", Type: base.SettingDuration, Default: "8s", Help: "How long to wait for one answer of PAYONE."},
}

// brands names the cards as the shop's saved cards have them, by PAYONE's letters.
var brands = map[string]string{
	"V": "VISA", "M": "MasterCard", "A": "AmericanExpress", "D": "Diners", "C": "Discover", "J": "JCB", "O": "Maestro", "P": "UnionPay",
}

type settings struct {
	mode, serverURL, clientURL string
	merchant, account, portal  string
	key                        base.Secret
	cardTypes                  []string
	currencies, countries      []string
	min, max                   int64
	prefix                     string
	wait, timeout              time.Duration
}

var (
	idForm       = regexp.MustCompile(`^[0-9]{5,6}$`)
	portalForm   = regexp.MustCompile(`^[0-9]{1,7}$`)
	prefixForm   = regexp.MustCompile(`^[A-Za-z0-9]{0,6}$`)
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
)

// noDecimals are currencies that PAYONE's notifications would write otherwise than this plugin reads them.
const noDecimals = " JPY KRW ISK HUF CLP VND BHD KWD OMR TND "

func readSettings(c base.Config) (settings, error) {
	s := settings{
		mode: c.String("mode"), serverURL: c.String("api_url"), clientURL: c.String("gateway_url"),
		merchant: c.String("merchant_id"), account: c.String("account_id"), portal: c.String("portal_id"), key: c.Secret("portal_key"),
		cardTypes: c.List("card_types"), currencies: c.List("currencies"), countries: c.List("countries"),
		min: c.Int("min_cents"), max: c.Int("max_cents"), prefix: c.String("reference_prefix"),
		wait: c.Duration("notification_wait"), timeout: c.Duration("timeout"),
	}
	unknownType := func(letter string) bool { return brands[letter] == "" }
	wrongCurrency := func(currency string) bool {
		return !currencyForm.MatchString(currency) || strings.Contains(noDecimals, " "+currency+" ")
	}
	var wrong base.Misfits
	wrong.If(!idForm.MatchString(s.merchant), "merchant_id")
	wrong.If(!idForm.MatchString(s.account), "account_id")
	wrong.If(!portalForm.MatchString(s.portal), "portal_id")
	wrong.If(len(s.cardTypes) == 0 || slices.ContainsFunc(s.cardTypes, unknownType), "card_types")
	wrong.If(len(s.currencies) == 0 || slices.ContainsFunc(s.currencies, wrongCurrency), "currencies")
	wrong.If(!prefixForm.MatchString(s.prefix), "reference_prefix")
	wrong.If(s.min < 0, "min_cents")
	wrong.If(s.max < 0 || (s.max > 0 && s.max < s.min), "max_cents")
	wrong.If(s.wait < 0 || s.wait > time.Hour, "notification_wait")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
