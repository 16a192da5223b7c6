package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func paymentChecks(t Target) []Check {
	checks := []Check{
		{Name: "payment methods", Proves: "Every method has a code, German and English texts, and of all else what the contract knows: a flow, limits and a fee in its currencies, countries, origins.", Run: with(checkMethods)},
		{Name: "authorize answers", Proves: "Authorize answers with what the shop can go on with: a reference, the amount, an address. A retired method declines.", Run: with(checkAuthorize)},
		{Name: "authorize once per key", Proves: "The same key, many times at once, gives one answer.", Run: with(checkReplay)},
		{Name: "authorize refuses nonsense", Proves: "A request that cannot be a payment leads to no money.", Run: with(checkNonsense)},
		{Name: "status of a stranger", Proves: "A payment that never was is not authorized, captured or refunded.", Run: with(checkStranger)},
	}
	checks = append(checks, journeyChecks(t)...)
	checks = append(checks, faultChecks("payment", "payment to its end", t, paymentDeeds)...)
	genuine := t.Payment.Webhook
	return append(checks, webhookChecks("payment", "payment to its end", t.unsigned(), paymentNotice(t, genuine), func(ctx context.Context, p sdk.Plugin, r base.WebhookRequest) ([]string, error) {
		a, err := p.Payment.HandleWebhook(ctx, r)
		var ids []string
		for _, e := range a.Events {
			if e.ID == "" || e.Kind == payment.EventUnspecified || (e.Reference == "" && e.OrderNumber == "") {
				return nil, fmt.Errorf("event %+v: id, kind, and a reference or an order number", e)
			}
			if err := soundEvent(e); err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
		return ids, cmp.Or(err, soundReply(a.Reply))
	})...)
}

// unsigned reports whether a method's notifications carry no proof.
func (t Target) unsigned() bool {
	for _, s := range t.Payment.Scripts {
		if s.Unsigned {
			return true
		}
	}
	return false
}

// paymentNotice gives how to come by a genuine notification: the target's own way, or a payment in its World.
func paymentNotice(t Target, own func() base.WebhookRequest) genuine {
	if own != nil {
		return func(context.Context, sdk.Plugin, Target) (base.WebhookRequest, error) { return own(), nil }
	}
	for _, r := range t.Payment.Authorize {
		if t.World == nil || !t.Payment.Scripts[r.Method].Webhooks {
			continue
		}
		return func(ctx context.Context, p sdk.Plugin, t Target) (base.WebhookRequest, error) {
			a, err := newAttempt(ctx, p, t, r)
			if err == nil {
				err = a.finish(ctx)
			}
			var about []notice
			if err == nil {
				about, err = a.handed(ctx, noticing, anyKind)
			}
			if err == nil && len(about) == 0 { // some providers notify of captures and refunds only
				if err = a.takeAndReturn(ctx); err == nil {
					about, err = a.handed(ctx, settling, anyKind)
				}
			}
			if err == nil && len(about) == 0 {
				err = errNoEvent
			}
			if err != nil {
				return base.WebhookRequest{}, err
			}
			return about[0].request, nil
		}
	}
	return nil
}

func checkAuthorize(ctx context.Context, p sdk.Plugin, t Target) error {
	methods, err := p.Payment.Methods(ctx)
	if err != nil {
		return err
	}
	retired := map[string]bool{}
	for _, m := range methods {
		retired[m.Code] = m.Retired
	}
	var wrong []error
	for _, r := range t.Payment.Authorize {
		r, err := ready(ctx, p, t, r)
		if err == nil {
			var o payment.Outcome
			if o, err = p.Payment.Authorize(ctx, r); err == nil {
				err = checkOutcome(o, r)
			}
			if _, declined := o.(payment.Declined); retired[r.Method] {
				err = nil
				if !declined {
					err = fmt.Errorf("a retired method takes no payment, but it answers %s", describe(o))
				}
			}
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", r.Method, err))
		}
	}
	return errors.Join(wrong...)
}

// ready gives the example with a session of its own, when its script has one.
func ready(ctx context.Context, p sdk.Plugin, t Target, r payment.AuthorizeRequest) (payment.AuthorizeRequest, error) {
	if t.World == nil || t.Payment.Scripts[r.Method].Session == "" {
		return r, nil
	}
	a, err := newAttempt(ctx, p, t, r)
	if err != nil {
		return r, err
	}
	return a.request, nil
}

func checkOutcome(o payment.Outcome, r payment.AuthorizeRequest) error {
	if err := sound(o); err != nil {
		return err
	}
	switch o := o.(type) {
	case payment.Authorized:
		if o.Reference == "" || o.Amount != r.Purchase.Amount {
			return fmt.Errorf("authorized %+v: a reference, and the amount %+v", o, r.Purchase.Amount)
		}
	case payment.Pending:
		if o.Reference == "" {
			return fmt.Errorf("pending %+v: a reference", o)
		}
		if many := len(o.Instructions); many > payment.MaxInstructions {
			return fmt.Errorf("%d instructions: at most %d", many, payment.MaxInstructions)
		}
		for _, i := range o.Instructions {
			if err := i.Check(); err != nil {
				return fmt.Errorf("instruction %q: %w", i.Key, err)
			}
			if err := checkText("instruction "+i.Key, i.Label); err != nil || !codeForm.MatchString(i.Key) {
				return failed(err, "instruction %q: a key in snake case", i.Key)
			}
		}
		if err := payment.CheckTransfer(o.Instructions); err != nil {
			return fmt.Errorf("instruction %w", err)
		}
	case payment.Redirect:
		return leads(base.CheckAway(o.URL), o.URL, o.Reference)
	case payment.FormPost:
		return leads(base.CheckForm(o.URL, o.Fields), o.URL, o.Reference)
	case payment.Declined:
		return fmt.Errorf("declined with %q, but the example was to succeed", o.Code)
	default:
		return fmt.Errorf("outcome %+v, but the example was to succeed", o)
	}
	return nil
}

// leads holds where a payment sends the browser against what the shop takes; refusal is why it does not.
func leads(refusal error, address, reference string) error {
	address = base.Cut(address, 200)
	if refusal != nil {
		return fmt.Errorf("away to %q: %w", address, refusal)
	}
	if reference == "" {
		return fmt.Errorf("away to %q: a reference", address)
	}
	return nil
}

// checkReplay sends the same request many times at once and in turn: one effect, one answer.
func checkReplay(ctx context.Context, p sdk.Plugin, t Target) error {
	const at = 8
	var wrong []error
	for _, r := range t.Payment.Authorize {
		r, err := ready(ctx, p, t, r)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", r.Method, err))
			continue
		}
		r.IdempotencyKey += "-replay"
		r.Purchase.OrderNumber += "R"
		outcomes := make([]payment.Outcome, at+1)
		failures := make([]error, at+1)
		var wg sync.WaitGroup
		for i := range at {
			wg.Go(func() { outcomes[i], failures[i] = p.Payment.Authorize(ctx, r) })
		}
		wg.Wait()
		outcomes[at], failures[at] = p.Payment.Authorize(ctx, r)
		for i := range outcomes {
			var e *base.Error
			if errors.As(failures[i], &e) && e.Retryable && i < at {
				continue // "busy with the same key" is allowed while it runs
			}
			if failures[i] != nil || !reflect.DeepEqual(outcomes[i], outcomes[at]) {
				wrong = append(wrong, failed(failures[i], "%s: call %d with the same key gave %+v; another %+v",
					r.Method, i, outcomes[i], outcomes[at]))
			}
		}
	}
	return errors.Join(wrong...)
}

