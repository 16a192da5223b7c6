package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

// Outbox is the table of effects: it implements outbox.Writer and outbox.Admin, and delivers (Run).
type Outbox struct {
	pool *pgxpool.Pool
	now  func() time.Time // for leases that a relay has
}

// NewOutbox makes the outbox of a migrated database.
func NewOutbox(pool *pgxpool.Pool) *Outbox { return &Outbox{pool: pool, now: time.Now} }

// execer is a pool, a connection or a transaction.
type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// insertEvents writes events with the change that causes them: pass the change's transaction, and write after the row
// of the event's key is locked, so that the events of a key are numbered in the order of its changes. An ID that is
// already there is left as it is.
func insertEvents(ctx context.Context, db execer, events ...outbox.Event) error {
	if len(events) == 0 {
		return nil
	}
	_, err := db.Exec(ctx, insertEventList, eventColumns(ctx, events)...)
	return FaultOf(err, nil)
}

// queueEvents is insertEvents as a part of a batch.
func queueEvents(ctx context.Context, b *pgx.Batch, events ...outbox.Event) {
	if len(events) > 0 {
		b.Queue(insertEventList, eventColumns(ctx, events)...)
	}
}

const insertEventList = `
	insert into outbox (id, topic, key, payload, created_at)
	select e.id, e.topic, e.key, e.payload::jsonb, e.at
	from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
	  with ordinality as e(id, topic, key, payload, at, n)
	order by e.n
	on conflict (id) do nothing`

func eventColumns(ctx context.Context, events []outbox.Event) []any {
	ids, topics, keys := make([]string, len(events)), make([]string, len(events)), make([]string, len(events))
	payloads, times := make([]string, len(events)), make([]time.Time, len(events))
	now := time.Now()
	for i, e := range events {
		if len(e.Payload) == 0 {
			e.Payload = json.RawMessage("{}")
		}
		ids[i], topics[i], keys[i], payloads[i], times[i] = e.ID, e.Topic, e.Key, string(withTrace(ctx, e.Payload)), e.At
		if e.Key == "" {
			keys[i] = e.ID
		}
		if e.At.IsZero() {
			times[i] = now
		}
	}
	return []any{ids, topics, keys, payloads, times}
}

// Write stores events that no other change causes.
func (o *Outbox) Write(ctx context.Context, events ...outbox.Event) error {
	return insertEvents(ctx, o.pool, events...)
}

// undelivered holds for events that wait or were given up, in the words of the indexes of either: what was delivered is kept for a
// while, and is nearly all there is.
const undelivered = `(delivered_at is null and dead_at is null or delivered_at is null and dead_at is not null)`

// Withdraw takes back what waits or was given up.
func (o *Outbox) Withdraw(ctx context.Context, topic string, keys ...string) error {
	_, err := o.pool.Exec(ctx, `
		delete from outbox where topic = $1 and key = any($2) and `+undelivered, topic, keys)
	return FaultOf(err, nil)
}

// Delivered reports whether the event was delivered or given up; NotFound when there is no such event.
func (o *Outbox) Delivered(ctx context.Context, id string) (done, dead bool, err error) {
	err = o.pool.QueryRow(ctx, `select delivered_at is not null, dead_at is not null from outbox where id = $1`, id).
		Scan(&done, &dead)
	return done, dead, FaultOf(err, nil)
}

// Requeue gives the dead events of a topic all their attempts again.
func (o *Outbox) Requeue(ctx context.Context, topic string) (int, error) {
	tag, err := o.pool.Exec(ctx, `
		update outbox set dead_at = null, attempts = 0, due_at = now()
		where topic = $1 and dead_at is not null`, topic)
	if err == nil && tag.RowsAffected() == 0 {
		err = o.known(ctx, topic)
	}
	return int(tag.RowsAffected()), FaultOf(err, topicFaults)
}

var topicFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "outbox_topic_unknown")}

// known gives pgx.ErrNoRows for what is no topic: neither the shop's, nor an endpoint's, nor one that the version before wrote to.
func (o *Outbox) known(ctx context.Context, topic string) error {
	return o.pool.QueryRow(ctx, `
		select from (select) one where $1 = any($2) or exists (select from endpoint where $3 || name = $1)
		or exists (select from outbox where topic = $1)`, topic, outbox.Topics, outbox.EndpointPrefix).Scan()
}

// Dead lists what was given up.
func (o *Outbox) Dead(ctx context.Context, topic string, limit int) ([]outbox.Dead, error) {
	rows, err := o.pool.Query(ctx, `
		select id, created_at, dead_at, last_error from outbox
		where topic = $1 and dead_at is not null order by seq limit $2`, topic, limit)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[outbox.Dead])
	if err == nil && len(list) == 0 {
		err = o.known(ctx, topic)
	}
	return list, FaultOf(err, topicFaults)
}

var deadFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "outbox_event_not_dead")}

// DeadEvent gives an event that was given up.
func (o *Outbox) DeadEvent(ctx context.Context, topic, id string) (d outbox.Dead, err error) {
	err = o.pool.QueryRow(ctx, `select id, created_at, dead_at, last_error from outbox where topic = $1 and id = $2 and dead_at is not null`, topic, id).
		Scan(&d.ID, &d.At, &d.DeadAt, &d.LastError)
	return d, FaultOf(err, deadFaults)
}

// Discard deletes a dead event.
func (o *Outbox) Discard(ctx context.Context, topic, id string) error {
	tag, err := o.pool.Exec(ctx, `delete from outbox where topic = $1 and id = $2 and dead_at is not null`, topic, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return FaultOf(err, deadFaults)
}

// Repeat delivers again, as new events, what was delivered on a topic not longer ago than that, once per key, and what is being
// delivered now: it may have reached what is no longer there, and be marked only later. By the database's clock: the caller's may differ.
func (o *Outbox) Repeat(ctx context.Context, topic string, ago time.Duration) (int, error) {
	tag, err := o.pool.Exec(ctx, `
		insert into outbox (id, topic, key, payload)
		select last.id || '+' || gen_random_uuid(), last.topic, last.key, last.payload
		from (
		  select distinct on (key) id, topic, key, payload from outbox
		  where topic = $1 and (delivered_at >= now() - $2::interval
		    or delivered_at is null and dead_at is null and attempts > 0 and due_at > now())
		  order by key, seq desc
		) last`, topic, ago)
	return int(tag.RowsAffected()), FaultOf(err, nil)
}

// Alone runs do while no other process runs one of the same name; it waits for its turn as long as ctx lasts. The lock is
// the session's, because a transaction that rests for so long would be ended.
func (o *Outbox) Alone(ctx context.Context, name string, do func(context.Context) error) error {
	conn, err := o.pool.Acquire(ctx)
	if err != nil {
		return FaultOf(err, nil)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `select pg_advisory_lock(hashtext($1))`, name); err != nil {
		return FaultOf(err, nil)
	}
	defer func() {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if _, err := conn.Exec(after, `select pg_advisory_unlock(hashtext($1))`, name); err != nil {
			_ = conn.Conn().Close(after) // the lock ends with its session
		}
	}()
	return do(ctx)
}
