package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/outbox"
)

// Backlog tells of every topic that has events waiting or dead.
func (o *Outbox) Backlog(ctx context.Context) ([]outbox.Backlog, error) { return o.backlog(ctx, nil) }

// Glance is Backlog that looks at no more than the oldest outbox.GlanceAt events of each topic.
func (o *Outbox) Glance(ctx context.Context) ([]outbox.Backlog, error) {
	most := outbox.GlanceAt
	return o.backlog(ctx, &most)
}

// backlog goes from topic to topic by the indexes of what waits and of what was given up, so that it reads as much as it counts: at
// most that many of each topic, or all.
func (o *Outbox) backlog(ctx context.Context, most *int) ([]outbox.Backlog, error) {
	rows, err := o.pool.Query(ctx, `
		with recursive topic(name) as (
		  select ''
		  union all
		  select least(
		    (select o.topic from outbox o where o.topic > t.name and o.delivered_at is null and o.dead_at is null order by o.topic limit 1),
		    (select o.topic from outbox o where o.topic > t.name and o.dead_at is not null order by o.topic limit 1))
		  from topic t where t.name is not null
		)
		select t.name, waiting.events, waiting.failing, dead.events, waiting.oldest, waiting.retry, coalesce(waiting.error, dead.error, '')
		from topic t cross join lateral (
		  select count(*) as events, count(*) filter (where last_error <> '') as failing, min(created_at) as oldest,
		    min(due_at) filter (where last_error <> '') as retry,
		    (array_agg(last_error order by due_at desc) filter (where last_error <> ''))[1] as error
		  from (
		    select o.last_error, o.created_at, o.due_at from outbox o
		    where o.topic = t.name and o.delivered_at is null and o.dead_at is null order by o.seq limit $1
		  ) o
		) waiting cross join lateral (
		  select count(*) as events, (array_agg(last_error order by dead_at desc))[1] as error
		  from (
		    select o.last_error, o.dead_at from outbox o
		    where o.topic = t.name and o.dead_at is not null order by o.seq limit $1
		  ) o
		) dead
		where t.name <> ''
		order by t.name`, most)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	backlog, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (outbox.Backlog, error) {
		var b outbox.Backlog
		var oldest, retry *time.Time
		err := row.Scan(&b.Topic, &b.Waiting, &b.Failing, &b.Dead, &oldest, &retry, &b.LastError)
		if oldest != nil {
			b.Oldest = *oldest
		}
		if retry != nil {
			b.Retry = *retry
		}
		return b, err
	})
	return backlog, FaultOf(err, nil)
}
