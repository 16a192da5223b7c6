package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

const topic = "test.topic"

// recorder is a handler that remembers what it got.
type recorder struct {
	mu   sync.Mutex
	ids  []string
	keys map[string][]string
	fail func(outbox.Event) error
}

func (r *recorder) handle(_ context.Context, events []outbox.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range events {
		if r.fail != nil {
			if err := r.fail(e); err != nil {
				return err
			}
		}
	}
	for _, e := range events {
		r.ids = append(r.ids, e.ID)
		if r.keys == nil {
			r.keys = map[string][]string{}
		}
		r.keys[e.Key] = append(r.keys[e.Key], e.ID)
	}
	return nil
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ids)
}

// run starts n relays with the handler and stops them at the end of the test.
func run(t *testing.T, pool *pgxpool.Pool, n int, handle outbox.Handler) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { _ = postgres.NewOutbox(pool).Run(ctx, map[string]outbox.Handler{topic: handle}) })
	}
	t.Cleanup(func() { stop(); wg.Wait() })
}

func event(id, key string) outbox.Event {
	return outbox.Event{ID: id, Topic: topic, Key: key, Payload: json.RawMessage(`{"id": 1}`)}
}

func TestOutboxDeliversSoonAndOnce(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	run(t, pool, 3, got.handle)
	start := time.Now()
	require.NoError(t, box.Write(t.Context(), event("a", "k")))
	require.NoError(t, box.Write(t.Context(), event("a", "k")), "writing an ID again does nothing")
	require.Eventually(t, func() bool { return got.count() == 1 }, 2*time.Second, 5*time.Millisecond)
	require.Less(t, time.Since(start), time.Second)
	require.NoError(t, box.Write(t.Context(), event("a", "k"), event("b", "k")), "nor does it after delivery")
	require.Eventually(t, func() bool { return got.count() == 2 }, 2*time.Second, 5*time.Millisecond)
	require.Equal(t, []string{"a", "b"}, got.ids)
}

func TestOutboxKeepsTheOrderOfAKeyOverManyRelays(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	const keys, perKey = 40, 25
	// Deliveries that take different times would overtake each other, if two relays could have events of one key.
	run(t, pool, 4, func(ctx context.Context, events []outbox.Event) error {
		time.Sleep(rand.N(20 * time.Millisecond))
		return got.handle(ctx, events)
	})
	for n := range perKey {
		var events []outbox.Event
		for k := range keys {
			events = append(events, event(fmt.Sprintf("%d-%03d", k, n), fmt.Sprint(k)))
		}
		require.NoError(t, box.Write(t.Context(), events...))
	}
	require.Eventually(t, func() bool { return got.count() >= keys*perKey }, 20*time.Second, 10*time.Millisecond)
	require.Equal(t, keys*perKey, got.count(), "each once")
	for key, ids := range got.keys {
		require.True(t, slices.IsSorted(ids), "key %s: %v", key, ids)
	}
}

func TestOutboxIsolatesABadEventAndKeepsItsKeyWaiting(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	got.fail = func(e outbox.Event) error {
		if e.ID == "bad" {
			return errors.New("cannot be delivered")
		}
		return nil
	}
	require.NoError(t, box.Write(t.Context(), event("good-1", "x"), event("bad", "y"), event("behind", "y"), event("good-2", "z")))
	run(t, pool, 1, got.handle)
	require.Eventually(t, func() bool { return got.count() == 2 }, 5*time.Second, 5*time.Millisecond)
	require.ElementsMatch(t, []string{"good-1", "good-2"}, got.ids, "what is behind the bad event of its key waits")
	var backlog []outbox.Backlog
	require.Eventually(t, func() bool {
		var err error
		backlog, err = box.Backlog(t.Context())
		return err == nil && len(backlog) == 1 && backlog[0].Waiting == 2
	}, 5*time.Second, 10*time.Millisecond)
	require.Contains(t, backlog[0].LastError, "cannot be delivered")
}

