package pluginhost

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// What the provider has is what was taken of the money and not given back, not what was once authorized.
func TestStateTellsWhatTheProviderHas(t *testing.T) {
	euro := func(minor int64) base.Money { return base.Money{Minor: minor, Currency: "EUR"} }
	held := payment.Authorized{Reference: "p", Amount: euro(1000)}
	for name, c := range map[string]struct {
		state payment.State
		want  checkout.Result
	}{
		"held":         {payment.State{Outcome: held}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(1000)}},
		"taken":        {payment.State{Outcome: held, Captured: euro(1000)}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(1000)}},
		"a part taken": {payment.State{Outcome: held, Captured: euro(400)}, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(400)}},
		"a part taken, the rest given up": {payment.State{Outcome: payment.Declined{Code: "voided", Reference: "p"}, Captured: euro(400), Voided: true},
			checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(400)}},
		"a part given back": {payment.State{Outcome: held, Captured: euro(1000), Refunded: euro(300)},
			checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(700)}},
		"given back": {payment.State{Outcome: held, Captured: euro(400), Refunded: euro(400), Voided: true},
			checkout.Result{Outcome: checkout.OutcomeRefunded, Amount: money.Euro(400)}},
		"given up": {payment.State{Outcome: held, Voided: true}, checkout.Result{Outcome: checkout.OutcomeVoided, Amount: money.Euro(1000)}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := stateIn(c.state)
			require.NoError(t, err)
			c.want.Reference = "p"
			require.Equal(t, c.want, got)
		})
	}
}

func TestOriginSaysNoMoreThanAnOrigin(t *testing.T) {
	for _, good := range []string{"https://x.klarnacdn.net", "https://*.klarna.com", "http://127.0.0.1:8090"} {
		require.True(t, isOrigin(good), good)
	}
	for _, bad := range []string{
		"", "https:", "https://", "*", "'unsafe-inline'", "data:", "ftp://a", "https://a/path", "https://a b", "https://a;script-src *",
		"https://*.com", "https://*", "https://a.*.com", "https://*.*.com", "https://user@a", "https://a?x", "//a",
	} {
		require.False(t, isOrigin(bad), bad)
	}
}
