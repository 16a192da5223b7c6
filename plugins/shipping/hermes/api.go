package main

import (
	"net/url"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

const tokenPath = "/authorization-facade/oauth2/access_token"

// newAPI calls the Hermes Shipping Interface.
func newAPI(s settings, redactor *base.Redactor) *provider.Bearer {
	config := provider.Config{BaseURL: s.tokenURL, UserAgent: "kontor-hermes/" + version, Timeout: s.timeout, Redactor: redactor, MaxBody: 8 << 20}
	login := provider.New(config)
	config.BaseURL = s.apiURL
	return provider.NewBearer(config, provider.OAuth(login, tokenPath, url.Values{"grant_type": {"password"}, "username": {s.user},
		"password": {s.password.Reveal()}, "client_id": {s.clientID}, "client_secret": {s.clientSecret.Reveal()}}))
}