func TestOutboxGivesUpAndRequeues(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	broken := true
	got.fail = func(e outbox.Event) error {
		if e.ID == "bad" && broken {
			return errors.New("cannot be delivered")
		}
		return nil
	}
	require.NoError(t, box.Write(t.Context(), event("bad", "y"), event("behind", "y")))
	_, err := pool.Exec(t.Context(), `update outbox set attempts = $1 where id = 'bad'`, outbox.MaxAttempts-1)
	require.NoError(t, err)
	run(t, pool, 2, got.handle)
	require.Eventually(t, func() bool { _, dead, err := box.Delivered(t.Context(), "bad"); return err == nil && dead },
		5*time.Second, 10*time.Millisecond)
	require.Eventually(t, func() bool { return got.count() == 1 }, 5*time.Second, 10*time.Millisecond,
		"a dead event does not hold up its key for ever")
	dead, err := box.Dead(t.Context(), topic, 10)
	require.NoError(t, err)
	require.Len(t, dead, 1)
	require.Equal(t, "bad", dead[0].ID)
	require.Contains(t, dead[0].LastError, "cannot be delivered")
	require.Equal(t, "outbox_event_not_dead", fault.ReasonOf(box.Discard(t.Context(), topic, "behind")), "only what was given up")
	got.mu.Lock()
	broken = false
	got.mu.Unlock()
	n, err := box.Requeue(t.Context(), topic)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Eventually(t, func() bool { done, _, err := box.Delivered(t.Context(), "bad"); return err == nil && done },
		5*time.Second, 10*time.Millisecond)

	_, err = pool.Exec(t.Context(), `insert into outbox (id, topic, key, payload, dead_at) values ('never', $1, '', '{}', now())`, topic)
	require.NoError(t, err)
	require.NoError(t, box.Discard(t.Context(), topic, "never"))
	_, _, err = box.Delivered(t.Context(), "never")
	require.Equal(t, fault.NotFound, fault.CodeOf(err))
}

// Events of a key are handed over together, so that those behind a bad one fail with it each time. They are not given up with it.
func TestOutboxGivesUpNoneThatOnlyWaitedBehindABadOne(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	away := fault.New(fault.Unavailable, "mail_server_unavailable")
	got.fail = func(e outbox.Event) error {
		switch e.ID {
		case "bad", "worse":
			return errors.New("cannot be delivered")
		case "away":
			return away
		}
		return nil
	}
	require.NoError(t, box.Write(t.Context(), event("before", "y"), event("bad", "y"), event("behind", "y"), event("worse", "y"), event("last", "y"),
		event("wrong", "z"), event("away", "z"), event("after", "z")))
	_, err := pool.Exec(t.Context(), `update outbox set attempts = $1 where id not in ('last', 'after')`, outbox.MaxAttempts-1)
	require.NoError(t, err)
	run(t, pool, 2, got.handle)
	require.Eventually(t, func() bool { return got.count() == 4 }, 5*time.Second, 10*time.Millisecond)
	require.Equal(t, map[string][]string{"y": {"before", "behind", "last"}, "z": {"wrong"}}, got.keys, "in order, and none that is behind one which waits")
	dead, err := box.Dead(t.Context(), topic, 10)
	require.NoError(t, err)
	require.Len(t, dead, 2)
	require.Equal(t, []string{"bad", "worse"}, []string{dead[0].ID, dead[1].ID})
}

func TestOutboxSurvivesARelayThatDied(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	require.NoError(t, box.Write(t.Context(), event("left", "k"), event("next", "k")))
	// What a relay leaves behind that was killed while it delivered: a lease that ends by itself.
	_, err := pool.Exec(t.Context(), `update outbox set attempts = 1, due_at = now() + interval '700 ms' where id = 'left'`)
	require.NoError(t, err)
	run(t, pool, 2, got.handle)
	require.Eventually(t, func() bool { return got.count() == 2 }, 5*time.Second, 5*time.Millisecond)
	require.Equal(t, []string{"left", "next"}, got.ids)
}

