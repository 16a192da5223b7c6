package postgres_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/rollout"
)

func release(version string) rollout.Release {
	return rollout.Release{
		Plugin: "paypal", Version: version, SHA256: strings.Repeat(version[:1], 64), Kinds: []string{"payment"},
	}
}

func TestReleaseIsOneProgramForEver(t *testing.T) {
	store := postgres.NewRollouts(pgtest.New(t))
	require.NoError(t, store.SaveRelease(t.Context(), release("1.0.0")))
	require.NoError(t, store.SaveRelease(t.Context(), release("1.0.0")))
	other := release("1.0.0")
	other.SHA256 = strings.Repeat("f", 64)
	require.ErrorIs(t, store.SaveRelease(t.Context(), other), fault.New(fault.Conflict, "plugin_version_taken"))
	other.Version, other.SHA256 = "1.0.1", "abc"
	require.ErrorIs(t, store.SaveRelease(t.Context(), other), fault.New(fault.Invalid, "plugin_checksum_invalid"))
	d, err := store.Desired(t.Context())
	require.NoError(t, err)
	require.Len(t, d.Releases, 1)
	require.Equal(t, release("1.0.0").SHA256, d.Releases[0].SHA256)
}

func TestRolloutIsChangedByOneAtATime(t *testing.T) {
	store, ctx := postgres.NewRollouts(pgtest.New(t)), t.Context()
	r := rollout.Rollout{Plugin: "paypal", Stable: "1.0.0"}
	require.ErrorIs(t, store.SaveRollout(ctx, r), fault.New(fault.NotFound, "plugin_version_not_installed"))
	require.NoError(t, store.SaveRelease(ctx, release("1.0.0")))
	require.NoError(t, store.SaveRelease(ctx, release("2.0.0")))
	changed := fault.New(fault.Conflict, "plugin_rollout_changed")
	require.NoError(t, store.SaveRollout(ctx, r))
	require.ErrorIs(t, store.SaveRollout(ctx, r), changed, "there is a first one already")
	r.Revision, r.Canary, r.Share, r.Previous = 1, "2.0.0", 10, "1.0.0"
	require.NoError(t, store.SaveRollout(ctx, r))
	require.ErrorIs(t, store.SaveRollout(ctx, r), changed, "made from an old one")
	r.Revision = 2
	d, err := store.Desired(ctx)
	require.NoError(t, err)
	require.Equal(t, []rollout.Rollout{r}, d.Rollouts)
	require.Empty(t, d.UnderWay)

	r.Leaving = true
	require.NoError(t, store.SaveRollout(ctx, r))
	require.ErrorIs(t, store.RemoveRollout(ctx, r), changed, "made from an old one")
	r.Revision = 3
	d, err = store.Desired(ctx)
	require.NoError(t, err)
	require.Equal(t, []rollout.Rollout{r}, d.Rollouts)
	require.NoError(t, store.RemoveRollout(ctx, r))
	require.ErrorIs(t, store.RemoveRollout(ctx, r), changed)
	require.NoError(t, store.SaveRollout(ctx, rollout.Rollout{Plugin: "paypal", Stable: "2.0.0"}), "it is put to work again")
}

// A plugin is needed by what is being paid or sent with it, and by what has to be given back.
func TestOrdersThatNeedAPlugin(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 10)
	store := postgres.NewRollouts(s.pool)
	using := func(plugin string) []int64 {
		t.Helper()
		ids, err := store.Using(s.ctx, plugin, 2)
		require.NoError(t, err)
		return ids
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := s.pool.Exec(s.ctx, sql, args...)
		require.NoError(t, err)
	}
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	plugin := a.Payment.Plugin
	require.NotEmpty(t, plugin)
	require.Equal(t, []int64{a.OrderID}, using(plugin), "it is being paid")
	require.Empty(t, using("other"))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total})
	require.Equal(t, []int64{a.OrderID}, using(plugin), "nothing has left yet")
	exec(`insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping)
	      values ($1, 1, 'planned', '[]', 0, true, '{"plugin": "carrier"}')`, a.OrderID)
	require.Equal(t, []int64{a.OrderID}, using(plugin))
	require.Equal(t, []int64{a.OrderID}, using("carrier"))
	exec(`update order_delivery set state = 'shipped'`)
	require.Empty(t, using(plugin))
	require.Equal(t, []int64{a.OrderID}, using("carrier"), "it tells where the parcel is")
	exec(`update order_delivery set state = 'delivered'`)
	require.Empty(t, using("carrier"))
	exec(`insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 1, 'refund', 'wanted', 100)`, a.OrderID)
	require.Equal(t, []int64{a.OrderID}, using(plugin), "money has to go back")
	exec(`update order_payment set state = 'done'`)
	require.Empty(t, using(plugin))

	failed := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(failed.ID, checkout.Result{Outcome: checkout.OutcomeDeclined})
	require.Empty(t, using(plugin))
	s.settle(failed.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-2", Amount: a.Totals.Total})
	require.Equal(t, []int64{failed.OrderID}, using(plugin), "money came too late")
}

