package devstack

import (
	"errors"
	"fmt"
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

// FreePorts finds n ports of the loopback address that nobody listens on.
func FreePorts(n int) ([]int, error) {
	ports := make([]int, 0, n)
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // held until all are found, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// Loopback is the address of a port on this machine.
func Loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
