package pluginhost_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pluginhost"
)

// A plugin that dies in a call leaves the outcome unknown, is back for the next call, and takes no other with it.
func TestCrashMidCall(t *testing.T) {
	fake := entry("fake", fakeV1)
	fake.Config = map[string]pluginhost.Values{"state_dir": pluginhost.Values(t.TempDir())}
	h, _ := start(t, fake, entry("other", otherV1))
	otherPID := status(t, h, "other").PID

	before, charged := request("crash"), request("crashcharged")
	_, err := h.Payments().Authorize(t.Context(), before)
	require.Equal(t, fault.Unknown, fault.CodeOf(err), "%v", err)
	_, err = h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err, "the next call waits for the restart")
	_, err = h.Payments().Authorize(t.Context(), charged)
	require.Equal(t, fault.Unknown, fault.CodeOf(err))

	// Reconciliation finds out: the first never reached the provider, the second was charged.

	r, err := h.Payments().Status(t.Context(), ref(before, ""))
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonNotFound, r.Reason)
	r, err = h.Payments().Status(t.Context(), ref(charged, ""))
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeAuthorized, r.Outcome)
	require.Equal(t, 2, status(t, h, "fake").Restarts)
	require.Equal(t, otherPID, status(t, h, "other").PID)
	require.Zero(t, status(t, h, "other").Restarts)
}

// Where memory runs out, the kernel ends a plugin that leaks before the shop.
func TestALeakEndsThePluginFirst(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	score := func(pid int) int {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid))
		require.NoError(t, err)
		n, err := strconv.Atoi(strings.TrimSpace(string(raw)))
		require.NoError(t, err)
		return n
	}
	require.Equal(t, 500, score(status(t, h, "fake").PID))
	require.Less(t, score(os.Getpid()), 500)
}

// A provider that cannot be reached is no reason to start the plugin anew, which would cut off the calls of others.
func TestProviderThatCannotBeReached(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	before := status(t, h, "fake")
	_, err := h.Payments().Authorize(t.Context(), request("unreachable"))
	require.Equal(t, fault.Unavailable, fault.CodeOf(err), "%v", err)
	_, err = h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
	require.Equal(t, before.PID, status(t, h, "fake").PID)
	require.Zero(t, status(t, h, "fake").Restarts)
}

// kill -9 from outside, while calls run all the time: each call ends with an answer or a fault that says what to do.
func TestKilledUnderLoad(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var good, unknown, unavailable atomic.Int32
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				_, err := h.Payments().Authorize(t.Context(), request("approve"))
				switch fault.CodeOf(err) {
				case "":
					good.Add(1)
				case fault.Unknown:
					unknown.Add(1)
				case fault.Unavailable:
					unavailable.Add(1)
					time.Sleep(5 * time.Millisecond)
				default:
					t.Errorf("unexpected: %v", err)
				}
			}
		})
	}
	for range 3 {
		before := good.Load()
		eventually(t, "calls go on", func() bool { return good.Load() > before+20 })
		signal(t, h, "fake", syscall.SIGKILL)
	}
	last := good.Load()
	eventually(t, "calls go on", func() bool { return good.Load() > last+20 })
	cancel()
	wg.Wait()
	require.LessOrEqual(t, unknown.Load(), int32(12), "at most the calls that ran when it was killed")
	require.Equal(t, 3, status(t, h, "fake").Restarts)
	t.Logf("%d good, %d unknown, %d unavailable", good.Load(), unknown.Load(), unavailable.Load())
}

// A program that dies again and again is left alone, and taken up again when it is another one.
func TestCrashLoopIsLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for backoffs")
	}
	path := copyOf(t, "/bin/false")
	h, log := start(t, entry("fake", path), entry("other", otherV1))
	require.Eventually(t, func() bool { return status(t, h, "fake").State == pluginhost.StateLooping }, 60*time.Second, 50*time.Millisecond)
	require.Contains(t, status(t, h, "fake").Problem, "again and again")
	require.Contains(t, log.String(), "is left alone")
	begun := time.Now()
	r := request("approve")
	_, err := h.Payments().Status(t.Context(), ref(r, ""))
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.Less(t, time.Since(begun), time.Second, "nobody waits for it")
	install(t, fakeV1, path)
	eventually(t, "the other program runs", func() bool { return status(t, h, "fake").State == pluginhost.StateRunning })
	require.Equal(t, pluginhost.StateRunning, status(t, h, "other").State)
}

