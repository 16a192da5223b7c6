package sdktest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// deed is one thing that a plugin does at its provider.
type deed struct {
	name  string
	begin func(ctx context.Context, p sdk.Plugin) (*doing, error) // all that comes before it, while the provider is well
}

// doing is a deed about to be done.
type doing struct {
	// try makes the call under the fault and says what was wrong with the answer. It does not mind an honest failure.
	try func(ctx context.Context, p sdk.Plugin) (answer, error)
	// prove makes the same call again, on a plugin and a provider that are well, and holds the effect against one.
	prove func(ctx context.Context, p sdk.Plugin) error
	// effect counts how often the deed happened at the provider; nil when nobody knows.
	effect func(ctx context.Context) (n int, known bool)
}

// answer is what a call under a fault said.
type answer struct {
	text    string // for people
	refused bool   // it said for good that nothing happened, as Declined does
	err     error
}

// faultChecks spoil every deed of a kind. A deed is tried again on the same plugin with more and more of its requests
// passing first, so that each of them is the one whose answer is lost.
func faultChecks(kind, after string, t Target, deeds func(Target) []deed) []Check {
	checks := []Check{}
	for _, f := range []struct {
		name, proves string
		fault        Fault
		skips        int // how many requests pass at most
	}{
		{"provider down", "A provider that is down is an error of the provider, never a refusal, and later the same call succeeds.", FaultDown, 0},
		{"reply lost", "When the provider acts and its reply is lost, the outcome is unknown, and the same call again has one effect.", FaultLost, 3},
		{"slow provider", "A slow answer is waited for.", FaultSlow, 0},
		{"provider hangs", "A provider that hangs keeps nothing else waiting, and later the same call has one effect.", FaultHang, 0},
		{"garbage answers", "An answer that makes no sense is no refusal, and the same call again has one effect.", FaultGarbage, 1},
		{"huge answers", "An answer without end is cut off, and the same call again has one effect.", FaultHuge, 0},
	} {
		checks = append(checks, Check{Name: kind + ": " + f.name, After: after, Proves: f.proves, Run: func(ctx context.Context, t Target) error {
			return spoilAll(ctx, t, deeds(t), f.fault, f.skips)
		}})
	}
	checks = append(checks, Check{
		Name: kind + ": killed in the middle", After: after, Run: func(ctx context.Context, t Target) error { return upsetAll(ctx, t, deeds(t), killed) },
		Proves: "A program that is killed after the provider acted and before it answered does no deed twice when it is back.",
	}.unless(t.New == nil, inProcess), Check{
		Name: kind + ": frozen in the middle", After: after, Run: func(ctx context.Context, t Target) error { return upsetAll(ctx, t, deeds(t), frozen) },
		Proves: "A program that hangs until its caller has given up goes on where it was, and does no deed twice.",
	}.unless(t.New == nil, inProcess))
	for i := range checks {
		checks[i] = checks[i].unless(t.World != nil && len(deeds(t)) > 0, noWorld)
	}
	return checks
}

func spoilAll(ctx context.Context, t Target, deeds []deed, f Fault, skips int) error {
	p, closing, err := t.configured(ctx)
	if err != nil {
		return err
	}
	defer closing()
	var results []error
	for _, d := range deeds {
		if err := warm(ctx, p, d); err != nil {
			results = append(results, label(d.name, err))
			continue
		}
		for skip := 0; skip <= skips; skip++ {
			met, err := spoil(ctx, t, p, d, f, skip)
			if err != nil {
				err = fmt.Errorf("%s, after %d good answers: %w", d.name, skip, err)
			}
			results = append(results, err)
			if met == 0 || err != nil {
				break
			}
		}
	}
	return joined(results)
}

// warm does the deed once in peace: what a plugin fetches once, such as a token, is fetched then, and the fault meets
// the deed itself.
func warm(ctx context.Context, p sdk.Plugin, d deed) error {
	w, err := d.begin(ctx, p)
	if err != nil {
		return err
	}
	return w.prove(ctx, p)
}

