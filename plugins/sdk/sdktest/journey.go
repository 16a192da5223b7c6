package sdktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// attempts numbers the attempts of this process, so that each has a key and an order of its own, also at a simulator
// that outlives it.
var attempts atomic.Int64

func nextKey() string {
	return strconv.FormatInt(time.Now().UnixMilli(), 36) + "-" + strconv.FormatInt(attempts.Add(1), 10)
}

// attempt is a payment on its way, led as the shop leads it: a call whose outcome is not known is made again with the
// same key, and Status has the last word.
type attempt struct {
	world    *World
	plugin   sdk.Plugin
	script   Script
	request  payment.AuthorizeRequest
	outcome  payment.Outcome
	name     string            // what the plugin called the payment first: as the shop, the kit asks by that ever after
	back     map[string]string // what the customer came back with
	receipts []kept            // of captures, voids and refunds
	charges  int               // that the simulator had counted before
	counted  bool
}

// newAttempt makes a request of its own from an example.
func newAttempt(ctx context.Context, p sdk.Plugin, t Target, r payment.AuthorizeRequest) (*attempt, error) {
	key := nextKey()
	r.IdempotencyKey, r.Purchase.OrderNumber = "verify-"+key, "V"+key
	r.URLs.Webhook = t.World.Inbox.URL
	r.ClientData = maps.Clone(r.ClientData)
	a := &attempt{world: t.World, plugin: p, script: t.Payment.Scripts[r.Method], request: r}
	a.charges, a.counted = t.World.count(ctx, "charge")
	return a, a.open(ctx, a.script.Session)
}

// open starts a session, if there is one, and does the action to it.
func (a *attempt) open(ctx context.Context, action string) error {
	if action == "" {
		return nil
	}
	r := a.request
	session, err := a.plugin.Payment.Start(ctx, payment.StartRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey + "-session", Purchase: r.Purchase, URLs: r.URLs,
		Express: a.script.Express, ClientData: r.ClientData,
	})
	if err != nil {
		return fmt.Errorf("%s: start: %w", r.Method, err)
	}
	if session.ID == "" {
		if session.ID, err = a.world.open(ctx, session.ClientData); err != nil {
			return fmt.Errorf("%s: start gave a session without an id, and the simulator opens none: %w", r.Method, err)
		}
	}
	a.request.SessionID = session.ID
	if action == "-" {
		return nil
	}
	texts, err := a.world.act(ctx, session.ID, action)
	if err != nil {
		return err
	}
	if a.request.ClientData == nil {
		a.request.ClientData = map[string]string{}
	}
	maps.Copy(a.request.ClientData, texts)
	return nil
}

func (a *attempt) amount() base.Money { return a.request.Purchase.Amount }

// authorize asks for the money.
func (a *attempt) authorize(ctx context.Context) error {
	return a.keep(a.plugin.Payment.Authorize(ctx, a.request))
}

// act lets the customer do something, if the outcome waits for that.
func (a *attempt) act(ctx context.Context, action string) error {
	if action == "" || !waits(a.outcome) {
		return nil
	}
	if form, ok := a.outcome.(payment.FormPost); ok {
		if err := post(ctx, form); err != nil {
			return err
		}
	}
	about := a.name
	if a.script.Express { // it is the session that the provider knows
		about = a.request.SessionID
	}
	back, err := a.world.act(ctx, about, action)
	a.back = back
	return err
}

// post sends the form as the customer's browser does.
func post(ctx context.Context, form payment.FormPost) error {
	fields := url.Values{}
	for name, value := range form.Fields {
		fields.Set(name, value)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, form.URL, strings.NewReader(fields.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	page, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("the form: %w", err)
	}
	defer page.Body.Close()
	if page.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the form: the provider answers %s", page.Status)
	}
	return nil
}

// complete lets the customer come back.
func (a *attempt) complete(ctx context.Context) error {
	if err := a.listen(ctx); err != nil {
		return err
	}
	return a.keep(a.plugin.Payment.Complete(ctx, a.completion()))
}

func (a *attempt) completion() payment.CompleteRequest {
	return payment.CompleteRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey, Reference: a.name,
		OrderNumber: a.request.Purchase.OrderNumber, Attempt: a.request.Purchase.Attempt, Amount: a.amount(),
		Params: a.back,
	}
}

func (a *attempt) keep(o payment.Outcome, err error) error {
	if err != nil {
		return err
	}
	a.outcome, a.name = o, cmp.Or(a.name, payment.ReferenceOf(o))
	return sound(o)
}

func (a *attempt) status(ctx context.Context) (payment.State, error) {
	if err := a.listen(ctx); err != nil {
		return payment.State{}, err
	}
	return a.plugin.Payment.Status(ctx, payment.StatusRequest{
		Method: a.request.Method, IdempotencyKey: a.request.IdempotencyKey, Reference: a.name,
		OrderNumber: a.request.Purchase.OrderNumber, Attempt: a.request.Purchase.Attempt, Amount: a.amount(),
	})
}

