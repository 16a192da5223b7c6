package cmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/workflows/client"
)

func newWorker(s *session) *cobra.Command {
	c := &cobra.Command{
		Use:     "worker",
		Short:   "Run the workflows and deliver mails, webhooks and changes",
		Args:    noArguments,
		Example: "  kontor worker",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			return app.Work(c.Context(), cfg)
		},
	}
	c.AddCommand(newWorkerPromote(s))
	return c
}

func newWorkerPromote(s *session) *cobra.Command {
	var share int
	var wait time.Duration
	c := &cobra.Command{
		Use: "promote BUILD-ID", Short: "Give the workflows to another version of the workers, or a share of them", Args: cobra.ExactArgs(1),
		Long: `Workers with temporal.buildID get no work until their version is promoted. Start them beside the old ones, promote, and
stop the old ones. Promoting the version before goes back, once its workers are there again; promoting "" goes back to workers
without temporal.buildID. With --wait it promotes as soon as the first worker of that version asks for work, as a rollout does.`,
		Example: "  kontor worker promote 1.1.0 --share 10\n  kontor worker promote 1.1.0\n  kontor worker promote 1.1.0 --wait 10m",
		RunE: func(c *cobra.Command, args []string) error {
			if share < 1 || share > 100 || wait < 0 {
				return usageError{errors.New("--share takes 1 to 100, --wait no less than 0")}
			}
			cfg, err := s.load()
			if err != nil {
				return err
			}
			temporal, err := client.Dial(c.Context(), cfg.Temporal.Address, cfg.Temporal.Namespace, nil)
			if err != nil {
				return err
			}
			defer temporal.Close()
			if err := client.Promote(c.Context(), temporal, cfg.Temporal.TaskQueue, args[0], share, wait); err != nil {
				return err
			}
			who := "Version " + args[0] + " takes"
			if args[0] == "" {
				who = "Workers without temporal.buildID take"
			}
			s.out.line("%s %d %% of the workflows.", who, share)
			if s.out.json {
				return s.out.value(map[string]any{"buildID": args[0], "share": share})
			}
			return nil
		},
	}
	c.Flags().IntVar(&share, "share", 100, "percent of the workflows; 100 makes it the current version")
	c.Flags().DurationVar(&wait, "wait", 0, "for a worker of that version to ask for work")
	return c
}
