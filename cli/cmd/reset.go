package cmd

import (
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
)

func newReset(s *session) *cobra.Command {
	var tools, dry bool
	var asking consent
	c := &cobra.Command{
		Use:   "reset",
		Short: "Delete the data of the shop on this machine: orders, customers, catalogue, mails, logs",
		Long: `Deletes everything in state.dir but the programs that were downloaded or built, which --tools deletes too, and backups with
the keys that they need. A database or a Temporal server that is configured elsewhere is not touched. It asks first; --yes answers.`,
		Args:    noArguments,
		Example: "  kontor reset --dry-run\n  kontor reset --yes --tools",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if dry {
				return s.previewReset(cfg, tools)
			}
			if err := asking.ask(c, "Delete all data in %s?", cfg.State.Dir); err != nil {
				return err
			}
			if err := stack.Reset(cfg, tools); err != nil {
				return err
			}
			return s.out.done(map[string]bool{"deleted": true, "tools": tools}, "Deleted. `kontor up` starts afresh.")
		},
	}
	asking.flag(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "only list what would be deleted")
	c.Flags().BoolVar(&tools, "tools", false, "also delete the programs, so that they are installed and built again")
	return c
}

func (s *session) previewReset(cfg config.Config, tools bool) error {
	paths, err := stack.Resets(cfg, tools)
	if err != nil {
		return err
	}
	rows := make([][]string, len(paths))
	for i, path := range paths {
		rows[i] = []string{path}
	}
	return s.out.table(map[string]any{"dryRun": true, "tools": tools, "paths": paths}, []string{"would be deleted"}, rows)
}
