package devstack

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
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

// FreePorts finds n ports of the loopback address that nobody listens on. They are outside the range from which the
// system gives ports to outgoing connections, and below 32768, as Temporal's tables hold no larger ones.
func FreePorts(n int) ([]int, error) {
	const from, to, tries = 28000, 32700, 1000
	ports := make([]int, 0, n)
	for range tries {
		if len(ports) == n {
			return ports, nil
		}
		l, err := net.Listen("tcp", Loopback(from+rand.IntN(to-from)))
		if err != nil {
			continue
		}
		defer l.Close() // held until all are found, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return nil, fmt.Errorf("no %d free ports between %d and %d", n, from, to)
}

// Loopback is the address of a port on this machine.
func Loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
