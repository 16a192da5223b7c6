package base

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

var errAway = errors.New("the address to go to is not absolute, https and without a user; plain http is for this machine alone")

// Bounds of what a browser is given to go away with. No browser takes a longer address, and the shop keeps and sends both for as long as
// the customer may still have to go.
const (
	MaxAddress = 8 << 10  // bytes of an address
	MaxForm    = 64 << 10 // bytes of a form's fields, names and values together
)

var (
	errFar  = fmt.Errorf("the address to go to is longer than %d bytes", MaxAddress)
	errForm = fmt.Errorf("the fields of the form are longer than %d bytes", MaxForm)
)

// CheckForm is CheckAway for an address that fields are posted to, which take no more than MaxForm.
func CheckForm(address string, fields map[string]string) error {
	size := 0
	for name, value := range fields {
		size += len(name) + len(value)
	}
	if size > MaxForm {
		return errForm
	}
	return CheckAway(address)
}

// CheckAway says why a shopper's browser must not be sent to an address, nil for a good one: it is absolute and https, with a host
// and without a user or password. Plain http is for providers on the same machine, as a simulator is: localhost, a name below it
// (x.localhost), or a loopback address. It has at most MaxAddress bytes. The shop refuses all else, and so do the conformance checks.
func CheckAway(address string) error {
	if len(address) > MaxAddress {
		return errFar
	}
	u, err := url.Parse(address) // with a line break in it, it is no URL
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !onThisMachine(u.Hostname())) {
		return errAway // url.Parse's own error would quote the address, which may hold a password
	}
	return nil
}

// maxHost is what the name of a host may have, with a port.
const maxHost = 253 + len(":65535")

// IsOrigin reports whether a text is one origin, or those of all hosts below a domain ("https://*.provider.example"), and says nothing
// else in a content security policy. The shop lets no browser through to what is none.
func IsOrigin(text string) bool {
	u, err := url.Parse(strings.Replace(text, "://*.", "://", 1))
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.User != nil || len(u.Host) > maxHost || strings.ContainsAny(u.Host, " ;,*'\"") {
		return false
	}
	whole, all := u.Scheme+"://"+u.Host, u.Scheme+"://*."+u.Host
	return text == whole && u.Host != "" || text == all && strings.Contains(u.Host, ".")
}

// Origin gives scheme and host of an address, as BrowserOrigins of a method has them; "" for what is no address.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func onThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}
