package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func journeyChecks(t Target) []Check {
	checks := []Check{
		{Name: "payment to its end", Proves: "An approved payment is authorized with the amount that was asked for, once.",
			Run: led(checkEnd)},
		{Name: "return twice", Proves: "A customer who comes back several times, also at once, is charged once and told the same.",
			Run: led(checkReturns)},
		{Name: "declined at the provider", Proves: "A refusal of the provider or the customer is declined, and never authorized afterwards.",
			Run: led(checkDeclined)},
		{Name: "turned back", Proves: "A customer who comes back through the cancel address has not paid.", Run: led(checkTurnedBack)},
		{Name: "other amount or currency", Proves: "A payment over another amount or in another currency is not passed off as authorized.",
			Run: led(checkMismatch)},
		{Name: "capture in parts", Proves: "Parts of an authorization add up, or are declined as such, and no more than it is taken.", Run: led(checkCaptureParts)},
		{Name: "capture once per key", Proves: "The same key captures once, however often it comes.", Run: led(checkCaptureReplay)},
		{Name: "refund in parts", Proves: "Parts of a capture add up, and no more than it goes back.", Run: led(checkRefundParts)},
		{Name: "refund once per key", Proves: "The same key refunds once, however often it comes.", Run: led(checkRefundReplay)},
		{Name: "void", Proves: "A voided authorization is gone: nothing can be captured any more.", Run: led(checkVoid)},
		{Name: "void after a part", Proves: "The rest is given up, or ends by itself; a void never passes over money that was taken.",
			Run: led(checkVoidRest)},
		{Name: "return before webhook", Proves: "A webhook that comes after the return tells of the same payment.",
			Run: led(checkReturnFirst)},
		{Name: "webhook before return", Proves: "A webhook that comes before the return leaves the customer one charge.",
			Run: led(checkWebhookFirst)},
		{Name: "webhooks late and out of order", Proves: "Webhooks mean the same in any order, long after the payment, and move no money.",
			Run: led(checkDisorder)},
	}
	for i := range checks {
		if i > 0 {
			checks[i].After = checks[0].Name
		}
		checks[i] = checks[i].unless(t.World != nil && len(t.Payment.Scripts) > 0, noWorld)
	}
	return checks
}

// led runs f for each method that has a script, each with a fresh attempt on one configured plugin.
func led(f func(ctx context.Context, a *attempt) error) func(context.Context, Target) error {
	return with(func(ctx context.Context, p sdk.Plugin, t Target) error {
		var results []error
		for _, r := range t.Payment.Authorize {
			if _, ok := t.Payment.Scripts[r.Method]; !ok {
				continue
			}
			a, err := newAttempt(ctx, p, t, r)
			if err == nil {
				err = f(ctx, a)
			}
			results = append(results, label(r.Method, err))
		}
		return joined(results)
	})
}

