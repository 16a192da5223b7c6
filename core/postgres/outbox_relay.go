package postgres

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

// claimed is an event that this relay has until its lease ends.
type claimed struct {
	outbox.Event
	attempt int
	trace   string // of what caused it; empty for none
}

// Run delivers the stored events to the handlers of their topics until ctx ends, and then returns nil. Topics without a handler stay for
// another relay; several may run at once. Each topic has a loop of its own, or several (outbox.AtOnce), so that a slow one does not hold
// up the others; one more looks which of them have something to do. An event is leased in one short transaction and marked in another:
// none is open while a handler runs.
func (o *Outbox) Run(ctx context.Context, handlers map[string]outbox.Handler) error {
	var wg sync.WaitGroup
	due := make(map[string]chan struct{}, len(handlers))
	for topic, handle := range handlers {
		wake := make(chan struct{}, 1)
		due[topic] = wake
		for range outbox.AtOnce(topic) { // they share the topic as those of several processes do
			wg.Go(func() { o.relay(ctx, topic, handle, wake) })
		}
	}
	wg.Go(func() { o.watch(ctx, due) })
	wg.Go(func() { o.prune(ctx) })
	wg.Wait()
	return nil
}

// watch wakes the loops of the topics that have something to deliver. It asks for all of them in one statement, so that a
// shop at rest costs the database next to nothing however many topics there are.
func (o *Outbox) watch(ctx context.Context, due map[string]chan struct{}) {
	topics, failures := slices.Sorted(maps.Keys(due)), 0
	for ctx.Err() == nil {
		found, err := o.due(ctx, topics)
		pause := outbox.PollEvery
		switch {
		case err == nil:
			failures = 0
		case ctx.Err() == nil:
			failures++
			pause = outbox.Backoff("", failures, err)
			slog.WarnContext(ctx, "outbox: cannot reach its table", "error", err)
		}
		for _, topic := range found {
			select {
			case due[topic] <- struct{}{}:
			default: // it is at work, and was told already
			}
		}
		wait(ctx, pause)
	}
}

// due gives those of the topics with an event whose time has come. It may lie behind one of its key that has not.
func (o *Outbox) due(ctx context.Context, topics []string) ([]string, error) {
	rows, err := o.pool.Query(ctx, `
		select t.topic from unnest($1::text[]) as t(topic) cross join lateral (
		  select from outbox o
		  where o.topic = t.topic and o.delivered_at is null and o.dead_at is null and (o.due_at <= now() or o.due_at > now() + $2)
		  limit 1)`,
		topics, outbox.Farthest)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return found, FaultOf(err, nil)
}

// relay delivers a topic's events whenever it is woken. It claims again only after a full batch: what comes while it delivers
// wakes it again, and is then delivered together, not one by one.
func (o *Outbox) relay(ctx context.Context, topic string, handle outbox.Handler, wake <-chan struct{}) {
	failures := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		most := outbox.BatchSizeOf(topic)
		n, err := most, error(nil)
		for n >= most && err == nil && ctx.Err() == nil {
			n, err = o.deliverBatch(ctx, topic, handle)
		}
		if err == nil || ctx.Err() != nil {
			failures = 0
			continue
		}
		failures++
		slog.WarnContext(ctx, "outbox: relay cannot reach its table", "topic", topic, "error", err)
		wait(ctx, outbox.Backoff("", failures, err))
	}
}

