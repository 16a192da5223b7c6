package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestThePaymentRequest(t *testing.T) {
	b := start(t)
	s, err := b.start(258801, nil)
	require.NoError(t, err)
	require.Equal(t, "3", s.ClientData["api_version"])
	require.Equal(t, b.URL+"/apple-pay.js", s.ClientData["script_url"])
	require.JSONEq(t, `{"countryCode":"DE","currencyCode":"EUR","supportedNetworks":["visa","masterCard"],
		"merchantCapabilities":["supports3DS","supportsDebit","supportsCredit"],"total":{"label":"Kontor","amount":"2588.01","type":"final"}}`,
		s.ClientData["payment_request"])
	require.NotContains(t, s.ClientData, "merchant_session")
	_, err = b.start(0, nil)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"})
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, []payment.Requirement{payment.RequireApplePayBrowser}, methods[0].Requirements)
}

func TestTheMerchantSessionIsPassedOnUnchanged(t *testing.T) {
	b := start(t)
	s, err := b.start(100, map[string]string{"validation_url": b.URL + "/paymentservices/startSession"})
	require.NoError(t, err)
	require.Contains(t, s.ClientData["merchant_session"], `"domainName":"shop.test"`)
	require.Contains(t, s.ClientData["merchant_session"], `"signature"`)
	require.WithinDuration(t, time.Now().Add(5*time.Minute), s.ExpiresAt, time.Minute)

	for effect, code := range map[stage.Effect]string{stage.Status: "merchant_not_validated", stage.Garbage: base.CodeBadAnswer, stage.DropReply: base.CodeUnreachable} {
		b.Rule("merchant_session", effect, 1)
		_, err = b.start(100, map[string]string{"validation_url": b.URL + "/paymentservices/startSession"})
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: code})
		require.False(t, base.AsError(err).OutcomeUnknown)
	}
}

// The address comes from the browser: whatever it names, only Apple is asked.
func TestOnlyAppleIsAsked(t *testing.T) {
	apple, own := newGateway(settings{}), newGateway(settings{gatewayURL: mustURL(t, "http://127.0.0.1:8090/applepay")})
	for address, good := range map[string]bool{
		"https://apple-pay-gateway.apple.com/paymentservices/paymentSession":          true,
		"https://apple-pay-gateway-cert.apple.com/paymentservices/startSession":       true,
		"https://apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession":    true,
		"https://cn-apple-pay-gateway-sh-pod1.apple.com/paymentservices/startSession": true,
		"http://apple-pay-gateway.apple.com/paymentservices/paymentSession":           false,
		"https://apple-pay-gateway.apple.com:8443/paymentservices/paymentSession":     false,
		"https://apple-pay-gateway.apple.com/other":                                   false,
		"https://apple-pay-gateway.apple.com/paymentservices/paymentSession/../x":     false,
		"https://apple-pay-gateway.apple.com/paymentservices/paymentSession?x=1":      false,
		"https://apple-pay-gateway.apple.com@evil.test/paymentservices/startSession":  false,
		"https://u:p@apple-pay-gateway.apple.com/paymentservices/startSession":        false,
		"https://apple-pay-gateway.apple.com.evil.test/paymentservices/startSession":  false,
		"https://evilapple-pay-gateway.apple.com/paymentservices/startSession":        false,
		"https://www.apple.com/paymentservices/startSession":                          false,
		"https://169.254.169.254/paymentservices/startSession":                        false,
		"http://localhost/paymentservices/startSession":                               false,
		"file:///paymentservices/startSession":                                        false,
		"//apple-pay-gateway.apple.com/paymentservices/startSession":                  false,
		"": false, "%zz": false, "https:apple-pay-gateway.apple.com/paymentservices/startSession": false,
		"https://apple-pay-gateway.apple.com/paymentservices/startSession#x": false,
		"http://127.0.0.1:8090/applepay/paymentservices/startSession":        false,
	} {
		require.Equal(t, good, apple.allows(address), address)
		require.Equal(t, strings.HasPrefix(address, "http://127.0.0.1:8090/applepay/"), own.allows(address), address)
	}
	require.False(t, own.allows("http://127.0.0.1:8090/applepay/../paymentservices/startSession"))
	require.False(t, own.allows("http://127.0.0.1:8091/applepay/paymentservices/startSession"))

	b := start(t)
	_, err := b.start(100, map[string]string{"validation_url": "http://127.0.0.1:1/paymentservices/startSession"})
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "validation_url_refused"})
	s, err := b.start(100, map[string]string{"validation_url": ""})
	require.NoError(t, err)
	require.NotEmpty(t, s.ID, "the gateway's own address")
}

