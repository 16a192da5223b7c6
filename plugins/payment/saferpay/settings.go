package main

import (
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Saferpay's addresses.
const (
	liveURL = "https://www.saferpay.com/api"
	testURL = "https://test.saferpay.com/api"
)

// The rules for the liability shift, and the condition that each sets on the payment page.
const (
	shiftRequired  = "required"
	shiftChallenge = "challenge"
	shiftAccepted  = "accepted"
)

var conditions = map[string]string{
	shiftRequired:  "THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED",
	shiftChallenge: "WITH_SUCCESSFUL_THREE_DS_CHALLENGE",
	shiftAccepted:  "NONE",
}

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "test"}, Help: "Which of Saferpay's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is neither of Saferpay's, such as a simulator."},
	{Key: "customer_id", Required: true, Help: "Customer ID, the first part of the Saferpay account ID."},
	{Key: "terminal_id", Required: true, Help: "Terminal ID, eight digits."},
	{Key: "api_user", Required: true, Help: "User name of the JSON API's basic authentication."},
	{Key: "api_password", Required: true, Secret: true, Help: "Password of the JSON API's basic authentication."},
	{Key: "payment_methods", Type: base.SettingList, Default: "VISA\nMASTERCARD\nAMEX", Help: "Card brands to offer, in Saferpay's names, one a line."},
	{Key: "click_to_pay", Type: base.SettingBool, Default: "false", Help: "Offer Click to Pay on the payment page."},
	{Key: "liability_shift", Default: shiftRequired, Choices: []string{shiftRequired, shiftChallenge, shiftAccepted},
		Help: "Which payments to take: only with a shift of liability to the issuer, only after a 3-D Secure challenge, or all."},
	{Key: "config_set", Help: "Name of a payment page configuration at Saferpay; left out, the default one."},
	{Key: "description", Default: "Kontor", Help: "The shop's name on the payment page."},
	{Key: "currencies", Type: base.SettingList, Default: "EUR", Help: "Currencies of the contract, one a line; limits are in EUR, else in the first."},
	{Key: "countries", Type: base.SettingList, Help: "Billing countries to offer it in, ISO alpha-2, one a line; left out, all."},
	{Key: "min_cents", Type: base.SettingInt, Default: "0", Help: "Smallest order total; 0 is none."},
	{Key: "max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total; 0 is none."},
	{Key: "timeout", Type: base.SettingDuration, Default: "15s", Help: "How long to wait for one answer of Saferpay."},
}

// brands are the cards that the payment page knows; other means of payment are no cards.
var brands = []string{"AMEX", "BANCONTACT", "DINERS", "JCB", "MAESTRO", "MASTERCARD", "UNIONPAY", "VISA"}

type settings struct {
	apiURL, customer, terminal string
	user                       string
	password                   base.Secret
	methods                    []string
	clickToPay                 bool
	shift                      string
	configSet, description     string
	currencies, countries      []string
	min, max                   int64
	timeout                    time.Duration
}

var (
	customerForm = regexp.MustCompile(`^[0-9]{1,8}$`)
	terminalForm = regexp.MustCompile(`^[0-9]{8}$`)
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
)

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), customer: c.String("customer_id"), terminal: c.String("terminal_id"),
		user: c.String("api_user"), password: c.Secret("api_password"), methods: c.List("payment_methods"),
		clickToPay: c.Bool("click_to_pay"), shift: c.String("liability_shift"), configSet: c.String("config_set"),
		description: c.String("description"), currencies: c.List("currencies"), countries: c.List("countries"),
		min: c.Int("min_cents"), max: c.Int("max_cents"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "test": testURL}[c.String("environment")]
	}
	unknown := func(brand string) bool { return !slices.Contains(brands, brand) }
	wrongCurrency := func(currency string) bool { return !currencyForm.MatchString(currency) }
	var wrong base.Misfits
	wrong.If(!customerForm.MatchString(s.customer), "customer_id")
	wrong.If(!terminalForm.MatchString(s.terminal), "terminal_id")
	wrong.If(len(s.methods) == 0 || slices.ContainsFunc(s.methods, unknown), "payment_methods")
	wrong.If(len(s.currencies) == 0 || slices.ContainsFunc(s.currencies, wrongCurrency), "currencies")
	wrong.If(len(s.configSet) > 20, "config_set")
	wrong.If(s.min < 0, "min_cents")
	wrong.If(s.max < 0 || (s.max > 0 && s.max < s.min), "max_cents")
	wrong.If(s.timeout < time.Second || s.timeout > 100*time.Second, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
