package worker_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	processes "kontor.dev/kontor/workflows/client"
)

// An order begins on one version of the workers and is finished by the next, which got nothing before it was promoted.
func TestWorkersAreReplacedByVersion(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	promote := func(build string, wait time.Duration) error {
		return processes.Promote(s.ctx, s.temporal, s.deps.Queue, build, 100, wait)
	}
	require.Equal(t, "worker_version_unknown", fault.ReasonOf(promote("never-there", 0)))
	start := func(build string) (stop func()) {
		s.deps.BuildID = build
		s.work()
		stop, s.stop = s.stop, nil
		require.NoError(t, promote(build, 30*time.Second))
		return stop
	}
	first := start("1")
	a := s.buy("moneyorder")
	require.Equal(t, checkout.Pending, a.State)
	second := start("2")
	first()
	t.Cleanup(second)
	_, err := s.operator.Paid(s.ctx, a.OrderID, money.Amount{})
	require.NoError(t, err)
	require.Equal(t, order.Placed, s.order(a.OrderID).Status)
	require.Equal(t, checkout.Pending, s.buy("moneyorder").State, "new orders go there as well")
}

// Going back ends the share that the version after has.
func TestWorkersGoBackToTheVersionBefore(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	s.rest()
	promote := func(build string, share int) error {
		return processes.Promote(s.ctx, s.temporal, s.deps.Queue, build, share, 30*time.Second)
	}
	start := func(build string) (stop func()) {
		s.deps.BuildID = build
		s.work()
		stop, s.stop = s.stop, nil
		return stop
	}
	t.Cleanup(start("1"))
	require.NoError(t, promote("1", 100))
	second := start("2")
	require.NoError(t, promote("2", 90))
	require.NoError(t, promote("1", 100))
	routes := func() client.WorkerDeploymentRoutingConfig {
		d, err := s.temporal.WorkerDeploymentClient().GetHandle(s.deps.Queue).Describe(s.ctx, client.WorkerDeploymentDescribeOptions{})
		require.NoError(t, err)
		return d.Info.RoutingConfig
	}
	require.Nil(t, routes().RampingVersion, "the bad version still gets nine orders of ten")
	require.Equal(t, "worker_version_current", fault.ReasonOf(promote("1", 10)))
	second()
	require.Equal(t, checkout.Pending, s.buy("moneyorder").State)
}

// Whoever mistypes the namespace is not sent to look for a server that answers.
func TestANamespaceThatIsNotThereIsNamed(t *testing.T) {
	_, err := processes.Dial(t.Context(), os.Getenv("KONTOR_TEST_TEMPORAL"), "mistyped", nil)
	require.Equal(t, "temporal_namespace_unknown", fault.ReasonOf(err))

	// Nor is a process told to be well whose worker waits for one.
	lazy, err := processes.DialLazy(os.Getenv("KONTOR_TEST_TEMPORAL"), "mistyped", nil)
	require.NoError(t, err)
	defer lazy.Close()
	require.Equal(t, "temporal_namespace_unknown", fault.ReasonOf(processes.Ask(t.Context(), lazy, "mistyped")))
}
