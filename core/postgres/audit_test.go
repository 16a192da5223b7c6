package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestAuditKeepsWhatOperatorsDid(t *testing.T) {
	log := postgres.NewAudit(pgtest.New(t))
	act := func(action, subject string, after any) {
		require.NoError(t, audit.Act(t.Context(), log, audit.Entry{Actor: "erika", Action: action, Subject: subject, Reason: "why"}, nil,
			func(context.Context) (any, error) { return after, nil }))
	}
	act("checkout.hold", "order-1", map[string]bool{"held": true})
	act("checkout.release", "order-1", nil)
	act("checkouts.hold", "order-2", nil)
	list := func(f audit.Filter) (actions []string) {
		found, total, err := log.Entries(t.Context(), f, page.Of(1, 10, 10))
		require.NoError(t, err)
		require.Len(t, found, total)
		for _, e := range found {
			actions = append(actions, e.Action)
		}
		return actions
	}
	require.Equal(t, []string{"checkouts.hold", "checkout.release", "checkout.hold"}, list(audit.Filter{}))
	require.Equal(t, []string{"checkout.release", "checkout.hold"}, list(audit.Filter{Action: "checkout"}))
	require.Equal(t, []string{"checkouts.hold"}, list(audit.Filter{Subject: "order-2"}))
	require.Empty(t, list(audit.Filter{Since: time.Now().Add(time.Hour)}))
	require.Empty(t, list(audit.Filter{Actor: "max"}))

	found, _, err := log.Entries(t.Context(), audit.Filter{Action: "checkout.hold"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.JSONEq(t, `{"held": true}`, string(found[0].After))
	require.Nil(t, found[0].Before)
	require.WithinDuration(t, time.Now(), found[0].DoneAt, time.Minute)
	err = log.End(t.Context(), found[0].ID, nil, "changed afterwards")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "audit_entry_ended"))
}

func TestAuditPagesAreCounted(t *testing.T) {
	log := postgres.NewAudit(pgtest.New(t))
	for range 3 {
		_, err := log.Begin(t.Context(), audit.Entry{Actor: "erika", Action: "a", Subject: "s"})
		require.NoError(t, err)
	}
	found, total, err := log.Entries(t.Context(), audit.Filter{}, page.Of(2, 2, 10))
	require.NoError(t, err)
	require.Equal(t, []int{1, 3}, []int{len(found), total})
	require.True(t, found[0].DoneAt.IsZero(), "its operator's program died")
}
