package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// Bounds of starting and stopping a process.
const (
	startTimeout    = 15 * time.Second // from exec to configured
	describeTimeout = 5 * time.Second  // of a call that must not reach the provider
	healthTimeout   = 2 * time.Second  // the contract gives a second
	stopTimeout     = 3 * time.Second  // for a process to end when asked
)

// maxMethods is how many payment methods a plugin may declare. Every checkout goes through all of them.
const maxMethods = 100

// errPermanent marks a failure to start that a restart does not heal: only a new program or a new configuration does.
var errPermanent = errors.New("needs another program or configuration")

func permanent(err error) error { return fmt.Errorf("%w: %w", err, errPermanent) }

// instance is one running process of a plugin. It is started, configured once, called, drained and stopped.
type instance struct {
	client   *goplugin.Client
	process  *process
	plugin   sdk.Plugin
	manifest base.Manifest
	binary   binary
	redactor *base.Redactor
	started  time.Time
	service  tracking.Service // of a tracking plugin
	prints   []io.Closer      // what the plugin prints
	ailments ailments

	mu       sync.Mutex
	methods  []payment.Method // of a payment plugin
	offers   []offer          // made of them
	running  int              // calls
	refusing bool             // takes no more calls
	draining bool             // stops when no call runs
	idle     chan struct{}    // closed when draining and no call runs
}

// launch starts the entry's program and brings it to the point where it can be called. On failure no process is left.
func launch(ctx context.Context, e Entry, program binary, h *Host, log *slog.Logger) (*instance, error) {
	if e.unread != nil {
		return nil, permanent(e.unread)
	}
	config, err := e.settings(h.options.Getenv)
	if err != nil {
		return nil, permanent(err)
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	log = log.With("sha256", program.sha256[:12])
	if e.version != "" { // several may run at once
		log = log.With("version", e.version)
	}
	i := newInstance(ctx, e, h, program, config, log)
	if err := i.prepare(ctx, e, config, h.settingsFile(e.Name)); err != nil {
		i.stop()
		return nil, err
	}
	i.process.ready()
	return i, nil
}

// newInstance is an instance whose process starts with connect.
func newInstance(ctx context.Context, e Entry, h *Host, program binary, config base.Config, log *slog.Logger) *instance {
	i := &instance{binary: program, redactor: config.Redactor(), started: time.Now(), idle: make(chan struct{})}
	i.client = goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig: sdk.Handshake, VersionedPlugins: sdk.VersionedPlugins(sdk.Plugin{}),
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, AutoMTLS: true, SkipHostEnv: true,
		StartTimeout: startTimeout, Logger: hclog.NewNullLogger(), UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: h.sockets.path},
		SyncStdout: i.printed(log), SyncStderr: i.printed(log),
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(e.Limits.MaxAnswer), grpc.MaxCallSendMsgSize(e.Limits.MaxAnswer)),
			grpc.WithStatsHandler(sentHandler{}), grpc.WithChainUnaryInterceptor(traced, sound)},
		RunnerFunc: func(_ hclog.Logger, spec *exec.Cmd, _ string) (runner.Runner, error) {
			var err error
			i.process, err = newProcess(ctx, spec, program.path, e.Args, e.environment(h.options.Getenv), func(r io.Reader) {
				logLines(r, log, i.redactor)
			})
			return i.process, err
		},
	})
	return i
}

// prepare connects, checks who answers, configures, and asks what does not change while the process runs. settings names the file
// that the configuration is from.
func (i *instance) prepare(ctx context.Context, e Entry, config base.Config, settings string) (err error) {
	defer fault.Caught(&err)
	conn, err := i.connect()
	if err != nil {
		return err
	}
	if i.plugin, i.manifest, err = sdk.Open(ctx, conn); err != nil {
		return i.redactor.Error(base.AsError(err))
	}
	if i.manifest.Name != e.Name {
		return fmt.Errorf("the program calls itself %q: %w", i.manifest.Name, errPermanent)
	}
	if e.version != "" && i.manifest.Version != e.version {
		return fmt.Errorf("the program calls itself version %q: %w", i.manifest.Version, errPermanent)
	}
	if err := i.plugin.Base.Configure(ctx, config); err != nil {
		refused := i.redactor.Error(base.AsError(err))
		if refused.Fault == base.FaultCaller {
			return permanent(e.misfit(refused, config, settings))
		}
		return refused
	}
	if i.plugin.Tracking != nil {
		if i.service, err = i.plugin.Tracking.Service(ctx); err != nil {
			return i.redactor.Error(base.AsError(err))
		}
		if problem := unfitService(i.service); problem != "" {
			return permanent(errors.New("its consent service cannot be shown to visitors: " + problem))
		}
	}
	return i.refresh(ctx)
}

