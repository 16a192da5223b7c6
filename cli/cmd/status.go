package cmd

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/deploy/devstack"
)

// partStatus is one line of `kontor status`.
type partStatus struct {
	devstack.PartInfo
	Answers bool `json:"answers"` // its address takes connections now
}

// stackStatus is what `kontor status -o json` prints.
type stackStatus struct {
	Running bool         `json:"running"`
	PID     int          `json:"pid,omitempty"`
	Started time.Time    `json:"started,omitzero"`
	Parts   []partStatus `json:"parts"`
	Disk    string       `json:"disk,omitempty"` // what is wrong with the one of state.dir

	Outbox      []topicStatus `json:"outbox"`                // what waits for delivery
	OutboxError string        `json:"outboxError,omitempty"` // why that is not known
}

func newStatus(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "Show what runs, whether it answers, has room to write and delivers in time (exit code 1 when something does not)",
		Args:    noArguments,
		Example: "  kontor status",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if err := devstack.Foreign(cfg.State.Dir); err != nil {
				return err
			}
			status := statusOf(c.Context(), cfg)
			if !status.Running && !s.out.json {
				s.out.line("Nothing is running. `kontor up` starts the shop.")
				return exitCode(1)
			}
			return s.printStatus(status)
		},
	}
}

func statusOf(ctx context.Context, cfg config.Config) stackStatus {
	info, running := devstack.Running(cfg.State.Dir)
	status := stackStatus{Running: running, Parts: []partStatus{}}
	if !running {
		return status
	}
	status.PID, status.Started, status.Disk = info.PID, info.Started, stack.Cramped(cfg.State.Dir)
	for _, p := range info.Parts {
		if p.Address != "" {
			status.Parts = append(status.Parts, partStatus{PartInfo: p, Answers: answers(ctx, p.Address)})
		}
	}
	if len(status.Parts) > 0 && cfg.Database.URL != "" {
		var err error
		if status.Outbox, err = glance(ctx, cfg); err != nil {
			status.OutboxError = textual(err.Error())
		}
	}
	return status
}

func (s *session) printStatus(status stackStatus) error {
	healthy := status.Running && len(status.Parts) > 0 && status.Disk == "" && status.OutboxError == ""
	var rows [][]string
	for _, p := range status.Parts {
		state := "answers"
		if !p.Answers {
			state, healthy = "silent", false
		}
		rows = append(rows, []string{p.Name, p.Address, state})
	}
	if status.Running && len(rows) == 0 {
		s.out.line("Starting since %s (process %d): `kontor up` says when all is there.", status.Started.Format(time.TimeOnly), status.PID)
	}
	if len(rows) > 0 || s.out.json {
		if err := s.out.table(status, []string{"part", "address", "state"}, rows); err != nil {
			return err
		}
	}
	if len(rows) > 0 {
		s.out.line("\nProcess %d, up for %s.", status.PID, fmt.Sprint(time.Since(status.Started).Round(time.Second)))
	}
	if len(rows) > 0 && status.OutboxError == "" {
		s.out.line("In the outbox %s.", waiting(status.Outbox))
	}
	if status.Disk != "" {
		s.out.line("\n- %s", status.Disk)
	}
	if status.OutboxError != "" {
		s.out.line("\n- What waits for delivery is not known: %s", status.OutboxError)
	}
	for _, t := range status.Outbox {
		if t.Late {
			s.out.line("\n- %s\n  %s", t.behind(), t.advice())
			healthy = false
		}
	}
	if !healthy {
		return exitCode(1)
	}
	return nil
}

// answers reports whether an address, host:port or a URL, takes connections.
func answers(ctx context.Context, address string) bool {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Host
	}
	d := net.Dialer{Timeout: 2 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}