func TestHangEndsAtTheDeadline(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Limits.Timeout = 300 * time.Millisecond
	h, _ := start(t, e)
	begun := time.Now()
	_, err := h.Payments().Authorize(t.Context(), request("hang"))
	require.Equal(t, fault.Unknown, fault.CodeOf(err))
	require.Less(t, time.Since(begun), 2*time.Second)
	_, err = h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err, "other calls go on")
}

// A stopped process neither answers nor ends when asked.
func TestStoppedProcessDoesNotHoldUpTheHost(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Limits.Timeout = 300 * time.Millisecond
	h, _ := start(t, e)
	signal(t, h, "fake", syscall.SIGSTOP)
	eventually(t, "it hangs", func() bool {
		_, err := h.Payments().Authorize(t.Context(), request("approve"))
		return fault.CodeOf(err) == fault.Unknown
	})
	begun := time.Now()
	require.NoError(t, h.Close())
	require.Less(t, time.Since(begun), 6*time.Second)
}

// A process that hangs is noticed by its failing calls and replaced; until then it is not offered.
func TestHungProcessIsReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for health checks")
	}
	e := entry("fake", fakeV1)
	e.Limits.Timeout = 100 * time.Millisecond
	h, _ := start(t, e)
	pid := signal(t, h, "fake", syscall.SIGSTOP)
	eventually(t, "suspended", func() bool {
		_, _ = h.Payments().Authorize(t.Context(), request("approve"))
		return status(t, h, "fake").Suspended
	})
	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	require.Empty(t, methods)
	require.Eventually(t, func() bool {
		s := status(t, h, "fake")
		return s.PID != pid && s.State == pluginhost.StateRunning
	}, 30*time.Second, 50*time.Millisecond)
	_, err = h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
}

func TestIllPluginIsNotOffered(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Config = map[string]pluginhost.Values{"illness": "The provider closed the account."}
	h, _ := start(t, e)
	eventually(t, "asked for its health", func() bool { return status(t, h, "fake").State == pluginhost.StateUnhealthy })
	require.Equal(t, "The provider closed the account.", status(t, h, "fake").Problem)
	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	require.Empty(t, methods)
	_, err = h.Payments().Status(t.Context(), ref(request("approve"), ""))
	require.NoError(t, err, "what has begun can be finished")
}

func TestBreakerOpensAndCloses(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	for range 5 {
		_, err := h.Payments().Authorize(t.Context(), request("lost"))
		require.Equal(t, fault.Unknown, fault.CodeOf(err))
	}
	require.True(t, status(t, h, "fake").Suspended)
	begun := time.Now()
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.Less(t, time.Since(begun), 100*time.Millisecond, "nobody waits for it")
	eventually(t, "the trial succeeds", func() bool {
		_, err := h.Payments().Authorize(t.Context(), request("approve"))
		return err == nil
	})
	require.False(t, status(t, h, "fake").Suspended)
}

// Whoever knows the address of the webhooks can send calls that fail: they neither suspend the plugin nor hide that it fails.
func TestStrangersDoNotMoveTheBreaker(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	webhook := func(headers map[string][]string) error {
		_, _, err := h.Payments().Webhook(t.Context(), "fake", checkout.WebhookCall{Headers: headers, Body: []byte("{}")})
		return err
	}
	for range 10 {
		err := webhook(map[string][]string{"X-Fake-Certificate": {"https://provider.example/no-such.pem"}})
		require.Equal(t, fault.Unavailable, fault.CodeOf(err), "%v", err)
	}
	require.False(t, status(t, h, "fake").Suspended)
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)

	for range 5 {
		require.Equal(t, fault.Forbidden, fault.CodeOf(webhook(nil)))
		_, err := h.Payments().Authorize(t.Context(), request("lost"))
		require.Equal(t, fault.Unknown, fault.CodeOf(err))
	}
	require.True(t, status(t, h, "fake").Suspended)
	require.Equal(t, fault.Unavailable, fault.CodeOf(webhook(nil)), "nor is a suspended plugin asked")
}