// Where the database's clock was years ahead for a moment, what was put back then comes once it is right again, and what is behind it.
func TestOutboxOutlivesAWrongClock(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	require.NoError(t, box.Write(t.Context(), event("ahead", "k"), event("next", "k")))
	_, err := pool.Exec(t.Context(), `update outbox set attempts = 1, due_at = now() + interval '10 years' where id = 'ahead'`)
	require.NoError(t, err)
	run(t, pool, 2, got.handle)
	require.Eventually(t, func() bool { return got.count() == 2 }, 5*time.Second, 5*time.Millisecond)
	require.Equal(t, []string{"ahead", "next"}, got.ids)
}

// A relay is stopped by a deployment, for example: what it had is no worse for it, on its last attempt neither, and the next relay
// has it at once.
func TestOutboxThatStopsFailsNoEvent(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	require.NoError(t, box.Write(t.Context(), event("a", "1"), event("b", "2"), event("c", "3")))
	_, err := pool.Exec(t.Context(), `update outbox set attempts = $1 where id <> 'a'`, outbox.MaxAttempts-1)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	calls := 0
	require.NoError(t, box.Run(ctx, map[string]outbox.Handler{topic: func(ctx context.Context, events []outbox.Event) error {
		if calls++; events[0].ID == "a" {
			return nil
		}
		stop()
		<-ctx.Done()
		return ctx.Err()
	}}))
	require.Equal(t, 2, calls, "none is begun any more")
	backlog, err := box.Backlog(t.Context())
	require.NoError(t, err)
	backlog[0].Oldest = time.Time{}
	require.Equal(t, []outbox.Backlog{{Topic: topic, Waiting: 2}}, backlog)
	run(t, pool, 1, got.handle)
	require.Eventually(t, func() bool { return got.count() == 2 }, 5*time.Second, 5*time.Millisecond)
}

// What there was no time for is not tried, and so has all its attempts left; it comes at once.
func TestOutboxCountsNoAttemptThatItHadNoTimeFor(t *testing.T) {
	pool := pgtest.New(t)
	box, now := postgres.NewOutbox(pool), clock.NewFixed(march)
	box.SetNow(now.Now)
	require.NoError(t, box.Write(t.Context(), event("slow", "1"), event("next", "2")))
	_, err := pool.Exec(t.Context(), `update outbox set attempts = $1`, outbox.MaxAttempts-2)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	attempts := 0
	require.NoError(t, box.Run(ctx, map[string]outbox.Handler{topic: func(ctx context.Context, events []outbox.Event) error {
		if events[0].ID == "slow" {
			now.Advance(outbox.Lease - outbox.Timeout + time.Second)
			return nil
		}
		defer stop()
		return pool.QueryRow(ctx, `select attempts from outbox where id = 'next'`).Scan(&attempts)
	}}))
	require.Equal(t, outbox.MaxAttempts-1, attempts)
}

// What is taken back is not delivered later, as when an operator has what was given up tried again.
func TestOutboxTakesBackWhatWasNotDelivered(t *testing.T) {
	pool := pgtest.New(t)
	box := postgres.NewOutbox(pool)
	require.NoError(t, box.Write(t.Context(), event("waits", "k"), event("dead", "k"), event("done", "k"), event("of-another", "l"),
		outbox.Event{ID: "elsewhere", Topic: "test.other", Key: "k"}))
	_, err := pool.Exec(t.Context(), `
		update outbox set dead_at = case when id = 'dead' then now() end, delivered_at = case when id = 'done' then now() end`)
	require.NoError(t, err)
	require.NoError(t, box.Withdraw(t.Context(), topic, "k", "none"))
	rows, err := pool.Query(t.Context(), `select id from outbox order by seq`)
	require.NoError(t, err)
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{"done", "of-another", "elsewhere"}, left)
}

