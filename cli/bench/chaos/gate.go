package chaos

import (
	"io"
	"net"
	"sync"
	"time"
)

// gate stands before the simulator and lets connections through, or cuts them.
type gate struct {
	listener net.Listener
	to       string

	mu     sync.Mutex
	shut   bool
	passed map[net.Conn]bool // both ends of what is open
}

func openGate(addr, to string) (*gate, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	g := &gate{listener: l, to: to, passed: map[net.Conn]bool{}}
	go g.accept()
	return g, nil
}

func (g *gate) accept() {
	for {
		in, err := g.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", g.to)
		if err != nil || !g.pass(in, out) {
			_ = in.Close()
			if out != nil {
				_ = out.Close()
			}
			continue
		}
		go g.carry(in, out)
		go g.carry(out, in)
	}
}

// pass reports whether the gate is open, and remembers the two ends.
func (g *gate) pass(ends ...net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range ends {
		g.passed[c] = !g.shut
	}
	return !g.shut
}

func (g *gate) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from)
	g.mu.Lock()
	delete(g.passed, from)
	delete(g.passed, to)
	g.mu.Unlock()
	_ = from.Close()
	_ = to.Close()
}

// cut ends every connection and takes none for a while.
func (g *gate) cut(d time.Duration) {
	g.mu.Lock()
	g.shut = true
	for c := range g.passed {
		_ = c.Close()
	}
	g.mu.Unlock()
	time.Sleep(d)
	g.mu.Lock()
	g.shut = false
	g.mu.Unlock()
}

func (g *gate) close() {
	_ = g.listener.Close()
	g.cut(0)
}
