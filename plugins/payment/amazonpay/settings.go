package main

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Amazon's addresses and the currency of European accounts.
const (
	euURL          = "https://pay-api.amazon.eu"
	euScript       = "https://static-eu.payments-amazon.com/checkout.js"
	ledgerCurrency = "EUR"
)

// What Amazon does with the money when the buyer has confirmed.
const (
	intentAuthorize = "Authorize"
	intentCapture   = "AuthorizeWithCapture"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of Amazon's systems to use."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the API when it is not Amazon's, such as a simulator; without /live, /sandbox or /v2."},
	{Key: "script_url", Type: base.SettingURL, Default: euScript, Help: "Address of the script that draws the button."},
	{Key: "merchant_id", Required: true, Help: "Merchant ID from Seller Central."},
	{Key: "store_id", Required: true, Help: "Store ID (client ID) from Seller Central, amzn1.application-oa2-client.…"},
	{Key: "public_key_id", Required: true, Help: "Public key ID from Seller Central."},
	{Key: "private_key", Required: true, Secret: true, Help: "RSA private key that belongs to the public key ID, in PEM form."},
	{Key: "ipn_cert_host", Help: "Host whose certificates may sign notifications; left out, SNS at amazonaws.com, or the host of api_url."},
	{Key: "intent", Default: "authorize", Choices: []string{"authorize", "capture"}, Help: "Reserve the money and take it on dispatch, or take it at once."},
	{Key: "pending_authorization", Type: base.SettingBool, Default: "true", Help: "Let Amazon take up to a day to decide on an authorization; with intent authorize only."},
	{Key: "store_name", Default: "Kontor", Help: "The shop's name on Amazon's pages."},
	{Key: "soft_descriptor", Help: "Text on the buyer's statement, at most 16 characters."},
	{Key: "browser_origins", Type: base.SettingList, Default: "https://payments-eu.amazon.com\nhttps://payments.amazon.de", Help: "Origins that the script needs in the browser beside its own, one a line."},
	{Key: "countries", Type: base.SettingList, Help: "Billing countries to offer it in, ISO alpha-2, one a line; left out, all."},
	{Key: "delivery_countries", Type: base.SettingList, Help: "Countries whose addresses the buyer may choose in an express checkout, ISO alpha-2, one a line; left out, all."},
	{Key: "min_cents", Type: base.SettingInt, Default: "0", Help: "Smallest order total in cents; 0 for none."},
	{Key: "max_cents", Type: base.SettingInt, Default: "15000000", Help: "Largest order total in cents; 0 for none. Amazon's own limit in Germany is 150,000 euros."},
	{Key: "timeout", Type: base.SettingDuration, Default: "10s", Help: "How long to wait for one answer of Amazon."},
}

type settings struct {
	baseURL           string // with environment and version
	sandbox           bool
	scriptURL         string
	merchantID        string
	storeID           string
	publicKeyID       string
	key               *rsa.PrivateKey
	certHost          string // empty means SNS
	insecure          bool   // certificates may come over plain HTTP: the API itself does
	intent            string
	pending           bool
	storeName         string
	descriptor        string
	origins           []string
	countries         []string
	deliveryCountries []string
	minCents          int64
	maxCents          int64
	timeout           time.Duration
}

func readSettings(c base.Config) (settings, error) {
	s := settings{
		sandbox: c.String("environment") == "sandbox", scriptURL: c.String("script_url"), merchantID: c.String("merchant_id"),
		storeID: c.String("store_id"), publicKeyID: c.String("public_key_id"), certHost: c.String("ipn_cert_host"),
		intent: intentAuthorize, storeName: c.String("store_name"), descriptor: c.String("soft_descriptor"),
		origins:   append([]string{base.Origin(c.String("script_url"))}, c.List("browser_origins")...),
		countries: c.List("countries"), deliveryCountries: c.List("delivery_countries"), minCents: c.Int("min_cents"),
		maxCents: c.Int("max_cents"), timeout: c.Duration("timeout"),
	}
	if c.String("intent") == "capture" {
		s.intent = intentCapture
	}
	s.pending = c.Bool("pending_authorization") && s.intent == intentAuthorize
	s.address(c.String("api_url"))
	var wrong base.Misfits
	key, err := parseKey(c.Secret("private_key").Reveal())
	s.key = key
	wrong.If(err != nil, "private_key")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	wrong.If(len([]rune(s.storeName)) > 50, "store_name")
	wrong.If(len([]rune(s.descriptor)) > 16, "soft_descriptor")
	wrong.If(s.minCents < 0, "min_cents")
	wrong.If(s.maxCents < 0 || s.maxCents > 0 && s.maxCents < s.minCents, "max_cents")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

// address sets what follows from where the API lies. A key that names its environment needs none in the path.
func (s *settings) address(api string) {
	if api == "" {
		api = euURL
	}
	if u, err := url.Parse(api); err == nil && strings.TrimRight(api, "/") != euURL {
		s.insecure = u.Scheme == "http"
		if s.certHost == "" {
			s.certHost = u.Host
		}
	}
	path := "/live/v2"
	switch id := strings.ToUpper(s.publicKeyID); {
	case strings.HasPrefix(id, "LIVE"), strings.HasPrefix(id, "SANDBOX"):
		path = "/v2"
		s.sandbox = strings.HasPrefix(id, "SANDBOX")
	case s.sandbox:
		path = "/sandbox/v2"
	}
	s.baseURL = strings.TrimRight(api, "/") + path
}

// parseKey reads an RSA key in PKCS #1 or PKCS #8 form. Its errors never quote the key.
func parseKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("no PEM")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	any8, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("no private key")
	}
	key, ok := any8.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("not an RSA key")
	}
	return key, nil
}
