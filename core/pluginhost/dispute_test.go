package pluginhost

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestDisputesOfPlugins(t *testing.T) {
	at := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	told := payment.Event{ID: "1", Kind: payment.EventDisputed, Reference: "PAY-1", Amount: base.Money{Minor: 4990, Currency: "EUR"}, OccurredAt: at,
		Dispute: payment.Dispute{ID: "D-1", State: payment.DisputeLost, Reason: "not_received", DueAt: at.Add(time.Hour)}}
	e, ok := eventIn("paypal", told)
	require.True(t, ok)
	require.Equal(t, checkout.OutcomeDisputed, e.Result.Outcome)
	require.Equal(t, &checkout.Dispute{ID: "D-1", State: checkout.DisputeLost, Amount: money.Euro(4990), Reason: "not_received", DueAt: at.Add(time.Hour), ToldAt: at}, e.Result.Dispute)
	for what, spoil := range map[string]func(*payment.Event){
		"no id":       func(e *payment.Event) { e.Dispute.ID = "" },
		"a long id":   func(e *payment.Event) { e.Dispute.ID = strings.Repeat("x", 10_000) },
		"no state":    func(e *payment.Event) { e.Dispute.State = payment.DisputeUnspecified },
		"a new state": func(e *payment.Event) { e.Dispute.State = 99 },
		"no payment":  func(e *payment.Event) { e.Reference = "" },
	} {
		bad := told
		spoil(&bad)
		_, ok := eventIn("paypal", bad)
		require.False(t, ok, what)
	}
	odd := told
	odd.Dispute.Reason = "what a\npage"
	e, ok = eventIn("paypal", odd)
	require.True(t, ok)
	require.Empty(t, e.Result.Dispute.Reason, "a reason is a code")
}
