package checkout

import "go.temporal.io/sdk/workflow"

// attempt is the state of a run.
type attempt struct {
	id    string
	state State
	step  Step
	inbox []*message // handled one at a time, in the order they came
	// compensate is set once money has to be given back, and cleared when that is done.
	compensate bool
}

// message is an update under way. Its handler waits for done.
type message struct {
	kind  string
	query map[string]string
	text  string
	done  bool
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
		{Paid, func(ctx workflow.Context) (State, error) {
			return a.post(ctx, &message{kind: Paid})
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
	err := workflow.Await(ctx, func() bool { return m.done })
	return a.state, err
}

func (a *attempt) set(s Step) {
	a.step, a.state = s, s.State
	a.compensate = a.compensate || s.Compensate
}

func (a *attempt) final() bool { return a.state == Confirmed || a.state == Failed }
