package pluginhost_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pluginhost"
)

// Real programs, built once: two versions of the fake, and one of another name.
var fakeV1, fakeV2, otherV1 string

func TestMain(m *testing.M) {
	if program := os.Getenv("PLUGINHOST_TEST_HOST"); program != "" {
		hostUntilKilled(program)
	}
	os.Exit(runTests(m))
}

// hostUntilKilled is a host in a process of its own, for tests that kill it. It prints the plugin's process id.
func hostUntilKilled(program string) {
	h := pluginhost.New([]pluginhost.Entry{entry("fake", program)}, pluginhost.Options{
		Dir: os.Getenv("PLUGINHOST_TEST_DIR"), Getenv: func(string) string { return "any-secret" },
	})
	if err := h.Start(context.Background()); err != nil {
		panic(err)
	}
	fmt.Println(h.Status()[0].PID)
	select {}
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "pluginhost-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	fakeV1, fakeV2, otherV1 = build(dir, "fake", "1.0.0"), build(dir, "fake", "2.0.0"), build(dir, "other", "1.0.0")
	return m.Run()
}

func build(dir, name, version string) string {
	out := filepath.Join(dir, filepath.Base(name)+"-"+version) // a name may be one that leads elsewhere
	build := exec.Command("go", "build", "-ldflags", fmt.Sprintf("-w -X main.name=%s -X main.version=%s", name, version),
		"-o", out, "kontor.dev/kontor/plugins/fake")
	if output, err := build.CombinedOutput(); err != nil {
		panic(string(output))
	}
	return out
}

const (
	apiKey        = "api-key-nobody-may-see"
	webhookSecret = "webhook-secret-of-the-test"
)

// copyOf gives a private copy of a program, which a test may replace.
func copyOf(t *testing.T, program string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plugin")
	install(t, program, path)
	return path
}

// install puts a program in the place of another as an installer does, by renaming.
func install(t *testing.T, program, path string) {
	t.Helper()
	data, err := os.ReadFile(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path+".new", data, 0o755))
	require.NoError(t, os.Rename(path+".new", path))
}

func entry(name, path string) pluginhost.Entry {
	return pluginhost.Entry{
		Name: name, Path: path,
		Secrets: map[string]pluginhost.Source{"api_key": {Env: "TEST_API_KEY"}, "webhook_secret": {Env: "TEST_WEBHOOK_SECRET"}},
		Limits:  pluginhost.Limits{Timeout: 3 * time.Second},
	}
}

// lockedBuffer is a log that can be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start runs a host. After the test no process of it is left.
func start(t *testing.T, entries ...pluginhost.Entry) (*pluginhost.Host, *lockedBuffer) {
	t.Helper()
	return startWith(t, pluginhost.Options{}, entries...)
}

// startWith is start with some options.
func startWith(t *testing.T, o pluginhost.Options, entries ...pluginhost.Entry) (*pluginhost.Host, *lockedBuffer) {
	t.Helper()
	log := &lockedBuffer{}
	o.Dir, o.Grace, o.Log = t.TempDir(), time.Second, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	o.Getenv = func(name string) string {
		return map[string]string{"TEST_API_KEY": apiKey, "TEST_WEBHOOK_SECRET": webhookSecret}[name]
	}
	h := pluginhost.New(entries, o)
	require.NoError(t, h.Start(t.Context()))
	t.Cleanup(func() {
		pids := []int{}
		for _, s := range h.Status() {
			if s.PID != 0 {
				pids = append(pids, s.PID)
			}
		}
		require.NoError(t, h.Close())
		for _, pid := range pids {
			require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "process %d is left", pid)
		}
		if t.Failed() {
			t.Log(log.String())
		}
		require.NotContains(t, log.String(), apiKey)
	})
	return h, log
}

// status gives the state of a plugin.
func status(t *testing.T, h *pluginhost.Host, name string) pluginhost.Status {
	t.Helper()
	for _, s := range h.Status() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no plugin %s", name)
	return pluginhost.Status{}
}

// signal sends a signal to a plugin's process once it runs and gives its id. It never signals 0, which is the test itself.
func signal(t *testing.T, h *pluginhost.Host, name string, s syscall.Signal) int {
	t.Helper()
	pid := 0
	eventually(t, name+" runs", func() bool { pid = status(t, h, name).PID; return pid > 1 })
	require.NoError(t, syscall.Kill(pid, s))
	return pid
}

// kill kills a process, never the test itself.
func kill(t *testing.T, pid int) {
	t.Helper()
	require.Greater(t, pid, 1)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
}

var keys struct {
	sync.Mutex
	n int
}

// request asks for 12,34 euro; the word tells the fake what to do.
func request(word string) checkout.AuthorizeRequest {
	keys.Lock()
	defer keys.Unlock()
	keys.n++
	return checkout.AuthorizeRequest{
		MethodCode: "fakelater", IdempotencyKey: fmt.Sprintf("key-%d", keys.n),
		Links: checkout.Links{ReturnURL: "https://shop.example/return"},
		Purchase: checkout.Purchase{
			OrderID: int64(1000 + keys.n), Attempt: 1, Amount: money.Euro(1234), Email: word + "@example.org",
			Lines: []checkout.Line{{ArticleNumber: "A-1", Name: "Notebook", Quantity: 1, Unit: money.Euro(1234), TaxRate: 1900}},
		},
	}
}

func ref(r checkout.AuthorizeRequest, reference string) checkout.PaymentRef {
	return checkout.PaymentRef{
		Plugin: "fake", MethodCode: r.MethodCode, Reference: reference, IdempotencyKey: r.IdempotencyKey, OrderID: r.OrderID,
		Attempt: r.Attempt, Amount: r.Amount,
	}
}

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	require.Eventually(t, f, 15*time.Second, 10*time.Millisecond, what)
}

func contains(s, part string) bool { return strings.Contains(s, part) }
