package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/rollout"
)

// Rollouts keeps which versions of plugins are at work. It implements rollout.Store.
type Rollouts struct{ pool *pgxpool.Pool }

var _ rollout.Store = (*Rollouts)(nil)

// NewRollouts makes the store.
func NewRollouts(pool *pgxpool.Pool) *Rollouts { return &Rollouts{pool: pool} }

var (
	notInstalled  = fault.New(fault.NotFound, "plugin_version_not_installed")
	rolloutFaults = map[string]*fault.Error{
		"plugin_release_sha256_hex":    fault.New(fault.Invalid, "plugin_checksum_invalid"),
		"plugin_rollout_share_percent": fault.New(fault.Invalid, "plugin_share_invalid"),
		"plugin_rollout_stable_fkey":   notInstalled,
		"plugin_rollout_canary_fkey":   notInstalled,
		"plugin_rollout_previous_fkey": notInstalled,
	}
)

// attemptUnderWay is the condition of an attempt a that belongs to the version that began it, as the index has it.
const attemptUnderWay = `a.state in ('created', 'authorizing', 'redirected', 'unknown', 'pending') and a.plugin_version <> ''`

// selectUnderWay goes from version to version in the index, and counts few of each: orders in advance wait for days by the
// ten thousand.
const selectUnderWay = `
	with recursive version as (
	  (select a.plugin, a.plugin_version from checkout_attempt a where ` + attemptUnderWay + ` order by 1, 2 limit 1)
	  union all
	  select next.* from version v, lateral (
	    select a.plugin, a.plugin_version from checkout_attempt a
	    where ` + attemptUnderWay + ` and (a.plugin, a.plugin_version) > (v.plugin, v.plugin_version) order by 1, 2 limit 1) next
	)
	select v.plugin, v.plugin_version, (
	  select count(*)::int from (
	    select from checkout_attempt a
	    where ` + attemptUnderWay + ` and a.plugin = v.plugin and a.plugin_version = v.plugin_version limit $1) few)
	from version v`

// Desired reads everything in one round trip; hosts ask every second.
func (s *Rollouts) Desired(ctx context.Context) (rollout.Desired, error) {
	d := rollout.Desired{UnderWay: map[string]map[string]int{}}
	b := &pgx.Batch{}
	b.Queue(`
		select plugin, stable, coalesce(canary, '') as canary, share, coalesce(previous, '') as previous, revision, leaving
		from plugin_rollout order by plugin`).Query(into(&d.Rollouts))
	b.Queue(`select plugin, version, sha256, kinds, installed_at from plugin_release order by plugin, installed_at, version`).
		Query(into(&d.Releases))
	b.Queue(`select code, reason, title_de, title_en, retired_at from payment_method_retired order by code`).
		Query(into(&d.Retired))
	b.Queue(selectUnderWay, rollout.Counted).
		Query(func(rows pgx.Rows) error {
			var plugin, version string
			var open int
			_, err := pgx.ForEachRow(rows, []any{&plugin, &version, &open}, func() error {
				if d.UnderWay[plugin] == nil {
					d.UnderWay[plugin] = map[string]int{}
				}
				d.UnderWay[plugin][version] = open
				return nil
			})
			return err
		})
	err := s.pool.SendBatch(ctx, b).Close()
	return d, FaultOf(err, rolloutFaults)
}

// into collects rows by the position of the fields.
func into[T any](list *[]T) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[T])
		return err
	}
}

// SaveRelease keeps a release, or finds it kept.
func (s *Rollouts) SaveRelease(ctx context.Context, r rollout.Release) error {
	var same bool
	err := s.pool.QueryRow(ctx, `
		insert into plugin_release (plugin, version, sha256, kinds) values ($1, $2, $3, $4)
		on conflict on constraint plugin_release_pkey do update set plugin = excluded.plugin
		returning sha256 = $3`, r.Plugin, r.Version, r.SHA256, r.Kinds).Scan(&same)
	if err == nil && !same {
		return fault.New(fault.Conflict, "plugin_version_taken")
	}
	return FaultOf(err, rolloutFaults)
}

// SaveRollout writes the first revision, or over the one that r names.
func (s *Rollouts) SaveRollout(ctx context.Context, r rollout.Rollout) error {
	query := `
		update plugin_rollout set stable = $2, canary = nullif($3, ''), share = $4, previous = nullif($5, ''),
		       leaving = $7, revision = revision + 1, changed_at = now()
		where plugin = $1 and revision = $6`
	if r.Revision == 0 {
		query = `
			insert into plugin_rollout (plugin, stable, canary, share, previous, revision, leaving)
			values ($1, $2, nullif($3, ''), $4, nullif($5, ''), $6 + 1, $7)
			on conflict on constraint plugin_rollout_pkey do nothing`
	}
	tag, err := s.pool.Exec(ctx, query, r.Plugin, r.Stable, r.Canary, r.Share, r.Previous, r.Revision, r.Leaving)
	if err == nil && tag.RowsAffected() == 0 {
		return fault.New(fault.Conflict, "plugin_rollout_changed")
	}
	return FaultOf(err, rolloutFaults)
}

