package app

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/postgres"
)

// forget applies the periods of retention once a day until ctx ends. Several workers may do so at once.
func (p *parts) forget(ctx context.Context) error {
	if !p.cfg.Market.Retention {
		return nil
	}
	const every = 24 * time.Hour
	tick := time.NewTicker(every)
	defer tick.Stop()
	retention := postgres.NewRetention(p.pool)
	for {
		list, err := retention.Run(ctx, systemClock.Now(), false)
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "not everything was forgotten", "error", err)
		}
		for _, f := range list {
			if f.Rows > 0 {
				slog.InfoContext(ctx, "forgotten", "rule", f.Rule, "rows", f.Rows)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
