package observe_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/observe"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/core/telemetry"
)

// bank answers as it is told.
type bank struct {
	checkout.Payments
	result  checkout.Result
	receipt checkout.Receipt
	err     error
}

func (b *bank) Authorize(context.Context, checkout.AuthorizeRequest) (checkout.Result, error) {
	return b.result, b.err
}

func (b *bank) Complete(context.Context, checkout.PaymentRef, map[string]string) (checkout.Result, error) {
	return b.result, b.err
}

func (b *bank) Capture(context.Context, checkout.PaymentRef, checkout.Capture) (checkout.Receipt, error) {
	return b.receipt, b.err
}

func (b *bank) Refund(context.Context, checkout.PaymentRef, checkout.Refund) (checkout.Receipt, error) {
	return b.receipt, b.err
}

func (b *bank) Void(context.Context, checkout.PaymentRef, checkout.Void) error { return b.err }

// A process counts into one registry, so everything is looked at in one test.
func TestFiguresReachTheScraper(t *testing.T) {
	registry := prometheus.NewRegistry()
	stop, err := telemetry.Setup(t.Context(), t.Output(), telemetry.Options{Service: "test", Level: "error", Metrics: registry})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, stop(context.WithoutCancel(t.Context()))) })
	probe := health.NewProbe(health.Check{Name: "postgresql", Vital: true, Ask: func(context.Context) error { return errors.New("no route") }})
	unwatch, err := observe.Watch(observe.Sources{
		Backlog: func(context.Context) ([]outbox.Backlog, error) {
			return []outbox.Backlog{{Topic: outbox.ProductChanged, Waiting: 3, Failing: 2, Dead: 1, Oldest: time.Now().Add(-time.Minute)}}, nil
		},
		Stuck:   func(context.Context) (map[string]int, error) { return map[string]int{"unknown": 4}, nil },
		Overdue: func(context.Context) (int, error) { return 5, nil },
		Disputed: func(context.Context) (map[string]int, error) {
			return map[string]int{"soon": 1, "later": 2}, nil
		},
		Plugins: func() []rollout.Status {
			return []rollout.Status{
				{Name: "paypal", Version: "1.0.0", State: rollout.StateRunning, Restarts: 2},
				{Name: "klarna", Version: "1.0.0", State: rollout.StateRunning, Suspended: true},
				{Name: "off", State: rollout.StateDisabled},
			}
		},
		Products:    func(context.Context) (int, error) { return 16538, nil },
		Connections: func() (int, int, int) { return 1, 2, 32 },
		Health:      probe.Report,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, unwatch()) })

	b := &bank{result: checkout.Result{Outcome: checkout.OutcomeDeclined}, receipt: checkout.Receipt{Done: true}}
	counted := observe.Payments(b)
	_, err = counted.Authorize(t.Context(), checkout.AuthorizeRequest{Plugin: "paypal@1.0.0", MethodCode: "paypal"})
	require.NoError(t, err)
	_, err = counted.Capture(t.Context(), checkout.PaymentRef{Plugin: "paypal@1.0.0"}, checkout.Capture{})
	require.NoError(t, err)
	b.receipt = checkout.Receipt{Reason: "too_late"}
	_, err = counted.Refund(t.Context(), checkout.PaymentRef{Plugin: "paypal@1.0.0"}, checkout.Refund{})
	require.NoError(t, err)
	b.err = fault.New(fault.Unavailable, "plugin_unavailable")
	_, err = counted.Complete(t.Context(), checkout.PaymentRef{Plugin: "paypal", MethodCode: "paypal"}, nil)
	require.Error(t, err, "what goes wrong is the caller's to know as well")
	require.Error(t, counted.Void(t.Context(), checkout.PaymentRef{Plugin: "paypal"}, checkout.Void{Key: "k"}))

	var fails error
	handlers := observe.Handlers(map[string]outbox.Handler{
		outbox.OrderPlaced: func(context.Context, []outbox.Event) error { return fails },
	})
	admin := observe.Admin(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}), probe)
	require.Contains(t, get(t, admin, "/metrics", http.StatusOK), "\nkontor_orders_placed_total 0\n", "who waits for orders has to see that there are none")
	require.NoError(t, handlers[outbox.OrderPlaced](t.Context(), []outbox.Event{{At: time.Now()}, {At: time.Now()}}))
	fails = errors.New("later")
	require.Error(t, handlers[outbox.OrderPlaced](t.Context(), []outbox.Event{{At: time.Now()}}))

	text := get(t, admin, "/metrics", http.StatusOK)
	for _, line := range []string{
		`kontor_orders_disputed{due="soon"} 1`,
		`kontor_orders_placed_total 2`,
		`kontor_payment_authorizations_total{call="authorize",method="paypal",outcome="declined",plugin="paypal"} 1`,
		`kontor_payment_authorizations_total{call="complete",method="paypal",outcome="error_unavailable",plugin="paypal"} 1`,
		`kontor_payment_moves_total{call="capture",outcome="ok",plugin="paypal"} 1`,
		`kontor_payment_moves_total{call="refund",outcome="refused",plugin="paypal"} 1`,
		`kontor_payment_moves_total{call="void",outcome="error_unavailable",plugin="paypal"} 1`,
		`kontor_outbox_deliveries_total{outcome="ok",topic="order.placed"} 2`,
		`kontor_outbox_deliveries_total{outcome="error_internal",topic="order.placed"} 1`,
		`kontor_outbox_delay_seconds_bucket{topic="order.placed",le="300"} 2`,
		`kontor_outbox_waiting{topic="product.changed"} 3`,
		`kontor_outbox_failing{topic="product.changed"} 2`,
		`kontor_outbox_dead{topic="product.changed"} 1`,
		`kontor_outbox_age_seconds{topic="product.changed"} 6`,
		`kontor_checkout_stuck{state="unknown"} 4`,
		`kontor_orders_overdue 5`,
		`kontor_plugin_running{plugin="paypal",state="running",version="1.0.0"} 1`,
		`kontor_plugin_running{plugin="klarna",state="running",version="1.0.0"} 0`,
		`kontor_plugin_restarts{plugin="paypal",state="running",version="1.0.0"} 2`,
		`kontor_search_products 16538`,
		`kontor_database_connections{state="most"} 32`,
		`kontor_health{part="postgresql"} 0`,
	} {
		require.Contains(t, text, "\n"+line)
	}
	require.NotContains(t, text, `plugin="off"`, "what is switched off is not broken")

	require.Contains(t, get(t, admin, "/readyz", http.StatusServiceUnavailable), "no route", "the operator is told why")
	require.Contains(t, get(t, admin, "/healthz", http.StatusOK), "live")
}

func get(t *testing.T, server *http.Server, path string, status int) string {
	t.Helper()
	w := httptest.NewRecorder()
	server.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	require.Equal(t, status, w.Code, w.Body.String())
	return w.Body.String()
}