func label(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// joined gives all failures; when there are none, and everything was skipped, the first reason.
func joined(results []error) error {
	var wrong, skipped []error
	for _, err := range results {
		var s Skip
		if errors.As(err, &s) {
			skipped = append(skipped, s)
		} else if err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) == 0 && len(skipped) > 0 && len(skipped) == len(results) {
		return skipped[0]
	}
	return errors.Join(wrong...)
}

func checkEnd(ctx context.Context, a *attempt) error { return a.finish(ctx) }

// leave brings the attempt to where the customer is at the provider.
func (a *attempt) leave(ctx context.Context) error {
	if err := a.authorize(ctx); err != nil {
		return err
	}
	switch a.outcome.(type) {
	case payment.Redirect, payment.FormPost:
		return nil
	}
	return Skip("the customer does not leave for the provider")
}

// away brings the attempt to where the customer has approved and is about to come back.
func (a *attempt) away(ctx context.Context) error {
	if err := a.leave(ctx); err != nil {
		return err
	}
	return a.act(ctx, a.script.Approve)
}

func checkReturns(ctx context.Context, a *attempt) error {
	if err := a.away(ctx); err != nil {
		return err
	}
	const at = 4
	r := a.completion()
	outcomes, failures := make([]payment.Outcome, at), make([]error, at)
	var wg sync.WaitGroup
	for i := range at {
		wg.Go(func() { outcomes[i], failures[i] = a.plugin.Payment.Complete(ctx, r) })
	}
	wg.Wait()
	if err := a.finish(ctx); err != nil {
		return err
	}
	again, err := a.plugin.Payment.Complete(ctx, r)
	if err != nil {
		return fmt.Errorf("complete, a last time: %w", err)
	}
	var wrong []error
	for i, o := range outcomes {
		var e *base.Error
		_, unknown := o.(payment.Unknown)
		_, pending := o.(payment.Pending)
		if unknown || pending || errors.As(failures[i], &e) && e.Retryable {
			continue // it may say that it is busy with the same key
		}
		if failures[i] != nil || !reflect.DeepEqual(o, again) {
			wrong = append(wrong, failed(failures[i], "return %d gave %s; another %s", i, describe(o), describe(again)))
		}
	}
	return errors.Join(wrong...)
}

func checkDeclined(ctx context.Context, a *attempt) error {
	if a.script.Refuse != "" {
		return a.refused(ctx)
	}
	if a.script.Decline == "" {
		return noDecline
	}
	if err := a.authorize(ctx); err != nil {
		return err
	}
	if err := a.act(ctx, a.script.Decline); err != nil {
		return err
	}
	if _, pending := a.outcome.(payment.Pending); pending {
		err := until(ctx, func() error {
			s, err := a.status(ctx)
			if d, ok := s.Outcome.(payment.Declined); err != nil || !ok || d.Code == "" {
				return failed(err, "want declined with a code, status says %s", describe(s.Outcome))
			}
			return nil
		})
		return errors.Join(err, a.charged(ctx, 0))
	}
	for i := range 2 {
		o, err := a.plugin.Payment.Complete(ctx, a.completion())
		if d, ok := o.(payment.Declined); i == 0 && (err != nil || !ok || d.Code == "") {
			return failed(err, "want declined with a code, complete says %s", describe(o))
		}
		// A provider may let the customer try something else afterwards; authorized it is not.
		s, statusErr := a.status(ctx)
		for _, o := range []payment.Outcome{o, s.Outcome} {
			if _, ok := o.(payment.Authorized); ok {
				return fmt.Errorf("it was declined, and then: %s", describe(o))
			}
		}
		if err := errors.Join(err, statusErr, sound(o)); err != nil {
			return err
		}
	}
	if a.script.Webhooks {
		about, err := a.handed(ctx, noticing, anyKind)
		if err = cmp.Or(err, declinedBy(about)); err != nil {
			return err
		}
	}
	return a.charged(ctx, 0)
}

// checkTurnedBack lets the customer come back without having paid.
func checkTurnedBack(ctx context.Context, a *attempt) error {
	if err := a.leave(ctx); err != nil {
		return err
	}
	if s, err := a.status(ctx); err == nil {
		if _, agreed := s.Outcome.(payment.Authorized); agreed {
			return Skip("the customer has agreed before leaving for the provider")
		}
	}
	r := a.completion()
	r.Cancelled = true
	for range 2 { // and once more, with the browser's back button
		o, err := a.plugin.Payment.Complete(ctx, r)
		if _, ok := o.(payment.Authorized); ok || err != nil {
			return failed(err, "the customer turned back, and complete says %s", describe(o))
		}
		if err := sound(o); err != nil {
			return err
		}
	}
	s, err := a.status(ctx)
	if _, ok := s.Outcome.(payment.Authorized); ok || err != nil {
		return failed(err, "the customer turned back, and status says %s", describe(s.Outcome))
	}
	return a.charged(ctx, 0)
}

// refused lets the customer give another session, which leads to no money.
func (a *attempt) refused(ctx context.Context) error {
	if err := a.open(ctx, a.script.Refuse); err != nil {
		return err
	}
	o, err := a.plugin.Payment.Authorize(ctx, a.request)
	if d, ok := o.(payment.Declined); err != nil || !ok || d.Code == "" {
		return failed(err, "want declined with a code, authorize says %s", describe(o))
	}
	a.outcome = o
	s, err := a.status(ctx)
	if _, ok := s.Outcome.(payment.Authorized); ok || err != nil {
		return failed(err, "it was declined, and then: %s", describe(s.Outcome))
	}
	return a.charged(ctx, 0)
}

// dearer asks for a cent more than the customer agreed to in a session.
func (a *attempt) dearer(ctx context.Context) error {
	key := nextKey()
	a.request.IdempotencyKey, a.request.Purchase.OrderNumber = "verify-"+key, "V"+key
	if err := a.open(ctx, a.script.Session); err != nil {
		return err
	}
	r := a.request
	r.Purchase.Amount.Minor++
	o, err := a.plugin.Payment.Authorize(ctx, r)
	if got, ok := o.(payment.Authorized); err == nil && ok {
		return fmt.Errorf("the customer agreed to %s, and %s is authorized; want declined or an error", money(a.amount()), money(got.Amount))
	}
	return nil
}

func checkMismatch(ctx context.Context, a *attempt) error {
	var stays Skip
	if err := a.away(ctx); errors.As(err, &stays) && a.script.Session != "" {
		return a.dearer(ctx)
	} else if err != nil {
		return err
	}
	wrong := []error{}
	for what, amount := range map[string]base.Money{
		"a larger amount": {Minor: a.amount().Minor + 1, Currency: a.amount().Currency}, "a smaller amount": {Minor: a.amount().Minor - 1, Currency: a.amount().Currency},
		"another currency": {Minor: a.amount().Minor, Currency: map[bool]string{true: "USD", false: "EUR"}[a.amount().Currency == "EUR"]},
	} {
		r := a.completion()
		r.Amount = amount
		o, err := a.plugin.Payment.Complete(ctx, r)
		if got, ok := o.(payment.Authorized); err == nil && ok {
			wrong = append(wrong, fmt.Errorf("asked for %s, %s: authorized %s; want declined or an error", what, money(amount), money(got.Amount)))
		}
	}
	return errors.Join(wrong...)
}

// handed gives the webhooks about the attempt to the plugin, in the order of their coming, until enough says so or the
// time is over. It gives the notifications that led to events, with the ids of the events.
func (a *attempt) handed(ctx context.Context, patience time.Duration, enough func(kinds []payment.EventKind) bool) ([]notice, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var about []notice
	var kinds []payment.EventKind
	for next := 0; ; {
		mail, more := a.world.Inbox.look()
		for ; next < len(mail); next++ {
			events, err := a.handle(ctx, mail[next])
			if err != nil {
				return nil, err
			}
			if len(events) == 0 {
				continue
			}
			for _, e := range events {
				kinds = append(kinds, e.Kind)
			}
			about = append(about, notice{mail[next], events})
		}
		if enough(kinds) {
			return about, nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return about, nil
		}
	}
}

// notice is a webhook about an attempt.
type notice struct {
	request base.WebhookRequest
	events  []payment.Event
}

func ids(events []payment.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.ID)
	}
	return out
}

