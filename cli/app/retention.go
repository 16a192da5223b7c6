package app

import (
	"context"
	"log/slog"
	"time"

	processes "kontor.dev/kontor/workflows/client"
)

// scheduleRetention makes or removes the schedule by which the shop forgets, as soon as Temporal can be reached. Several
// workers may do so at once.
func (p *parts) scheduleRetention(ctx context.Context) error {
	const again = 30 * time.Second
	schedule := processes.NewRetention(p.temporal, p.cfg.Temporal.TaskQueue)
	set := schedule.Begin
	if !p.cfg.Market.Retention {
		set = schedule.End
	}
	for {
		err := set(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		slog.WarnContext(ctx, "the schedule of retention is not set", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(again):
		}
	}
}
