package main

import (
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/provider"
)

// newCertificates takes certificates from PayPal's host and its subdomains.
func newCertificates(s settings) *provider.Certificates {
	return provider.NewCertificates(s.timeout, strings.HasPrefix(s.apiURL, "http://"), func(at *url.URL) bool {
		return at.Host == s.certHost || strings.HasSuffix(at.Host, "."+s.certHost)
	})
}