// A carrier is needed by what its customers chose it for and have not paid yet: it is brought when the money comes.
func TestOrdersThatNeedACarrierBeforeTheyArePlaced(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 10)
	store := postgres.NewRollouts(s.pool)
	using := func() []int64 {
		t.Helper()
		ids, err := store.Using(s.ctx, "carrier", 2)
		require.NoError(t, err)
		return ids
	}
	draft := func() checkout.Draft {
		d := s.guest(map[int64]int{laptop: 1})
		d.Attempt.Deliveries[0].Option.Plugin = "carrier"
		return d
	}
	s.freeze(s.guest(map[int64]int{laptop: 1}))
	require.Empty(t, using(), "another carrier's")

	declined := s.freeze(draft())
	require.Equal(t, []int64{declined.OrderID}, using(), "it is being paid")
	s.settle(declined.ID, checkout.Result{Outcome: checkout.OutcomeDeclined})
	require.Empty(t, using())

	a := s.freeze(draft())
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomePending, Reference: "PAY-1"})
	require.Equal(t, []int64{a.OrderID}, using(), "it waits for a transfer")
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total})
	require.Equal(t, []int64{a.OrderID}, using(), "it is placed, and its deliveries are not written yet")
	_, err := s.pool.Exec(s.ctx, `insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping)
	      values ($1, 1, 'delivered', '[]', 0, true, '{"plugin": "carrier"}')`, a.OrderID)
	require.NoError(t, err)
	require.Empty(t, using())
}

func TestAttemptsUnderWayKeepTheirVersion(t *testing.T) {
	pool := pgtest.New(t)
	for _, a := range []struct {
		plugin, version, state string
		times                  int
	}{
		{"offline", "1.0.0", "pending", rollout.Counted + 5}, {"offline", "1.1.0", "confirmed", 2}, {"offline", "1.2.0", "created", 1},
		{"paypal", "1.0.0", "redirected", 2}, {"paypal", "2.0.0", "unknown", 1}, {"wallet", "", "pending", 1},
	} {
		tx, err := pool.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), `set local session_replication_role = replica`) // no checkouts and orders beside them
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), `
			insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, method, lines, totals, plugin, plugin_version, state)
			select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, (select count(*) from checkout_attempt) + n, '', '[]', '{}', $1, $2, $3
			from generate_series(1, $4::int) n`, a.plugin, a.version, a.state, a.times)
		require.NoError(t, err)
		require.NoError(t, tx.Commit(t.Context()))
	}
	d, err := postgres.NewRollouts(pool).Desired(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[string]map[string]int{
		"offline": {"1.0.0": rollout.Counted, "1.2.0": 1}, "paypal": {"1.0.0": 2, "2.0.0": 1},
	}, d.UnderWay)
}

func TestRetiredMethods(t *testing.T) {
	store, ctx := postgres.NewRollouts(pgtest.New(t)), t.Context()
	require.NoError(t, store.Retire(ctx, rollout.Retirement{Code: "paydirekt", Reason: "Shut down.", TitleDE: "paydirekt"}))
	require.NoError(t, store.Retire(ctx, rollout.Retirement{Code: "paydirekt", Reason: "The provider is gone."}))
	d, err := store.Desired(ctx)
	require.NoError(t, err)
	require.Len(t, d.Retired, 1)
	require.Equal(t, []string{"The provider is gone.", "paydirekt"}, []string{d.Retired[0].Reason, d.Retired[0].TitleDE})
	require.NoError(t, store.Restore(ctx, "paydirekt"))
	require.ErrorIs(t, store.Restore(ctx, "paydirekt"), fault.New(fault.NotFound, "payment_method_not_retired"))
}

func TestReportsAreOfLivingProcesses(t *testing.T) {
	pool := pgtest.New(t)
	store, ctx := postgres.NewRollouts(pool), t.Context()
	r := rollout.Report{ID: "a", Process: "kontor serve", Machine: "one", PID: 7, Plugins: []rollout.Status{{Name: "paypal", Version: "1.0.0"}}}
	require.NoError(t, store.Report(ctx, r))
	r.Plugins[0].State = rollout.StateRunning
	require.NoError(t, store.Report(ctx, r))
	r.ID, r.Process = "b", "kontor worker"
	require.NoError(t, store.Report(ctx, r))
	got, err := store.Reports(ctx)
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, rollout.StateRunning, got[0].Plugins[0].State)
	_, err = pool.Exec(ctx, `update plugin_report set reported_at = now() - interval '1 minute' where id = 'a'`)
	require.NoError(t, err)
	require.NoError(t, store.Leave(ctx, "b"))
	got, err = store.Reports(ctx)
	require.NoError(t, err)
	require.Empty(t, got)
}

// A shop without a plugin lives as well: who puts its first one to work hears whether it runs.
func TestAProcessWithoutPluginsReports(t *testing.T) {
	store := postgres.NewRollouts(pgtest.New(t))
	require.NoError(t, store.Report(t.Context(), rollout.Report{ID: "a", Process: "kontor serve"}))
	got, err := store.Reports(t.Context())
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.Empty(t, got[0].Plugins)
}
