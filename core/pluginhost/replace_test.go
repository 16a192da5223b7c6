package pluginhost_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pluginhost"
)

// A new program takes over while calls run: not one fails, and a slow call is finished by the version that began it.
func TestReplacedWhileCallsRun(t *testing.T) {
	path := copyOf(t, fakeV1)
	e := entry("fake", path)
	e.Limits.Timeout = 10 * time.Second
	h, _ := start(t, e)
	oldPID := status(t, h, "fake").PID
	require.Equal(t, "1.0.0", status(t, h, "fake").Version)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	var calls atomic.Int32
	for range 3 {
		wg.Go(func() {
			for ctx.Err() == nil {
				if _, err := h.Payments().Authorize(t.Context(), request("approve")); err != nil {
					t.Errorf("call failed: %v", err)
					return
				}
				calls.Add(1)
			}
		})
	}
	slow := make(chan error, 1)
	go func() { _, err := h.Payments().Authorize(t.Context(), request("slow")); slow <- err }()
	install(t, fakeV2, path)
	eventually(t, "the new version runs", func() bool { return status(t, h, "fake").Version == "2.0.0" })
	require.NoError(t, <-slow)
	before := calls.Load()
	eventually(t, "calls go on", func() bool { return calls.Load() > before+10 })
	cancel()
	wg.Wait()
	require.Zero(t, status(t, h, "fake").Restarts)
	eventually(t, "the old process ends", func() bool { return !alive(oldPID) })
}

// Overwriting a pinned program in place changes nothing that runs; with the new pin it is taken.
func TestPinnedProgram(t *testing.T) {
	path := copyOf(t, fakeV1)
	e := entry("fake", path)
	e.SHA256 = sum(t, fakeV1)
	h, _ := start(t, e)
	install(t, fakeV2, path)
	eventually(t, "refused", func() bool { return contains(status(t, h, "fake").Problem, "checksum") })
	s := status(t, h, "fake")
	require.Equal(t, pluginhost.StateRunning, s.State)
	require.Equal(t, "1.0.0", s.Version)
	require.ErrorContains(t, h.Replace(t.Context(), e), "checksum")

	e.SHA256 = sum(t, fakeV2)
	require.NoError(t, h.Replace(t.Context(), e))
	s = status(t, h, "fake")
	require.Equal(t, "2.0.0", s.Version)
	require.Equal(t, e.SHA256, s.SHA256)
	require.Empty(t, s.Problem)
}

// What a process did not manage is not held against the next one. The time stands still, so that no pause ends by itself.
func TestANewProcessIsNotSuspended(t *testing.T) {
	h, _ := startWith(t, pluginhost.Options{Clock: clock.NewFixed(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))}, entry("fake", fakeV1))
	suspend := func() {
		for range 5 {
			_, err := h.Payments().Authorize(t.Context(), request("lost"))
			require.Equal(t, fault.Unknown, fault.CodeOf(err))
		}
		require.True(t, status(t, h, "fake").Suspended)
	}
	suspend()
	require.NoError(t, h.Replace(t.Context(), entry("fake", fakeV2)))
	require.False(t, status(t, h, "fake").Suspended)
	suspend()
	signal(t, h, "fake", syscall.SIGKILL)
	eventually(t, "it is back", func() bool { s := status(t, h, "fake"); return s.Restarts == 1 && s.State == pluginhost.StateRunning })
	require.False(t, status(t, h, "fake").Suspended)
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
}

// A shop that is stopped loses no answer about money that a plugin is about to give.
func TestRunningCallsEndBeforeTheHost(t *testing.T) {
	h := pluginhost.New([]pluginhost.Entry{entry("fake", fakeV1)}, pluginhost.Options{
		Dir: t.TempDir(), Grace: time.Minute, Getenv: func(string) string { return "any-secret" },
	})
	require.NoError(t, h.Start(t.Context()))
	slow := make(chan error, 1)
	go func() { _, err := h.Payments().Authorize(t.Context(), request("slow")); slow <- err }()
	eventually(t, "it runs", func() bool { return status(t, h, "fake").Calls == 1 })
	require.NoError(t, h.Close())
	require.NoError(t, <-slow)
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
}

func TestReplaceWithSomethingBroken(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	pid := status(t, h, "fake").PID
	require.Error(t, h.Replace(t.Context(), entry("fake", "/bin/true")))
	require.Equal(t, pid, status(t, h, "fake").PID)
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
}

func sum(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}