func TestConcurrencyLimit(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Limits.Concurrency, e.Limits.Timeout = 2, 5*time.Second
	h, _ := start(t, e)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			_, err := h.Payments().Authorize(t.Context(), request("slow"))
			if err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "both run", func() bool { return status(t, h, "fake").Calls == 2 })
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_busy"))
	wg.Wait()
	_, err = h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
}

// What a plugin writes to its log must not harm the host: go-plugin's own parser panics on such a line.
func TestHostileLog(t *testing.T) {
	h, log := start(t, entry("fake", fakeV1))
	_, err := h.Payments().Authorize(t.Context(), request("noise"))
	require.NoError(t, err)
	eventually(t, "the printed secret is hidden", func() bool { return contains(log.String(), "[secret]") })
	require.NotContains(t, log.String(), apiKey)
	require.Less(t, len(log.String()), 200_000)
	require.Equal(t, pluginhost.StateRunning, status(t, h, "fake").State)
}

// A plugin that writes without end fills neither the host's log nor its time.
func TestFloodOfTheLog(t *testing.T) {
	h, log := start(t, entry("fake", fakeV1))
	_, err := h.Payments().Authorize(t.Context(), request("flood"))
	require.NoError(t, err)
	require.NoError(t, h.Close())
	require.Less(t, strings.Count(log.String(), "scripted flood"), 10_000)
	require.Contains(t, log.String(), "lines that came too fast were dropped")
	require.Contains(t, log.String(), "scripted flood", "the first ones are kept")
}

// A host that is killed takes its plugins with it, and the next host clears up after it.
// A plugin in another language prints as it is used to, and is not hung up by it.
func TestWhatIsPrintedIsLogged(t *testing.T) {
	h, log := start(t, entry("fake", fakeV1))
	for range 2 {
		r, err := h.Payments().Authorize(t.Context(), request("prints"))
		require.NoError(t, err)
		require.Equal(t, checkout.OutcomeAuthorized, r.Outcome)
	}
	eventually(t, "it is in the log", func() bool { return strings.Contains(log.String(), "printed by hand") })
	require.NotContains(t, log.String(), "xxxx")
}

func TestKilledHostLeavesNoPlugin(t *testing.T) {
	dir, sockets := t.TempDir(), temporary(t)
	host := exec.Command(os.Args[0])
	host.Env = append(os.Environ(), "PLUGINHOST_TEST_HOST="+fakeV1, "PLUGINHOST_TEST_DIR="+dir)
	out, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	var pid int
	_, err = fmt.Fscan(out, &pid)
	require.NoError(t, err)
	require.Greater(t, pid, 1)
	require.True(t, alive(pid))
	require.NoError(t, host.Process.Kill())
	_ = host.Wait()
	eventually(t, "the plugin ends", func() bool { return !alive(pid) })

	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
	require.Len(t, in(t, sockets, "kontor-plugins-*"), 1)
	next := pluginhost.New(nil, pluginhost.Options{Dir: dir})
	require.NoError(t, next.Start(t.Context()))
	require.NoError(t, next.Close())
	left, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	require.Empty(t, in(t, sockets, "kontor-plugins-*"))
}

