package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// Status reads the order and its invoices. Pending without instructions may mean that the buyer authorized and the order is
// not confirmed yet.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	a := p.account.Load()
	if r.Reference == "" {
		// The order's uuid never reached the shop, so nobody can have been sent to authorize it.
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	o, err := a.read(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound, Reference: r.Reference}}, nil
	}
	if err != nil {
		return payment.State{}, err
	}
	s := payment.State{Outcome: o.outcome(r.Amount), Voided: o.State == stateCanceled}
	if _, accepted := s.Outcome.(payment.Authorized); !accepted && !s.Voided {
		return s, nil // nothing was invoiced
	}
	invoices, err := a.invoices(ctx, o.UUID)
	if err != nil {
		return payment.State{}, err
	}
	var captured, refunded int64
	for _, i := range invoices {
		captured += i.GrossAmount
		refunded += i.credited()
	}
	if captured > 0 {
		s.Captured = base.Money{Minor: captured, Currency: currency}
	}
	if refunded > 0 {
		s.Refunded = base.Money{Minor: refunded, Currency: currency}
	}
	return s, nil
}

// invoices gives those of an order that count.
func (a *account) invoices(ctx context.Context, uuid string) (valid []invoice, err error) {
	var answer struct {
		Invoices []invoice `json:"invoices"`
	}
	if err := a.api.get(ctx, orderPath(uuid)+"/invoices", &answer); err != nil {
		return nil, err
	}
	for _, i := range answer.Invoices {
		if i.State != stateCanceled {
			valid = append(valid, i)
		}
	}
	return valid, nil
}

func (i invoice) credited() (sum int64) {
	for _, n := range i.CreditNotes {
		if n.State != stateCanceled {
			sum += n.GrossAmount
		}
	}
	return sum
}

// reference names an invoice or a credit note at Mondu: the order's number, and what tells this operation from others.
func reference(number, operation, key string) string {
	const telling = 8
	sum := sha256.Sum256([]byte(operation + " " + key))
	return strings.TrimPrefix(base.Cut(number, maxText-32)+"-"+operation+"-"+hex.EncodeToString(sum[:telling]), "-")
}

// Capture tells Mondu that goods were sent, with an invoice. One that is there already under the legal invoice's number, or
// under the key's reference, is not made again.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.Reference == "" || r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "reference, key and a positive amount are needed")
	}
	if r.Amount.Currency != currency {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "currency_mismatch"}, nil
	}
	return a.receipt(ctx, "capture "+r.Reference+" "+r.IdempotencyKey, false, func() (payment.Receipt, error) {
		receipt, err := a.bill(ctx, r)
		if err == nil && receipt.State == payment.ReceiptDone && r.Final {
			a.finish(ctx, r.Reference)
		}
		return receipt, err
	})
}

// finish gives up the rest of an order after its last invoice. That it could not does not undo the invoice.
func (a *account) finish(ctx context.Context, uuid string) {
	o, err := a.read(ctx, uuid)
	if err == nil && o.State == statePartiallyShipped {
		err = a.giveUp(ctx, o)
	}
	if err != nil {
		slog.WarnContext(ctx, "the rest of the order is not given up", "order", uuid, "error", err)
	}
}

// receipt runs an operation once at a time and key. With keep its answer is remembered, where Mondu cannot tell later what it did.
func (a *account) receipt(ctx context.Context, key string, keep bool, f func() (payment.Receipt, error)) (payment.Receipt, error) {
	answer, err := a.once.do(ctx, key, keep, func() (any, error) { return f() })
	if err != nil {
		return payment.Receipt{}, err
	}
	return answer.(payment.Receipt), nil
}

func (a *account) bill(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	id := reference(r.OrderNumber, "C", r.IdempotencyKey)
	there, err := a.invoices(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	if receipt, made := billed(there, r, id); made {
		return receipt, nil
	}
	body := createInvoice{ExternalID: cmp.Or(r.InvoiceNumber, id), InvoiceURL: r.InvoiceURL, GrossAmount: r.Amount.Minor}
	if body.InvoiceURL == "" {
		body.InvoiceURL = strings.ReplaceAll(a.invoiceURL, "{order}", url.PathEscape(r.OrderNumber))
	}
	if r.Carrier != "" || r.TrackingNumber != "" {
		body.ShippingInfo = &shippingInfo{ShippingCompany: base.Cut(r.Carrier, maxText), TrackingNumber: base.Cut(r.TrackingNumber, maxText)}
	}
	var made struct {
		Invoice invoice `json:"invoice"`
	}
	err = a.api.post(ctx, orderPath(r.Reference)+"/invoices", body, &made)
	if provider.Status(err) == http.StatusUnprocessableEntity {
		if there, err = a.invoices(ctx, r.Reference); err != nil {
			return payment.Receipt{}, unsettled(err)
		}
		if receipt, made := billed(there, r, id); made {
			return receipt, nil // another process was faster
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "capture_not_allowed"}, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: made.Invoice.UUID, Amount: r.Amount}, nil
}

// billed finds the invoice of a capture.
func billed(invoices []invoice, r payment.CaptureRequest, id string) (payment.Receipt, bool) {
	for _, i := range invoices {
		if i.Number == id || r.InvoiceNumber != "" && i.Number == r.InvoiceNumber {
			return payment.Receipt{State: payment.ReceiptDone, Reference: i.UUID, Amount: r.Amount}, true
		}
	}
	return payment.Receipt{}, false
}

// unsettled is the error of a look-up that was to say whether a refused operation had been done before.
func unsettled(err error) error {
	e := *base.AsError(err)
	e.OutcomeUnknown = true
	return &e
}

// giveUp brings an order down to what was invoiced of it. It says what the order is to be, so that told twice it is once.
func (a *account) giveUp(ctx context.Context, o order) error {
	invoices, err := a.invoices(ctx, o.UUID)
	if err != nil {
		return err
	}
	sum := billedIn(invoices)
	if sum == 0 || sum == o.Price {
		return nil
	}
	total := payment.Purchase{Amount: base.Money{Minor: sum, Currency: currency}}
	return a.api.put(ctx, orderPath(o.UUID)+"/adjust", adjustOrder{
		Currency: currency, ExternalID: o.ExternalID, Amount: adjustedAmount{Net: sum, Gross: sum}, Lines: []line{single(total)},
	}, nil)
}

// billedIn is what was invoiced.
func billedIn(invoices []invoice) (sum int64) {
	for _, i := range invoices {
		sum += i.GrossAmount
	}
	return sum
}

// Void cancels an order of which nothing was invoiced, and else gives up what is left of it. Once that is done the order looks
// as if it had been invoiced in full, so that the answer is remembered.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.Reference == "" {
		return payment.Receipt{}, base.CallerFault("invalid_request", "a reference is needed")
	}
	return a.receipt(ctx, "void "+r.Reference+" "+r.IdempotencyKey, true, func() (payment.Receipt, error) { return a.void(ctx, r) })
}

