package main

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// txidForm keeps what is no txid from being sent as one.
var txidForm = regexp.MustCompile(`^[0-9]{1,18}$`)

// existingWait is how long a payment is waited for that PAYONE has: its notification comes for certain, unless it ended in
// a 3-D Secure page whose address was lost.
const existingWait = 30 * time.Minute

// Status tells what this process knows: PAYONE has no call to ask. A payment that it knows nothing certain about is
// pending when PAYONE has named it, and else unknown for as long as a notification may take. After that it counts as
// never made, which is safe: should it exist, PAYONE takes its reference no second time, and the notification comes.
func (p *plugin) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	if r.Reference != "" && !txidForm.MatchString(r.Reference) {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	known := a.ledger.find(r.Reference, a.reference(r.OrderNumber, r.Attempt, r.IdempotencyKey))
	outcome := known.known()
	known.mu.Lock()
	s := payment.State{Outcome: outcome, Voided: known.voided}
	if known.captured > 0 {
		s.Captured = base.Money{Minor: known.captured, Currency: a.currencyOf(r.Amount)}
	}
	if known.refunded > 0 {
		s.Refunded = base.Money{Minor: known.refunded, Currency: a.currencyOf(r.Amount)}
	}
	known.mu.Unlock()
	since, exists := known.doubt(a.now())
	switch {
	case outcome != nil:
		if redirect, open := outcome.(payment.Redirect); open {
			s.Outcome = payment.Pending{Reference: redirect.Reference}
		}
	case r.Reference != "":
		s.Outcome = payment.Pending{Reference: r.Reference}
	case since < a.wait, exists && since < existingWait:
		s.Outcome = payment.Unknown{Message: "PAYONE's notification may still come"}
	default:
		s.Outcome = payment.Declined{Code: payment.CodeNotFound}
	}
	return s, nil
}

func (a *account) currencyOf(m base.Money) string {
	if m.IsSet() {
		return m.Currency
	}
	return a.currencies[0]
}

// Capture takes reserved money, whole or in part.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !a.accepts(r.Amount) {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a capture needs a key and a positive amount")
	}
	mode := "notcompleted"
	if r.Final {
		mode = "completed"
	}
	return a.operate(ctx, step{
		request: "capture", txid: r.Reference, key: r.IdempotencyKey, amount: r.Amount, earlier: r.Earlier,
		fields: url.Values{"amount": {strconv.FormatInt(r.Amount.Minor, 10)}, "currency": {r.Amount.Currency}, "capturemode": {mode}},
		after:  func(p *process) { p.captured += r.Amount.Minor },
	})
}

// Void ends a preauthorization: PAYONE captures nothing of it and lets the rest go. What is left after a capture and PAYONE does
// not let go of, the card's bank lets go by itself. One whose customer is still to confirm it at the card's bank needs nothing: it
// ends by itself. A process that has not seen it begin learns that from PAYONE, which then has nothing to capture of it.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a void needs a key")
	}
	if r.Reference == "" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_found"}, nil
	}
	known := a.ledger.find(r.Reference, "")
	known.mu.Lock()
	captured, voided, currency := known.captured, known.voided, a.currencies[0]
	if o, ok := known.outcome.(payment.Authorized); ok && o.Amount.IsSet() {
		currency = o.Amount.Currency
	}
	_, open := known.outcome.(payment.Redirect)
	unseen := known.outcome == nil
	known.mu.Unlock()
	part := r.Captured.Minor > 0
	switch {
	case captured > r.Captured.Minor, !part && highest(r.Reference, r.Earlier) > 0:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	case voided, open:
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
	}
	receipt, err := a.operate(ctx, step{
		request: "capture", txid: r.Reference, key: r.IdempotencyKey, earlier: r.Earlier,
		fields: url.Values{"amount": {"0"}, "currency": {currency}, "capturemode": {"completed"}},
		after: func(p *process) {
			p.voided = true
			if !part {
				p.outcome = payment.Declined{Code: "voided", Reference: r.Reference}
			}
		},
	})
	e := base.AsError(err)
	switch sequence := e != nil && e.Code == codeSequence; {
	case part && (sequence || receipt.State == payment.ReceiptDeclined), unseen && stateless.MatchString(receipt.Code):
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeLapses, Reference: r.Reference}, nil
	case sequence: // something was captured already, or it was ended before: a refund finds out, and moves no more than was taken
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: r.Reference}, nil
	}
	return receipt, err
}