// A host that is closed while a program does not greet leaves no process.
func TestCloseWhileStarting(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	silent := filepath.Join(t.TempDir(), "silent")
	require.NoError(t, os.WriteFile(silent, []byte("#!/bin/sh\necho $$ > "+pidFile+"\nexec sleep 600\n"), 0o755))
	h := pluginhost.New([]pluginhost.Entry{entry("fake", silent)}, pluginhost.Options{Dir: t.TempDir()})
	ctx, cancel := context.WithCancel(t.Context())
	started := make(chan error, 1)
	go func() { started <- h.Start(ctx) }()
	var pid int
	eventually(t, "it runs", func() bool {
		data, _ := os.ReadFile(pidFile)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(data)))
		return pid != 0
	})
	cancel()
	require.NoError(t, <-started, "the boot does not wait for it")
	begun := time.Now()
	require.NoError(t, h.Close())
	require.Less(t, time.Since(begun), 5*time.Second)
	require.False(t, alive(pid))
}

// Each broken plugin is named with its problem, and the one that works works.
func TestBrokenPluginsDisableOnlyThemselves(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("not a program"), 0o755))
	wrongPin := entry("pinned", fakeV1)
	wrongPin.SHA256 = "00112233"
	misnamed := entry("misnamed", fakeV1)
	disabled := entry("disabled", fakeV1)
	disabled.Disabled = true
	badConfig := entry("other", otherV1)
	badConfig.Config = map[string]pluginhost.Values{"no_such": "x"}
	missing := entry("missing", "/no/such/program")
	future := filepath.Join(t.TempDir(), "future")
	require.NoError(t, os.WriteFile(future, []byte("#!/bin/sh\necho '1|99|unix|/no/such/socket|grpc'\nexec sleep 600\n"), 0o755))
	explains := filepath.Join(t.TempDir(), "explains")
	require.NoError(t, os.WriteFile(explains, []byte("#!/bin/sh\necho 'a library is missing' >&2\nexit 3\n"), 0o755))
	prints := filepath.Join(t.TempDir(), "prints")
	require.NoError(t, os.WriteFile(prints, []byte("#!/bin/sh\necho hello\n"), 0o755))
	h, _ := start(t, wrongPin, missing, entry("future", future), entry("text", text), entry("exits", "/bin/true"), misnamed, disabled,
		badConfig, entry("explains", explains), entry("prints", prints), entry("fake", fakeV1), entry("rival", build(t.TempDir(), "rival", "1.0.0")))
	for name, want := range map[string]pluginhost.State{
		"pinned": pluginhost.StateRefused, "future": pluginhost.StateRefused, "misnamed": pluginhost.StateRefused, "other": pluginhost.StateRefused,
		"explains": pluginhost.StateCrashed, "prints": pluginhost.StateCrashed, "missing": pluginhost.StateCrashed, "text": pluginhost.StateCrashed, "exits": pluginhost.StateCrashed,
		"disabled": pluginhost.StateDisabled, "fake": pluginhost.StateRunning, "rival": pluginhost.StateRunning,
	} {
		s := status(t, h, name)
		if s.State == pluginhost.StateLooping { // the others took so long that it died often enough
			s.State = pluginhost.StateCrashed
		}
		require.Equal(t, want, s.State, "%s: %s", name, s.Problem)
		require.Equal(t, want == pluginhost.StateRunning || want == pluginhost.StateDisabled, s.Problem == "", "%s: %s", name, s.Problem)
	}
	require.Contains(t, status(t, h, "pinned").Problem, "checksum")
	require.Contains(t, status(t, h, "other").Problem, "no_such")
	require.Contains(t, status(t, h, "future").Problem, "another version of the contract")
	require.Contains(t, status(t, h, "text").Problem, "no program for "+runtime.GOOS)
	require.Contains(t, status(t, h, "explains").Problem, "ended before it said where it listens; its last words: a library is missing")
	claimed := status(t, h, "rival")
	require.Equal(t, pluginhost.StateRunning, claimed.State)
	require.Equal(t, "the plugin fake has a method of that code", claimed.Methods[0].Misfit)
	require.Empty(t, status(t, h, "fake").Methods[0].Misfit)
	require.Contains(t, status(t, h, "prints").Problem, `printed "hello" to its standard output`)
	_, err := h.Payments().Authorize(t.Context(), request("approve"))
	require.NoError(t, err)
}
