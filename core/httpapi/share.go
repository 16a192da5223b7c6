package httpapi

import (
	"context"
	"sync"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi/admission"
)

const (
	// shareOf is which part of a gate's places one client takes at most.
	shareOf = 4
	// turns is how many requests of one client wait for its share: a browser asks for a hundred things at once.
	turns = 128
)

// share keeps one client, see customer.Network, from taking all places of a gate: who asks for everything at once waits for
// itself, and the others do not.
type share struct {
	most    int
	mu      sync.Mutex
	clients map[string]*part
}

// part is one client's.
type part struct {
	gate *admission.Gate
	here int // who holds or waits for a place; without any the part is forgotten
}

// newShare makes the shares of a gate with so many places.
func newShare(places int) *share {
	return &share{most: max(1, places/shareOf), clients: map[string]*part{}}
}

// enter waits for its turn among the client's own, as admission.Gate.Enter does.
func (s *share) enter(ctx context.Context, client string) (leave func(), err error) {
	client = customer.Network(client)
	s.mu.Lock()
	p := s.clients[client]
	if p == nil {
		p = &part{gate: admission.New(admission.Options{Limit: s.most, Queue: turns, Patience: patience})}
		s.clients[client] = p
	}
	p.here++
	s.mu.Unlock()
	leaveGate, err := p.gate.Enter(ctx, admission.Browse)
	if err != nil {
		s.forget(client, p)
		return nil, err
	}
	return func() { leaveGate(); s.forget(client, p) }, nil
}

func (s *share) forget(client string, p *part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.here--; p.here == 0 {
		delete(s.clients, client)
	}
}

// stranger is the address of the caller, "" for the shop's own machines.
func (s *Server) stranger(ctx context.Context) string {
	if v := visitOf(ctx); v != nil && !s.own(v.client) {
		return v.client
	}
	return ""
}