func TestOutboxSurvivesAPanickingHandler(t *testing.T) {
	pool := pgtest.New(t)
	box, calls := postgres.NewOutbox(pool), make(chan struct{}, 10)
	require.NoError(t, box.Write(t.Context(), event("a", "k")))
	run(t, pool, 1, func(context.Context, []outbox.Event) error {
		calls <- struct{}{}
		if len(calls) == 1 {
			panic("defect")
		}
		return nil
	})
	require.Eventually(t, func() bool { done, _, err := box.Delivered(t.Context(), "a"); return err == nil && done },
		5*time.Second, 10*time.Millisecond)
	require.Len(t, calls, 2)
}

func TestOutboxRepeatsTheLastEventOfEachKey(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	run(t, pool, 1, got.handle)
	require.NoError(t, box.Write(t.Context(), event("a", "k"), event("b", "k"), event("c", "l")))
	delivered := func(n int) func() bool {
		return func() bool {
			marked := 0
			err := pool.QueryRow(t.Context(), `select count(*) from outbox where delivered_at is not null`).Scan(&marked)
			return err == nil && marked == n
		}
	}
	require.Eventually(t, delivered(3), 5*time.Second, 5*time.Millisecond)
	n, err := box.Repeat(t.Context(), topic, time.Minute)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Eventually(t, delivered(5), 5*time.Second, 5*time.Millisecond)
	require.Len(t, got.keys["k"], 3)
	require.Len(t, got.keys["l"], 2)
	n, err = box.Repeat(t.Context(), topic, -time.Minute)
	require.NoError(t, err)
	require.Zero(t, n)
}

// What is being delivered may have gone where it is no longer seen, and be marked only after the repetition.
func TestOutboxRepeatsWhatIsBeingDelivered(t *testing.T) {
	pool := pgtest.New(t)
	box, got := postgres.NewOutbox(pool), &recorder{}
	begun, done := make(chan struct{}, 10), make(chan struct{})
	finish := sync.OnceFunc(func() { close(done) })
	run(t, pool, 1, func(ctx context.Context, events []outbox.Event) error {
		begun <- struct{}{}
		<-done
		return got.handle(ctx, events)
	})
	t.Cleanup(finish)
	require.NoError(t, box.Write(t.Context(), event("a", "k")))
	<-begun
	require.NoError(t, box.Write(t.Context(), event("waiting", "l")))
	n, err := box.Repeat(t.Context(), topic, time.Minute)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	finish()
	require.Eventually(t, func() bool { return got.count() == 3 }, 5*time.Second, 5*time.Millisecond)
	require.Len(t, got.keys["k"], 2)
}

func TestOutboxGivesARebuildTheTimeThatItTakes(t *testing.T) {
	pool := pgtest.New(t)
	box := postgres.NewOutbox(pool)
	left := make(chan time.Duration, 1)
	ctx, stop := context.WithCancel(context.Background())
	var relay sync.WaitGroup
	relay.Go(func() {
		_ = box.Run(ctx, map[string]outbox.Handler{outbox.SearchRebuild: func(ctx context.Context, _ []outbox.Event) error {
			deadline, _ := ctx.Deadline()
			left <- time.Until(deadline)
			return nil
		}})
	})
	t.Cleanup(func() { stop(); relay.Wait() })
	require.NoError(t, box.Write(t.Context(), outbox.Event{ID: "rebuild", Topic: outbox.SearchRebuild}))
	require.Greater(t, <-left, 10*time.Minute)
	require.Eventually(t, func() bool { done, _, err := box.Delivered(t.Context(), "rebuild"); return err == nil && done },
		5*time.Second, 5*time.Millisecond)
}

