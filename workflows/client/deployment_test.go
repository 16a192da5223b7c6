package client

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/deployment/v1"
	"go.temporal.io/api/taskqueue/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// A version whose workers were stopped is not given all orders, which would lie there; whoever promotes may have another clock than Temporal.
func TestOnlyWorkersThatAskAreThere(t *testing.T) {
	now := time.Now().Add(-time.Hour)
	asked := func(buildID string, ago time.Duration) *taskqueue.PollerInfo {
		return &taskqueue.PollerInfo{
			LastAccessTime: timestamppb.New(now.Add(-ago)), DeploymentOptions: &deployment.WorkerDeploymentOptions{BuildId: buildID},
		}
	}
	pollers := []*taskqueue.PollerInfo{asked("1", 4*time.Minute), asked("2", time.Second), asked("3", 59*time.Second), {LastAccessTime: timestamppb.New(now)}}
	for buildID, there := range map[string]bool{"1": false, "2": true, "3": true, "4": false} {
		require.Equal(t, there, livelyOf(pollers, buildID), buildID)
	}
}
