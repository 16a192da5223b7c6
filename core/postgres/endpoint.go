package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

// Endpoints keeps the other systems that hear of what happens in the shop. It implements endpoint.Store.
type Endpoints struct{ pool *pgxpool.Pool }

var _ endpoint.Store = (*Endpoints)(nil)

// NewEndpoints makes the store.
func NewEndpoints(pool *pgxpool.Pool) *Endpoints { return &Endpoints{pool} }

var endpointFaults = map[string]*fault.Error{
	NoRows:          fault.New(fault.NotFound, "endpoint_not_found"),
	"endpoint_pkey": fault.New(fault.Conflict, "endpoint_exists"),
}

const endpointColumns = `e.name, e.url, e.kinds, e.created_at, e.key_id, e.former_id, e.key_since`

func endpointTargets(e *endpoint.Endpoint) []any {
	return []any{&e.Name, &e.URL, &e.Kinds, &e.CreatedAt, &e.KeyID, &e.FormerID, &e.KeySince}
}

// Add keeps a new one.
func (s *Endpoints) Add(ctx context.Context, e endpoint.Endpoint) error {
	_, err := s.pool.Exec(ctx, `
		insert into endpoint (name, url, kinds, created_at, key_id, former_id, key_since) values ($1, $2, $3, $4, $5, $6, $7)`,
		e.Name, e.URL, e.Kinds, e.CreatedAt, e.KeyID, e.FormerID, e.KeySince)
	return FaultOf(err, endpointFaults)
}

// Change locks the endpoint's row.
func (s *Endpoints) Change(ctx context.Context, name string, change func(*endpoint.Endpoint) error) (*endpoint.Endpoint, error) {
	e := &endpoint.Endpoint{}
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `select `+endpointColumns+` from endpoint e where name = $1 for update`, name).Scan(endpointTargets(e)...); err != nil {
			return err
		}
		if err := change(e); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update endpoint set url = $2, kinds = $3, key_id = $4, former_id = $5, key_since = $6 where name = $1`,
			name, e.URL, e.Kinds, e.KeyID, e.FormerID, e.KeySince)
		return err
	})
	return e, FaultOf(err, endpointFaults)
}

// Remove forgets an endpoint.
func (s *Endpoints) Remove(ctx context.Context, name string) error {
	return FaultOf(inTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from endpoint where name = $1`, name)
		if err == nil && tag.RowsAffected() == 0 {
			err = pgx.ErrNoRows
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from outbox where topic = $1`, outbox.EndpointPrefix+name)
		return err
	}), endpointFaults)
}

// Sweep forgets what waits for nobody.
func (s *Endpoints) Sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `
		delete from outbox o where starts_with(o.topic, $1) and `+undelivered+`
		  and not exists (select from endpoint e where o.topic = $1 || e.name)`, outbox.EndpointPrefix)
	return FaultOf(err, nil)
}

// Endpoint gives one.
func (s *Endpoints) Endpoint(ctx context.Context, name string) (*endpoint.Endpoint, error) {
	e := &endpoint.Endpoint{}
	err := s.pool.QueryRow(ctx, `select `+endpointColumns+` from endpoint e where name = $1`, name).Scan(endpointTargets(e)...)
	return e, FaultOf(err, endpointFaults)
}

// States gives all with what waits for them.
func (s *Endpoints) States(ctx context.Context) ([]endpoint.State, error) {
	rows, err := s.pool.Query(ctx, `
		select `+endpointColumns+`, o.waiting, o.failing, o.dead, o.oldest, o.delivered, o.error
		from endpoint e cross join lateral (
		  select
		    count(*) filter (where delivered_at is null and dead_at is null) as waiting,
		    count(*) filter (where delivered_at is null and dead_at is null and last_error <> '') as failing,
		    count(*) filter (where dead_at is not null) as dead,
		    min(created_at) filter (where delivered_at is null and dead_at is null) as oldest,
		    max(delivered_at) as delivered,
		    coalesce((array_agg(last_error order by due_at desc) filter (where delivered_at is null and last_error <> ''))[1], '') as error
		  from outbox where topic = $1 || e.name) o
		order by e.name`, outbox.EndpointPrefix)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (endpoint.State, error) {
		var st endpoint.State
		var oldest, delivered *time.Time
		err := row.Scan(append(endpointTargets(&st.Endpoint), &st.Waiting, &st.Failing, &st.GivenUp, &oldest, &delivered, &st.LastError)...)
		st.Oldest, st.Delivered = nullable(oldest), nullable(delivered)
		return st, err
	})
	return list, FaultOf(err, nil)
}

// Names gives the names of all.
func (s *Endpoints) Names(ctx context.Context) ([]string, error) {
	rows, err := s.pool.Query(ctx, `select name from endpoint order by name`)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return names, FaultOf(err, nil)
}

// Tell writes events that no other change causes.
func (s *Endpoints) Tell(ctx context.Context, calls ...endpoint.Call) error {
	b := &pgx.Batch{}
	if err := queueCalls(ctx, b, calls...); err != nil || b.Len() == 0 {
		return err
	}
	return FaultOf(s.pool.SendBatch(ctx, b).Close(), nil)
}

// Resend lets an endpoint have events again. They keep their places: what waits for it of the same order comes after them.
func (s *Endpoints) Resend(ctx context.Context, name string, since time.Time) (int, error) {
	if _, err := s.Endpoint(ctx, name); err != nil {
		return 0, err
	}
	tag, err := s.pool.Exec(ctx, `
		update outbox set delivered_at = null, attempts = 0, due_at = now()
		where topic = $1 and delivered_at is not null and created_at >= $2`, outbox.EndpointPrefix+name, since)
	return int(tag.RowsAffected()), FaultOf(err, nil)
}

// queueCalls writes events for the endpoints that have their kinds. Write them after the row of their subject is locked, so that they
// are in the order of its changes.
func queueCalls(ctx context.Context, b *pgx.Batch, calls ...endpoint.Call) error {
	if len(calls) == 0 {
		return nil
	}
	ids, kinds, keys := make([]string, len(calls)), make([]string, len(calls)), make([]string, len(calls))
	payloads := make([]string, len(calls))
	for i, c := range calls {
		payload, err := json.Marshal(c)
		if err != nil {
			return err
		}
		ids[i], kinds[i], keys[i] = c.ID, string(c.Kind), fmt.Sprintf("%s-%d", c.Kind.Subject(), c.About)
		payloads[i] = string(withTrace(ctx, payload))
	}
	b.Queue(`
		insert into outbox (id, topic, key, payload)
		select c.id || '@' || e.name, $5 || e.name, c.key, c.payload::jsonb
		from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as c(id, kind, key, payload, n)
		  join endpoint e on c.kind = any(e.kinds)
		order by c.n
		on conflict (id) do nothing`, ids, kinds, keys, payloads, outbox.EndpointPrefix)
	return nil
}
