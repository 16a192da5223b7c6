package devstack

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"syscall"
)

// Port is a port that a part wants to listen on.
type Port struct {
	Part    string // "PostgreSQL"
	Address string // host:port
	Setting string // the configuration key that changes it, "devstack.postgresPort"
}

// CheckPorts reports every port that another program has, in sentences that say how to get around it.
func CheckPorts(ports []Port) error {
	var errs []error
	for _, p := range ports {
		l, err := net.Listen("tcp", p.Address)
		if err == nil {
			_ = l.Close()
			continue
		}
		if errors.Is(err, syscall.EADDRINUSE) {
			err = fmt.Errorf("%s cannot listen on %s: another program has that port. Stop it, or choose another port with the setting %s",
				p.Part, p.Address, p.Setting)
		} else {
			err = fmt.Errorf("%s cannot listen on %s (setting %s): %w", p.Part, p.Address, p.Setting, err)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// claims hold the UDP ports of the numbers that FreePorts gave away, until the process ends.
var claims struct {
	sync.Mutex
	held []net.PacketConn
}

// FreePorts finds n ports in a row, of the loopback address, that nobody listens on. They are outside the range from
// which the system gives ports to outgoing connections, and below 32768, as Temporal's tables hold no larger ones. No port is
// given twice while the process that asked for it lives, in whatever process the next one asks.
func FreePorts(n int) ([]int, error) {
	const from, to, tries = 28000, 32700, 200
	for range tries {
		first := from + rand.IntN(to-from-n)
		if claim(first, n) {
			ports := make([]int, n)
			for i := range ports {
				ports[i] = first + i
			}
			return ports, nil
		}
	}
	return nil, fmt.Errorf("no %d free ports in a row between %d and %d", n, from, to)
}

// claim takes ports that nobody listens on and nobody else has claimed. Who gets one begins to listen a while later, so that a claim is
// held apart from the port: by the UDP port of the same number, which the servers have no use for, and which ends with the process.
func claim(first, n int) bool {
	var held []net.PacketConn
	for port := first; port < first+n; port++ {
		c, err := net.ListenPacket("udp", Loopback(port))
		if err == nil {
			held = append(held, c)
			var l net.Listener
			if l, err = net.Listen("tcp", Loopback(port)); err == nil {
				_ = l.Close()
			}
		}
		if err != nil {
			for _, c := range held {
				_ = c.Close()
			}
			return false
		}
	}
	claims.Lock()
	defer claims.Unlock()
	claims.held = append(claims.held, held...)
	return true
}

// Loopback is the address of a port on this machine.
func Loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