// handle gives the events of a notification that are about the attempt.
func (a *attempt) handle(ctx context.Context, r base.WebhookRequest) ([]payment.Event, error) {
	answer, err := a.plugin.Payment.HandleWebhook(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("a genuine notification: %w", err)
	}
	var about []payment.Event
	for _, e := range answer.Events {
		// As the shop does: by the reference that it knows, and by the order where one side has none.
		unnamed := e.Reference == "" || a.name == ""
		if a.name != "" && e.Reference == a.name || unnamed && e.OrderNumber == a.request.Purchase.OrderNumber {
			about = append(about, e)
		}
	}
	return about, nil
}

func anyKind(kinds []payment.EventKind) bool { return len(kinds) > 0 }

func checkReturnFirst(ctx context.Context, a *attempt) error {
	if !a.script.Webhooks {
		return noWebhooks
	}
	if err := a.finish(ctx); err != nil {
		return err
	}
	if got := a.outcome.(payment.Authorized); !got.Captured { // some providers notify of captures only
		if _, err := a.capture(ctx, "c", a.amount().Minor, true); err != nil {
			return err
		}
	}
	about, err := a.handed(ctx, settling, anyKind)
	if err != nil {
		return err
	}
	if len(about) == 0 {
		return errNoEvent
	}
	if err := a.approvedBy(about, false); err != nil {
		return err
	}
	_, err = a.status(ctx)
	return err
}

func checkWebhookFirst(ctx context.Context, a *attempt) error {
	if !a.script.Webhooks {
		return noWebhooks
	}
	if err := a.away(ctx); err != nil {
		return err
	}
	before, counted := a.world.count(ctx, "charge")
	about, err := a.handed(ctx, noticing, anyKind)
	if err != nil {
		return err
	}
	if len(about) == 0 {
		return Skip("the provider sends no webhook before the return")
	}
	if err := a.approvedBy(about, false); err != nil {
		return err
	}
	if after, _ := a.world.count(ctx, "charge"); counted && after != before {
		return errors.New("handling a webhook moved money")
	}
	return a.finish(ctx)
}

func checkDisorder(ctx context.Context, a *attempt) error {
	if !a.script.Webhooks {
		return noWebhooks
	}
	if err := a.finish(ctx); err != nil {
		return err
	}
	if err := a.takeAndReturn(ctx); err != nil {
		return err
	}
	// Whatever comes within the time; the last of them ends the wait where refunds are notified.
	about, err := a.handed(ctx, noticing, func(kinds []payment.EventKind) bool {
		return slices.Contains(kinds, payment.EventRefunded)
	})
	if err != nil {
		return err
	}
	if len(about) == 0 {
		return errNoEvent
	}
	if err := a.approvedBy(about, true); err != nil {
		return err
	}
	before, err := a.status(ctx)
	if err != nil {
		return err
	}
	charges, _ := a.world.count(ctx, "charge")
	slices.Reverse(about)
	for _, n := range about {
		events, err := a.handle(ctx, n.request)
		if err != nil {
			return fmt.Errorf("late and in reverse: %w", err)
		}
		if now, before := ids(events), ids(n.events); !slices.Equal(now, before) {
			return fmt.Errorf("late and in reverse, a notification gave the events %v; in time %v", now, before)
		}
	}
	after, err := a.status(ctx)
	if err != nil || !reflect.DeepEqual(before, after) {
		return failed(err, "status before %+v, after the late webhooks %+v", before, after)
	}
	if now, _ := a.world.count(ctx, "charge"); now != charges {
		return errors.New("handling a webhook moved money")
	}
	return nil
}