// Apple asks for the merchant identity certificate, and so does the simulator over TLS.
func TestMutualTLS(t *testing.T) {
	b := start(t)
	srv := httptest.NewUnstartedServer(b.sim.Handler())
	srv.TLS = &tls.Config{ClientAuth: tls.RequestClientCert}
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // the handshake that fails on purpose
	srv.StartTLS()
	t.Cleanup(srv.Close)
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}))
	certificate, key := identity(t)
	c := b.config("gateway_url", srv.URL, "gateway_ca", ca, "merchant_certificate", certificate)
	c.Secrets["merchant_key"] = base.Secret(key)
	p := sdktest.Target{New: newPlugin, Config: c}.Start(t)
	ask := payment.StartRequest{Method: method, Purchase: payment.Purchase{Amount: eur(100)}, URLs: payment.URLs{Return: "https://shop.test/"},
		ClientData: map[string]string{"validation_url": srv.URL + "/paymentservices/paymentSession"}}
	s, err := p.Payment.Start(t.Context(), ask)
	require.NoError(t, err)
	require.Contains(t, s.ClientData, "merchant_session")

	delete(c.Values, "gateway_ca")
	_, err = sdktest.Target{New: newPlugin, Config: c}.Start(t).Payment.Start(t.Context(), ask)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeUnreachable}, "a gateway that nobody vouches for")
}

func TestSettings(t *testing.T) {
	b := start(t)
	certificate, key := identity(t)
	_, other := identity(t)
	for what, change := range map[string]func(c base.Config){
		"merchant_certificate": func(c base.Config) { delete(c.Values, "gateway_url") },
		"merchant_key":         func(c base.Config) { c.Values["merchant_certificate"] = certificate },
		"gateway_ca":           func(c base.Config) { c.Values["gateway_ca"] = "x" },
		"networks":             func(c base.Config) { c.Values["networks"] = "visa\nnobody" },
		"customer_id":          func(c base.Config) { c.Values["customer_id"] = "x" },
		"terminal_id":          func(c base.Config) { c.Values["terminal_id"] = "1" },
		"display_name":         func(c base.Config) { c.Values["display_name"] = strings.Repeat("ü", 33) },
		"max_cents":            func(c base.Config) { c.Values["max_cents"], c.Values["min_cents"] = "1", "2" },
		"settle_time":          func(c base.Config) { c.Values["settle_time"] = "10m1s" },
		"settle_time ":         func(c base.Config) { c.Values["settle_time"] = "0s" },
		"timeout":              func(c base.Config) { c.Values["timeout"] = "999ms" },
		"timeout ":             func(c base.Config) { c.Values["timeout"] = "121s" },
	} {
		c := b.config()
		change(c)
		err := newPlugin().Base.Configure(t.Context(), c)
		require.ErrorContains(t, err, strings.TrimSpace(what))
	}
	require.NoError(t, newPlugin().Base.Configure(t.Context(), b.config("settle_time", "10m", "timeout", "2m")))
	c := b.config("merchant_certificate", certificate)
	c.Secrets["merchant_key"] = base.Secret(other)
	require.ErrorContains(t, newPlugin().Base.Configure(t.Context(), c), "merchant_key", "a key of another certificate")
	c.Secrets["merchant_key"] = base.Secret(key)
	for _, apple := range []string{"", "https://apple-pay-gateway.apple.com"} {
		c.Values["gateway_url"] = apple
		checked, err := c.Check(schema)
		require.NoError(t, err)
		s, err := readSettings(checked)
		require.NoError(t, err)
		require.Nil(t, s.gatewayURL, "all of Apple's hosts")
	}
}

func TestTheMethodIsOfferedWithinItsLimits(t *testing.T) {
	b := start(t, "min_cents", "500", "max_cents", "90000")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, []base.Money{eur(500), eur(90000)}, []base.Money{methods[0].Min, methods[0].Max})
	require.Equal(t, []string{b.URL}, methods[0].BrowserOrigins, "the script's")
	methods, err = start(t, "max_cents", "0", "script_url", "").plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, []base.Money{{}, {}}, []base.Money{methods[0].Min, methods[0].Max})
	require.Empty(t, methods[0].BrowserOrigins)
}

func identity(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Merchant ID: merchant.dev.kontor"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}))
}

func mustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	require.NoError(t, err)
	return u
}
