package main

import (
	"context"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/payment"
)

// maxProcesses bounds the ledger; the oldest processes leave first.
const maxProcesses = 20000

// ledger is what this process has done at PAYONE and heard from it, by reference and by txid. It is a memory, no record:
// what is not in it is unknown, never untrue.
type ledger struct {
	mu          sync.Mutex
	byReference map[string]*process
	byTxid      map[string]*process
	inOrder     []*process
}

// process is one payment. Whoever works on it holds turn, so that the same key is at PAYONE once at a time.
type process struct {
	turn      chan struct{}
	reference string

	mu       sync.Mutex
	txid     string
	outcome  payment.Outcome // the last that is certain, nil for none
	unknown  time.Time       // since when nobody knows
	exists   bool            // PAYONE has it, though the answer was lost
	captured int64
	refunded int64
	voided   bool
	last     int // the highest sequence number that is known to be used, 0 for the preauthorization
	done     map[string]operation
	heard    map[int]string // the requests behind sequence numbers, as notifications name them
}

// operation is a capture, void or refund under its sequence number.
type operation struct {
	sequence int
	receipt  payment.Receipt // the zero value as long as its answer is lost
}

func newLedger() *ledger {
	return &ledger{byReference: map[string]*process{}, byTxid: map[string]*process{}}
}

// named gives the process of a reference, a new one when there is none.
func (l *ledger) named(reference string) *process {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.byReference[reference]
	if p == nil {
		p = l.add()
		p.reference = reference
		l.byReference[reference] = p
	}
	return p
}

// numbered gives the process of a txid, a new one when there is none.
func (l *ledger) numbered(txid string) *process {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.byTxid[txid]
	if p == nil {
		p = l.add()
		p.txid = txid
		l.byTxid[txid] = p
	}
	return p
}

// join learns that a reference and a txid are one process, and gives it. Where both are known already, the one under which
// something was done stays.
func (l *ledger) join(reference, txid string) *process {
	if txid == "" {
		return l.named(reference)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p, other := l.byReference[reference], l.byTxid[txid]
	switch {
	case p == nil && other == nil:
		p = l.add()
	case p == nil || other != nil && other.busy():
		p = other
	}
	l.byReference[reference], l.byTxid[txid] = p, p
	p.mu.Lock()
	p.reference, p.txid = reference, txid
	p.mu.Unlock()
	return p
}

// find gives what is known of a payment, by txid or, without one, by reference.
func (l *ledger) find(txid, reference string) *process {
	if txid != "" {
		return l.numbered(txid)
	}
	return l.named(reference)
}

// add makes a process. The caller holds the lock.
func (l *ledger) add() *process {
	p := &process{turn: make(chan struct{}, 1), done: map[string]operation{}, heard: map[int]string{}}
	l.inOrder = append(l.inOrder, p)
	if len(l.inOrder) > maxProcesses {
		oldest := l.inOrder[0]
		l.inOrder = l.inOrder[1:]
		if l.byReference[oldest.reference] == oldest {
			delete(l.byReference, oldest.reference)
		}
		if l.byTxid[oldest.txid] == oldest {
			delete(l.byTxid, oldest.txid)
		}
	}
	return p
}

// busy reports whether a capture, void or refund is known.
func (p *process) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.done) > 0
}

// take waits for the turn; false when the context ends first.
func (p *process) take(ctx context.Context) bool {
	select {
	case p.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *process) leave() { <-p.turn }

// settle keeps a certain outcome. Money that is authorized is not undone by an older word, but a notification of it knows the
// amount better than the customer's return does.
func (p *process) settle(o payment.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, was := p.outcome.(payment.Authorized)
	_, is := o.(payment.Authorized)
	if is && p.voided || was && !is && !p.voided {
		return
	}
	p.outcome, p.unknown = o, time.Time{}
}

// known gives the last certain outcome, nil for none.
func (p *process) known() payment.Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.outcome
}

// doubt gives how long the outcome has been unknown, from the first time it is asked, and whether the payment exists.
func (p *process) doubt(now time.Time) (since time.Duration, exists bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unknown.IsZero() {
		p.unknown = now
	}
	return now.Sub(p.unknown), p.exists
}

// taken learns that PAYONE has the reference.
func (p *process) taken() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exists = true
}

// used learns that a sequence number is taken. A capture or refund under it counts before what PAYONE does of itself.
func (p *process) used(sequence int, request string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = max(p.last, sequence)
	if before := p.heard[sequence]; before != "capture" && before != "refund" {
		p.heard[sequence] = request
	}
}

// open reports whether the answer of an operation was lost, and nobody knows whether its number is used: it is beyond those that
// the shop has receipts of. The caller holds the lock.
func (p *process) open(told int) bool {
	for _, op := range p.done {
		if op.receipt.State == payment.ReceiptUnspecified && op.sequence > told {
			return true
		}
	}
	return false
}

// next gives the operation of a key: the same as before, or a new one under the next number. told is the last number that the
// shop has a receipt of. It is doubtful when a later number may stand for this very operation, done by another process: a
// request of its kind, or one that nobody told of. An operation whose answer was lost, and whose number is another's by now, did
// not arrive. The caller holds the lock.
func (p *process) next(key, request string, told int) (op operation, repeated, doubtful bool) {
	op, repeated = p.done[key]
	if repeated && (op.receipt.State != payment.ReceiptUnspecified || op.sequence > told) {
		return op, true, false
	}
	delete(p.done, key)
	own := map[int]bool{}
	for _, o := range p.done {
		own[o.sequence] = true
	}
	last := max(p.last, told)
	for n := told + 1; n <= last; n++ {
		if !own[n] && (p.heard[n] == request || p.heard[n] == "") {
			doubtful = true
		}
	}
	return operation{sequence: last + 1}, false, doubtful
}
