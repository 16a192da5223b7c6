package main

import (
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Mondu's addresses.
const (
	liveURL    = "https://api.mondu.ai/api/v1"
	sandboxURL = "https://api.demo.mondu.ai/api/v1"
)

const currency = "EUR"

// netTerms are those that Mondu enables on request; 30 is its default.
var netTerms = []int{14, 30, 45, 60, 90}

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of Mondu's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is neither of Mondu's, such as a simulator."},
	{Key: "api_token", Required: true, Secret: true, Help: "API token of the merchant."},
	{Key: "webhook_secret", Secret: true, Help: "Secret that signs webhooks; left out, the plugin reads it from Mondu."},
	{Key: "register_webhooks", Type: base.SettingBool, Default: "true", Help: "Register the shop's webhook address at Mondu by itself."},
	{Key: "methods", Type: base.SettingList, Default: "mondupaylaterhp\nmondudirectdebit\nmonduinstallment", Help: "The methods to offer, one a line."},
	{Key: "countries", Type: base.SettingList, Default: "DE\nAT", Help: "Billing countries to offer it in, ISO alpha-2, one a line."},
	{Key: "net_term", Type: base.SettingInt, Default: "30", Help: "Days to pay an invoice, as agreed with Mondu: 14, 30, 45, 60 or 90."},
	{Key: "pay_later_min_cents", Type: base.SettingInt, Default: "100", Help: "Smallest order total for invoice and direct debit."},
	{Key: "pay_later_max_cents", Type: base.SettingInt, Default: "2000000", Help: "Largest order total for invoice and direct debit, as agreed with Mondu."},
	{Key: "installment_min_cents", Type: base.SettingInt, Default: "30000", Help: "Smallest order total for instalments."},
	{Key: "installment_max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total for instalments, as agreed with Mondu."},
	{Key: "invoice_url", Type: base.SettingURL, Default: "https://not.available", Help: "Address of the shop's invoices for Mondu; {order} is replaced by the order's number."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Mondu."},
}

type settings struct {
	apiURL        string
	token         base.Secret
	webhookSecret base.Secret
	register      bool
	enabled       map[string]bool
	countries     []string
	netTerm       int
	invoiceURL    string
	timeout       time.Duration

	payLaterMin, payLaterMax       int64
	installmentMin, installmentMax int64
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), token: c.Secret("api_token"), webhookSecret: c.Secret("webhook_secret"),
		register: c.Bool("register_webhooks"), enabled: map[string]bool{}, countries: c.List("countries"), netTerm: int(c.Int("net_term")),
		payLaterMin: c.Int("pay_later_min_cents"), payLaterMax: c.Int("pay_later_max_cents"),
		installmentMin: c.Int("installment_min_cents"), installmentMax: c.Int("installment_max_cents"),
		invoiceURL: c.String("invoice_url"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "sandbox": sandboxURL}[c.String("environment")]
	}
	var wrong base.Misfits
	for _, code := range c.List("methods") {
		wrong.If(monduMethods[code] == "", "methods")
		s.enabled[code] = true
	}
	wrong.Add(len(s.countries) == 0, "countries", "required")
	for _, country := range s.countries {
		wrong.If(len(country) != 2 || strings.ToUpper(country) != country, "countries")
	}
	wrong.If(!slices.Contains(netTerms, s.netTerm), "net_term")
	for prefix, limits := range map[string][2]int64{"pay_later": {s.payLaterMin, s.payLaterMax}, "installment": {s.installmentMin, s.installmentMax}} {
		wrong.If(limits[0] < 0, prefix+"_min_cents")
		wrong.If(limits[1] < limits[0], prefix+"_max_cents")
	}
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
