package config

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"kontor.dev/kontor/deploy/devstack/temporal"
)

// listener is a setting that says where something listens on this machine.
type listener struct {
	key  string
	addr netip.AddrPort
}

// sharedPorts gives an error for each setting that wants a port of this machine which another one has. What runs elsewhere, as a
// storefront of its own, is none of it, and neither are servers that are not started here.
func (c Config) sharedPorts() (wrong []error) {
	var taken []listener
	listen := func(key, text string) {
		l, ok := local(key, text)
		if !ok {
			return
		}
		for _, t := range taken {
			if t.addr.Port() == l.addr.Port() && (t.addr.Addr() == l.addr.Addr() || t.addr.Addr().IsUnspecified() || l.addr.Addr().IsUnspecified()) {
				wrong = append(wrong, &InvalidError{
					[]string{key, t.key},
					fmt.Errorf("%s (%s): has the port %d, as %s (%s) has", key, EnvName(key), l.addr.Port(), t.key, EnvName(t.key)),
				})
				return
			}
		}
		taken = append(taken, l)
	}
	started := func(here bool, key string, first, count int) {
		for n := range count {
			if here {
				listen(key, net.JoinHostPort("127.0.0.1", strconv.Itoa(first+n)))
			}
		}
	}
	listen("http.addr", c.HTTP.Addr)
	listen("storefront.addr", c.Storefront.Addr)
	listen("admin.addr", c.Admin.Addr)
	if c.Database.URL == "" || c.Temporal.Address == "" { // it runs where `kontor up` starts the servers
		listen("simulator.addr", c.Simulator.Addr)
	}
	started(c.Database.URL == "", "devstack.postgresPort", c.Devstack.PostgresPort, 1)
	started(c.Temporal.Address == "", "devstack.temporalPort", c.Devstack.TemporalPort, temporal.Ports)
	started(c.Search.Meili.URL == "" && c.Search.Engine != "bleve", "devstack.meiliPort", c.Devstack.MeiliPort, 1)
	started(c.Mail.SMTP == "", "devstack.smtpPort", c.Devstack.SMTPPort, 1)
	started(c.Mail.SMTP == "", "devstack.mailPort", c.Devstack.MailPort, 1)
	return wrong
}

// local gives false for what listens on another machine, nowhere, or at a port that the system chooses.
func local(key, text string) (listener, bool) {
	host, number, err := net.SplitHostPort(text)
	port, portErr := strconv.ParseUint(number, 10, 16)
	if err != nil || portErr != nil || port == 0 {
		return listener{}, false
	}
	switch host {
	case "":
		host = "0.0.0.0"
	case "localhost":
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return listener{}, false
	}
	return listener{key, netip.AddrPortFrom(ip, uint16(port))}, true
}