// stateless is the code of a refusal that is about where a payment stands, and neither about the shop's credentials nor its request.
var stateless = regexp.MustCompile(`^payone_9[0-9]{2}$`)

// Refund gives captured money back.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.IdempotencyKey == "" || !a.accepts(r.Amount) {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a refund needs a key and a positive amount")
	}
	return a.operate(ctx, step{
		request: "refund", txid: r.Reference, key: r.IdempotencyKey, amount: r.Amount,
		earlier: slices.Concat(r.Earlier, []string{r.CaptureReference, r.Reference + "-1"}), // it follows a capture
		fields:  url.Values{"amount": {strconv.FormatInt(-r.Amount.Minor, 10)}, "currency": {r.Amount.Currency}},
		after:   func(p *process) { p.refunded += r.Amount.Minor },
	})
}

// step is one operation on a payment.
type step struct {
	request, txid, key string
	fields             url.Values
	amount             base.Money
	earlier            []string       // receipts of what was done of the payment before, in whatever process
	after              func(*process) // once it is done, under the process's lock
}

// codeSequence is the error of an operation that cannot be told from one that another process did, perhaps this very one.
const codeSequence = "sequence_unknown"

func sequenceUnknown(message string) *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: codeSequence, OutcomeUnknown: true, Message: message}
}

// highest gives the last sequence number that receipts of a payment name, 0 for none: one of a void that found nothing to do any
// more names the payment alone.
func highest(txid string, receipts []string) (last int) {
	for _, r := range receipts {
		number, _ := strings.CutPrefix(r, txid+"-")
		if n, err := strconv.Atoi(number); err == nil && number != r {
			last = max(last, n)
		}
	}
	return last
}

// operate does a step under the payment's next sequence number, which PAYONE takes once: a step whose answer was lost is
// repeated under the same number, and that the number is taken then proves that it was done.
func (a *account) operate(ctx context.Context, s step) (payment.Receipt, error) {
	if !txidForm.MatchString(s.txid) {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_found"}, nil
	}
	known := a.ledger.find(s.txid, "")
	if !known.take(ctx) {
		return payment.Receipt{}, &base.Error{Fault: base.FaultProvider, Code: "busy", Message: "the same payment is under way", Retryable: true}
	}
	defer known.leave()
	known.mu.Lock()
	told := highest(s.txid, s.earlier)
	op, repeated, doubtful := known.next(s.key, s.request, told)
	open := !repeated && known.open(told)
	known.mu.Unlock()
	switch {
	case doubtful:
		return payment.Receipt{}, sequenceUnknown("it may have been done by another process")
	case open: // its number may be used or not
		return payment.Receipt{}, &base.Error{Fault: base.FaultProvider, Code: "busy", Message: "another operation's answer was lost", Retryable: true}
	}
	if op.receipt.State != payment.ReceiptUnspecified {
		return op.receipt, nil
	}
	s.fields.Set("txid", s.txid)
	s.fields.Set("sequencenumber", strconv.Itoa(op.sequence))
	got, again, err := a.api.call(ctx, s.request, s.fields)
	if err != nil {
		if base.AsError(err).OutcomeUnknown {
			known.remember(s.key, op, nil)
		}
		return payment.Receipt{}, err
	}
	taken := got["errorcode"] == errorSequence
	switch {
	case taken && !repeated && !again:
		return payment.Receipt{}, sequenceUnknown("PAYONE does not take sequence number " + strconv.Itoa(op.sequence))
	case got["status"] == statusError && !taken:
		if code, declined := declineCode(got["errorcode"]); declined {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: code}, nil
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "payone_" + clean(got["errorcode"])}, nil
	}
	op.receipt = payment.Receipt{State: payment.ReceiptDone, Reference: s.txid + "-" + strconv.Itoa(op.sequence), Amount: s.amount}
	if got["status"] == statusPending {
		op.receipt.State = payment.ReceiptPending
	}
	known.remember(s.key, op, s.after)
	return op.receipt, nil
}

// remember keeps an operation under its key; after runs once it is done.
func (p *process) remember(key string, op operation, after func(*process)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done[key] = op
	if after != nil {
		p.last = max(p.last, op.sequence)
		after(p)
	}
}
