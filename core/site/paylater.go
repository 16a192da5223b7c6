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
	origin, err := originOf("pay-later", script, name)
	if err != nil {
		return nil, err
	}
	return &PayLater{Name: name, Script: script, Origin: origin}, nil
}

// originOf gives the origin of a partner's script; what is the setting's name.
func originOf(what, script, name string) (string, error) {
	u, err := url.Parse(script)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", fmt.Errorf("%s script: %q is not an address like https://offers.example/consent.js", what, script)
	}
	if name == "" {
		return "", fmt.Errorf("%s script: visitors cannot agree to it without the partner's name", what)
	}
	return u.Scheme + "://" + u.Host, nil
}
