package checkout

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// attempt is the state of a run.
type attempt struct {
	id     string
	state  State
	step   Step
	events workflow.ReceiveChannel
	inbox  []*message // handled one at a time, in the order they came
	// compensate is set once money has to be given back, and cleared when that is done. The provider has refused that so many
	// times, and is asked again then; the zero time is now.
	compensate bool
	refusals   int
	again      time.Time
	retries    workflow.ReceiveChannel
	reminded   bool // the customer, of what is waited for
	// held keeps the workflow from doing anything by itself; it goes on answering messages.
	held bool
}

// message is an update under way. Its handler waits for done.
type message struct {
	kind  string
	query map[string]string
	text  string
	minor int64
	done  bool
	err   error
}

// listen sets the handlers, before anything else can yield.
func (a *attempt) listen(ctx workflow.Context) error {
	// In a fixed order: updates that wait for their handler start in the order in which the handlers are set.
	for _, h := range []struct {
		name string
		f    any
	}{
		{Submit, func(ctx workflow.Context) (State, error) {
			err := workflow.Await(ctx, func() bool { return a.state != "" && a.state != Authorizing })
			return a.state, err
		}},
		{Return, func(ctx workflow.Context, query map[string]string) (State, error) {
			return a.post(ctx, &message{kind: Return, query: query})
		}},
		{Leave, func(ctx workflow.Context, reason string) (State, error) {
			return a.post(ctx, &message{kind: Leave, text: reason})
		}},
		{Cancel, func(ctx workflow.Context, reason string) (State, error) {
			return a.post(ctx, &message{kind: Cancel, text: reason})
		}},
		{Paid, func(ctx workflow.Context, minor int64) (State, error) {
			return a.post(ctx, &message{kind: Paid, minor: minor})
		}},
		{Reconcile, func(ctx workflow.Context) (State, error) {
			return a.post(ctx, &message{kind: Reconcile})
		}},
		{Compensate, func(ctx workflow.Context) (State, error) {
			return a.post(ctx, &message{kind: Compensate})
		}},
		{Hold, func(_ workflow.Context, held bool) (State, error) {
			a.held = held // the database says so already
			a.again = time.Time{}
			return a.state, nil
		}},
	} {
		if err := workflow.SetUpdateHandler(ctx, h.name, h.f); err != nil {
			return err
		}
	}
	return nil
}

func (a *attempt) post(ctx workflow.Context, m *message) (State, error) {
	a.inbox = append(a.inbox, m)
	if err := workflow.Await(ctx, func() bool { return m.done }); err != nil {
		return a.state, err
	}
	return a.state, m.err
}

func (a *attempt) set(s Step) {
	a.step, a.state = s, s.State
	a.compensate = a.compensate || s.Compensate
}

// pauseAfter says how long after so many refusals in turn the provider is asked again to give money back.
func pauseAfter(refusals int) time.Duration {
	pause := firstGiveBack
	for n := 1; n < refusals && pause < lastGiveBack; n++ {
		pause *= 2
	}
	return min(pause, lastGiveBack)
}

func (a *attempt) final() bool { return a.state == Confirmed || a.state == Failed }
