package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "muster"
	version = "0.1.0"
	method  = "muster" // the code of the one method
	euro    = "EUR"
)

// texts are what customers read, by key and language.
//
//go:embed texts.json
var rawTexts []byte

var texts = readTexts()

func readTexts() map[string]base.Text {
	out := map[string]base.Text{}
	if err := json.Unmarshal(rawTexts, &out); err != nil {
		panic(err) // it is compiled in
	}
	return out
}

// plugin is the payment provider. It keeps nothing: what became of a payment is asked of Muster.
type plugin struct {
	payment.Unsupported
	api atomic.Pointer[api]
}

func newPlugin() sdk.Plugin {
	p := &plugin{}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Payment: p}
}

func (p *plugin) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.api.Store(newAPI(s, c.Redactor()))
	return nil
}

// Methods gives the one method.
func (p *plugin) Methods(context.Context) ([]payment.Method, error) {
	return []payment.Method{{
		Code: method, Title: texts["title"], Hint: texts["hint"], Flow: payment.FlowRedirect, Currencies: []string{euro}, Sort: 90,
	}}, nil
}

// Authorize opens a payment and sends the customer to Muster's page.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	if err := check(r); err != nil {
		return nil, err
	}
	opened, err := p.api.Load().open(ctx, r)
	if err != nil {
		return nil, err
	}
	return opened.outcome(r.Purchase.Amount), nil
}

func check(r payment.AuthorizeRequest) error {
	var wrong base.Misfits
	wrong.Add(r.Method != method, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != euro, "purchase.amount")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// Complete asks Muster where the payment stands. What the browser brought along is not believed.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	if r.Cancelled {
		// A customer who gave up may still have the page open: it must not take money any more.
		if _, err := p.api.Load().void(ctx, r.Reference, r.IdempotencyKey+"-cancel"); err != nil && !refused(err) {
			return nil, err
		}
	}
	now, err := p.api.Load().read(ctx, r.Reference)
	if err != nil {
		return nil, err
	}
	return now.outcome(r.Amount), nil
}

// Status reads the payment, by its reference or, when the answer to Authorize was lost, by the key.
func (p *plugin) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	var now musterPayment
	var err error
	if r.Reference != "" {
		now, err = p.api.Load().read(ctx, r.Reference)
	} else {
		now, err = p.api.Load().find(ctx, r.IdempotencyKey)
	}
	if notFound(err) {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	if err != nil {
		return payment.State{}, err
	}
	money := func(minor int64) base.Money { return base.Money{Minor: minor, Currency: now.Currency} }
	return payment.State{
		Outcome: now.outcome(money(now.Amount)), Captured: money(now.Captured), Refunded: money(now.Refunded), Voided: now.Status == "voided",
	}, nil
}

// Capture takes reserved money.
func (p *plugin) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	return receipt(p.api.Load().move(ctx, r.Reference, "captures", r.IdempotencyKey, r.Amount))
}

// Refund gives taken money back.
func (p *plugin) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	return receipt(p.api.Load().move(ctx, r.Reference, "refunds", r.IdempotencyKey, r.Amount))
}

// Void gives up a reservation. What is left of one after a capture Muster cannot give up: it ends by itself.
func (p *plugin) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	done, err := receipt(p.api.Load().void(ctx, r.Reference, r.IdempotencyKey))
	if done.Code != payment.CodeCaptured || r.Captured.Minor == 0 {
		return done, err
	}
	now, err := p.api.Load().read(ctx, r.Reference)
	if err == nil && now.Captured <= r.Captured.Minor { // else more was taken than the shop knows
		done.Code = payment.CodeLapses
	}
	return done, err
}

// receipt turns a refusal of Muster into a declined receipt; any other failure stays an error.
func receipt(m movement, err error) (payment.Receipt, error) {
	if refused(err) || notFound(err) {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: reason(err)}, nil
	}
	if err != nil {
		return payment.Receipt{}, err
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: m.ID, Amount: base.Money{Minor: m.Amount, Currency: m.Currency}}, nil
}
