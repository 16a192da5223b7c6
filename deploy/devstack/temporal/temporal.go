// Package temporal runs the official Temporal server on one machine: built from source once, all four services in one
// process, its state in two databases of a PostgreSQL server.
package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"google.golang.org/protobuf/types/known/durationpb"

	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/process"
)

const retention = 72 * time.Hour // of closed workflows

// Options say where a server lives.
type Options struct {
	Dir         string // its settings
	ToolsDir    string // its programs; several servers may share it
	LogDir      string
	Ports       []int                            // as many as the constant Ports, on 127.0.0.1; the first is the frontend's
	DatabaseURL string                           // a superuser's address of a PostgreSQL server
	Namespace   string                           // registered when missing
	Say, Note   func(format string, args ...any) // told of long steps; told of crashes
}

// Server is a running Temporal.
type Server struct {
	process *process.Process
	address string
}

// Prepare builds the programs if they are missing. It needs no database, so it can run before there is one.
func Prepare(ctx context.Context, toolsDir string, say func(string, ...any)) error {
	_, err := build(ctx, toolsDir, say)
	return err
}

// Start sets up the tables, starts the server and registers the namespace. It returns when workflows can be started.
func Start(ctx context.Context, o Options) (*Server, error) {
	bin, err := build(ctx, o.ToolsDir, o.Say)
	if err != nil {
		return nil, err
	}
	db, err := url.Parse(o.DatabaseURL)
	if err != nil {
		return nil, err
	}
	if err := ensureSchemas(ctx, filepath.Join(bin, "sql"), db, o.Say); err != nil {
		return nil, err
	}
	if err := forgetMembers(ctx, db); err != nil {
		return nil, err
	}
	file, err := writeConfig(o.Dir, o.Ports, db)
	if err != nil {
		return nil, err
	}
	s := &Server{address: devstack.Loopback(o.Ports[0])}
	s.process, err = process.Start(ctx, process.Spec{
		Name:        "temporal",
		Command:     []string{filepath.Join(bin, "server"), "--config-file", file, "--allow-no-auth", "start"},
		Dir:         o.Dir,
		LogDir:      o.LogDir,
		Ready:       func(ctx context.Context) error { return register(ctx, s.address, o.Namespace) },
		ReadyWithin: 2 * time.Minute,
		Note:        o.Note,
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Address is the frontend's host:port.
func (s *Server) Address() string { return s.address }

// PID is the server's process id.
func (s *Server) PID() int { return s.process.PID() }

// Stop ends the server.
func (s *Server) Stop(ctx context.Context) error { return s.process.Stop(ctx) }

// register makes the namespace if need be and succeeds when the frontend serves it.
func register(ctx context.Context, address, namespace string) error {
	c, err := client.DialContext(ctx, client.Options{
		HostPort: address, Namespace: namespace, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.WorkflowService().RegisterNamespace(ctx, &workflowservice.RegisterNamespaceRequest{
		Namespace: namespace, WorkflowExecutionRetentionPeriod: durationpb.New(retention),
	})
	if _, exists := errors.AsType[*serviceerror.NamespaceAlreadyExists](err); err != nil && !exists {
		return err
	}
	// A workflow that does not exist is reported as missing only when namespace, history and database all answer.
	_, err = c.DescribeWorkflowExecution(ctx, "is-it-ready", "")
	if _, missing := errors.AsType[*serviceerror.NotFound](err); missing {
		return nil
	}
	return fmt.Errorf("namespace %s: %w", namespace, err)
}
