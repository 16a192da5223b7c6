// Package sdktest checks a plugin against the contract, from the plugin's own go test:
//
//	func TestConformance(t *testing.T) {
//		sdktest.Run(t, sdktest.Target{New: newPlugin, Config: config, Payment: &sdktest.Payment{...}})
//	}
//
// The plugin is served over real gRPC, in the same process (New) or as the real program (Binary). A check that fails
// says what the contract asks for. With a World, a simulated provider behind a Proxy, the checks also lead payments,
// shipments and batches to their end while answers are lost, late, garbled or huge and the program is killed. `kontor
// plugin verify` runs the same list against any program, whatever it is written in.
package sdktest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// Target is the plugin to check. New or Binary is set, and the part of each kind that the plugin has.
type Target struct {
	New      func() sdk.Plugin // a fresh plugin that is not configured
	Binary   string            // path of the program
	Args     []string          // of the program
	Config   base.Config       // that the plugin accepts
	Payment  *Payment
	Shipping *Shipping
	Tracking *Tracking
	World    *World // nil when the plugin has no provider, or none that the checks can reach
	// Unchecked says of kinds that have no examples here why they are checked elsewhere.
	Unchecked map[base.Kind]string
	// LeftOut says why the target lacks what some checks need.
	LeftOut map[Omission]string
}

// Payment has examples for a payment plugin.
type Payment struct {
	// Authorize are requests that come to a good end or a redirect, with keys of their own. At least one.
	Authorize []payment.AuthorizeRequest
	// Webhook makes a genuine notification as the provider would sign it; nil when the plugin has no webhooks, or when
	// a Script says that the World sends them.
	Webhook func() base.WebhookRequest
	// Scripts say by method how an attempt comes to its end in the World. A method without one is not led there.
	Scripts map[string]Script
}

// Script says what a customer does for one payment method. The actions are the simulator's, done to the reference of
// the payment.
type Script struct {
	// Session is the action on the id of a session from Start, whose answer's texts are Authorize's client data; "-" only
	// starts one. A session that comes without an id is opened by the simulator first, as the provider's script does in
	// the browser.
	Session  string
	Express  bool   // Start is asked for an express checkout, and the actions below are done to its session
	Approve  string // after Authorize; empty when nobody has to
	Decline  string // instead of Approve; empty when the simulator has no such thing
	Refuse   string // instead of Session, for a payment that Authorize then declines; empty when there is no such thing
	Webhooks bool   // the provider notifies of it
	Unsigned bool   // its notifications carry no proof: the plugin asks the provider whether they are true
	Told     bool   // the provider cannot be asked: what became of a payment is known by its notifications alone
}

// Shipping has examples for a shipping plugin.
type Shipping struct {
	Options  shipping.OptionsRequest   // that has at least one option
	Shipment *shipping.ShipmentRequest // nil when the plugin makes no shipments
	Webhook  func() base.WebhookRequest
	Deliver  string // action of the simulator that delivers a parcel, done to the shipment's reference; may be empty
	Webhooks bool   // the World's provider notifies of a delivery
}

// Tracking has nothing to set.
type Tracking struct{}

// Check is one check.
type Check struct {
	Name   string
	Proves string                                    // one sentence, what a plugin that passes keeps
	Skip   string                                    // why it cannot be made of this target; empty when it can
	After  string                                    // name of the check that it builds on; it is skipped when that one failed
	Run    func(ctx context.Context, t Target) error // gives what is wrong, nil for nothing
}

// Timeout bounds a check; a plugin that hangs fails it.
const Timeout = 2 * time.Minute

// Checks lists what the target's kinds are checked for, in the order to run them. They share the target's World, so they
// run one after the other.
func Checks(t Target) []Check {
	checks := append(baseChecks(), processChecks(t)...)
	for _, kind := range slices.Sorted(maps.Keys(t.Unchecked)) {
		checks = append(checks, Check{Name: string(kind), Proves: "What the plugin does as one of this kind.", Skip: t.Unchecked[kind]})
	}
	if t.Payment != nil {
		checks = append(checks, paymentChecks(t)...)
	}
	if t.Shipping != nil {
		checks = append(checks, shippingChecks(t)...)
	}
	if t.Tracking != nil {
		checks = append(checks, trackingChecks(t)...)
	}
	return checks
}

// Run checks the target, one subtest a check.
func Run(t *testing.T, target Target) {
	t.Helper()
	failed := map[string]bool{}
	for _, c := range Checks(target) {
		t.Run(c.Name, func(t *testing.T) {
			err := c.in(t.Context(), target, failed)
			var skip Skip
			if errors.As(err, &skip) {
				t.Skip(skip)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// RunAll makes the checks that pick names, all when it is nil, one after the other until ctx ends, and tells how each
// ended: with nil, a Skip, or what is wrong.
func RunAll(ctx context.Context, target Target, pick func(Check) bool, tell func(c Check, err error, took time.Duration)) error {
	failed := map[string]bool{}
	for _, c := range Checks(target) {
		if pick != nil && !pick(c) {
			continue
		}
		start := time.Now()
		err := c.in(ctx, target, failed)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tell(c, err, time.Since(start))
	}
	return nil
}

// Failures makes all checks and gives what was wrong, by the name of the check. The error is that ctx ended.
func Failures(ctx context.Context, target Target) (map[string]error, error) {
	failed := map[string]error{}
	err := RunAll(ctx, target, nil, func(c Check, err error, _ time.Duration) {
		var skip Skip
		if err != nil && !errors.As(err, &skip) {
			failed[c.Name] = err
		}
	})
	return failed, err
}

// in runs the check after those that failed.
func (c Check) in(ctx context.Context, t Target, failed map[string]bool) error {
	if c.Skip != "" {
		return t.explained(Skip(c.Skip))
	}
	if failed[c.After] {
		return Skip("it builds on: " + c.After)
	}
	err := t.explained(c.Do(ctx, t))
	var skip Skip
	failed[c.Name] = err != nil && !errors.As(err, &skip)
	return err
}

// Do runs the check within Timeout. A check that panics is a check that failed.
func (c Check) Do(ctx context.Context, t Target) (err error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the check itself failed: %v", r)
		}
	}()
	t.World.rest()
	return c.Run(ctx, t)
}

// unless gives the check with the reason why it is skipped, when ok is false.
func (c Check) unless(ok bool, reason Skip) Check {
	if !ok && c.Skip == "" {
		c.Skip = string(reason)
	}
	return c
}

// failed says what a check saw and how the plugin's call ended, which may be well.
func failed(err error, format string, args ...any) error {
	seen := fmt.Errorf(format, args...)
	if err == nil {
		return fmt.Errorf("%w (the call gave no error)", seen)
	}
	return fmt.Errorf("%w (the call's error: %w)", seen, err)
}

// with runs f on a configured plugin.
func with(f func(ctx context.Context, p sdk.Plugin, t Target) error) func(context.Context, Target) error {
	return func(ctx context.Context, t Target) error {
		p, closing, err := t.configured(ctx)
		if err != nil {
			return err
		}
		defer closing()
		return f(ctx, p, t)
	}
}
