package chaos

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/mailbox"
	"kontor.dev/kontor/deploy/devstack/pgserver"
	"kontor.dev/kontor/deploy/devstack/process"
	"kontor.dev/kontor/deploy/devstack/temporal"
)

const (
	fixture   = "configs/demo/testdata/small.jsonl"
	article   = "NB-100001" // what everybody wants
	database  = "kontor"
	namespace = "kontor"
	readyIn   = 2 * time.Minute
)

// plugins are the programs that run, as configs/plugins.yaml names them.
var plugins = []string{"payment/offline", "payment/paypal", "payment/aiia", "payment/saferpay", "shipping/dhl"}

// shop is a whole shop of the run's own.
type shop struct {
	o        Options
	say      func(string, ...any)
	state    *devstack.State
	postgres *pgserver.Server
	temporal *temporal.Server
	mails    *mailbox.Server
	gate     *gate
	api      *process.Process
	worker   *process.Process
	// simulator is the providers, whose books outlive it.
	simulator *process.Process
	stops     []func(context.Context) error // in order of starting
	pool      *pgxpool.Pool
	// workflows asks Temporal whether it serves.
	workflows client.Client
	client    *http.Transport

	base, control string // addresses of the front door and of the simulator's controls
	env           []string
	this, runs    version // the one that this program is of, and the one that is started
	product       int64
	stock         int64
	sold          atomic.Int64 // orders that guests were told of
	calls         calls
}

func open(ctx context.Context, o Options) (*shop, error) {
	state, err := devstack.Own(o.State)
	if err != nil {
		return nil, err
	}
	s := &shop{o: o, say: o.Say, state: state, client: &http.Transport{MaxIdleConnsPerHost: o.Guests}}
	s.this = version{root: o.Root, bin: filepath.Join(state.Dir, "bin"), plugins: filepath.Join(state.Dir, "plugins")}
	if s.runs = s.this; o.From != "" {
		s.runs = version{root: o.From, bin: filepath.Join(state.Dir, "before", "bin"), plugins: filepath.Join(state.Dir, "before", "plugins")}
	}
	if err := errors.Join(s.forget(), s.start(ctx)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// forget removes what the run before left: its mails and workflows would be counted, and worked on, again.
func (s *shop) forget() error {
	var errs []error
	for _, of := range []string{"postgres", "temporal", "mail", "shop", "log", filepath.Base(s.books())} {
		errs = append(errs, os.RemoveAll(filepath.Join(s.state.Dir, of)))
	}
	return errors.Join(errs...)
}

func (s *shop) close() error {
	ctx := context.Background()
	if s.pool != nil {
		s.pool.Close()
	}
	s.client.CloseIdleConnections()
	var errs []error
	for i := len(s.stops) - 1; i >= 0; i-- {
		errs = append(errs, s.stops[i](ctx))
	}
	return errors.Join(append(errs, s.state.Release())...)
}

func (s *shop) logs() string { return filepath.Join(s.state.Dir, "log") }

// books is where the simulated providers keep what they know.
func (s *shop) books() string { return filepath.Join(s.state.Dir, "providers.jsonl") }

// version is the programs of one version of the shop, and the sources that they are built from.
type version struct{ root, bin, plugins string }

func (v version) program(name string) string { return filepath.Join(v.bin, name) }

func (v version) env() []string {
	return []string{"KONTOR_PLUGINS_FILE=" + filepath.Join(v.root, "configs", "plugins.yaml"), "KONTOR_PLUGINS_DIR=" + v.plugins}
}

func (s *shop) start(ctx context.Context) error {
	ports, err := devstack.FreePorts(6 + temporal.Ports)
	if err != nil {
		return err
	}
	s.say("building the programs and starting the servers")
	group, both := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := s.build(both, s.this)
		if err == nil && s.runs != s.this {
			err = s.build(both, s.runs)
		}
		return err
	})
	group.Go(func() error { return s.servers(both, ports) })
	if err := group.Wait(); err != nil {
		return err
	}
	if err := s.configure(ports); err != nil {
		return err
	}
	return s.fill(ctx)
}

// serve starts the shop's two processes, which die without a goodbye.
func (s *shop) serve(ctx context.Context) (err error) {
	kontor := s.runs.program("kontor")
	if s.worker, err = s.run(ctx, "worker", []string{kontor, "worker"}, nil); err != nil {
		return err
	}
	s.api, err = s.run(ctx, "api", []string{kontor, "serve"}, process.AnswersHTTP(s.base+"/readyz"))
	return err
}

// build compiles what runs; the compiler skips what has not changed.
func (s *shop) build(ctx context.Context, v version) error {
	packages := []string{"./cli/kontor", "./plugins/simulator"}
	for _, p := range plugins {
		packages = append(packages, "./plugins/"+p)
	}
	if err := s.command(ctx, v, "go", append([]string{"build", "-ldflags=-s -w", "-o", v.bin + string(filepath.Separator)}, packages...)...); err != nil {
		return err
	}
	for _, p := range plugins {
		to := filepath.Join(v.plugins, p)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.Rename(v.program(filepath.Base(p)), to); err != nil {
			return err
		}
	}
	return nil
}