// listen hands all notifications on, again too, where the provider tells by them alone what became of a payment. The shop
// learns the reference of a payment by them whose answer it never got.
func (a *attempt) listen(ctx context.Context) error {
	if !a.script.Told {
		return nil
	}
	mail, _ := a.world.Inbox.look()
	for _, m := range mail {
		events, err := a.handle(ctx, m)
		if err != nil {
			return err
		}
		for _, e := range events {
			if e.Kind == payment.EventAuthorized && a.name == "" {
				a.outcome, a.name = payment.Authorized{Reference: e.Reference, Amount: e.Amount}, e.Reference
			}
		}
	}
	return nil
}

// forPeople reports whether the plugin left it open for good what became of an operation, as it may where the provider
// cannot be asked: a person looks then, and nothing is done twice.
func (a *attempt) forPeople(err error) bool {
	var e *base.Error
	return a.script.Told && errors.As(err, &e) && e.OutcomeUnknown && !e.Retryable
}

// finish brings the attempt to its end from wherever it stands, and proves that the money is there once.
func (a *attempt) finish(ctx context.Context) error {
	if a.outcome == nil || a.name == "" {
		if err := repeat(ctx, func() error { return a.authorize(ctx) }); err != nil {
			return fmt.Errorf("authorize, with the same key: %w", err)
		}
	}
	if a.back == nil {
		if err := a.act(ctx, a.script.Approve); err != nil {
			return err
		}
	}
	switch a.outcome.(type) {
	case payment.Redirect, payment.FormPost, payment.Unknown:
		err := repeat(ctx, func() error { return a.complete(ctx) })
		if err != nil && !errors.Is(err, &base.Error{Code: base.CodeNotSupported}) {
			return fmt.Errorf("complete: %w", err)
		}
		if _, declined := a.outcome.(payment.Declined); declined {
			return fmt.Errorf("complete says %s", describe(a.outcome))
		}
	}
	return a.paid(ctx)
}

// paid waits until Status says that the money is there, and holds it against the request and the simulator.
func (a *attempt) paid(ctx context.Context) error {
	var state payment.State
	err := until(ctx, func() error {
		var err error
		if state, err = a.status(ctx); err != nil {
			return fmt.Errorf("status: %w", err)
		}
		if _, ok := state.Outcome.(payment.Authorized); !ok {
			return fmt.Errorf("status says %s, want authorized", describe(state.Outcome))
		}
		return nil
	})
	if err != nil {
		return err
	}
	got := state.Outcome.(payment.Authorized)
	if now, ok := a.outcome.(payment.Authorized); ok && now.Reference != got.Reference {
		return fmt.Errorf("reference %q became %q", now.Reference, got.Reference)
	}
	a.outcome = got
	if got.Reference == "" || got.Amount != a.amount() {
		return fmt.Errorf("authorized %s of %q, want %s", money(got.Amount), got.Reference, money(a.amount()))
	}
	want := 0
	if got.Captured {
		want = 1
		if state.Captured != a.amount() {
			return fmt.Errorf("captured %s, want %s", money(state.Captured), money(a.amount()))
		}
	}
	return a.charged(ctx, want)
}

// charged holds the simulator's count of charges against what it must be.
func (a *attempt) charged(ctx context.Context, want int) error {
	now, ok := a.world.count(ctx, "charge")
	if !ok || !a.counted {
		return nil
	}
	if n := now - a.charges; n > want || n < want && now > 0 {
		return fmt.Errorf("the provider charged %d times, want %d", n, want)
	}
	return nil
}

// repeat makes a call again while its error says that this may help or that its outcome is unknown.
func repeat(ctx context.Context, call func() error) error {
	return until(ctx, func() error {
		err := call()
		var e *base.Error
		if err == nil || errors.As(err, &e) && (e.Retryable || e.OutcomeUnknown) {
			return err
		}
		return final{err}
	})
}

// final is an error that until does not wait out.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

// settling is how long a thing may take that the provider does in its own time, and noticing how long to wait for what
// it may well not do.
const (
	settling = 10 * time.Second
	noticing = settling / 2
)

// until tries again and again until try gives nil or a final error, or its time is over; then the last error stands.
func until(ctx context.Context, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		err := try()
		var stop final
		if err == nil {
			return nil
		}
		if errors.As(err, &stop) {
			return stop.error
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// waits reports whether the outcome is for the customer or the provider to resolve.
func waits(o payment.Outcome) bool {
	switch o.(type) {
	case payment.Redirect, payment.FormPost, payment.Pending:
		return true
	}
	return false
}

func describe(o payment.Outcome) string {
	if o == nil {
		return "nothing"
	}
	return fmt.Sprintf("%T %+v", o, o)
}

func money(m base.Money) string { return fmt.Sprintf("%d minor units of %s", m.Minor, m.Currency) }