// connect waits for the program's greeting; the process is killed when the launch takes too long.
func (i *instance) connect() (*grpc.ClientConn, error) {
	protocol, err := i.client.Client()
	if err != nil {
		return nil, i.notStarted(err)
	}
	conn, err := protocol.Dispense(sdk.ServiceName)
	if err != nil {
		return nil, err
	}
	return conn.(*grpc.ClientConn), nil
}

// refresh asks for the payment methods again.
func (i *instance) refresh(ctx context.Context) (err error) {
	defer fault.Caught(&err)
	if i.plugin.Payment == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, describeTimeout)
	defer cancel()
	methods, err := i.plugin.Payment.Methods(ctx)
	if err != nil {
		return i.redactor.Error(base.AsError(err))
	}
	if len(methods) > maxMethods {
		return permanent(fmt.Errorf("it declares %d payment methods, and the shop takes at most %d of a plugin", len(methods), maxMethods))
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.methods, i.offers = methods, offersIn(methods)
	return nil
}

// paymentMethods gives the methods, which a refresh replaces and nothing changes.
func (i *instance) paymentMethods() []payment.Method {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.methods
}

// paymentOffers gives those methods that the shop can offer, as the checkout sees them.
func (i *instance) paymentOffers() []offer {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.offers
}

// exited is closed when the process has ended.
func (i *instance) exited() <-chan struct{} { return i.process.done }

// alive reports whether the process answers.
func (i *instance) alive(ctx context.Context) (_ base.Health, err error) {
	defer fault.Caught(&err)
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	h, err := i.plugin.Base.Health(ctx)
	h.Message = i.redactor.Text(h.Message)
	if err != nil {
		return h, i.redactor.Error(base.AsError(err))
	}
	return h, nil
}

// begin registers a call; false when the instance takes no more.
func (i *instance) begin() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.refusing {
		return false
	}
	i.running++
	return true
}

func (i *instance) end() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.running--
	if i.draining && i.running == 0 {
		close(i.idle)
	}
}

// abandon takes no more calls and kills the process: its connection is lost, so it is of no use even if it lives. The
// supervisor notices the end.
func (i *instance) abandon() {
	i.mu.Lock()
	i.refusing = true
	i.mu.Unlock()
	_ = i.process.Kill(context.Background())
}

// drain lets the running calls finish, for at most the given time, and stops the process.
func (i *instance) drain(longest time.Duration) {
	i.mu.Lock()
	i.refusing = true
	if !i.draining {
		i.draining = true
		if i.running == 0 {
			close(i.idle)
		}
	}
	i.mu.Unlock()
	timer := time.NewTimer(longest)
	defer timer.Stop()
	select {
	case <-i.idle:
	case <-i.exited():
	case <-timer.C:
	}
	i.stop()
}

// stop asks the process to end and kills it when it does not. go-plugin's Kill waits without end for the answer of a
// process that hangs, so that the kill has a clock of its own.
func (i *instance) stop() {
	defer func() {
		for _, w := range i.prints {
			_ = w.Close()
		}
	}()
	if i.process == nil {
		return
	}
	kill := time.AfterFunc(stopTimeout, func() { _ = i.process.Kill(context.Background()) })
	defer kill.Stop()
	i.client.Kill()
	_ = i.process.Kill(context.Background()) // what it started may have outlived it
}

// printed gives a writer whose lines go to the log until the instance stops.
func (i *instance) printed(log *slog.Logger) io.Writer {
	r, w := io.Pipe()
	i.prints = append(i.prints, w)
	go logLines(r, log, i.redactor)
	return w
}
