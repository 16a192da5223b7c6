package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// schema is what an operator can set. Amounts are whole cents.
var schema = []base.Setting{
	{Key: "methods", Type: base.SettingList, Default: "moneyorder\ncod\ncashec\ninvoice", Help: "The methods to offer, one a line."},
	{Key: "account_holder", Required: true, Help: "Holder of the shop's bank account, for transfers."},
	{Key: "iban", Required: true, Help: "IBAN of the shop's bank account."},
	{Key: "bic", Help: "BIC of the shop's bank."},
	{Key: "bank_name", Help: "Name of the shop's bank."},
	{Key: "prepayment_days", Type: base.SettingInt, Default: "5", Help: "Days in which a transfer in advance must arrive."},
	{Key: "cod_fee_cents", Type: base.SettingInt, Default: "200", Help: "Fee for cash on delivery."},
	{Key: "cod_max_cents", Type: base.SettingInt, Default: "350000", Help: "Largest order total for cash on delivery, without its fee."},
	{Key: "cod_countries", Type: base.SettingList, Default: "DE", Help: "Countries with cash on delivery, ISO alpha-2, one a line."},
	{Key: "invoice_days", Type: base.SettingInt, Default: "30", Help: "Days to pay an invoice; with private customers at most 50, and 14 for a large online shop: Directive (EU) 2023/2225."},
	{Key: "invoice_countries", Type: base.SettingList, Default: "DE\nAT", Help: "Countries with invoice, ISO alpha-2, one a line."},
	{Key: "invoice_private_max_cents", Type: base.SettingInt, Default: "150000", Help: "Largest order total on invoice for private customers; 0 offers none."},
	{Key: "invoice_business_max_cents", Type: base.SettingInt, Default: "500000", Help: "Largest order total on invoice for business customers; 0 offers none."},
}

type settings struct {
	enabled          map[string]bool
	holder, iban     string
	bic, bank        string
	prepaymentDays   int
	codFee, codMax   int64
	codCountries     []string
	invoiceDays      int
	invoiceCountries []string
	privateMax       int64
	businessMax      int64
}

// mostDeferred is how many days a seller may let consumers pay later, free of charge, without giving them credit: article
// 2(2) of Directive (EU) 2023/2225. Large online sellers have 14, and only the operator knows whether that is what he is.
const mostDeferred = 50

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{
		enabled: map[string]bool{}, holder: c.String("account_holder"), iban: strings.ToUpper(strings.ReplaceAll(c.String("iban"), " ", "")),
		bic: c.String("bic"), bank: c.String("bank_name"),
		prepaymentDays: int(c.Int("prepayment_days")), codFee: c.Int("cod_fee_cents"), codMax: c.Int("cod_max_cents"),
		codCountries: c.List("cod_countries"), invoiceDays: int(c.Int("invoice_days")), invoiceCountries: c.List("invoice_countries"),
		privateMax: c.Int("invoice_private_max_cents"), businessMax: c.Int("invoice_business_max_cents"),
	}
	var wrong base.Misfits
	for _, code := range c.List("methods") {
		wrong.If(!known(code), "methods")
		s.enabled[code] = true
	}
	wrong.If(!payment.ValidIBAN(s.iban), "iban")
	for key, n := range map[string]int64{"cod_fee_cents": s.codFee, "cod_max_cents": s.codMax,
		"invoice_private_max_cents": s.privateMax, "invoice_business_max_cents": s.businessMax} {
		wrong.If(n < 0, key)
	}
	for key, countries := range map[string][]string{"cod_countries": s.codCountries, "invoice_countries": s.invoiceCountries} {
		for _, country := range countries {
			wrong.If(!countryForm.MatchString(country), key)
		}
	}
	longest := 365
	if s.privateMax > 0 {
		longest = mostDeferred
	}
	wrong.If(s.prepaymentDays < 1 || s.prepaymentDays > 365, "prepayment_days")
	wrong.If(s.invoiceDays < 1 || s.invoiceDays > longest, "invoice_days")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

var countryForm = regexp.MustCompile(`^[A-Z]{2}$`)
