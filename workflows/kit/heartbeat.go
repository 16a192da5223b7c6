package kit

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
)

// beat keeps telling the server that an activity with a heartbeat timeout is being worked on, so that the work of a
// worker that died is taken up within seconds. Call what it gives when the activity is over.
func beat(ctx context.Context) (stop func()) {
	every := activity.GetInfo(ctx).HeartbeatTimeout / 3
	if every <= 0 {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				activity.RecordHeartbeat(ctx)
			}
		}
	}()
	return func() { close(done) }
}
