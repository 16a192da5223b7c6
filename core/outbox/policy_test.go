package outbox_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/outbox"
)

func TestBackoffDoublesUpToALimit(t *testing.T) {
	failed := errors.New("refused")
	require.Equal(t, 500*time.Millisecond, outbox.Backoff(outbox.MailRequested, 1, failed))
	require.Equal(t, time.Second, outbox.Backoff(outbox.MailRequested, 2, failed))
	require.Equal(t, 10*time.Minute, outbox.Backoff(outbox.MailRequested, 40, failed))
	require.Equal(t, 15*time.Second, outbox.Backoff(outbox.MailRequested, 40, fault.New(fault.Unavailable, "down")))
	require.Equal(t, 10*time.Minute, outbox.Backoff(outbox.Tracking, 40, fault.New(fault.Unavailable, "down")), "nobody waits for it")
	require.Equal(t, 10*time.Minute, outbox.Backoff(outbox.EndpointPrefix+"erp", 40, fault.New(fault.Unavailable, "down")), "nor for another system's")
}

func TestOnlyAnUnavailablePartIsTriedWithoutEnd(t *testing.T) {
	require.False(t, outbox.GivesUp(outbox.MaxAttempts-1, errors.New("refused")))
	require.True(t, outbox.GivesUp(outbox.MaxAttempts, errors.New("refused")))
	require.False(t, outbox.GivesUp(10*outbox.MaxAttempts, fault.New(fault.Unavailable, "down")))
}

func TestTheLeaseOutlastsTheHandler(t *testing.T) {
	for _, topic := range []string{outbox.ProductChanged, outbox.SearchRebuild} {
		require.Greater(t, outbox.LeaseOf(topic), outbox.TimeoutOf(topic), topic)
	}
	require.Equal(t, []time.Duration{outbox.Timeout, outbox.Lease}, []time.Duration{outbox.TimeoutOf(outbox.ProductChanged), outbox.LeaseOf(outbox.ProductChanged)})
	require.Greater(t, outbox.TimeoutOf(outbox.SearchRebuild), outbox.Lease, "all products take a while")
}

func TestAnotherSystemIsHandedAsMuchAsItHasTimeFor(t *testing.T) {
	const topic = outbox.EndpointPrefix + "erp"
	require.Less(t, time.Duration(outbox.BatchSizeOf(topic))*endpoint.AnswerWithin, outbox.TimeoutOf(topic))
	require.Equal(t, outbox.BatchSize, outbox.BatchSizeOf(outbox.ProductChanged))
}

func TestTopicsAreAll(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "outbox.go", nil, 0)
	require.NoError(t, err)
	var declared []string
	ast.Inspect(file, func(n ast.Node) bool {
		if value, ok := n.(*ast.ValueSpec); ok && len(value.Values) == 1 {
			if text, ok := value.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING && value.Names[0].Name != "EndpointPrefix" {
				topic, err := strconv.Unquote(text.Value)
				require.NoError(t, err)
				declared = append(declared, topic)
			}
		}
		return true
	})
	require.Contains(t, declared, outbox.MailRequested)
	require.ElementsMatch(t, declared, outbox.Topics)
}

func TestWhatWaitsForLongIsLate(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	late := func(topic string, waiting int, age time.Duration) bool {
		b := outbox.Backlog{Topic: topic, Waiting: waiting, Oldest: now.Add(-age)}
		return b.Late(now)
	}
	require.False(t, late(outbox.AttemptWaits, 1, 5*time.Minute))
	require.True(t, late(outbox.AttemptWaits, 1, 5*time.Minute+time.Second))
	require.False(t, late(outbox.AttemptWaits, 0, time.Hour), "what was given up waits no more")
	require.False(t, late(outbox.EndpointPrefix+"erp", 1, 29*time.Minute), "another system may be away for a while")
	require.True(t, late(outbox.EndpointPrefix+"erp", 1, 31*time.Minute))
	require.False(t, late(outbox.SearchRebuild, 1, outbox.TimeoutOf(outbox.SearchRebuild)), "it takes its time")
}
