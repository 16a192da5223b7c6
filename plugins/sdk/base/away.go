package base

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
)

var errAway = errors.New("the address to go to is not absolute, https and without a user; plain http is for this machine alone")

// CheckAway says why a shopper's browser must not be sent to an address, nil for a good one: it is absolute and https, with a host
// and without a user or password. Plain http is for providers on the same machine, as a simulator is: localhost, a name below it
// (x.localhost), or a loopback address. The shop refuses all else, and so do the conformance checks.
func CheckAway(address string) error {
	u, err := url.Parse(address) // with a line break in it, it is no URL
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !onThisMachine(u.Hostname())) {
		return errAway // url.Parse's own error would quote the address, which may hold a password
	}
	return nil
}

func onThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}
