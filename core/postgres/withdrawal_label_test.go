package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/withdrawal"
)

// courier makes labels, or fails; it keeps what it was asked for.
type courier struct {
	asked  []checkout.ShipmentRequest
	answer checkout.Shipment
	failed error
}

func (c *courier) Ship(_ context.Context, r checkout.ShipmentRequest) (checkout.Shipment, error) {
	c.asked = append(c.asked, r)
	return c.answer, c.failed
}

// The consumer is told once how the goods come back: with a label where the carrier makes one in time, and else without.
func TestALabelIsMadeOnceOrGoneWithout(t *testing.T) {
	label := checkout.Shipment{Reference: "R", Packages: []checkout.Package{{TrackingNumber: "T", LabelType: "application/pdf", Label: []byte("%PDF")}}}
	away := fault.New(fault.Unavailable, "carrier_away")
	for name, c := range map[string]struct {
		by      courier
		nowhere bool // the shop says no address for returns
		patient bool
		fails   bool
		label   bool
		event   string // the last one
	}{
		"made":                        {by: courier{answer: label}, patient: true, label: true, event: withdrawal.EventLabel},
		"the carrier is away":         {by: courier{failed: away}, patient: true, fails: true, event: withdrawal.EventDecided},
		"away for too long":           {by: courier{failed: away}, event: withdrawal.EventNoLabel},
		"a carrier that makes none":   {by: courier{answer: checkout.Shipment{Reference: "R"}}, patient: true, event: withdrawal.EventDecided},
		"a parcel that has none":      {by: courier{answer: checkout.Shipment{Packages: []checkout.Package{{TrackingNumber: "T"}}}}, patient: true, event: withdrawal.EventDecided},
		"a shop without such address": {by: courier{answer: label}, nowhere: true, patient: true, event: withdrawal.EventDecided},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReturns(t)
			r.steps.Carrier = &c.by
			if !c.nowhere {
				r.steps.Handling.Returns = address.Address{StreetName: "Weg"}
			}
			w := r.half("erika@example.org")
			for range 2 {
				_, err := r.steps.Prepare(r.ctx, w.ID, c.patient)
				if c.fails {
					require.ErrorIs(t, err, away)
					require.Zero(t, r.mails(mail.WithdrawalAccepted))
					continue
				}
				require.NoError(t, err)
				require.Equal(t, 1, r.mails(mail.WithdrawalAccepted))
			}
			w, err := r.store.Withdrawal(r.ctx, w.ID)
			require.NoError(t, err)
			require.Equal(t, []any{c.label, c.event}, []any{w.Return != nil, w.Events[len(w.Events)-1].Kind})
			if c.nowhere {
				require.Empty(t, c.by.asked)
				return
			}
			require.Equal(t, w.Amount, c.by.asked[0].Parcels[0].Value, "what is insured")
			if c.label {
				require.Len(t, c.by.asked, 1)
			}
		})
	}
}

// What is over, or under way, is not decided otherwise; only what somebody has to transfer may still be refused.
func TestWhatAnOperatorMayStillDo(t *testing.T) {
	const refunding, closed, early = "withdrawal_refunding", "withdrawal_closed", "withdrawal_not_accepted"
	for status, want := range map[withdrawal.Status]map[withdrawal.CommandKind]string{
		withdrawal.Declared:  {withdrawal.Refund: early, withdrawal.Transferred: early, withdrawal.Reject: ""},
		withdrawal.Review:    {withdrawal.Refund: early, withdrawal.Transferred: early, withdrawal.Reject: ""},
		withdrawal.Accepted:  {withdrawal.Refund: "", withdrawal.Transferred: "", withdrawal.Reject: ""},
		withdrawal.Refunding: {withdrawal.Refund: "", withdrawal.Transferred: refunding, withdrawal.Reject: refunding},
		withdrawal.ByHand:    {withdrawal.Refund: "", withdrawal.Transferred: "", withdrawal.Reject: ""},
		withdrawal.Settled:   {withdrawal.Refund: "", withdrawal.Transferred: "", withdrawal.Reject: closed},
		withdrawal.Refused:   {withdrawal.Refund: closed, withdrawal.Transferred: closed, withdrawal.Reject: "refused_before_"},
	} {
		r := newReturns(t)
		w := r.half("erika@example.org")
		_, err := r.pool.Exec(r.ctx, `update withdrawal set status = $1`, string(status))
		require.NoError(t, err)
		for kind, reason := range want {
			would, err := r.steps.Try(r.ctx, w.ID, withdrawal.Command{Kind: kind, Reason: withdrawal.ReasonLate})
			if reason != "" {
				require.Equal(t, []any{fault.Conflict, reason}, []any{fault.CodeOf(err), fault.ReasonOf(err)}, "%s %s", status, kind)
				continue
			}
			require.NoError(t, err, "%s %s", status, kind)
			if kind == withdrawal.Reject {
				require.Equal(t, []any{withdrawal.Refused, int64(0), 0, false}, []any{would.Status, would.Amount.Minor, len(would.Lines), would.SettledAt.IsZero()})
			}
		}
	}
	r := newReturns(t)
	_, err := r.steps.Try(r.ctx, r.half("erika@example.org").ID, withdrawal.Command{Kind: "forget"})
	require.Equal(t, "withdrawal_command_unknown", fault.ReasonOf(err))
}

// Nobody is reminded before the time, of what is over, or where the shop names nobody to remind.
func TestWhoIsReminded(t *testing.T) {
	r := newReturns(t)
	at := clock.NewFixed(time.Now())
	r.steps.Clock = at
	w := r.half("erika@example.org")
	remind := func() int {
		var err error
		w, err = r.steps.Remind(r.ctx, w.ID)
		require.NoError(t, err)
		return w.Reminders
	}
	first := withdrawal.NextReminder(w)
	at.Advance(first.Sub(at.Now()) - time.Second)
	require.Zero(t, remind())
	at.Advance(time.Second)
	for range 2 {
		require.Equal(t, 1, remind())
	}
	require.Equal(t, 1, r.mails(mail.WithdrawalReminder))
	r.steps.Handling.Operator = ""
	at.Advance(withdrawal.NextReminder(w).Sub(at.Now()))
	require.Equal(t, 2, remind())
	require.Equal(t, 1, r.mails(mail.WithdrawalReminder), "there is nobody to remind")
	_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
	require.NoError(t, err)
	at.Advance(withdrawal.RefundWithin)
	require.Equal(t, 2, remind())
	refused := r.decide(r.declare(ident.New(), "other@example.org").ID)
	require.Equal(t, withdrawal.Review, refused.Status)
	require.Equal(t, 1, r.mails(mail.WithdrawalReminder))
}
