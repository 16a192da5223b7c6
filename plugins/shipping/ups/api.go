package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// newAPI calls UPS.
func newAPI(s settings, redactor *base.Redactor) *provider.Bearer {
	config := provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-ups/" + version, Timeout: s.timeout, Redactor: redactor, MaxBody: 16 << 20}
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(s.clientID, s.clientSecret.Reveal())
		r.Header.Set("X-Merchant-Id", s.accountNumber)
		return nil
	}
	login := provider.New(config)
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.Header.Set("transId", transaction())
		r.Header.Set("transactionSrc", "kontor")
		return nil
	}
	return provider.NewBearer(config, provider.OAuth(login, "/security/v1/oauth/token", url.Values{"grant_type": {"client_credentials"}}))
}

// transaction makes the id that UPS wants with each request, 32 characters.
func transaction() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}
