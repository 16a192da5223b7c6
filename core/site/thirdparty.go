package site

import (
	"fmt"
	"net/url"
)

// The consent services under which partners' scripts may be loaded.
const (
	PayLaterService = "pay-later" // offers to pay later: on pages of products that cost something, and after an order
	RatingsService  = "ratings"   // ratings of the shop: after an order
)

// ThirdParty is a partner whose script runs in the shop, for visitors who agreed to its service.
type ThirdParty struct {
	Service string // that visitors agree to
	Name    string // as they know the partner
	Script  string // its address
	Origin  string // of the script: https://offers.example
}

// NewThirdParty makes the partner of a service, of a script's address and a name. No address is no partner: nil.
func NewThirdParty(service, script, name string) (*ThirdParty, error) {
	if script == "" {
		return nil, nil
	}
	u, err := url.Parse(script)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("%s script: %q is not an address like https://offers.example/consent.js", service, script)
	}
	if name == "" {
		return nil, fmt.Errorf("%s script: visitors cannot agree to it without the partner's name", service)
	}
	return &ThirdParty{Service: service, Name: name, Script: script, Origin: u.Scheme + "://" + u.Host}, nil
}
