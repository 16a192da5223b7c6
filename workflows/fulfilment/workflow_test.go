package fulfilment_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/testsuite"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/fulfilment"
	"kontor.dev/kontor/workflows/kit"
)

// updated tells how an update ended, and when.
type updated struct {
	env *testsuite.TestWorkflowEnvironment
	at  time.Time
	err error
}

func (u *updated) Accept()                   {}
func (u *updated) Reject(err error)          { u.at, u.err = u.env.Now(), err }
func (u *updated) Complete(_ any, err error) { u.at, u.err = u.env.Now(), err }

// A plugin may never say what became of a refund. What is asked of the order meanwhile is done all the same, and the refund is
// asked for until its day comes.
func TestMoneyThatDoesNotGoBackKeepsNothingElseWaiting(t *testing.T) {
	env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute)
	begun := env.Now()
	owed := fulfilment.Progress{Open: true, Owed: []int{1}}
	act := func(name string, f any) { env.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: name}) }
	act("fulfilment.plan", func(context.Context, int64) (fulfilment.Progress, error) { return owed, nil })
	act("fulfilment.deliver", func(context.Context, int64, int) (fulfilment.Progress, error) { return owed, nil })
	var last time.Duration
	var longest time.Duration
	act("fulfilment.give_back", func(context.Context, int64, int) (fulfilment.Progress, error) {
		now := env.Now().Sub(begun)
		longest, last = max(longest, now-last), now
		if now > 3*24*time.Hour {
			return fulfilment.Progress{}, nil
		}
		return fulfilment.Progress{}, kit.ErrorOf(fault.New(fault.Unknown, "plugin_outcome_unknown"))
	})
	var delivered []*updated
	for _, after := range []time.Duration{30 * time.Second, 24 * time.Hour} {
		u := &updated{env: env}
		delivered = append(delivered, u)
		env.RegisterDelayedCallback(func() {
			env.UpdateWorkflow(fulfilment.Deliver, "", u, fulfilment.DeliverRequest{Delivery: 1})
		}, after)
	}
	env.ExecuteWorkflow(fulfilment.Workflow, fulfilment.Input{OrderID: 1})
	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	require.Greater(t, last, 3*24*time.Hour, "it went back in the end")
	require.LessOrEqual(t, longest, 16*time.Minute, "often enough for the rate that wakes an operator")
	for n, asked := range []time.Duration{30 * time.Second, 24 * time.Hour} {
		require.NoError(t, delivered[n].err)
		require.WithinDuration(t, begun.Add(asked), delivered[n].at, 2*time.Minute)
	}
}