// RemoveRollout deletes the revision that r names.
func (s *Rollouts) RemoveRollout(ctx context.Context, r rollout.Rollout) error {
	tag, err := s.pool.Exec(ctx, `delete from plugin_rollout where plugin = $1 and revision = $2`, r.Plugin, r.Revision)
	if err == nil && tag.RowsAffected() == 0 {
		return fault.New(fault.Conflict, "plugin_rollout_changed")
	}
	return FaultOf(err, rolloutFaults)
}

// unsettled is an attempt whose payment is not decided, and unplanned an order that is placed and has no deliveries yet.
const (
	unsettled = `a.state in ('created', 'authorizing', 'redirected', 'unknown', 'pending')`
	unplanned = `not exists (select from order_delivery d where d.order_id = a.order_id)`
)

// Using reads the orders that need a plugin. What is not placed yet has no deliveries, and will be brought by the carrier that its
// customer chose. An operator asks, once in a while.
func (s *Rollouts) Using(ctx context.Context, plugin string, limit int) (orders []int64, err error) {
	err = s.pool.QueryRow(ctx, `
		select coalesce(array_agg(id), '{}') from (
		    select a.order_id as id from checkout_attempt a
		    where a.plugin = $1 and (`+unsettled+` or a.state = 'failed' and `+owed+`
		        or exists (select from order_payment p where p.order_id = a.order_id and p.state in ('wanted', 'working'))
		        or a.state = 'confirmed' and exists (select from shop_order o where o.id = a.order_id and o.status = 'placed')
		            and (exists (select from order_delivery d where d.order_id = a.order_id and d.state in ('planned', 'dispatching'))
		                or `+unplanned+`))
		    union
		    select a.order_id from checkout_attempt a
		    where a.deliveries @> jsonb_build_array(jsonb_build_object('option', jsonb_build_object('plugin', $1::text)))
		        and (`+unsettled+` or a.state = 'confirmed' and `+unplanned+`
		            and exists (select from shop_order o where o.id = a.order_id and o.status = 'placed'))
		    union
		    select d.order_id from order_delivery d
		    where d.shipping ->> 'plugin' = $1 and d.state in ('planned', 'dispatching', 'shipped')
		    order by id limit $2) few`, plugin, limit).Scan(&orders)
	return orders, FaultOf(err, rolloutFaults)
}

// Retire writes the reason over an earlier one; a title that is known stays.
func (s *Rollouts) Retire(ctx context.Context, r rollout.Retirement) error {
	_, err := s.pool.Exec(ctx, `
		insert into payment_method_retired as m (code, reason, title_de, title_en) values ($1, $2, $3, $4)
		on conflict on constraint payment_method_retired_pkey do update set reason = excluded.reason,
		    title_de = coalesce(nullif(excluded.title_de, ''), m.title_de),
		    title_en = coalesce(nullif(excluded.title_en, ''), m.title_en)`, r.Code, r.Reason, r.TitleDE, r.TitleEN)
	return FaultOf(err, rolloutFaults)
}

// Restore forgets the retirement.
func (s *Rollouts) Restore(ctx context.Context, code string) error {
	tag, err := s.pool.Exec(ctx, `delete from payment_method_retired where code = $1`, code)
	if err == nil && tag.RowsAffected() == 0 {
		return fault.New(fault.NotFound, "payment_method_not_retired")
	}
	return FaultOf(err, rolloutFaults)
}

// Report replaces the process's row and clears away those of processes that are long dead.
func (s *Rollouts) Report(ctx context.Context, r rollout.Report) error {
	if r.Plugins == nil { // the process runs none, and says so: the first that is put to work waits for its word
		r.Plugins = []rollout.Status{}
	}
	_, err := s.pool.Exec(ctx, `
		with gone as (delete from plugin_report where reported_at < now() - interval '10 minutes' and id <> $1)
		insert into plugin_report (id, process, machine, pid, plugins) values ($1, $2, $3, $4, $5)
		on conflict on constraint plugin_report_pkey do update set plugins = excluded.plugins, reported_at = now()`,
		r.ID, r.Process, r.Machine, r.PID, r.Plugins)
	return FaultOf(err, rolloutFaults)
}

// Leave removes the process's row.
func (s *Rollouts) Leave(ctx context.Context, id string) error {
	_, err := s.pool.Exec(ctx, `delete from plugin_report where id = $1`, id)
	return FaultOf(err, rolloutFaults)
}

// Reports reads those of the last ten seconds; a process that lives reports every two.
func (s *Rollouts) Reports(ctx context.Context) ([]rollout.Report, error) {
	rows, err := s.pool.Query(ctx, `
		select id, process, machine, pid, reported_at, plugins from plugin_report
		where reported_at > now() - interval '10 seconds' order by process, machine, pid`)
	if err != nil {
		return nil, FaultOf(err, rolloutFaults)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[rollout.Report])
	return list, FaultOf(err, rolloutFaults)
}
