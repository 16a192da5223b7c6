package cmd

import (
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
)

func newWorker(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "worker",
		Short:   "Run the workflows and deliver mails, webhooks and changes",
		Args:    cobra.NoArgs,
		Example: "  kontor worker",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			return app.Work(c.Context(), cfg)
		},
	}
}