// checkNonsense sends requests that must not lead to money.
func checkNonsense(ctx context.Context, p sdk.Plugin, t Target) error {
	nonsense := map[string]func(*payment.AuthorizeRequest){
		"an unknown method":   func(r *payment.AuthorizeRequest) { r.Method = "no_such_method" },
		"a negative amount":   func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Minor = -1 },
		"no currency":         func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Currency = "" },
		"no idempotency key":  func(r *payment.AuthorizeRequest) { r.IdempotencyKey = "" },
		"nothing but garbage": func(r *payment.AuthorizeRequest) { *r = payment.AuthorizeRequest{Method: "\x00"} },
	}
	var wrong []error
	for what, spoil := range nonsense {
		for _, r := range t.Payment.Authorize {
			r.IdempotencyKey += "-nonsense"
			spoil(&r)
			o, err := p.Payment.Authorize(ctx, r)
			var e *base.Error
			_, declined := o.(payment.Declined)
			if !declined && (!errors.As(err, &e) || e.OutcomeUnknown) {
				wrong = append(wrong, failed(err, "%s with %s: want declined or an error with a known outcome, got %+v",
					r.Method, what, o))
			}
		}
	}
	return errors.Join(wrong...)
}

// checkStranger asks about, and tries to take money of, an attempt that never was.
func checkStranger(ctx context.Context, p sdk.Plugin, t Target) error {
	r := t.Payment.Authorize[0]
	state, err := p.Payment.Status(ctx, payment.StatusRequest{
		Method: r.Method, IdempotencyKey: "never-used", OrderNumber: "never-used", Attempt: 1, Amount: r.Purchase.Amount,
	})
	var wrong []error
	if _, authorized := state.Outcome.(payment.Authorized); err == nil && (authorized || state.Captured.Minor != 0) {
		wrong = append(wrong, fmt.Errorf("status of an attempt that never was: %+v", state))
	}
	receipt, err := p.Payment.Capture(ctx, payment.CaptureRequest{
		Method: r.Method, IdempotencyKey: "never-used-c", Reference: "never-used", Amount: r.Purchase.Amount,
	})
	if err == nil && receipt.State == payment.ReceiptDone {
		wrong = append(wrong, errors.New("capture of an attempt that never was is done"))
	}
	refund, err := p.Payment.Refund(ctx, payment.RefundRequest{
		Method: r.Method, IdempotencyKey: "never-used-r", Reference: "never-used", Amount: r.Purchase.Amount,
	})
	if err == nil && refund.State == payment.ReceiptDone {
		wrong = append(wrong, errors.New("refund of an attempt that never was is done"))
	}
	return errors.Join(wrong...)
}
