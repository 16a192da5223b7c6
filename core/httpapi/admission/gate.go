// Package admission bounds how much a process works on at once. What does not fit waits for a moment in a short queue;
// what does not fit there either is refused at once, so that under overload the process does as much as it can, rather
// than a little of everything too late.
//
// A caller further on its way to an order goes before one that only looks around: a checkout takes several calls, and
// one of them refused wastes the work of all before it. Neither the limiters of golang.org/x/sync nor those of
// go-concurrency-limits let one waiter take another's place, so this is written here.
package admission

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// ErrFull is the answer to who is refused. Trying again after a moment is right.
var ErrFull = errors.New("as much as possible is under way")

// Rank says who goes first.
type Rank int

// The ranks, the lowest first.
const (
	Browse Rank = iota // looks around
	Shop               // changes something of its own: a cart, a wishlist
	Buy                // is on the way to an order, or waited for by a provider
	ranks
)

// Options are the bounds of a gate.
type Options struct {
	Limit    int           // how many are inside at once
	Queue    int           // how many wait
	Patience time.Duration // how long each waits at most
}

// Gate lets a limited number in. It is safe for concurrent use.
type Gate struct {
	o Options

	mu      sync.Mutex
	inside  int
	waiting int
	queues  [ranks]list.List // of chan bool, the oldest first: true lets in, false refuses
}

// New makes a gate.
func New(o Options) *Gate { return &Gate{o: o} }

// Enter waits until there is room, for no longer than the gate's patience and ctx last. Whoever is let in calls leave
// once. ErrFull, or the error of ctx.
func (g *Gate) Enter(ctx context.Context, rank Rank) (leave func(), err error) {
	answer, place := g.ask(rank)
	if place == nil {
		return g.outcome(<-answer)
	}
	patience := time.NewTimer(g.o.Patience)
	defer patience.Stop()
	select {
	case in := <-answer:
		return g.outcome(in)
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = ErrFull
	}
	if !g.giveUp(rank, place) {
		return g.outcome(<-answer) // the answer came at the same moment
	}
	return nil, err
}

func (g *Gate) outcome(in bool) (func(), error) {
	if !in {
		return nil, ErrFull
	}
	return g.leave, nil
}

// ask gives the channel of the answer, and a place in the queue when the answer is not there yet.
func (g *Gate) ask(rank Rank) (<-chan bool, *list.Element) {
	g.mu.Lock()
	defer g.mu.Unlock()
	answer := make(chan bool, 1)
	switch {
	case g.inside < g.o.Limit:
		g.inside++
		answer <- true
		return answer, nil
	case g.waiting >= g.o.Queue && !g.evict(rank):
		answer <- false
		return answer, nil
	}
	g.waiting++
	return answer, g.queues[rank].PushBack(answer)
}

// evict refuses the newest waiter of the lowest rank below one, and reports whether there was any.
func (g *Gate) evict(below Rank) bool {
	for rank := range below {
		if last := g.queues[rank].Back(); last != nil {
			g.waiting--
			g.queues[rank].Remove(last).(chan bool) <- false
			return true
		}
	}
	return false
}

// giveUp takes a waiter out of the queue; false when it has its answer already.
func (g *Gate) giveUp(rank Rank, place *list.Element) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := g.queues[rank].Len()
	g.queues[rank].Remove(place) // nothing happens to one that has been removed
	if g.queues[rank].Len() == before {
		return false
	}
	g.waiting--
	return true
}

// leave hands the place to the oldest waiter of the highest rank.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for rank := ranks - 1; rank >= 0; rank-- {
		if first := g.queues[rank].Front(); first != nil {
			g.waiting--
			g.queues[rank].Remove(first).(chan bool) <- true
			return
		}
	}
	g.inside--
}

// Load tells how many are inside and how many wait.
func (g *Gate) Load() (inside, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside, g.waiting
}
