package checkout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/testsuite"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/kit"
)

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