// An event is delivered as a part of the trace of what caused it; its handler gets the payload as it was written.
func TestOutboxCarriesTheTrace(t *testing.T) {
	pool := pgtest.New(t)
	box := postgres.NewOutbox(pool)
	type delivery struct {
		trace   trace.TraceID
		payload string
		ids     []string
	}
	got := make(chan delivery, 10)
	in := func(id byte) context.Context {
		return trace.ContextWithSpanContext(t.Context(), trace.NewSpanContext(trace.SpanContextConfig{
			TraceID: trace.TraceID{id}, SpanID: trace.SpanID{id}, TraceFlags: trace.FlagsSampled,
		}))
	}
	require.NoError(t, box.Write(in(1), outbox.Event{ID: "a", Topic: topic, Key: "a", Payload: json.RawMessage(`{"id": 1}`)}))
	require.NoError(t, box.Write(in(2), outbox.Event{ID: "b", Topic: topic, Key: "b"}))
	require.NoError(t, box.Write(t.Context(), event("c", "c"), event("d", "d")))
	require.NoError(t, box.Write(in(2), outbox.Event{ID: "e", Topic: topic, Key: "a"})) // stays behind a, of its key
	run(t, pool, 1, func(ctx context.Context, events []outbox.Event) error {
		d := delivery{trace: trace.SpanContextFromContext(ctx).TraceID(), payload: string(events[0].Payload)}
		for _, e := range events {
			d.ids = append(d.ids, e.ID)
		}
		got <- d
		return nil
	})
	require.Equal(t, delivery{trace.TraceID{1}, `{"id": 1}`, []string{"a", "e"}}, <-got)
	require.Equal(t, delivery{trace.TraceID{2}, `{}`, []string{"b"}}, <-got)
	require.Equal(t, []string{"c", "d"}, (<-got).ids)
}

// A shop at rest asks for all topics at once, and no loop looks by itself.
func TestOutboxLooksForAllTopicsAtOnce(t *testing.T) {
	seen := &statements{}
	pool, err := postgres.Open(t.Context(), pgtest.URL(t), postgres.Options{Tracer: seen})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	box, got := postgres.NewOutbox(pool), &recorder{}
	handlers := map[string]outbox.Handler{}
	for n := range 12 {
		handlers[fmt.Sprintf("%s.%d", topic, n)] = got.handle
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { _ = box.Run(ctx, handlers) })
	t.Cleanup(func() { stop(); wg.Wait() })
	for n := range 3 {
		require.NoError(t, box.Write(t.Context(), outbox.Event{ID: fmt.Sprint(n), Topic: topic + ".7"}))
		require.Eventually(t, func() bool { return got.count() == n+1 }, 5*time.Second, 5*time.Millisecond)
	}
	for _, topics := range seen.argumentsOf("for update of o skip locked") {
		require.Equal(t, topic+".7", topics)
	}
	looks := seen.argumentsOf("unnest($1::text[]) as t(topic)")
	require.NotEmpty(t, looks)
	require.Len(t, looks[0], 12)
}

// What an import leaves is delivered in time though PostgreSQL has counted nothing of it yet, and reads what a batch is made of, not all that waits.
func TestOutboxReadsLittleOfWhatWaits(t *testing.T) {
	const events = 4000
	url := pgtest.URL(t)
	pool, err := postgres.Open(t.Context(), url, postgres.Options{})
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `alter table outbox set (autovacuum_enabled = false)`)
	require.NoError(t, err)
	box, got := postgres.NewOutbox(pool), &recorder{}
	for n := range events {
		require.NoError(t, box.Write(t.Context(), event(fmt.Sprint(n), fmt.Sprint(n))))
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { _ = box.Run(ctx, map[string]outbox.Handler{topic: got.handle}) })
	require.Eventually(t, func() bool { return got.count() == events }, time.Minute, 10*time.Millisecond)
	stop()
	wg.Wait()
	pool.Close() // a connection that ends tells what it read

	read := readOfOutbox(t, url)
	t.Log("rows read for each event:", read/events)
	require.Less(t, read, 100*events)
}
