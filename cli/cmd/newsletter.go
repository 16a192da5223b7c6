package cmd

import (
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
)

func newNewsletter(s *session) *cobra.Command {
	c := &cobra.Command{Use: "newsletter", Short: "Look subscriptions to the newsletter up"}
	c.AddCommand(newNewsletterShow(s))
	return c
}

func newNewsletterShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show EMAIL", Short: "Show when and from where an address asked for the newsletter, confirmed it and ended it", Args: cobra.ExactArgs(1),
		Example: "  kontor newsletter show erika@example.org\n  kontor newsletter show erika@example.org -o json > evidence.json",
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor newsletter", MaxConns: 1})
			if err != nil {
				return err
			}
			defer pool.Close()
			e, err := postgres.NewNewsletters(pool).Evidence(c.Context(), args[0])
			if err != nil {
				return err
			}
			return s.out.table(e, nil, evidenceRows(e))
		},
	}
}

func evidenceRows(e *newsletter.Evidence) [][]string {
	rows := [][]string{{"e-mail", e.Email}, {"state", string(e.State)}, {"language", string(e.Lang)}, {"form", e.Source}}
	for _, step := range []struct {
		name, from string
		at         time.Time
	}{{"requested", e.RequestedFrom, e.RequestedAt}, {"confirmed", e.ConfirmedFrom, e.ConfirmedAt}, {"ended", e.EndedFrom, e.EndedAt}} {
		if step.at.IsZero() {
			rows = append(rows, []string{step.name, "-"})
			continue
		}
		rows = append(rows, []string{step.name, stamp(step.at) + " from " + step.from})
	}
	return rows
}
