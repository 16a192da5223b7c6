package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// codeFailed is the refusal of a payment that failed without anybody's no: for one, the customer turned back at the bank.
const codeFailed = "failed"

// acceptedPayment is a payment as Aiia shows it. Its status is a word, or an object with one: the documents and the
// clients that could be read differ. The amount, which not all of them have, is a number or text, or an object as well.
type acceptedPayment struct {
	Status   json.RawMessage `json:"status"`
	Amount   json.RawMessage `json:"amount"`
	Currency string          `json:"currency"`
}

// word gives the status in small letters without underscores, "" when there is none that can be read.
func (p acceptedPayment) word() string {
	var text string
	var object struct {
		Code    string `json:"code"`
		OldCode string `json:"paymentStatusCode"`
		Status  string `json:"status"`
	}
	if json.Unmarshal(p.Status, &text) != nil && json.Unmarshal(p.Status, &object) == nil {
		text = cmp.Or(object.Code, object.OldCode, object.Status)
	}
	return strings.ToLower(strings.ReplaceAll(text, "_", ""))
}

// money gives the amount; set is false where Aiia named none. One that cannot be read exactly is an error.
func (p acceptedPayment) money() (m base.Money, set bool, err error) {
	raw, currency := p.Amount, p.Currency
	var object struct {
		Value    json.RawMessage `json:"value"`
		Currency string          `json:"currency"`
	}
	if len(raw) > 0 && raw[0] == '{' && json.Unmarshal(raw, &object) == nil {
		raw = object.Value
		if object.Currency != "" {
			currency = object.Currency
		}
	}
	text := strings.Trim(string(raw), `"`)
	if text == "" || text == "null" {
		return base.Money{}, false, nil
	}
	if currency == "" {
		currency = euro
	}
	whole, cents, _ := strings.Cut(text, ".")
	if len(cents) > 2 && strings.Trim(cents[2:], "0") == "" {
		cents = cents[:2]
	}
	if whole == "" || len(whole) > 15 || len(cents) > 2 || strings.Trim(whole+cents, "0123456789") != "" {
		return base.Money{}, false, fmt.Errorf("amount %q cannot be read", text)
	}
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	return base.Money{Minor: minor, Currency: currency}, err == nil, err
}

// outcome translates the status of a payment that was created for the amount wanted.
func (a *account) outcome(id string, p acceptedPayment, wanted base.Money) (payment.Outcome, error) {
	m, set, err := p.money()
	if err != nil {
		return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: err.Error(), OutcomeUnknown: true}
	}
	if !set {
		m = wanted
	}
	switch word := p.word(); word {
	case "executed", "paymentexecuted", "paymentexecuteddebited", "paymentexecutedcredited":
		return payment.Authorized{Reference: id, Amount: m, Captured: true}, nil
	case "authorized", "pending", "providerprocessing", "providerpending", "processing":
		return payment.Pending{Reference: id}, nil // agreed; the bank has not carried it out
	case "failed":
		return payment.Declined{Code: codeFailed, Reference: id}, nil
	case "rejected":
		return payment.Declined{Code: payment.CodeRefused, Reference: id}, nil
	case "cancelled", "canceled":
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: id}, nil
	case "expired":
		return payment.Declined{Code: payment.CodeExpired, Reference: id}, nil
	case "initiated", "created", "awaitingauthorization", "authorizationflowincomplete":
		if page := a.answers.page(id); page != nil {
			return *page, nil
		}
		return payment.Redirect{Reference: id}, nil // another process of the plugin knows the page, and so does the shop
	default:
		return payment.Unknown{Reference: id, Message: "a status that is not known: " + strconv.Quote(word)}, nil
	}
}

// Complete reads the payment. What the browser brought along is not believed. A customer who turned back may still agree
// at the bank, so that only a payment on which nothing was decided counts as cancelled.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	if r.Method != method || r.Reference == "" {
		return nil, base.CallerFault("invalid_request", "method and reference are needed")
	}
	o, err := p.account.Load().ask(ctx, r.Reference, r.Amount)
	if err != nil {
		return nil, err
	}
	if gone, ok := o.(payment.Declined); ok && gone.Code == payment.CodeNotFound { // the customer was sent to it, so that it was there
		return payment.Declined{Code: payment.CodeExpired, Reference: r.Reference}, nil
	}
	if _, undecided := o.(payment.Redirect); r.Cancelled && undecided {
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, nil
	}
	if paid, ok := o.(payment.Authorized); ok && r.Amount.IsSet() && paid.Amount != r.Amount {
		return payment.Unknown{Reference: r.Reference, Message: "executed over another amount; Status tells it"}, nil
	}
	return o, nil
}

// ask reads a payment and says what became of it. One that Aiia does not know has expired or never was.
func (a *account) ask(ctx context.Context, id string, wanted base.Money) (payment.Outcome, error) {
	found, known, err := a.api.read(ctx, id)
	if err != nil {
		return nil, err
	}
	if !known {
		return payment.Declined{Code: payment.CodeNotFound, Reference: id}, nil
	}
	return a.outcome(id, found, wanted)
}

// Status reads the payment. Without a reference nobody was sent to agree to one.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	if r.Reference == "" {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	o, err := p.account.Load().ask(ctx, r.Reference, r.Amount)
	if err != nil {
		return payment.State{}, err
	}
	s := payment.State{Outcome: o}
	if paid, ok := o.(payment.Authorized); ok {
		s.Captured = paid.Amount
	}
	return s, nil
}

// Capture has nothing to do: executed money is taken.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	o, err := p.account.Load().ask(ctx, r.Reference, r.Amount)
	if err != nil {
		return payment.Receipt{}, err
	}
	if paid, ok := o.(payment.Authorized); ok && paid.Amount == r.Amount {
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference, Amount: paid.Amount}, nil
	}
	return payment.Receipt{State: payment.ReceiptDeclined, Code: "not_authorized"}, nil
}

// Void is done when nothing can come any more. Aiia cannot call a payment back: one that is under way stays pending until
// the bank decides, and its money, should it come, is told by the webhook.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	o, err := p.account.Load().ask(ctx, r.Reference, base.Money{})
	if err != nil {
		return payment.Receipt{}, err
	}
	switch o.(type) {
	case payment.Declined:
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
	case payment.Authorized:
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "captured", Reference: r.Reference}, nil
	}
	return payment.Receipt{State: payment.ReceiptPending, Reference: r.Reference}, nil
}
