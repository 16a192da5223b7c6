package kit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// PostgreSQL is away for an hour. A workflow that then takes a step on it waits, and neither ends nor forgets the step.
func TestALocalStepOutlivesTheDatabase(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	back := env.Now().Add(time.Hour)
	tries := 0
	env.ExecuteWorkflow(func(ctx workflow.Context) error {
		return workflow.ExecuteLocalActivity(kit.Local(ctx), func(context.Context) error {
			if tries++; env.Now().Before(back) {
				return errors.New("away")
			}
			return nil
		}).Get(ctx, nil)
	})
	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	require.Less(t, tries, 200, "a history that stays small")
}
