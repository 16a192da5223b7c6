package cmd

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/retention"
	"kontor.dev/kontor/workflows/client"
)

func newRetention(s *session) *cobra.Command {
	c := &cobra.Command{Use: "retention", Short: "See and apply how long what is known of people is kept"}
	c.AddCommand(newRetentionShow(s), newRetentionRun(s))
	return c
}

type retentionRow struct {
	Rule   string `json:"rule"`
	Period string `json:"period"`
	Source string `json:"source"`
	Rows   int    `json:"rows"`
	Mails  int    `json:"mails"`
}

func newRetentionShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show", Short: "Show when the worker forgets next, and what it did the last times", Args: noArguments,
		Example: "  kontor retention show\n  kontor retention show -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			temporal, err := client.Dial(c.Context(), cfg.Temporal.Address, cfg.Temporal.Namespace, nil)
			if err != nil {
				return err
			}
			defer temporal.Close()
			schedule, err := client.NewRetention(temporal, cfg.Temporal.TaskQueue).Schedule(c.Context())
			if err != nil {
				return err
			}
			return s.printSchedule(schedule)
		},
	}
}

func (s *session) printSchedule(schedule retention.Schedule) error {
	var rows [][]string
	for _, run := range schedule.Runs {
		at := run.At.In(clock.Germany).Format(time.DateTime)
		if len(run.Result) == 0 {
			rows = append(rows, []string{at, run.State, "", ""})
		}
		for _, f := range run.Result {
			done := strconv.Itoa(f.Rows)
			if f.Failed {
				done = "failed"
			}
			rows = append(rows, []string{at, run.State, f.Rule, done})
		}
	}
	if err := s.out.table(schedule, []string{"run", "state", "what", "forgotten"}, rows); err != nil {
		return err
	}
	switch {
	case !schedule.Exists:
		s.out.line("There is no schedule: nothing is forgotten by itself. The worker makes one unless market.retention is off.")
	case schedule.Paused:
		s.out.line("The schedule is paused: nothing is forgotten by itself.")
	default:
		s.out.line("next: %s", schedule.NextAt.In(clock.Germany).Format(time.DateTime))
	}
	return nil
}

func newRetentionRun(s *session) *cobra.Command {
	dry, asking := false, consent{}
	c := &cobra.Command{
		Use: "run", Short: "Forget what is kept no longer, as the worker does every day", Args: noArguments,
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
			keeper := postgres.NewRetention(pool).Unused(cfg.Customer.UnusedMonths)
			var done []retention.Forgotten
			forget := func(ctx context.Context) (any, error) {
				done, err = keeper.Run(ctx, time.Now(), dry)
				return done, err
			}
			if dry {
				_, err = forget(c.Context())
			} else {
				e := audit.Entry{Actor: operator(), Action: "retention.run", Subject: "retention"}
				err = audit.Act(c.Context(), postgres.NewAudit(pool), e, nil, forget)
			}
			if err != nil {
				return err
			}
			return s.printRetention(keeper.Rules(), done, dry)
		},
	}
	asking.flag(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "only say what would be forgotten")
	return c
}

func (s *session) printRetention(rules []retention.Rule, done []retention.Forgotten, dry bool) error {
	list, rows := make([]retentionRow, len(done)), make([][]string, len(done))
	for i, rule := range rules {
		list[i] = retentionRow{rule.Name, rule.Period, rule.Source, done[i].Rows, done[i].Mails}
		rows[i] = []string{rule.Name, rule.Period, rule.Source, strconv.Itoa(done[i].Rows), strconv.Itoa(done[i].Mails)}
	}
	last := "forgotten"
	if dry {
		last = "due"
	}
	return s.out.table(map[string]any{"dryRun": dry, "rules": list}, []string{"what", "kept for", "source", last, "mails"}, rows)
}
