package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestAProcessWhoseClockIsWrongIsTold(t *testing.T) {
	pool := pgtest.New(t)
	require.NoError(t, postgres.AgreesOnTime(t.Context(), pool, clock.System{}))
	for off, says := range map[time.Duration]string{
		10 * time.Minute: "this machine's clock is 10m0s ahead of the database's", -10 * time.Minute: "behind the database's", -7 * time.Second: "behind the database's",
	} {
		err := postgres.AgreesOnTime(t.Context(), pool, clock.NewFixed(time.Now().Add(off)))
		require.Equal(t, "clock_differs", fault.ReasonOf(err), off)
		require.ErrorContains(t, err, says)
	}
}