// deliverBatch claims and delivers one batch and says how many events it had. The error is the table's, not the handler's.
func (o *Outbox) deliverBatch(ctx context.Context, topic string, handle outbox.Handler) (int, error) {
	events, err := o.claim(ctx, topic)
	if err != nil {
		return 0, err
	}
	leasedUntil := o.now().Add(outbox.LeaseOf(topic))
	held := map[string]bool{} // keys of which an event waits for its next attempt, and what is behind it as well
	batches := split(events)
	for i, batch := range batches {
		if ctx.Err() != nil {
			return len(events), o.release(ctx, slices.Concat(batches[i:]...))
		}
		if o.now().Add(outbox.TimeoutOf(topic)).After(leasedUntil) { // no time left to deliver it under this lease
			return len(events), o.release(ctx, slices.Concat(batches[i:]...))
		}
		if held[batch[0].Key] {
			continue
		}
		waits, err := o.deliver(ctx, topic, handle, batch)
		if err != nil {
			return len(events), err
		}
		for _, e := range batch {
			held[e.Key] = waits
		}
	}
	return len(events), nil
}

// split makes one batch of all events that are tried for the first time, one for each trace that they are part of, and one
// per key of those that failed before. The events of a key stay together, and so in order; where one of them has its last
// attempt, each is alone, so that none is given up for another.
func split(events []claimed) [][]claimed {
	retried, last := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if e.attempt > 1 {
			retried[e.Key] = true
		}
		if e.attempt >= outbox.MaxAttempts {
			last[e.Key] = true
		}
	}
	var batches [][]claimed
	ofKey, ofTrace := map[string]int{}, map[string]int{}
	for _, e := range events {
		if last[e.Key] {
			batches = append(batches, []claimed{e})
			continue
		}
		i, known := ofKey[e.Key]
		if !known && !retried[e.Key] {
			i, known = ofTrace[e.trace]
		}
		if !known {
			i, batches = len(batches), append(batches, nil)
			if !retried[e.Key] {
				ofTrace[e.trace] = i
			}
		}
		ofKey[e.Key], batches[i] = i, append(batches[i], e)
	}
	// What failed before may take its time again: the others go first.
	slices.SortStableFunc(batches, func(a, b []claimed) int {
		switch late := retried[a[0].Key]; {
		case late == retried[b[0].Key]:
			return 0
		case late:
			return 1
		}
		return -1
	})
	return batches
}

// deliver hands a batch over. What of it failed and is not given up waits for its next attempt. Of a relay that stops meanwhile no
// event is the worse.
func (o *Outbox) deliver(ctx context.Context, topic string, handle outbox.Handler, batch []claimed) (waits bool, err error) {
	events := make([]outbox.Event, len(batch))
	for i, e := range batch {
		events[i] = e.Event
	}
	limited, cancel := context.WithTimeout(ctx, outbox.TimeoutOf(topic))
	limited, end := spanOf(limited, topic, batch)
	failed := call(limited, handle, events)
	end(failed)
	cancel()
	stopped := ctx.Err() != nil
	ctx, cancel = finishing(ctx)
	defer cancel()
	if failed == nil {
		return false, o.markDelivered(ctx, batch)
	}
	if part, ok := errors.AsType[*outbox.Partial](failed); ok && part.Done > 0 {
		if err := o.markDelivered(ctx, batch[:part.Done]); err != nil {
			return true, err
		}
		batch = batch[part.Done:]
	}
	if stopped {
		return true, o.release(ctx, batch)
	}
	slog.WarnContext(ctx, "outbox: delivery failed", "topic", topic, "events", len(batch), "first", batch[0].ID,
		"attempt", batch[0].attempt, "error", failed)
	return !outbox.GivesUp(batch[0].attempt, failed), o.putBack(ctx, batch, failed)
}

// finishing is for what must be written though the relay stops.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}

// call keeps a handler's panic from ending the relay.
func call(ctx context.Context, handle outbox.Handler, events []outbox.Event) (err error) {
	defer fault.Caught(&err)
	return handle(ctx, events)
}

