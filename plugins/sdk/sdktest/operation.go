package sdktest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// capture takes money and waits until the operation has an end.
func (a *attempt) capture(ctx context.Context, key string, minor int64, last bool) (payment.Receipt, error) {
	r := payment.CaptureRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey + "-" + key, Reference: a.name,
		OrderNumber: a.request.Purchase.OrderNumber, Amount: base.Money{Minor: minor, Currency: a.amount().Currency}, Final: last,
		Earlier: a.earlier(key),
	}
	return a.operate(ctx, "capture", key, func() (payment.Receipt, error) { return a.plugin.Payment.Capture(ctx, r) })
}

// refund gives money back and waits until the operation has an end.
func (a *attempt) refund(ctx context.Context, key, capture string, minor int64) (payment.Receipt, error) {
	r := payment.RefundRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey + "-" + key, Reference: a.name,
		CaptureReference: capture, OrderNumber: a.request.Purchase.OrderNumber,
		Amount: base.Money{Minor: minor, Currency: a.amount().Currency}, Earlier: a.earlier(key),
	}
	return a.operate(ctx, "refund", key, func() (payment.Receipt, error) { return a.plugin.Payment.Refund(ctx, r) })
}

// void gives up what is left when so much was captured.
func (a *attempt) void(ctx context.Context, key string, captured int64) (payment.Receipt, error) {
	r := payment.VoidRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey + "-" + key, Reference: a.name,
		OrderNumber: a.request.Purchase.OrderNumber,
	}
	if captured > 0 { // a shop that knows of nothing has no receipts either
		r.Earlier, r.Captured = a.earlier(key), base.Money{Minor: captured, Currency: a.amount().Currency}
	}
	return a.operate(ctx, "void", key, func() (payment.Receipt, error) { return a.plugin.Payment.Void(ctx, r) })
}

// earlier gives what the host knows to have been done of the payment when it asks for an operation.
func (a *attempt) earlier(key string) (references []string) {
	for _, r := range a.receipts {
		if r.key != key {
			references = append(references, r.reference)
		}
	}
	return references
}

// kept is a receipt under the key of its operation.
type kept struct{ key, reference string }

func (a *attempt) operate(ctx context.Context, what, key string, call func() (payment.Receipt, error)) (payment.Receipt, error) {
	var receipt payment.Receipt
	err := repeat(ctx, func() error {
		var err error
		receipt, err = call()
		if a.forPeople(err) {
			return final{err}
		}
		return err
	})
	if errors.Is(err, &base.Error{Code: base.CodeNotSupported}) {
		return receipt, Skip(what + " is not supported")
	}
	if err == nil {
		err = a.receives(receipt)
	}
	if receipt.Reference != "" && receipt.State != payment.ReceiptDeclined && !slices.Contains(a.receipts, kept{key, receipt.Reference}) {
		a.receipts = append(a.receipts, kept{key, receipt.Reference})
	}
	return receipt, label(what, err)
}

// sums waits until Status gives these sums.
func (a *attempt) sums(ctx context.Context, captured, refunded int64) error {
	return until(ctx, func() error {
		s, err := a.status(ctx)
		if err == nil {
			err = errors.Join(a.inCurrency("captured", s.Captured), a.inCurrency("refunded", s.Refunded))
		}
		if err != nil || s.Captured.Minor != captured || s.Refunded.Minor != refunded {
			return failed(err, "status says %s captured and %s refunded, want %d and %d", money(s.Captured), money(s.Refunded), captured, refunded)
		}
		return nil
	})
}

// reserved brings the attempt to an authorization that is not captured.
func (a *attempt) reserved(ctx context.Context) error {
	if err := a.finish(ctx); err != nil {
		return err
	}
	if a.outcome.(payment.Authorized).Captured {
		return Skip("the money is taken at once")
	}
	return nil
}

// taken brings the attempt to where all of the money is captured, and gives the reference of the capture.
func (a *attempt) taken(ctx context.Context) (capture string, err error) {
	if err := a.finish(ctx); err != nil {
		return "", err
	}
	if a.outcome.(payment.Authorized).Captured {
		return "", nil
	}
	receipt, err := a.capture(ctx, "all", a.amount().Minor, true)
	if err != nil {
		return "", err
	}
	if receipt.State == payment.ReceiptDeclined {
		return "", fmt.Errorf("capture of the whole amount is declined: %s", receipt.Code)
	}
	return receipt.Reference, a.sums(ctx, a.amount().Minor, 0)
}

// takeAndReturn captures what is authorized and gives it back, as far as the plugin can.
func (a *attempt) takeAndReturn(ctx context.Context) error {
	var skip Skip
	capture, err := a.taken(ctx)
	if errors.As(err, &skip) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err = a.refund(ctx, "r", capture, a.amount().Minor); errors.As(err, &skip) {
		return nil
	}
	return err
}

func done(what string, r payment.Receipt, minor int64) error {
	if r.State == payment.ReceiptDeclined {
		return fmt.Errorf("%s is declined: %s", what, r.Code)
	}
	if r.State == payment.ReceiptDone && r.Amount.Minor != minor {
		return fmt.Errorf("%s moved %s, want %d", what, money(r.Amount), minor)
	}
	return nil
}

