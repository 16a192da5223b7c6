package main

import (
	"crypto/tls"
	"crypto/x509"
	"net/url"
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Apple's and Saferpay's addresses.
const (
	appleURL = "https://apple-pay-gateway.apple.com"
	liveURL  = "https://www.saferpay.com/api"
	testURL  = "https://test.saferpay.com/api"
)

var schema = []base.Setting{
	{Key: "merchant_identifier", Required: true, Help: "Merchant ID from Apple's developer account, merchant.…"},
	{Key: "merchant_certificate", Help: "Merchant identity certificate, PEM; needed for Apple."},
	{Key: "merchant_key", Secret: true, Help: "Private key of the merchant identity certificate, PEM; needed for Apple."},
	{Key: "display_name", Default: "Kontor", Help: "The shop's name on the sheet, at most 64 bytes."},
	{Key: "domain", Help: "Host name of the shop as registered with Apple; left out, that of the shop's own address."},
	{Key: "gateway_url", Type: base.SettingURL, Help: "Address that merchant sessions come from when it is not Apple's, such as a simulator."},
	{Key: "gateway_ca", Help: "Certificate authority of gateway_url, PEM; left out, those of the system."},
	{Key: "script_url", Type: base.SettingURL, Help: "Script to load before the sheet; Safari needs none."},
	{Key: "networks", Type: base.SettingList, Default: "visa\nmasterCard", Help: "Card networks to accept, as Apple names them, one a line."},
	{Key: "environment", Default: "live", Choices: []string{"live", "test"}, Help: "Which of Saferpay's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of Saferpay's JSON API when it is neither of these, such as a simulator."},
	{Key: "customer_id", Required: true, Help: "Saferpay customer number."},
	{Key: "terminal_id", Required: true, Help: "Saferpay terminal that has Apple Pay."},
	{Key: "user", Required: true, Help: "User of Saferpay's JSON API."},
	{Key: "password", Required: true, Secret: true, Help: "Password of that user."},
	{Key: "countries", Type: base.SettingList, Help: "Billing countries to offer it in, ISO alpha-2, one a line; left out, all."},
	{Key: "min_cents", Type: base.SettingInt, Default: "0", Help: "Smallest order total in cents; 0 for none."},
	{Key: "max_cents", Type: base.SettingInt, Default: "1000000", Help: "Largest order total in cents; 0 for none."},
	{Key: "timeout", Type: base.SettingDuration, Default: "15s", Help: "How long to wait for one answer."},
	{Key: "settle_time", Type: base.SettingDuration, Default: "100s", Help: "How long Saferpay may still be busy with a call whose answer was lost, at most 10m."},
}

type settings struct {
	merchantID  string
	certificate *tls.Certificate // nil for a simulator without TLS
	displayName string
	domain      string
	gatewayURL  *url.URL // nil means Apple
	gatewayCA   *x509.CertPool
	scriptURL   string
	networks    []string
	apiURL      string
	customerID  string
	terminalID  string
	user        string
	password    base.Secret
	countries   []string
	minCents    int64
	maxCents    int64
	timeout     time.Duration
	settleTime  time.Duration
}

// longestSettle bounds how long a lost authorization, and after a start every unknown one, keeps a customer waiting.
const longestSettle = 10 * time.Minute

var (
	customerForm = regexp.MustCompile(`^\d{1,8}$`)
	terminalForm = regexp.MustCompile(`^\d{8}$`)
)

// knownNetworks are those that Saferpay takes from a wallet; Apple's names.
var knownNetworks = []string{"visa", "masterCard", "amex", "maestro", "discover", "jcb"}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		merchantID: c.String("merchant_identifier"), displayName: c.String("display_name"), domain: c.String("domain"),
		scriptURL: c.String("script_url"), networks: c.List("networks"), apiURL: c.String("api_url"),
		customerID: c.String("customer_id"), terminalID: c.String("terminal_id"), user: c.String("user"),
		password: c.Secret("password"), countries: c.List("countries"), minCents: c.Int("min_cents"), maxCents: c.Int("max_cents"),
		timeout: c.Duration("timeout"), settleTime: c.Duration("settle_time"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "test": testURL}[c.String("environment")]
	}
	var wrong base.Misfits
	// The schema has checked the address. One of Apple's stands for all of Apple's.
	if u, err := url.Parse(c.String("gateway_url")); err == nil && u.Host != "" && !isApple(u) {
		s.gatewayURL = u
	}
	if ca := c.String("gateway_ca"); ca != "" {
		s.gatewayCA = x509.NewCertPool()
		wrong.If(!s.gatewayCA.AppendCertsFromPEM([]byte(ca)), "gateway_ca")
	}
	wrong = append(wrong, s.identity(c)...)
	wrong.If(len(s.displayName) > 64, "display_name")
	wrong.If(len(s.networks) == 0 || slices.ContainsFunc(s.networks, func(n string) bool { return !slices.Contains(knownNetworks, n) }), "networks")
	wrong.If(!customerForm.MatchString(s.customerID), "customer_id")
	wrong.If(!terminalForm.MatchString(s.terminalID), "terminal_id")
	wrong.If(s.timeout < time.Second || s.timeout > 2*time.Minute, "timeout")
	wrong.If(s.settleTime <= 0 || s.settleTime > longestSettle, "settle_time")
	wrong.If(s.minCents < 0, "min_cents")
	wrong.If(s.maxCents < 0 || s.maxCents > 0 && s.maxCents < s.minCents, "max_cents")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

// identity reads the certificate that proves the shop to Apple. Only a simulator without TLS goes without.
func (s *settings) identity(c base.Config) base.Misfits {
	certificate, key := c.String("merchant_certificate"), c.Secret("merchant_key").Reveal()
	if certificate == "" && key == "" && s.gatewayURL != nil && s.gatewayURL.Scheme == "http" {
		return nil
	}
	var wrong base.Misfits
	wrong.Add(certificate == "", "merchant_certificate", "required")
	wrong.Add(key == "", "merchant_key", "required")
	if len(wrong) > 0 {
		return wrong
	}
	pair, err := tls.X509KeyPair([]byte(certificate), []byte(key))
	wrong.If(err != nil, "merchant_certificate")
	wrong.If(err != nil, "merchant_key")
	s.certificate = &pair
	return wrong
}