func (a *account) void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	done := payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}
	o, err := a.read(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return done, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	if receipt, ended, err := a.voided(ctx, o, r.Captured.Minor); err != nil || ended {
		return receipt, err
	}
	partly := o.State == statePartiallyShipped
	if partly {
		err = a.giveUp(ctx, o)
	} else {
		err = a.api.put(ctx, orderPath(o.UUID)+"/cancel", struct{}{}, nil)
	}
	if provider.Status(err) != http.StatusUnprocessableEntity {
		if err != nil {
			return payment.Receipt{}, err
		}
		return done, nil
	}
	if o, err = a.read(ctx, r.Reference); err != nil {
		return payment.Receipt{}, unsettled(err)
	}
	receipt, ended, err := a.voided(ctx, o, r.Captured.Minor)
	switch {
	case err != nil:
		return payment.Receipt{}, unsettled(err)
	case ended:
		return receipt, nil
	}
	return payment.Receipt{State: payment.ReceiptDeclined, Code: "cancel_not_allowed", Reference: o.UUID}, nil
}

// voided tells of an order for which cancelling is too late or needless: of one that is invoiced nothing is left, or it was given up
// before, unless more was invoiced than the shop knows.
func (a *account) voided(ctx context.Context, o order, known int64) (r payment.Receipt, ended bool, err error) {
	r = payment.Receipt{State: payment.ReceiptDone, Reference: o.UUID}
	switch o.State {
	case stateCanceled, stateDeclined:
		return r, true, nil
	case stateShipped, stateComplete, statePartiallyDone, statePartiallyShipped:
		invoices, err := a.invoices(ctx, o.UUID)
		if err != nil {
			return payment.Receipt{}, false, err
		}
		if billedIn(invoices) > known {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeCaptured, Reference: o.UUID}, true, nil
		}
		return r, o.State != statePartiallyShipped, nil
	}
	return payment.Receipt{}, false, nil
}

// Refund writes a credit note on the invoice that the shop names, or on the first with enough left. One that is there already
// under the key's reference is not made again.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	a := p.account.Load()
	if r.Reference == "" || r.IdempotencyKey == "" || r.Amount.Minor <= 0 {
		return payment.Receipt{}, base.CallerFault("invalid_request", "reference, key and a positive amount are needed")
	}
	if r.Amount.Currency != currency {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "currency_mismatch"}, nil
	}
	return a.receipt(ctx, "refund "+r.Reference+" "+r.IdempotencyKey, false, func() (payment.Receipt, error) { return a.credit(ctx, r) })
}

func (a *account) credit(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	id := reference(r.OrderNumber, "R", r.IdempotencyKey)
	invoices, err := a.invoices(ctx, r.Reference)
	if provider.Status(err) == http.StatusNotFound {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_captured"}, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	if receipt, made := credited(invoices, id, r.Amount); made {
		return receipt, nil
	}
	on := ""
	for _, i := range invoices {
		if on == "" && (r.CaptureReference == i.UUID || r.CaptureReference == "" && i.GrossAmount-i.credited() >= r.Amount.Minor) {
			on = i.UUID
		}
	}
	if on == "" {
		code := "not_captured"
		if len(invoices) > 0 {
			code = "refund_amount_exceeded"
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: code}, nil
	}
	body := createCreditNote{ExternalID: id, GrossAmount: r.Amount.Minor, Notes: base.Cut(r.Reason, maxText)}
	for _, l := range r.Lines {
		body.Tax += max(l.Tax.Minor, 0)
	}
	var made struct {
		CreditNote creditNote `json:"credit_note"`
	}
	err = a.api.post(ctx, "/invoices/"+url.PathEscape(on)+"/credit_notes", body, &made)
	if provider.Status(err) == http.StatusUnprocessableEntity {
		if invoices, err = a.invoices(ctx, r.Reference); err != nil {
			return payment.Receipt{}, unsettled(err)
		}
		if receipt, made := credited(invoices, id, r.Amount); made {
			return receipt, nil // another process was faster
		}
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "refund_not_allowed"}, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: made.CreditNote.UUID, Amount: r.Amount}, nil
}

// credited finds the credit note of a refund.
func credited(invoices []invoice, id string, amount base.Money) (payment.Receipt, bool) {
	for _, i := range invoices {
		for _, n := range i.CreditNotes {
			if n.ExternalID == id {
				return payment.Receipt{State: payment.ReceiptDone, Reference: n.UUID, Amount: amount}, true
			}
		}
	}
	return payment.Receipt{}, false
}
