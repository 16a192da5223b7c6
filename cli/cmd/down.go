package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/deploy/devstack"
)

func newDown(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "down",
		Short:   "Stop what `kontor up` started",
		Args:    noArguments,
		Example: "  kontor down",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(c.Context(), 2*time.Minute)
			defer cancel()
			stopped, err := devstack.StopRunning(ctx, cfg.State.Dir)
			if err != nil {
				return err
			}
			said := "Nothing is running."
			if stopped {
				said = "Stopped."
			}
			return s.out.done(map[string]bool{"stopped": stopped}, "%s", said)
		},
	}
}
