package postgres

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// changeChannel is the notification channel of changes to the catalogue.
const changeChannel = "kontor_catalog_changed"

// idsPerNotice keeps a notification below PostgreSQL's 8,000 bytes.
const idsPerNotice = 300

// Change tells that the catalogue is not what it was.
type Change struct {
	Products []int64 `json:"products,omitempty"`
	All      bool    `json:"all,omitempty"` // anything may have changed
}

// Broadcast tells every process of the shop about changes of the catalogue, whichever of them delivered the outbox.
type Broadcast struct{ pool *pgxpool.Pool }

// NewBroadcast makes a broadcast over a database.
func NewBroadcast(pool *pgxpool.Pool) *Broadcast { return &Broadcast{pool} }

// Publish sends a change to all that listen now.
func (b *Broadcast) Publish(ctx context.Context, c Change) error {
	for {
		part := c
		part.Products = c.Products[:min(len(c.Products), idsPerNotice)]
		c.Products = c.Products[len(part.Products):]
		payload, err := json.Marshal(part)
		if err != nil {
			return err
		}
		if _, err := b.pool.Exec(ctx, `select pg_notify($1, $2)`, changeChannel, string(payload)); err != nil {
			return FaultOf(err, nil)
		}
		if len(c.Products) == 0 {
			return nil
		}
	}
}

// Listen calls handle for each change, in order, until ctx ends. It begins with Change{All: true}, and does so again
// after each loss of the connection, because changes may have been missed before.
func (b *Broadcast) Listen(ctx context.Context, handle func(context.Context, Change)) {
	for ctx.Err() == nil {
		if err := b.listen(ctx, handle); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "changes of the catalogue cannot be heard", "error", err)
			wait(ctx, time.Second)
		}
	}
}

func (b *Broadcast) listen(ctx context.Context, handle func(context.Context, Change)) error {
	pooled, err := b.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	// The connection listens, so it must not go back to the pool.
	conn := pooled.Hijack()
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `listen `+changeChannel); err != nil {
		return err
	}
	handle(ctx, Change{All: true})
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var c Change
		if err := json.Unmarshal([]byte(n.Payload), &c); err != nil {
			c = Change{All: true}
		}
		handle(ctx, c)
	}
}
