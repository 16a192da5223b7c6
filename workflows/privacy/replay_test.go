package privacy_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	sdk "go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/privacy"
)

// A deletion waits for ten years: today's workflow must follow every history of before.
func TestHistoriesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/replay/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			replayer := worker.NewWorkflowReplayer()
			replayer.RegisterWorkflowWithOptions(privacy.Workflow, sdk.RegisterOptions{Name: privacy.Name})
			require.NoError(t, replayer.ReplayWorkflowHistoryFromJSONFile(nil, file))
		})
	}
}
