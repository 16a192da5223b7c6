package sim

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The requests as the documentation has them; fields of other means of payment are left out and so refused.

type initializeRequest struct {
	RequestHeader  requestHeader  `json:"RequestHeader"`
	TerminalId     string         `json:"TerminalId"`
	Payment        *payable       `json:"Payment"`
	ReturnUrl      *returnURL     `json:"ReturnUrl"`
	Notification   *notification  `json:"Notification"`
	PaymentMethods []string       `json:"PaymentMethods"`
	Wallets        []string       `json:"Wallets"`
	Payer          *payer         `json:"Payer"`
	RegisterAlias  *registerAlias `json:"RegisterAlias"`
	Condition      string         `json:"Condition"`
	ConfigSet      string         `json:"ConfigSet"`
}

type payable struct {
	Amount      *amount `json:"Amount"`
	OrderId     string  `json:"OrderId"`
	Description string  `json:"Description"`
	PayerNote   string  `json:"PayerNote"`
}

type amount struct {
	Value        string `json:"Value"`
	CurrencyCode string `json:"CurrencyCode"`
}

type returnURL struct {
	Url string `json:"Url"`
}

type notification struct {
	SuccessNotifyUrl string   `json:"SuccessNotifyUrl"`
	FailNotifyUrl    string   `json:"FailNotifyUrl"`
	PayerEmail       string   `json:"PayerEmail"`
	MerchantEmails   []string `json:"MerchantEmails"`
}

type payer struct {
	Id              string   `json:"Id"`
	LanguageCode    string   `json:"LanguageCode"`
	IpAddress       string   `json:"IpAddress"`
	Ipv6Address     string   `json:"Ipv6Address"`
	UserAgent       string   `json:"UserAgent"`
	BillingAddress  *address `json:"BillingAddress"`
	DeliveryAddress *address `json:"DeliveryAddress"`
}

type address struct {
	Company     string `json:"Company"`
	FirstName   string `json:"FirstName"`
	LastName    string `json:"LastName"`
	Street      string `json:"Street"`
	Street2     string `json:"Street2"`
	Zip         string `json:"Zip"`
	City        string `json:"City"`
	CountryCode string `json:"CountryCode"`
	Email       string `json:"Email"`
	Phone       string `json:"Phone"`
}

type registerAlias struct {
	IdGenerator string `json:"IdGenerator"`
	Id          string `json:"Id"`
	Lifetime    int    `json:"Lifetime"`
}

var (
	paymentMethods = []string{"ACCOUNTTOACCOUNT", "ALIPAY", "AMEX", "BANCONTACT", "BLIK", "DINERS", "CARD", "DIRECTDEBIT",
		"EPRZELEWY", "EPS", "GIFTCARD", "IDEAL", "JCB", "KLARNA", "MAESTRO", "MASTERCARD", "PAYCONIQ", "PAYPAL",
		"POSTFINANCEPAY", "REKA", "TWINT", "UNIONPAY", "VISA", "WECHATPAY", "WERO"}
	wallets    = []string{"APPLEPAY", "GOOGLEPAY", "CLICKTOPAY"}
	conditions = []string{"NONE", "THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED", "WITH_SUCCESSFUL_THREE_DS_CHALLENGE"}
	currencies = []string{"CHF", "CZK", "DKK", "EUR", "GBP", "NOK", "PLN", "SEK", "USD"}

	orderForm    = regexp.MustCompile(`^[A-Za-z0-9.:\-_]{1,80}$`)
	languageForm = regexp.MustCompile(`^[a-z]{2}(-[A-Z]{2})?$`)
	countryForm  = regexp.MustCompile(`^[A-Z]{2}$`)
	ipv4Form     = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,3}){3}$`)
)

// checker collects what is wrong with a request.
type checker struct{ details []string }

func (c *checker) add(field, what string) { c.details = append(c.details, field+": "+what) }

func (c *checker) failure() *failure {
	if len(c.details) == 0 {
		return nil
	}
	return invalid(c.details...)
}

func (c *checker) length(field, value string, most int) {
	if utf8.RuneCountInString(value) > most {
		c.add(field, "is longer than "+strconv.Itoa(most))
	}
}

func (c *checker) form(field, value string, form *regexp.Regexp) {
	if value != "" && !form.MatchString(value) {
		c.add(field, "is not valid")
	}
}

func (c *checker) oneOf(field, value string, allowed []string) {
	if value != "" && !slices.Contains(allowed, value) {
		c.add(field, "is not one of the possible values")
	}
}

func (c *checker) url(field, value string) {
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || len(value) > 2000 {
		c.add(field, "is not a valid URL of at most 2000 characters")
	}
}

func (c *checker) amount(field string, a *amount) int64 {
	if a == nil {
		c.add(field, "is required")
		return 0
	}
	minor, err := strconv.ParseInt(a.Value, 10, 64)
	if err != nil || minor <= 0 || strings.HasPrefix(a.Value, "+") || a.Value[0] == '0' {
		c.add(field+".Value", "must be a positive number of minor units")
	}
	if !slices.Contains(currencies, a.CurrencyCode) {
		c.add(field+".CurrencyCode", "is not valid")
	}
	return minor
}

func digits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

func (r *initializeRequest) check(c *checker, terminal string) {
	if !digits(r.TerminalId, 8, 8) || terminal != "" && r.TerminalId != terminal {
		c.add("TerminalId", "is not valid")
	}
	if r.Payment == nil {
		c.add("Payment", "is required")
	} else {
		c.amount("Payment.Amount", r.Payment.Amount)
		c.form("Payment.OrderId", r.Payment.OrderId, orderForm)
		c.length("Payment.Description", r.Payment.Description, 1000)
		c.length("Payment.PayerNote", r.Payment.PayerNote, 50)
	}
	if r.ReturnUrl == nil {
		c.add("ReturnUrl", "is required")
	} else {
		c.url("ReturnUrl.Url", r.ReturnUrl.Url)
	}
	if n := r.Notification; n != nil {
		c.url("Notification.SuccessNotifyUrl", n.SuccessNotifyUrl)
		c.url("Notification.FailNotifyUrl", n.FailNotifyUrl)
	}
	for _, m := range r.PaymentMethods {
		c.oneOf("PaymentMethods", m, paymentMethods)
	}
	for _, w := range r.Wallets {
		c.oneOf("Wallets", w, wallets)
	}
	c.oneOf("Condition", r.Condition, conditions)
	c.length("ConfigSet", r.ConfigSet, 20)
	if r.Payer != nil {
		c.form("Payer.LanguageCode", r.Payer.LanguageCode, languageForm)
		c.form("Payer.IpAddress", r.Payer.IpAddress, ipv4Form)
		r.Payer.BillingAddress.check(c, "Payer.BillingAddress")
		r.Payer.DeliveryAddress.check(c, "Payer.DeliveryAddress")
	}
}

func (a *address) check(c *checker, at string) {
	if a == nil {
		return
	}
	for field, value := range map[string]string{"Company": a.Company, "FirstName": a.FirstName, "LastName": a.LastName,
		"Street": a.Street, "Street2": a.Street2, "Zip": a.Zip, "City": a.City, "Phone": a.Phone} {
		c.length(at+"."+field, value, 100)
	}
	c.form(at+".CountryCode", a.CountryCode, countryForm)
}
