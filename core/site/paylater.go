package site

import (
	"fmt"
	"net/url"
)

// PayLaterService is the consent service under which a pay-later partner's script may be loaded.
const PayLaterService = "pay-later"

// PayLater is a partner that offers to pay later. Its script runs on the pages of products that cost something and on the
// one after an order, for visitors who agreed to it.
type PayLater struct {
	Name   string // as visitors know the partner
	Script string // its address
	Origin string // of the script: https://offers.example
}

// NewPayLater makes the partner of a script's address and a name. No address is no partner: nil.
func NewPayLater(script, name string) (*PayLater, error) {
	if script == "" {
		return nil, nil
	}
	u, err := url.Parse(script)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("pay-later script: %q is not an address like https://offers.example/consent.js", script)
	}
	if name == "" {
		return nil, fmt.Errorf("pay-later script: visitors cannot agree to it without the partner's name")
	}
	return &PayLater{Name: name, Script: script, Origin: u.Scheme + "://" + u.Host}, nil
}
