package main

import (
	"net/url"
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/provider"
)

// snsHost is an endpoint of SNS, not just anything at amazonaws.com, where everybody may keep files.
var snsHost = regexp.MustCompile(`^sns\.[a-zA-Z0-9-]{3,}\.amazonaws\.com$`)

func newCertificates(s settings) *provider.Certificates {
	return provider.NewCertificates(s.timeout, s.insecure, func(at *url.URL) bool {
		if !strings.HasSuffix(at.Path, ".pem") {
			return false
		}
		return s.certHost == "" && snsHost.MatchString(at.Host) || s.certHost != "" && at.Host == s.certHost
	})
}
