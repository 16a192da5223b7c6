package worker_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/workflows/worker"
)

// Every workflow that the worker runs has histories of before, and today's code follows each.
func TestEveryWorkflowHasItsHistories(t *testing.T) {
	require.Len(t, worker.Workflows, 8, "name new ones here once they have histories")
	for name := range worker.Workflows {
		files, err := filepath.Glob(filepath.Join("..", name, "testdata", "replay", "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, files, name)
		for _, file := range files {
			require.NoError(t, worker.Replay(readHistory(t, file), converter.GetDefaultDataConverter()), file)
		}
	}
}

// A history that the code does not follow is told, or a change that breaks what is under way would pass.
func TestReplayTellsWhatDoesNotFollow(t *testing.T) {
	h := readHistory(t, filepath.Join("..", "checkout", "testdata", "replay", "wallet-left.json"))
	changed := proto.Clone(h).(*historypb.History)
	for _, e := range changed.Events {
		if a := e.GetActivityTaskScheduledEventAttributes(); a != nil {
			a.ActivityType.Name = "checkout.other"
		}
	}
	require.NoError(t, worker.Replay(h, converter.GetDefaultDataConverter()))
	require.ErrorContains(t, worker.Replay(changed, converter.GetDefaultDataConverter()), "checkout.other")
}

func readHistory(t *testing.T, file string) *historypb.History {
	t.Helper()
	document, err := os.ReadFile(file)
	require.NoError(t, err)
	h, err := worker.ReadHistory(document)
	require.NoError(t, err, file)
	require.NotEmpty(t, h.Events, file)
	return h
}

func TestHistoriesAreKeptWhenTheyEnd(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	s.deps.Histories = t.TempDir()
	s.work()
	open, over := s.buy("fakepal"), s.buy("invoice")
	var kept []string
	require.Eventually(t, func() bool {
		kept, _ = filepath.Glob(filepath.Join(s.deps.Histories, "*", "checkout-"+over.ID+"-*.json"))
		return len(kept) == 1
	}, 2*time.Minute, 100*time.Millisecond)
	require.NoError(t, worker.Replay(readHistory(t, kept[0]), s.payloads))
	kept, err := filepath.Glob(filepath.Join(s.deps.Histories, "*", "checkout-"+open.ID+"-*"))
	require.NoError(t, err)
	require.Empty(t, kept, "what is under way has no end yet")
}