// claim leases the oldest due events: the first waiting event of each key that no relay has, and those behind it. Only
// a key's first event can be claimed by itself, which keeps two relays from taking turns on one key.
//
// What belongs to one event is asked for in a subquery of its own (min, lateral with a limit), which PostgreSQL answers from an
// index whatever it believes of the table. As joins they read all that waits once for each event, while thousands came
// since its last statistics.
func (o *Outbox) claim(ctx context.Context, topic string) ([]claimed, error) {
	rows, err := o.pool.Query(ctx, `
		with head as materialized (
		  select o.seq, o.key from outbox o
		  where o.topic = $1 and o.delivered_at is null and o.dead_at is null and (o.due_at <= now() or o.due_at > now() + $4)
		    and o.seq = (
		      select min(e.seq) from outbox e
		      where e.topic = o.topic and e.key = o.key and e.delivered_at is null and e.dead_at is null)
		  order by o.seq limit $2
		  for update of o skip locked
		), batch as (
		  select o.id from head cross join lateral (
		    select o.id, o.seq from outbox o
		    where o.topic = $1 and o.key = head.key and o.seq >= head.seq and o.delivered_at is null and o.dead_at is null
		    order by o.seq limit $2
		  ) o
		  order by head.seq, o.seq limit $2
		), leased as (
		  update outbox set due_at = now() + $3, attempts = attempts + 1
		  where id in (select id from batch)
		  returning seq, id, key, payload, created_at, attempts
		)
		select id, key, payload - 'traceparent', created_at, attempts, coalesce(payload ->> 'traceparent', '') from leased order by seq`, topic, outbox.BatchSizeOf(topic), outbox.LeaseOf(topic), outbox.Farthest)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	events, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (claimed, error) {
		e := claimed{Event: outbox.Event{Topic: topic}}
		err := row.Scan(&e.ID, &e.Key, &e.Payload, &e.At, &e.attempt, &e.trace)
		return e, err
	})
	return events, FaultOf(err, nil)
}

func (o *Outbox) markDelivered(ctx context.Context, batch []claimed) error {
	_, err := o.pool.Exec(ctx, `update outbox set delivered_at = now(), last_error = '' where id = any($1)`, idsOf(batch))
	return FaultOf(err, nil)
}

// putBack ends the lease with a backoff, unless another relay has taken the event since.
func (o *Outbox) putBack(ctx context.Context, batch []claimed, cause error) error {
	work := &pgx.Batch{}
	for _, e := range batch {
		work.Queue(`
			update outbox set due_at = now() + $3, last_error = left($4, 2000),
			  dead_at = case when $5 then now() end
			where id = $1 and attempts = $2 and delivered_at is null`,
			e.ID, e.attempt, outbox.Backoff(e.Topic, e.attempt, cause), cause.Error(), outbox.GivesUp(e.attempt, cause))
	}
	return FaultOf(o.pool.SendBatch(ctx, work).Close(), nil)
}

// release ends the lease of events that were not tried, unless another relay has taken them since.
func (o *Outbox) release(ctx context.Context, batch []claimed) error {
	ctx, cancel := finishing(ctx)
	defer cancel()
	attempts := make([]int32, len(batch))
	for i, e := range batch {
		attempts[i] = int32(e.attempt)
	}
	_, err := o.pool.Exec(ctx, `
		update outbox o set due_at = now(), attempts = o.attempts - 1
		from unnest($1::text[], $2::int[]) as e(id, attempts)
		where o.id = e.id and o.attempts = e.attempts and o.delivered_at is null`, idsOf(batch), attempts)
	return FaultOf(err, nil)
}

// prune removes what was delivered long ago.
func (o *Outbox) prune(ctx context.Context) {
	const every = 10 * time.Minute
	for ctx.Err() == nil {
		_, err := o.pool.Exec(ctx, `delete from outbox where delivered_at < now() - $1::interval`, outbox.Keep)
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "outbox: prune failed", "error", err)
		}
		wait(ctx, every)
	}
}

func idsOf(batch []claimed) []string {
	ids := make([]string, len(batch))
	for i, e := range batch {
		ids[i] = e.ID
	}
	return ids
}

// wait pauses for d or until ctx ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
