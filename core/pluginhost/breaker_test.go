package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk/base"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// opened gives a breaker that has just opened, and its clock.
func opened(t *testing.T) (*breaker, *clock.Fixed) {
	t.Helper()
	now := clock.NewFixed(noon)
	b := &breaker{clock: now}
	for range breakerFailures {
		require.True(t, b.allow())
		b.done(false)
	}
	require.True(t, b.open())
	require.False(t, b.allow())
	return b, now
}

func TestOnlyFailuresInARowOpenTheBreaker(t *testing.T) {
	b := &breaker{clock: clock.NewFixed(noon)}
	for range 3 {
		for range breakerFailures - 1 {
			b.done(false)
		}
		require.False(t, b.open())
		b.done(true)
	}
}

func TestOneTrialAtATime(t *testing.T) {
	b, now := opened(t)
	now.Advance(breakerPause - 1)
	require.False(t, b.allow())
	now.Advance(1)
	require.False(t, b.open())
	require.True(t, b.allow())
	require.False(t, b.allow(), "one shopper waits, not all")
	require.True(t, b.open(), "nor is it offered meanwhile")
	b.abandon()
	require.True(t, b.allow(), "a trial that was never made makes room for another")
	b.done(true)
	require.True(t, b.allow())
	require.True(t, b.allow())
}

func TestPausesGrowAndEnd(t *testing.T) {
	b, now := opened(t)
	for _, pause := range []time.Duration{2, 4, 8, 16, 32, 60, 60} {
		now.Advance(pause*time.Second - 1)
		require.False(t, b.allow(), pause)
		now.Advance(1)
		require.True(t, b.allow(), pause)
		b.done(false)
	}
	b.reset()
	require.False(t, b.open(), "a new process is not the old one")
	for range breakerFailures {
		b.done(false)
	}
	now.Advance(breakerPause)
	require.True(t, b.allow(), "and its pauses begin anew")
}

// still is a version that runs no process.
func still(t *testing.T) (*supervised, *clock.Fixed) {
	t.Helper()
	now := clock.NewFixed(noon)
	h := New([]Entry{{Name: "fake", Limits: Limits{Concurrency: 1}}}, Options{Dir: t.TempDir(), Clock: now})
	p := h.list()[0].current()
	p.put(nil, StateStopped, "")
	return p, now
}

// What a call came to says how the plugin is, or who called.
func TestWhatMovesTheBreaker(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	down, lost := base.ProviderFault("down", nil), base.ProviderFault("lost", nil)
	down.Retryable, lost.OutcomeUnknown = true, true
	for name, c := range map[string]struct {
		ctx     context.Context
		w       want
		failure *base.Error
		opens   bool
	}{
		"answers":                 {failure: nil},
		"refusals":                {failure: base.ProviderFault("refused", nil)},
		"mistakes of the caller":  {failure: base.CallerFault("odd", "no")},
		"what it does not do":     {failure: base.NotSupported("start")},
		"callers who leave":       {ctx: gone, failure: down},
		"strangers":               {w: want{public: true}, failure: down},
		"a provider that is down": {failure: down, opens: true},
		"lost answers":            {failure: lost, opens: true},
		"defects":                 {failure: base.PluginFault("panic", errors.New("x")), opens: true},
	} {
		p, _ := still(t)
		for range 2 * breakerFailures {
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			p.judge(c.ctx, c.w, c.failure)
		}
		require.Equal(t, c.opens, p.breaker.open(), name)
	}
}

// The capture of one order that fails whenever it is tried takes the method from nobody else.
func TestOneOperationThatIsStuckOpensNoBreaker(t *testing.T) {
	lost := base.ProviderFault("sequence_unknown", nil)
	lost.OutcomeUnknown = true
	stuck := want{call: "capture", moves: true, ends: true, key: "order-1-capture"}
	p, now := still(t)
	for range 3 * breakerFailures {
		p.judge(t.Context(), stuck, lost)
	}
	require.False(t, p.breaker.open())
	for n := range breakerFailures - 1 {
		require.False(t, p.breaker.open(), n)
		p.judge(t.Context(), want{call: "capture", ends: true, key: fmt.Sprint(n)}, lost)
	}
	require.True(t, p.breaker.open(), "where many fail")
	now.Advance(breakerPause)
	require.True(t, p.breaker.allow())
	p.judge(t.Context(), stuck, lost)
	require.True(t, p.breaker.allow(), "it is no trial, which the next call is")
	p.judge(t.Context(), want{call: "authorize"}, nil)
	require.False(t, p.breaker.open())
}

// A call that is not made leaves nothing behind: no slot, no trial.
func TestACallThatIsNotMadeTakesNothing(t *testing.T) {
	p, now := still(t)
	for _, w := range []want{{}, {public: true}} {
		for range 2 {
			_, _, err := p.admit(t.Context(), w)
			require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_unavailable"))
		}
	}
	for range breakerFailures {
		p.breaker.done(false)
	}
	now.Advance(breakerPause)
	_, _, err := p.admit(t.Context(), want{public: true})
	require.Error(t, err)
	require.False(t, p.breaker.open(), "a stranger's call is no trial")
	_, _, err = p.admit(t.Context(), want{})
	require.Error(t, err)
	require.True(t, p.breaker.allow(), "the trial was not made")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	down := base.ProviderFault("down", nil)
	down.Retryable = true
	p.judge(gone, want{}, down)
	require.True(t, p.breaker.allow(), "who left tried nothing")
}

// Webhooks have slots of their own, one at least.
func TestStrangersUseUpNobodysSlots(t *testing.T) {
	p, _ := still(t)
	p.public <- struct{}{}
	_, _, err := p.admit(t.Context(), want{})
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_unavailable"), "it came as far as the process")
	begun := time.Now()
	_, _, err = p.admit(t.Context(), want{public: true})
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_busy"))
	require.Less(t, time.Since(begun), 2*queueTimeout)
}