func spoil(ctx context.Context, t Target, p sdk.Plugin, d deed, f Fault, skip int) (met int, err error) {
	do, err := d.begin(ctx, p)
	if err != nil {
		return 0, err
	}
	before, counted := do.effect(ctx)
	t.World.Proxy.Spoil(f, skip)
	defer t.World.Proxy.Mend()
	got, err := under(ctx, t, p, do, f)
	met = t.World.Proxy.Mend()
	if err != nil {
		return met, err
	}
	if met > 0 {
		if err := honest(got, f); err != nil {
			return met, err
		}
	}
	after, _ := do.effect(ctx)
	var e *base.Error
	if counted && after > before && errors.As(got.err, &e) && !e.OutcomeUnknown {
		return met, fmt.Errorf("it happened at the provider, but the error says that it surely did not: %w", e)
	}
	if n := t.World.Proxy.mostTaken(); n > hugeTaken {
		return met, fmt.Errorf("%d MiB of an answer without end were read", n>>20)
	}
	return met, label("after the fault", do.prove(ctx, p))
}

// under makes the call with the fault on. While it hangs, the plugin must still answer.
func under(ctx context.Context, t Target, p sdk.Plugin, do *doing, f Fault) (answer, error) {
	wait := t.World.wait()
	switch f {
	case FaultSlow:
		wait += 8 * slowBy // a deed may need several answers, each of them slow
	case FaultHuge:
		wait += settling // reading it all must not end for want of time
	case FaultHang:
		wait *= 3 // it is cut off below, once the plugin has answered for its health
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	type result struct {
		answer answer
		err    error
	}
	over := make(chan result, 1)
	go func() {
		a, err := do.try(limited, p)
		over <- result{a, err}
	}()
	if f == FaultHang {
		select {
		case <-t.World.Proxy.met():
			if err := healthy(ctx, p, 2*t.World.wait()); err != nil {
				return answer{}, fmt.Errorf("while a call hangs at the provider: %w", err)
			}
			defer time.AfterFunc(t.World.wait(), cancel).Stop()
		case r := <-over:
			return r.answer, r.err
		}
	}
	r := <-over
	return r.answer, r.err
}

// healthy asks for the plugin's health.
func healthy(ctx context.Context, p sdk.Plugin, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if _, err := p.Base.Health(ctx); err != nil {
		return fmt.Errorf("the plugin does not answer for its health: %w", err)
	}
	return nil
}

// honest holds what a plugin said under a fault against what it could know.
func honest(got answer, f Fault) error {
	var e *base.Error
	failed := errors.As(got.err, &e)
	switch {
	case got.refused:
		return fmt.Errorf("the provider did not refuse, but the plugin says %s", got.text)
	case got.err != nil && !failed:
		return got.err
	case f == FaultSlow && failed:
		return fmt.Errorf("an answer that takes %s is not waited for: %w", slowBy, e)
	case failed && e.Fault == base.FaultCaller:
		return fmt.Errorf("the caller is blamed: %w", e)
	case failed && f == FaultDown && !e.Retryable && !e.OutcomeUnknown:
		return fmt.Errorf("the error does not say that the same call may succeed later: %w", e)
	}
	return nil
}

// configure starts the target and configures it.
func (t Target) configure(ctx context.Context) (*running, sdk.Plugin, error) {
	r, err := t.start()
	if err != nil {
		return nil, sdk.Plugin{}, fmt.Errorf("the plugin does not start: %w", err)
	}
	p, _, err := sdk.Open(ctx, r.conn)
	if err == nil {
		err = label("the plugin refuses the given configuration", p.Base.Configure(ctx, t.Config))
	}
	if err != nil {
		r.close()
		return nil, sdk.Plugin{}, err
	}
	return r, p, nil
}

func (t Target) configured(ctx context.Context) (sdk.Plugin, func(), error) {
	r, p, err := t.configure(ctx)
	if err != nil {
		return sdk.Plugin{}, nil, err
	}
	return p, r.close, nil
}
