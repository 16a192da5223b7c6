package app

import (
	"context"
	"errors"
	"net"
	"syscall"

	"kontor.dev/kontor/core/fault"
)

// listen opens http.addr or admin.addr, whose section is named. Fault Unavailable: ("http_addr_taken") where another program listens
// there, ("http_addr_unusable") where this machine has no such address, or does not give its port to this user.
func listen(ctx context.Context, section, address string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fault.Wrap(err, fault.Unavailable, section+"_addr_taken")
	}
	return nil, fault.Wrap(err, fault.Unavailable, section+"_addr_unusable")
}
