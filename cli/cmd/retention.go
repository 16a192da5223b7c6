package cmd

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/postgres"
)

func newRetention(s *session) *cobra.Command {
	c := &cobra.Command{Use: "retention", Short: "See and apply how long what is known of people is kept"}
	c.AddCommand(newRetentionRun(s))
	return c
}

type retentionRow struct {
	Rule   string `json:"rule"`
	Period string `json:"period"`
	Source string `json:"source"`
	Rows   int    `json:"rows"`
}

func newRetentionRun(s *session) *cobra.Command {
	dry, asking := false, consent{}
	c := &cobra.Command{
		Use: "run", Short: "Forget what is kept no longer, as the worker does every day", Args: cobra.NoArgs,
		Example: "  kontor retention run --dry-run\n  kontor retention run --yes -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor retention", MaxConns: 1})
			if err != nil {
				return err
			}
			defer pool.Close()
			if !dry {
				if err := asking.ask(c, "Forget for good what is kept no longer? --dry-run says what."); err != nil {
					return err
				}
			}
			done, err := postgres.NewRetention(pool).Run(c.Context(), time.Now(), dry)
			if err != nil {
				return err
			}
			return s.printRetention(done, dry)
		},
	}
	asking.flag(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "only say what would be forgotten")
	return c
}

func (s *session) printRetention(done []postgres.Forgotten, dry bool) error {
	list, rows := make([]retentionRow, len(done)), make([][]string, len(done))
	for i, rule := range postgres.RetentionRules {
		list[i] = retentionRow{rule.Name, rule.Period, rule.Source, done[i].Rows}
		rows[i] = []string{rule.Name, rule.Period, rule.Source, strconv.Itoa(done[i].Rows)}
	}
	last := "forgotten"
	if dry {
		last = "due"
	}
	return s.out.table(map[string]any{"dryRun": dry, "rules": list}, []string{"what", "kept for", "source", last}, rows)
}
