package checkout_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/testsuite"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/kit"
)

// Who has not transferred the money is reminded once, also where something else is looked at meanwhile, and what comes after that
// still counts until the time is over.
func TestWhoHasNotTransferredIsRemindedOnce(t *testing.T) {
	for _, held := range []bool{false, true} {
		env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
		env.SetTestTimeout(time.Minute)
		begun := env.Now()
		day := func(n int) time.Time { return begun.Add(time.Duration(n) * 24 * time.Hour) }
		var did []string
		does := func(name string, s checkout.Step) (checkout.Step, error) {
			did = append(did, fmt.Sprint(name, " ", int(env.Now().Sub(begun)/(24*time.Hour))))
			return s, nil
		}
		for _, name := range []string{"begin", "remind", "reconcile"} {
			env.RegisterActivityWithOptions(func(context.Context, string) (checkout.Step, error) {
				return does(name, checkout.Step{State: checkout.Pending, DueAt: day(5), RemindAt: day(3)})
			}, activity.RegisterOptions{Name: "checkout." + name})
		}
		env.RegisterActivityWithOptions(func(context.Context, string, string) (checkout.Step, error) {
			return does("expire", checkout.Step{State: checkout.Failed})
		}, activity.RegisterOptions{Name: "checkout.expire"})
		update := func(name string, n int, args ...any) {
			env.RegisterDelayedCallback(func() {
				env.UpdateWorkflow(name, fmt.Sprint(name, n), &testsuite.TestUpdateCallback{
					OnReject: func(err error) { t.Error(err) }, OnAccept: func() {}, OnComplete: func(any, error) {},
				}, args...)
			}, day(n).Sub(begun))
		}
		want := []string{"begin 0", "reconcile 1", "remind 3", "reconcile 4", "expire 5"}
		update(checkout.Reconcile, 1)
		if held {
			want = []string{"begin 0", "reconcile 1", "reconcile 4", "remind 6", "expire 6"}
			update(checkout.Hold, 2, true)
			update(checkout.Hold, 6, false)
		}
		update(checkout.Reconcile, 4)
		env.ExecuteWorkflow(checkout.Workflow, checkout.Input{AttemptID: "a"})
		require.True(t, env.IsWorkflowCompleted())
		require.NoError(t, env.GetWorkflowError())
		require.Equal(t, want, did)
	}
}

// A refusal to give money back may last for ever: it is asked about for months, at last once a day, in a history that stays
// small, and the money goes back on the day when the provider relents.
func TestMoneyIsAskedForEverMoreRarely(t *testing.T) {
	env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute)
	begun := env.Now()
	var asked []time.Duration
	env.RegisterActivityWithOptions(func(context.Context, string) (checkout.Step, error) {
		return checkout.Step{State: checkout.Failed, Compensate: true}, nil
	}, activity.RegisterOptions{Name: "checkout.begin"})
	env.RegisterActivityWithOptions(func(context.Context, string) error {
		asked = append(asked, env.Now().Sub(begun).Round(time.Minute))
		if asked[len(asked)-1] > 100*24*time.Hour {
			return nil
		}
		return kit.ErrorOf(fault.New(fault.Conflict, "payment_operation_too_late"))
	}, activity.RegisterOptions{Name: "checkout.compensate"})
	env.ExecuteWorkflow(checkout.Workflow, checkout.Input{AttemptID: "a"})
	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []time.Duration{0, 5 * time.Minute, 15 * time.Minute, 35 * time.Minute, 75 * time.Minute}, asked[:5])
	require.Less(t, len(asked), 120, "a history of a dozen events each")
	require.Equal(t, 24*time.Hour, asked[len(asked)-1]-asked[len(asked)-2])
}
