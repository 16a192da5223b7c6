package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/deploy/devstack"
)

func newUp(s *session) *cobra.Command {
	var dev bool
	c := &cobra.Command{
		Use:   "up",
		Short: "Start the shop with everything it needs, and keep it running",
		Long: `Builds the programs, the plugins and the storefront, starts PostgreSQL, Temporal, mail capture, the providers'
simulator, the shop and the storefront, and imports the demo catalogue at the first start. What is configured elsewhere
(database.url, temporal.address, mail.smtp) is not started. Ctrl-C stops everything; all data stays in state.dir.`,
		Args:    noArguments,
		Example: "  kontor up\n  kontor up --dev",
		RunE:    func(c *cobra.Command, _ []string) error { return up(c.Context(), s, dev) },
	}
	c.Flags().BoolVar(&dev, "dev", false, "rebuild and restart when sources change")
	return c
}

func up(ctx context.Context, s *session, dev bool) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	console := devstack.NewConsole(os.Stderr)
	defer console.Close()
	running, err := stack.Start(ctx, stack.Options{Config: cfg, Dev: dev, Console: console})
	if other, ok := errors.AsType[*devstack.RunningError](err); ok {
		if err := s.printStack(other.Info); err != nil {
			return err
		}
		return fmt.Errorf("%w; `kontor down` stops it", err)
	}
	if err != nil {
		return err
	}
	info := running.Info()
	if err := s.printStack(info); err != nil {
		return err
	}
	s.out.line("\nOpen %s (up after %.1f s). Logs: %s. Ctrl-C stops everything.",
		cfg.HTTP.PublicURL, time.Since(info.Started).Seconds(), filepath.Join(cfg.State.Dir, "log"))
	<-ctx.Done()
	signal.Reset() // a second Ctrl-C ends this process at once, and the kernel its children
	return running.Stop(context.WithoutCancel(ctx))
}

// printStack shows what runs where. Tasks, which have no address, are left out for people.
func (s *session) printStack(info devstack.Info) error {
	var rows [][]string
	for _, p := range info.Parts {
		if p.Address != "" {
			rows = append(rows, []string{p.Name, p.Address, fmt.Sprintf("%.1f s", p.Took.Seconds())})
		}
	}
	return s.out.table(info, []string{"part", "address", "started in"}, rows)
}