func (s *shop) servers(ctx context.Context, ports []int) (err error) {
	note := func(string, ...any) {} // their deaths are the run's own doing
	s.postgres, err = pgserver.Start(ctx, pgserver.Options{
		Dir: filepath.Join(s.state.Dir, "postgres"), ToolsDir: filepath.Join(s.o.Tools, "postgres"), LogDir: s.logs(), Port: ports[0],
		Say: s.say, Note: note,
	})
	if err != nil {
		return err
	}
	s.stops = append(s.stops, s.postgres.Stop)
	s.temporal, err = temporal.Start(ctx, temporal.Options{
		Dir: filepath.Join(s.state.Dir, "temporal"), ToolsDir: s.o.Tools, LogDir: s.logs(), Ports: ports[6:],
		DatabaseURL: s.postgres.URL("postgres"), Namespace: namespace, Say: s.say, Note: note,
	})
	if err != nil {
		return err
	}
	s.stops = append(s.stops, s.temporal.Stop)
	s.workflows, err = client.NewLazyClient(client.Options{
		HostPort: s.temporal.Address(), Namespace: namespace, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	if err != nil {
		return err
	}
	s.stops = append(s.stops, func(context.Context) error { s.workflows.Close(); return nil })
	return nil
}

// configure opens what stays up, the mailbox and the providers, and writes the shop's settings.
func (s *shop) configure(ports []int) (err error) {
	door, simulator := devstack.Loopback(ports[2]), devstack.Loopback(ports[1])
	s.base, s.control = "http://"+devstack.Loopback(ports[3]), "http://"+simulator+"/_control/"
	s.mails, err = mailbox.Start(mailbox.Options{
		Dir: filepath.Join(s.state.Dir, "mail"), SMTPAddr: devstack.Loopback(ports[4]), HTTPAddr: devstack.Loopback(ports[5]),
	})
	if err != nil {
		return err
	}
	s.stops = append(s.stops, s.mails.Stop)
	s.env = []string{
		"KONTOR_PROFILE=", "KONTOR_HTTP_ADDR=" + strings.TrimPrefix(s.base, "http://"), "KONTOR_HTTP_PUBLIC_URL=" + s.base,
		"KONTOR_DATABASE_URL=" + s.postgres.URL(database), "KONTOR_TEMPORAL_ADDRESS=" + s.temporal.Address(),
		"KONTOR_TEMPORAL_NAMESPACE=" + namespace, "KONTOR_SEARCH_ENGINE=bleve", "KONTOR_MAIL_SMTP=" + s.mails.SMTPAddr(),
		"KONTOR_SIMULATOR_ADDR=" + door, "KONTOR_SIMULATOR_URL=http://" + door,
		"KONTOR_STATE_DIR=" + filepath.Join(s.state.Dir, "shop"), "KONTOR_LOG_FORMAT=json", "KONTOR_LOG_LEVEL=info",
	}
	s.simulator, err = s.run(context.Background(), "simulator",
		[]string{s.this.program("simulator"), "-addr", simulator, "-public-url", "http://" + door, "-webhook-delay", "50ms", "-books", s.books()},
		process.AnswersHTTP("http://"+simulator+"/_health"))
	if err != nil {
		return err
	}
	if s.gate, err = openGate(door, simulator); err != nil {
		return err
	}
	s.stops = append(s.stops, func(context.Context) error { s.gate.close(); return nil })
	return nil
}

// fill makes a database with enough of the one article for everybody.
func (s *shop) fill(ctx context.Context) error {
	admin, err := pgxpool.New(ctx, s.postgres.URL("postgres"))
	if err != nil {
		return err
	}
	defer admin.Close()
	if _, err := admin.Exec(ctx, "create database "+database); err != nil {
		return err
	}
	for _, args := range [][]string{{"migrate"}, {"catalog", "import", filepath.Join(s.runs.root, fixture)}} {
		if err := s.command(ctx, s.runs, s.runs.program("kontor"), args...); err != nil {
			return err
		}
	}
	if s.pool, err = pgxpool.New(ctx, s.postgres.URL(database)); err != nil {
		return err
	}
	s.stock = int64(2 * s.o.Orders)
	return s.pool.QueryRow(ctx, `
		with p as (select id from product where article_number = $1),
		s as (update stock s set available = case
		          when warehouse = (select min(warehouse) from stock where product_id = s.product_id) then $2 else 0 end
		      from p where s.product_id = p.id)
		select id from p`, article, s.stock).Scan(&s.product)
}

func (s *shop) run(ctx context.Context, name string, command []string, ready func(context.Context) error) (*process.Process, error) {
	// No goodbyes: every stop is a death.
	return s.launch(ctx, process.Spec{Name: name, Command: command, Ready: ready, StopSignal: syscall.SIGKILL})
}

// launch starts a process with the shop's settings; those of the specification come after them.
func (s *shop) launch(ctx context.Context, spec process.Spec) (*process.Process, error) {
	spec.Dir, spec.LogDir, spec.ReadyWithin = s.runs.root, s.logs(), readyIn
	spec.Env = slices.Concat(s.env, s.runs.env(), spec.Env)
	p, err := process.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, p.Stop)
	return p, nil
}

// command runs a program of a version, with the shop's settings, to its end.
func (s *shop) command(ctx context.Context, v version, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = v.root, slices.Concat(os.Environ(), s.env, v.env())
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return nil
}
