package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// bad is the plugin with one fault.
type bad struct {
	*sender
	way     string
	marks   string // a folder that outlives the program
	hanging sync.Mutex
	lost    sync.Map // batches whose answer was lost
}

func newBad(way, marks string) sdk.Plugin {
	b := &bad{sender: &sender{}, way: way, marks: marks}
	manifest := base.Manifest{Name: name, Version: version, Settings: schema}
	return sdk.Plugin{Base: base.New(manifest, b.configure, b.health), Tracking: b}
}

func (b *bad) configure(ctx context.Context, c base.Config) error {
	err := b.sender.configure(ctx, c)
	if err == nil && b.way == "reads without end" {
		b.client.Store(provider.New(provider.Config{BaseURL: c.String("api_url"), MaxBody: 1 << 30, Authorize: bearer(c.Secret("api_key"))}))
	}
	return err
}

func (b *bad) health(context.Context) base.Health {
	b.hanging.Lock()
	defer b.hanging.Unlock()
	return base.Health{OK: true}
}

func (b *bad) Service(ctx context.Context) (tracking.Service, error) {
	s, err := b.sender.Service(ctx)
	if b.way == "has no purpose" {
		s.Purpose = nil
	}
	if b.way == "wants too much" {
		s.EventTypes = make([]string, tracking.MaxEventTypes+1)
	}
	return s, err
}

func (b *bad) Deliver(ctx context.Context, batch tracking.Batch) (tracking.Receipt, error) {
	switch b.way {
	case "stops at a wrong event":
		for _, e := range batch.Events {
			if strings.HasPrefix(string(e.Data), "\x00") {
				return tracking.Receipt{}, base.CallerFault("invalid_data", e.ID)
			}
		}
	case "takes few":
		if len(batch.Events) > 100 {
			return tracking.Receipt{}, base.CallerFault("too_many", "at most 100")
		}
	case "hangs with its provider":
		b.hanging.Lock()
		defer b.hanging.Unlock()
	case "has no patience":
		limited, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
		defer cancel()
		ctx = limited
	case "forgets when frozen":
		for i := range batch.Events {
			batch.Events[i].ID += map[bool]string{true: "-thawed"}[thawed.Load()]
		}
	case "does not come back":
		mark := filepath.Join(b.marks, batch.ID)
		if _, err := os.Stat(mark); err == nil {
			return tracking.Receipt{}, locked()
		}
		if err := os.WriteFile(mark, nil, 0o600); err != nil {
			return tracking.Receipt{}, err
		}
		defer os.Remove(mark)
	}
	if _, again := b.lost.Load(batch.ID); again {
		for i := range batch.Events {
			batch.Events[i].ID += "-again"
		}
	}
	r, err := b.sender.Deliver(ctx, batch)
	e := (*base.Error)(nil)
	if !errors.As(err, &e) {
		return r, err
	}
	changed := *e
	switch {
	case b.way == "gives up":
		changed.Retryable, changed.OutcomeUnknown = false, false
		if e.Code != "connection_lost" {
			changed = *e
		}
	case b.way == "rejects what was garbled" && strings.Contains(e.Message, "not the JSON"):
		return tracking.Receipt{Rejected: []tracking.Rejection{{EventID: batch.Events[0].ID, Code: "garbled"}}}, nil
	case b.way == "counts anew" && e.Code == "connection_lost":
		b.lost.Store(batch.ID, true)
	}
	return r, &changed
}

func locked() error {
	e := base.PluginFault("locked", nil)
	e.Retryable = true
	return e
}

// wrong says which check each fault fails. Of the plugin itself, which has none, it says that it fails none.
var wrong = map[string]string{
	"":                         "",
	"has no purpose":           "tracking service",
	"wants too much":           "tracking service",
	"stops at a wrong event":   "tracking delivery",
	"takes few":                "tracking full batch",
	"gives up":                 "tracking: provider down",
	"counts anew":              "tracking: reply lost",
	"has no patience":          "tracking: slow provider",
	"hangs with its provider":  "tracking: provider hangs",
	"rejects what was garbled": "tracking: garbage answers",
	"reads without end":        "tracking: huge answers",
	"does not come back":       "tracking: killed in the middle",
	"forgets when frozen":      "tracking: frozen in the middle",
}

// Each wrong plugin fails the check that is made for its fault, and no other.
func TestWrongPluginsFailTheRightCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("makes every check for every fault")
	}
	t.Parallel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	found, ended := map[string]map[string]error{}, map[string]error{}
	for way := range wrong {
		target := target(t)
		target.New = func() sdk.Plugin { return newBad(way, "") }
		if way == "does not come back" || way == "forgets when frozen" {
			target.New, target.Binary, target.Args = nil, os.Args[0], []string{"serve", way, t.TempDir()}
		}
		wait.Go(func() {
			failures, err := sdktest.Failures(t.Context(), target)
			mu.Lock()
			defer mu.Unlock()
			found[way], ended[way] = failures, err
		})
	}
	wait.Wait()
	for way, check := range wrong {
		t.Run(way, func(t *testing.T) {
			require.NoError(t, ended[way])
			if check == "" {
				require.Empty(t, found[way])
				return
			}
			require.Contains(t, found[way], check)
			require.Len(t, found[way], 1)
		})
	}
}

// No check of a tracking plugin is without a plugin that fails it.
func TestEveryCheckHasItsWrongPlugin(t *testing.T) {
	made := map[string]bool{}
	for _, check := range wrong {
		made[check] = true
	}
	for _, c := range sdktest.Checks(target(t)) {
		if strings.HasPrefix(c.Name, "tracking") {
			require.True(t, made[c.Name], c.Name)
		}
	}
}

// thawed is whether the program was stopped and goes on.
var thawed atomic.Bool

func watchThaw() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGCONT)
	go func() {
		for range signals {
			thawed.Store(true)
		}
	}()
}

// TestMain is the program of a wrong plugin when it is called with "serve", its way and a folder.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "serve" {
		watchThaw()
		sdk.Serve(newBad(os.Args[2], os.Args[3]))
		return
	}
	os.Exit(m.Run())
}