func checkCaptureParts(ctx context.Context, a *attempt) error {
	if err := a.reserved(ctx); err != nil {
		return err
	}
	all := a.amount().Minor
	first, err := a.capture(ctx, "c1", all/3, false)
	if err != nil {
		return err
	}
	rest := all - all/3
	if first.State == payment.ReceiptDeclined && first.Code != payment.CodeOnlyWhole {
		return fmt.Errorf("a part is declined: %s; want done, or %q where the provider takes a payment only as a whole", first.Code, payment.CodeOnlyWhole)
	}
	if first.State == payment.ReceiptDeclined {
		rest = all
	} else if err := errors.Join(done("a part", first, all/3), a.sums(ctx, all/3, 0)); err != nil {
		return err
	}
	more, err := a.capture(ctx, "c2", rest+1, false)
	if err == nil && more.State == payment.ReceiptDone {
		return errors.New("more was captured than was authorized")
	}
	last, err := a.capture(ctx, "c3", rest, true)
	if err != nil {
		return err
	}
	return errors.Join(done("the rest", last, rest), a.sums(ctx, all, 0))
}

func checkCaptureReplay(ctx context.Context, a *attempt) error {
	if err := a.reserved(ctx); err != nil {
		return err
	}
	key, part := "c", a.amount().Minor/3 // twice of which would still be possible
	first, err := a.capture(ctx, key, part, false)
	if err == nil && first.State == payment.ReceiptDeclined {
		key, part = "w", a.amount().Minor
	}
	return a.replayed(ctx, part, part, 0, func() (payment.Receipt, error) { return a.capture(ctx, key, part, false) })
}

func checkRefundReplay(ctx context.Context, a *attempt) error {
	capture, err := a.taken(ctx)
	if err != nil {
		return err
	}
	part := a.amount().Minor / 3 // twice of which would still be possible
	return a.replayed(ctx, part, a.amount().Minor, part, func() (payment.Receipt, error) { return a.refund(ctx, "r", capture, part) })
}

// replayed makes an operation over moved three times under one key and holds receipts and sums against one effect.
func (a *attempt) replayed(ctx context.Context, moved, captured, refunded int64, operation func() (payment.Receipt, error)) error {
	var first payment.Receipt
	for i := range 3 {
		r, err := operation()
		if err != nil {
			return err
		}
		if i == 0 {
			first = r
			if err := done("the first", r, moved); err != nil {
				return err
			}
		}
		settled := first.State == payment.ReceiptPending && r.State == payment.ReceiptDone
		if !reflect.DeepEqual(first, r) && !settled {
			return fmt.Errorf("the same key gave %+v, then %+v", first, r)
		}
	}
	return a.sums(ctx, captured, refunded)
}

func checkRefundParts(ctx context.Context, a *attempt) error {
	capture, err := a.taken(ctx)
	if err != nil {
		return err
	}
	all := a.amount().Minor
	first, err := a.refund(ctx, "r1", capture, all/3)
	if err != nil {
		return err
	}
	if err := errors.Join(done("a part", first, all/3), a.sums(ctx, all, all/3)); err != nil {
		return err
	}
	more, err := a.refund(ctx, "r2", capture, all)
	if err == nil && more.State == payment.ReceiptDone {
		return errors.New("more was refunded than was captured")
	}
	last, err := a.refund(ctx, "r3", capture, all-all/3)
	if err != nil {
		return err
	}
	return errors.Join(done("the rest", last, all-all/3), a.sums(ctx, all, all))
}

func checkVoid(ctx context.Context, a *attempt) error {
	if err := a.reserved(ctx); err != nil {
		return err
	}
	for range 2 { // a retry is answered as the first try
		r, err := a.void(ctx, "v", 0)
		if err != nil {
			return err
		}
		if r.State == payment.ReceiptDeclined {
			return fmt.Errorf("void is declined: %s", r.Code)
		}
	}
	err := until(ctx, func() error {
		s, err := a.status(ctx)
		if err != nil || !s.Voided {
			return failed(err, "status does not say that it is voided")
		}
		return nil
	})
	if err != nil {
		return err
	}
	r, err := a.capture(ctx, "c", a.amount().Minor, true)
	if err == nil && r.State == payment.ReceiptDone {
		return errors.New("money was captured after the void")
	}
	return a.charged(ctx, 0)
}

func checkVoidRest(ctx context.Context, a *attempt) error {
	if err := a.reserved(ctx); err != nil {
		return err
	}
	taken, err := a.capture(ctx, "c", a.amount().Minor/3, false)
	part := a.amount().Minor / 3
	if err == nil && taken.State == payment.ReceiptDeclined { // a provider may take a payment only as a whole
		part = a.amount().Minor
		taken, err = a.capture(ctx, "w", part, true)
	}
	if err := errors.Join(err, done("a capture", taken, part), a.sums(ctx, part, 0)); err != nil {
		return err
	}
	r, err := a.void(ctx, "v1", 0)
	if err != nil || r.State != payment.ReceiptDeclined {
		return failed(err, "something was captured, and a void of all of it is not declined")
	}
	for range 2 { // a retry is answered as the first try
		r, err = a.void(ctx, "v2", part)
		if err != nil {
			return err
		}
		if r.State == payment.ReceiptDeclined && r.Code != payment.CodeLapses {
			return fmt.Errorf("void of the rest is declined: %s; want done, or %q where it ends by itself", r.Code, payment.CodeLapses)
		}
	}
	if r.State == payment.ReceiptDone && part < a.amount().Minor {
		more, err := a.capture(ctx, "c2", a.amount().Minor-part, true)
		if err == nil && more.State == payment.ReceiptDone {
			return errors.New("money was captured after the void of the rest")
		}
	}
	if err := a.sums(ctx, part, 0); err != nil {
		return fmt.Errorf("after the void of the rest: %w", err)
	}
	var skip Skip
	back, err := a.refund(ctx, "r", taken.Reference, part)
	if errors.As(err, &skip) {
		return a.charged(ctx, 1)
	}
	return errors.Join(err, done("a refund after the void of the rest", back, part), a.charged(ctx, 1))
}
