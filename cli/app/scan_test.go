package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

// A carrier tells of all parcels of an account, also of those that were sent by hand: once it is certain that a parcel is none of
// the shop's, its scan is no event that an operator is called for.
func TestAScanOfAStrangeParcelIsNotGivenUp(t *testing.T) {
	pool, err := postgres.Open(t.Context(), pgtest.URL(t), postgres.Options{})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	b := &buying{fulfilments: postgres.NewFulfilment(pool), withdrawals: postgres.NewWithdrawals(pool)}
	require.NoError(t, b.fulfilments.StoreScans(t.Context(), []checkout.Scan{
		{ID: "1", Plugin: "dhl", TrackingNumber: "JD1", State: checkout.ParcelDelivered, At: time.Now()},
	}))
	event := outbox.Event{ID: "scan-1", Topic: outbox.Scan, Key: "dhl:JD1", At: time.Now()}
	require.NoError(t, pool.QueryRow(t.Context(), `select payload from outbox where topic = $1`, outbox.Scan).Scan(&event.Payload))

	err = b.deliverScans(t.Context(), []outbox.Event{event})
	require.ErrorIs(t, err, fault.New(fault.NotFound, "parcel_not_found"), "the carrier may be ahead of its own answer")
	event.At = event.At.Add(-strangeAfter - time.Second)
	require.NoError(t, b.deliverScans(t.Context(), []outbox.Event{event}))

	given := time.Duration(0)
	for attempt := 1; !outbox.GivesUp(attempt, err); attempt++ {
		given += outbox.Backoff(outbox.Scan, attempt, err)
	}
	require.Greater(t, given, strangeAfter, "it is not given up before")
}
