package cmd

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/deploy/devstack"
)

// servers are the faults of servers that `kontor up` may have started: the part, its log, and the setting of its address with what
// the shop is told there.
var servers = map[string]struct {
	part, log, setting string
	address            func(config.Config) string
}{
	"database_unavailable": {"PostgreSQL", "postgres.log", "database.url", func(c config.Config) string { return c.Database.URL }},
	"temporal_unavailable": {"Temporal", "temporal.log", "temporal.address", func(c config.Config) string { return c.Temporal.Address }},
}

// silent says what to do about a server that does not answer although `kontor up` runs, which starts again what dies, so that
// nobody is told to start that. False where it does not run, or the server is another one.
func (s *session) silent(err error) (string, bool) {
	server, ok := servers[fault.ReasonOf(err)]
	if _, refused := refusedBy(err); !ok || refused || stack.DiskFull(err) {
		return "", false
	}
	cfg, readErr := config.Read(s.settings)
	if readErr != nil {
		return "", false
	}
	info, running := devstack.Running(cfg.State.Dir)
	address := server.address(cfg)
	if foreign := devstack.Foreign(cfg.State.Dir); foreign != nil && address == "" {
		return foreign.Error(), true
	}
	started := slices.ContainsFunc(info.Parts, func(p devstack.PartInfo) bool { return p.Name == server.part })
	switch trouble := stack.Cramped(cfg.State.Dir); {
	case !running:
		return "", false
	case len(info.Parts) == 0 && address == "":
		return fmt.Sprintf("%s does not answer yet: `kontor up` is still starting, and says when all is there", server.part), true
	case !started || address != info.Env[config.EnvName(server.setting)]:
		return "", false
	case trouble != "":
		return fmt.Sprintf("%s does not answer, since %s; `kontor up` starts it again by itself", server.part, trouble), true
	}
	return fmt.Sprintf("%s does not answer, although `kontor up` runs, which starts it again by itself: try again in a moment; why it ended stands in %s",
		server.part, filepath.Join(cfg.State.Dir, "log", server.log)), true
}

// printError is printError for who may have a shop of `kontor up`.
func (s *session) printError(w io.Writer, err error) {
	if text, ok := s.silent(err); ok {
		_, _ = fmt.Fprintf(w, "kontor: %s\n  %s\n", text, textual(err.Error()))
		return
	}
	printError(w, err)
}
