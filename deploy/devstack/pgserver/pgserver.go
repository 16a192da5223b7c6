// Package pgserver runs a PostgreSQL 18 server for one machine: programs from npm, data in a folder, a password of its
// own, reachable on the loopback address only.
package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kontor.dev/kontor/deploy/devstack/process"
)

// Major is the major version of the PostgreSQL that is run.
const Major = "18"

const superuser = "kontor"

// Options say where a server lives.
type Options struct {
	Dir       string // the data and the password
	ToolsDir  string // the programs; several servers may share it
	LogDir    string
	Port      int
	Throwaway bool                             // for tests: no fsync, so that making a database costs little
	Databases []string                         // made when missing
	Say, Note func(format string, args ...any) // told of long steps; told of crashes
}

// Server is a running PostgreSQL.
type Server struct {
	process  *process.Process
	port     int
	password string
}

// Start installs the programs and creates the data folder when they are missing, starts the server and makes the
// databases. It returns when the server answers.
func Start(ctx context.Context, o Options) (*Server, error) {
	as, err := account()
	if err != nil {
		return nil, err
	}
	tools, err := reachable(o.ToolsDir, as)
	if err != nil {
		return nil, err
	}
	native, err := install(ctx, tools, o.Say)
	if err != nil {
		return nil, err
	}
	dir, err := reachable(o.Dir, as)
	if err != nil {
		return nil, err
	}
	c := cluster{dir: dir, bin: filepath.Join(native, "bin"), as: as}
	password, err := c.ensure(ctx, o.Say)
	if err != nil {
		return nil, err
	}
	s := &Server{port: o.Port, password: password}
	s.process, err = process.Start(ctx, process.Spec{
		Name:       "postgres",
		Command:    append([]string{filepath.Join(c.bin, "postgres")}, c.flags(o)...),
		Dir:        dir,
		Credential: as,
		LogDir:     o.LogDir,
		Ready:      s.ready,
		StopSignal: syscall.SIGINT, // "fast": ends sessions, keeps the data whole
		StopWithin: 30 * time.Second,
		Note:       o.Note,
	})
	if err != nil {
		return nil, err
	}
	for _, name := range o.Databases {
		if err := s.createDatabase(ctx, name); err != nil {
			return nil, errors.Join(err, s.Stop(context.WithoutCancel(ctx)))
		}
	}
	return s, nil
}

// URL is the address of one of its databases, with the superuser's name and password.
func (s *Server) URL(database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(superuser, s.password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), Path: "/" + database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Stop ends the server's sessions and shuts it down cleanly.
func (s *Server) Stop(ctx context.Context) error { return s.process.Stop(ctx) }

// PID is the server's process id.
func (s *Server) PID() int { return s.process.PID() }

func (s *Server) ready(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func (s *Server) createDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize())
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42P04" { // it exists
		return nil
	}
	return err
}

// cluster is a data folder and the programs for it.
type cluster struct {
	dir, bin string
	as       *syscall.Credential
}

func (c cluster) data() string { return filepath.Join(c.dir, "data") }

// ensure creates the data folder if it is not there and gives the superuser's password.
func (c cluster) ensure(ctx context.Context, say func(string, ...any)) (string, error) {
	secret := filepath.Join(c.dir, "password")
	version, err := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	if err == nil {
		if have := strings.TrimSpace(string(version)); have != Major {
			return "", fmt.Errorf("%s was made by PostgreSQL %s, this is %s: dump and restore it, or start over with `kontor reset`", c.data(), have, Major)
		}
		if err := c.clearRestored(say); err != nil {
			return "", err
		}
		password, err := os.ReadFile(secret)
		return string(password), err
	}
	if _, err := os.Stat(c.restored()); err == nil { // an empty shop would look like one that lost everything
		return "", fmt.Errorf("%s was left by a restore that was interrupted: restore the backup again, or delete that folder to begin without data", c.restored())
	}
	say("creating the database folder")
	password := rand.Text()
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return "", err
	}
	// Made under another name and renamed, so that an interrupted initdb leaves nothing that looks finished.
	fresh := c.data() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	if err := giveTo(c.dir, c.as); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"), "--pgdata="+fresh, "--username="+superuser,
		"--pwfile="+secret, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums", "--no-sync", "--no-instructions")
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return password, os.Rename(fresh, c.data())
}

// clearRestored removes what a restore left that was killed: a copy of all that a shop knows of its customers. Who began it is told
// that this is not what is served.
func (c cluster) clearRestored(say func(string, ...any)) error {
	if _, err := os.Stat(c.restored()); err != nil {
		return nil
	}
	say("the data is that of before: removing %s, which a restore left that was interrupted", c.restored())
	return os.RemoveAll(c.restored())
}

// flags are the settings for a machine that runs everything else too. The durable ones stay at their safe defaults.
func (c cluster) flags(o Options) []string {
	settings := []string{
		"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(o.Port), "unix_socket_directories=",
		"max_connections=300", "shared_buffers=256MB", "effective_cache_size=2GB", "work_mem=8MB",
		"maintenance_work_mem=128MB", "max_wal_size=2GB", "checkpoint_timeout=15min",
		"random_page_cost=1.1", "jit=off", "idle_in_transaction_session_timeout=60s", "log_min_duration_statement=500ms",
		"log_checkpoints=off", "log_timezone=UTC", "timezone=UTC",
		"log_error_verbosity=terse", "log_parameter_max_length=0", // no rows and no parameters: customers' data are in them
	}
	if o.Throwaway {
		settings = append(settings, "fsync=off", "full_page_writes=off")
	}
	flags := []string{"-D", c.data()}
	for _, s := range settings {
		flags = append(flags, "-c", s)
	}
	return flags
}
