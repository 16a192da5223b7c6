package cmd

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/withdrawal"
)

// deciding is a withdrawal that does what it is told, or fails.
type deciding struct {
	withdrawal.Reader
	withdrawal.Process
	is     withdrawal.Withdrawal
	failed error
}

func (d *deciding) Withdrawal(context.Context, int64) (*withdrawal.Withdrawal, error) {
	copied := d.is
	return &copied, nil
}

func (d *deciding) Act(context.Context, int64, withdrawal.Command) error {
	if d.failed == nil {
		d.is.Status = withdrawal.Settled
	}
	return d.failed
}

// Who pays money back is written down, and no name of a consumer with it.
func TestWhatOperatorsDoToWithdrawalsIsWrittenDown(t *testing.T) {
	log := postgres.NewAudit(pgtest.New(t))
	d := &deciding{is: withdrawal.Withdrawal{ID: 5001, Status: withdrawal.Accepted, Declaration: withdrawal.Declaration{Name: "Erika Muster", Email: "erika@example.org"}, Amount: money.Euro(8990)}}
	w, err := auditedWithdrawal(t.Context(), d, d, log, 5001, withdrawal.Command{Kind: withdrawal.Refund}, "goods seen")
	require.NoError(t, err)
	require.Equal(t, withdrawal.Settled, w.Status)
	d.failed = errors.New("the worker is away")
	_, err = auditedWithdrawal(t.Context(), d, d, log, 5001, withdrawal.Command{Kind: withdrawal.Reject}, "")
	require.ErrorIs(t, err, d.failed)

	list, _, err := log.Entries(t.Context(), audit.Filter{Subject: "withdrawal-5001"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []string{"withdrawal.reject", "withdrawal.refund"}, []string{list[0].Action, list[1].Action})
	require.Equal(t, "the worker is away", list[0].Failure)
	require.Equal(t, operator(), list[1].Actor)
	require.Equal(t, "goods seen", list[1].Reason)
	require.Contains(t, string(list[1].Before), "accepted")
	require.Contains(t, string(list[1].After), "settled")
	for _, e := range list {
		require.NotContains(t, string(e.Before)+string(e.After), "Muster")
		require.NotContains(t, string(e.Before)+string(e.After), "erika")
	}
}

func TestAnotherRefusalSaysTheFirstReason(t *testing.T) {
	text, ok := adviceOn("refused_before_" + withdrawal.ReasonLate)
	require.True(t, ok)
	require.Contains(t, text, "for the reason late,")
}
