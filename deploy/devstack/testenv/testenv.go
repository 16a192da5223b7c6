// Package testenv brings up the servers that tests need, for the length of one command.
package testenv

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
	"kontor.dev/kontor/deploy/devstack/temporal"
)

// The variables that tell the tests where the servers are.
const (
	EnvDatabase = "KONTOR_TEST_DATABASE_URL" // a superuser's address of a PostgreSQL server to create databases on
	EnvTemporal = "KONTOR_TEST_TEMPORAL"     // host:port of a Temporal server that has the Namespace
)

// Namespace is the one registered in the Temporal server; tests keep apart by workflow IDs and task queues of their own.
const Namespace = "kontor"

// Options say where the servers live.
type Options struct {
	StateDir   string // theirs is <StateDir>/test, or test-2 and so on while that is in use
	ToolsDir   string
	NoTemporal bool // PostgreSQL alone
	Say        func(format string, args ...any)
}

// Env is a running set of servers.
type Env struct {
	state    *devstack.State
	postgres *pgserver.Server
	temporal *temporal.Server
}

const atOnce = 8 // how many may run at the same time

// Start brings the servers up.
func Start(ctx context.Context, o Options) (*Env, error) {
	state, err := ownFree(o.StateDir)
	if err != nil {
		return nil, err
	}
	e := &Env{state: state}
	if err := e.start(ctx, o); err != nil {
		return nil, errors.Join(err, e.Stop(context.WithoutCancel(ctx)))
	}
	return e, nil
}

func ownFree(dir string) (*devstack.State, error) {
	name := filepath.Join(dir, "test")
	for i := range atOnce {
		if i > 0 {
			name = fmt.Sprintf("%s-%d", filepath.Join(dir, "test"), i+1)
		}
		state, err := devstack.Own(name)
		if _, taken := errors.AsType[*devstack.RunningError](err); !taken {
			return state, err
		}
	}
	return nil, fmt.Errorf("%d test environments are running already: wait for one to end", atOnce)
}

func (e *Env) start(ctx context.Context, o Options) error {
	ports, err := devstack.FreePorts(1 + temporal.Ports)
	if err != nil {
		return err
	}
	logs := filepath.Join(e.state.Dir, "log")
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		e.postgres, err = pgserver.Start(groupCtx, pgserver.Options{
			Dir: filepath.Join(e.state.Dir, "postgres"), ToolsDir: filepath.Join(o.ToolsDir, "postgres"),
			LogDir: logs, Port: ports[0], Throwaway: true, Say: o.Say, Note: o.Say,
		})
		if err != nil {
			return err
		}
		return dropLeftovers(groupCtx, e.postgres.URL("postgres"))
	})
	if !o.NoTemporal {
		group.Go(func() error { return temporal.Prepare(groupCtx, o.ToolsDir, o.Say) })
	}
	if err := group.Wait(); err != nil || o.NoTemporal {
		return err
	}
	e.temporal, err = temporal.Start(ctx, temporal.Options{
		Dir: filepath.Join(e.state.Dir, "temporal"), ToolsDir: o.ToolsDir, LogDir: logs, Ports: ports[1:],
		DatabaseURL: e.postgres.URL("postgres"), Namespace: Namespace, Say: o.Say, Note: o.Say,
	})
	return err
}

// Vars are the environment variables for the tests, "KEY=value".
func (e *Env) Vars() []string {
	vars := []string{EnvDatabase + "=" + e.postgres.URL("postgres")}
	if e.temporal != nil {
		vars = append(vars, EnvTemporal+"="+e.temporal.Address())
	}
	return vars
}

// PIDs are the servers' processes.
func (e *Env) PIDs() []int {
	pids := []int{e.postgres.PID()}
	if e.temporal != nil {
		pids = append(pids, e.temporal.PID())
	}
	return pids
}

// Stop ends the servers.
func (e *Env) Stop(ctx context.Context) error {
	var errs []error
	if e.temporal != nil {
		errs = append(errs, e.temporal.Stop(ctx))
	}
	if e.postgres != nil {
		errs = append(errs, e.postgres.Stop(ctx))
	}
	return errors.Join(append(errs, e.state.Release())...)
}

// dropLeftovers removes what killed tests and older migrations left behind.
func dropLeftovers(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, `select datname from pg_database where datname like 'kontor\_test\_%'`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		quoted := pgx.Identifier{name}.Sanitize()
		if strings.HasPrefix(name, "kontor_test_template_") {
			if _, err := conn.Exec(ctx, "alter database "+quoted+" is_template false"); err != nil {
				return err
			}
		}
		if _, err := conn.Exec(ctx, "drop database "+quoted+" with (force)"); err != nil {
			return err
		}
	}
	return nil
}
