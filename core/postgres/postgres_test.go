package postgres

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func TestPoolSizeComesFromOptionsThenURLThenDefault(t *testing.T) {
	for _, c := range []struct {
		url  string
		opts Options
		want int32
	}{
		{"postgres://u:p@h/d", Options{}, maxConns(runtime.GOMAXPROCS(0))},
		{"postgres://u:p@h/d?pool_max_conns=7", Options{}, 7},
		{"postgres://u:p@h/d?pool_max_conns=7", Options{MaxConns: 3}, 3},
	} {
		cfg, err := poolConfig(c.url, c.opts)
		require.NoError(t, err)
		require.Equal(t, c.want, cfg.MaxConns, c.url)
	}
	_, err := poolConfig("postgres://u:p@h:port/d", Options{})
	require.Equal(t, fault.Invalid, fault.CodeOf(err))
}

// An operator's machine names other databases, to other programs: the shop's schema is not put there.
func TestWithoutAnAddressNoOtherDatabaseIsTaken(t *testing.T) {
	t.Setenv("PGHOST", "127.0.0.1")
	t.Setenv("PGDATABASE", "somebody_elses")
	_, err := Open(t.Context(), "", Options{})
	require.Equal(t, "database_unavailable", fault.ReasonOf(err))
	require.ErrorContains(t, err, "database.url is empty")
	_, err = Address("")
	require.ErrorContains(t, err, "database.url is empty")
}

func TestPoolGrowsWithTheProcessorsWithinBounds(t *testing.T) {
	for processors, want := range map[int]int32{1: 8, 2: 8, 4: 16, 8: 32, 64: 32} {
		require.Equal(t, want, maxConns(processors), "%d processors", processors)
	}
}

func TestFaultOf(t *testing.T) {
	taken := fault.New(fault.Conflict, "email_taken")
	byConstraint := map[string]*fault.Error{"customer_email_key": taken}
	violated := &pgconn.PgError{Code: "23505", ConstraintName: "customer_email_key"}

	err := FaultOf(violated, byConstraint)
	require.ErrorIs(t, err, taken)
	require.ErrorAs(t, err, new(*pgconn.PgError), "the cause must stay for the log")

	other := &pgconn.PgError{Code: "23505", ConstraintName: "another_key"}
	require.Equal(t, fault.Internal, fault.CodeOf(FaultOf(other, byConstraint)))
	require.Equal(t, "not_found", fault.ReasonOf(FaultOf(pgx.ErrNoRows, nil)))
	missing := fault.New(fault.NotFound, "cart_missing")
	require.ErrorIs(t, FaultOf(pgx.ErrNoRows, map[string]*fault.Error{NoRows: missing}), missing)
	require.Equal(t, fault.Unavailable, fault.CodeOf(FaultOf(&pgconn.PgError{Code: "57P01"}, nil)))
	require.Equal(t, fault.Unavailable, fault.CodeOf(FaultOf(&pgconn.PgError{Code: "53100"}, nil)), "a full disk has room again some time")
	require.Equal(t, fault.Invalid, fault.CodeOf(FaultOf(&pgconn.PgError{Code: "22021"}, nil)), "nobody's text has a zero in it")
	require.NoError(t, FaultOf(nil, nil))
}

func TestOpenSaysWhenTheServerIsAway(t *testing.T) {
	_, err := Open(context.Background(), "postgres://u:p@127.0.0.1:1/d", Options{})
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "database_unavailable"))
}

func TestLostConnectionDuringCommitIsUnknown(t *testing.T) {
	require.Equal(t, fault.Unknown, fault.CodeOf(commitFault(&pgconn.PgError{Code: "57P01"})))
	require.NoError(t, commitFault(nil))
	require.Equal(t, fault.Internal, fault.CodeOf(commitFault(errors.New("deferred constraint"))))
}
