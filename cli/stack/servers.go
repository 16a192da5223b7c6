package stack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/mailbox"
	"kontor.dev/kontor/deploy/devstack/pgserver"
	"kontor.dev/kontor/deploy/devstack/process"
	"kontor.dev/kontor/deploy/devstack/temporal"
)

const (
	database = "kontor"

	// Folders in a state folder.
	postgresFolder    = "postgres"
	meilisearchFolder = "meilisearch"
)

func (s *Stack) logs() string { return filepath.Join(s.state.Dir, "log") }

func (s *Stack) startPostgres(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	c := s.config()
	server, err := pgserver.Start(ctx, pgserver.Options{
		Dir: filepath.Join(s.state.Dir, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), LogDir: s.logs(),
		Port: c.Devstack.PostgresPort, Databases: []string{database}, Say: say, Note: s.console.Note,
	})
	if err != nil {
		return nil, err
	}
	s.learn(func(c *config.Config) { c.Database.URL = server.URL(database) })
	return server.Stop, nil
}

func (s *Stack) buildTemporal(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	return nil, temporal.Prepare(ctx, s.config().State.Tools, say)
}

func (s *Stack) startTemporal(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	c := s.config()
	server, err := temporal.Start(ctx, temporal.Options{
		Dir: filepath.Join(s.state.Dir, "temporal"), ToolsDir: c.State.Tools, LogDir: s.logs(),
		Ports: temporal.PortsFrom(c.Devstack.TemporalPort), DatabaseURL: c.Database.URL, Namespace: c.Temporal.Namespace,
		Say: say, Note: s.console.Note,
	})
	if err != nil {
		return nil, err
	}
	s.learn(func(c *config.Config) { c.Temporal.Address = server.Address() })
	return server.Stop, nil
}

func (s *Stack) startMail(context.Context, devstack.Say) (devstack.Stop, error) {
	ports := s.config().Devstack
	box, err := mailbox.Start(mailbox.Options{
		Dir: filepath.Join(s.state.Dir, "mail"), SMTPAddr: devstack.Loopback(ports.SMTPPort), HTTPAddr: devstack.Loopback(ports.MailPort),
	})
	if err != nil {
		return nil, err
	}
	s.learn(func(c *config.Config) { c.Mail.SMTP = box.SMTPAddr() })
	return box.Stop, nil
}

// meilisearch gives the program to start, empty when a server is configured, none is wanted, or the machine has none.
// It is an error when the one that the configuration asks for is not there.
func meilisearch(c config.Config) (string, error) {
	if c.Search.Engine == "bleve" || c.Search.Meili.URL != "" {
		return "", nil
	}
	named := c.Devstack.MeiliProgram
	program, err := exec.LookPath(cmp.Or(named, "meilisearch"))
	switch {
	case err == nil:
		return program, nil
	case named != "":
		return "", fmt.Errorf("devstack.meiliProgram, Meilisearch: %w", err)
	case c.Search.Engine == "meili":
		return "", errors.New("search.engine is meili, and no meilisearch is on PATH: set search.meili.url or devstack.meiliProgram, or choose search.engine auto")
	default:
		return "", nil
	}
}

func (s *Stack) startMeilisearch(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
	c := s.config()
	program, err := meilisearch(c)
	if err != nil {
		return nil, err
	}
	addr, key := devstack.Loopback(c.Devstack.MeiliPort), ident.Token()
	p, err := process.Start(ctx, process.Spec{
		Name:    "meilisearch",
		Command: []string{program, "--db-path", filepath.Join(s.state.Dir, meilisearchFolder), "--http-addr", addr, "--no-analytics"},
		Dir:     s.state.Dir, LogDir: s.logs(), Env: []string{"MEILI_MASTER_KEY=" + key},
		Ready: process.AnswersHTTP("http://" + addr + "/health"), Note: s.console.Note,
	})
	if err != nil {
		return nil, err
	}
	s.learn(func(c *config.Config) { c.Search.Meili = config.Meili{URL: "http://" + addr, Key: key} })
	return p.Stop, nil
}
