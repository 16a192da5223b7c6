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

// FreePorts finds n ports in a row, of the loopback address, that nobody listens on. They are outside the range from
// which the system gives ports to outgoing connections, and below 32768, as Temporal's tables hold no larger ones.
func FreePorts(n int) ([]int, error) {
	const from, to, tries = 28000, 32700, 200
	for range tries {
		first := from + rand.IntN(to-from-n)
		ports := make([]int, n)
		free := true
		for i := range ports {
			ports[i] = first + i
			l, err := net.Listen("tcp", Loopback(ports[i]))
			if err != nil {
				free = false
				break
			}
			_ = l.Close()
		}
		if free {
			return ports, nil
		}
	}
	return nil, fmt.Errorf("no %d free ports in a row between %d and %d", n, from, to)
}

// Loopback is the address of a port on this machine.
func Loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
