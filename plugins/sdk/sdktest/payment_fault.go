package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// paymentDeeds gives what a payment plugin does at its provider: authorize and, where the method has them, complete,
// capture and refund.
func paymentDeeds(t Target) []deed {
	var deeds []deed
	for _, r := range t.Payment.Authorize {
		if _, ok := t.Payment.Scripts[r.Method]; !ok {
			continue
		}
		for _, d := range []struct {
			name  string
			begin func(context.Context, *attempt) (*doing, error)
		}{{"authorize", beginAuthorize}, {"complete", beginComplete}, {"capture", beginCapture}, {"refund", beginRefund}} {
			deeds = append(deeds, deed{r.Method + " " + d.name, func(ctx context.Context, p sdk.Plugin) (*doing, error) {
				a, err := newAttempt(ctx, p, t, r)
				if err != nil {
					return nil, err
				}
				do, err := d.begin(ctx, a)
				if err != nil {
					return nil, err
				}
				do.effect = func(ctx context.Context) (int, bool) { return a.world.count(ctx, "charge") }
				prove := do.prove
				do.prove = func(ctx context.Context, p sdk.Plugin) error { a.plugin = p; return prove(ctx, p) }
				return do, nil
			}})
		}
	}
	return deeds
}

// said gives the answer of a call that ends in an outcome, and keeps the outcome unless it tells nothing.
func (a *attempt) said(o payment.Outcome, err error) (answer, error) {
	if err != nil {
		return answer{err: err}, nil
	}
	_, declined := o.(payment.Declined)
	got := answer{text: describe(o), refused: declined}
	if money, ok := o.(payment.Authorized); ok && money.Amount != a.amount() {
		return got, fmt.Errorf("authorized %+v, want the amount %+v", money, a.amount())
	}
	if payment.ReferenceOf(o) != "" && !declined {
		a.outcome, a.name = o, cmp.Or(a.name, payment.ReferenceOf(o))
	}
	return got, nil
}

func beginAuthorize(_ context.Context, a *attempt) (*doing, error) {
	return &doing{
		try: func(ctx context.Context, p sdk.Plugin) (answer, error) {
			return a.said(p.Payment.Authorize(ctx, a.request))
		},
		prove: func(ctx context.Context, _ sdk.Plugin) error {
			// The key alone must do: a shop that never got the answer has nothing else.
			if err := repeat(ctx, func() error { return a.authorize(ctx) }); err != nil {
				return fmt.Errorf("authorize, with the same key: %w", err)
			}
			return a.finish(ctx)
		},
	}, nil
}

func beginComplete(ctx context.Context, a *attempt) (*doing, error) {
	if err := a.away(ctx); err != nil {
		return nil, err
	}
	r := a.completion()
	return &doing{
		try: func(ctx context.Context, p sdk.Plugin) (answer, error) { return a.said(p.Payment.Complete(ctx, r)) },
		prove: func(ctx context.Context, p sdk.Plugin) error {
			err := repeat(ctx, func() error {
				o, err := p.Payment.Complete(ctx, r)
				if _, ok := o.(payment.Authorized); err == nil && !ok {
					if _, declined := o.(payment.Declined); declined {
						return final{fmt.Errorf("complete, again: %s", describe(o))}
					}
					return &base.Error{Code: "not_yet", Message: describe(o), Retryable: true}
				}
				return a.keep(o, err)
			})
			if err != nil {
				return err
			}
			return a.paid(ctx)
		},
	}, nil
}

// receipt gives the answer of a call that ends in a receipt.
func receipt(r payment.Receipt, err error) (answer, error) {
	if errors.Is(err, &base.Error{Code: base.CodeNotSupported}) {
		return answer{}, Skip("it is not supported")
	}
	return answer{text: fmt.Sprintf("%+v", r), refused: err == nil && r.State == payment.ReceiptDeclined, err: err}, nil
}

func beginCapture(ctx context.Context, a *attempt) (*doing, error) {
	if err := a.reserved(ctx); err != nil {
		return nil, err
	}
	r := payment.CaptureRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey + "-c", Reference: a.name,
		OrderNumber: a.request.Purchase.OrderNumber, Amount: a.amount(), Final: true,
	}
	return &doing{
		try: func(ctx context.Context, p sdk.Plugin) (answer, error) { return receipt(p.Payment.Capture(ctx, r)) },
		prove: func(ctx context.Context, _ sdk.Plugin) error {
			got, err := a.capture(ctx, "c", a.amount().Minor, true)
			if a.forPeople(err) {
				return a.charged(ctx, 1)
			}
			if err != nil {
				return err
			}
			return errors.Join(done("capture, with the same key,", got, a.amount().Minor), a.sums(ctx, a.amount().Minor, 0), a.charged(ctx, 1))
		},
	}, nil
}

func beginRefund(ctx context.Context, a *attempt) (*doing, error) {
	capture, err := a.taken(ctx)
	if err != nil {
		return nil, err
	}
	part := a.amount().Minor / 3 // twice of which would still be possible
	r := payment.RefundRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey + "-r", Reference: a.name,
		CaptureReference: capture, OrderNumber: a.request.Purchase.OrderNumber,
		Amount: base.Money{Minor: part, Currency: a.amount().Currency}, Earlier: a.earlier("r"),
	}
	return &doing{
		try: func(ctx context.Context, p sdk.Plugin) (answer, error) { return receipt(p.Payment.Refund(ctx, r)) },
		prove: func(ctx context.Context, _ sdk.Plugin) error {
			got, err := a.refund(ctx, "r", capture, part)
			if a.forPeople(err) {
				return a.charged(ctx, 1)
			}
			if err != nil {
				return err
			}
			return errors.Join(done("refund, with the same key,", got, part), a.sums(ctx, a.amount().Minor, part))
		},
	}, nil
}
