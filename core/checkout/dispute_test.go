package checkout_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

func TestADisputeIsToldInAnyOrder(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 12, 1, hour, 0, 0, 0, time.UTC) }
	opened := checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen, Amount: money.Euro(4990), Reason: "not_received", DueAt: at(20), ToldAt: at(8)}
	review := checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen, ToldAt: at(9)}
	lost := checkout.Dispute{ID: "D-1", State: checkout.DisputeLost, ToldAt: at(10)}
	want := checkout.Dispute{ID: "D-1", State: checkout.DisputeLost, Amount: money.Euro(4990), Reason: "not_received", OpenedAt: at(8), ToldAt: at(10)}
	for _, order := range [][]checkout.Dispute{
		{opened, review, lost}, {lost, opened, review}, {review, lost, opened}, {opened, lost, review}, {lost, lost, review, opened, opened},
	} {
		var all []checkout.Dispute
		for _, d := range order {
			all = checkout.Told(all, d)
		}
		require.Equal(t, []checkout.Dispute{want}, all)
	}
	all := checkout.Told(checkout.Told(nil, opened), review)
	require.True(t, all[0].DueAt.IsZero(), "it was answered")
	again := checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen, DueAt: at(20), ToldAt: at(11)}
	require.Equal(t, checkout.DisputeOpen, checkout.Told([]checkout.Dispute{want}, again)[0].State, "what is told later opens it again")
	again.ToldAt = lost.ToldAt
	require.Equal(t, checkout.DisputeLost, checkout.Told([]checkout.Dispute{want}, again)[0].State, "at the same moment the end counts")
	before := []checkout.Dispute{opened}
	require.Len(t, checkout.Told(before, checkout.Dispute{ID: "D-2", State: checkout.DisputeOpen, ToldAt: at(9)}), 2)
	_ = checkout.Told(before, lost)
	require.Equal(t, opened, before[0], "what is given stays as it is")
}

func TestADisputeMovesNoAttempt(t *testing.T) {
	for _, state := range []checkout.State{
		checkout.Created, checkout.Authorizing, checkout.Redirected, checkout.Unknown, checkout.Pending, checkout.Confirmed, checkout.Failed,
	} {
		a := &checkout.Attempt{State: state}
		require.Equal(t, checkout.Transition{State: state}, checkout.Next(a, checkout.Result{Outcome: checkout.OutcomeDisputed, Dispute: &checkout.Dispute{ID: "D-1"}}))
	}
}

func TestWordsOfADispute(t *testing.T) {
	d := checkout.Dispute{ID: "D-1", State: checkout.DisputeOpen}
	require.Equal(t, "D-1, open: see at the provider whether an answer is due", d.String())
	d.Amount, d.Reason, d.DueAt = money.Euro(4990), "not_received", time.Date(2026, 12, 1, 11, 0, 0, 0, time.UTC)
	require.Contains(t, d.String(), "(not received), open: answer until 2026-12-01 12:00", "in German time")
	require.Contains(t, d.String(), "D-1 about "+money.Euro(4990).String())
	d.State = checkout.DisputeWon
	require.Contains(t, d.String(), "(not received), won")
	for state, threat := range map[checkout.DisputeState]bool{
		checkout.DisputeOpen: true, checkout.DisputeLost: true, checkout.DisputeWon: false, checkout.DisputeWithdrawn: false,
	} {
		require.Equal(t, threat, checkout.Dispute{State: state}.Threatens(), state)
	}
}
