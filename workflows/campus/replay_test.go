package campus_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	sdk "go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/campus"
)

// Memberships last for a year and more: today's workflow must follow every history of before.
func TestHistoriesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/replay/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			replayer := worker.NewWorkflowReplayer()
			replayer.RegisterWorkflowWithOptions(campus.Workflow, sdk.RegisterOptions{Name: campus.Name})
			require.NoError(t, replayer.ReplayWorkflowHistoryFromJSONFile(nil, file))
		})
	}
}
