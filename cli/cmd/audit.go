package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func newAudit(s *session) *cobra.Command {
	c := &cobra.Command{Use: "audit", Short: "See what operators did: who, when, why, before and after"}
	c.AddCommand(newAuditList(s))
	return c
}

func newAuditList(s *session) *cobra.Command {
	var f audit.Filter
	var p page.Page
	c := &cobra.Command{
		Use: "list", Short: "List what operators did, newest first", Args: noArguments,
		Example: "  kontor audit list --subject order-100001\n  kontor audit list --action checkout --since 24h -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withAudit(c.Context(), func(log audit.Log) error {
				list, total, err := log.Entries(c.Context(), f, p)
				if err != nil {
					return err
				}
				return s.out.paged(p, total, printAudit(&s.out, list, total))
			})
		},
	}
	c.Flags().StringVar(&f.Actor, "actor", "", "only what this person did")
	c.Flags().StringVar(&f.Action, "action", "", "only this action, as checkout.hold, or all that begin so, as checkout")
	c.Flags().StringVar(&f.Subject, "subject", "", "only what was done to this, as order-100001")
	sinceFlag(c, &f.Since, "only the last hours, as 48h")
	pageFlags(c, &p, "entries")
	return c
}

func (s *session) withAudit(ctx context.Context, do func(audit.Log) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor audit", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(postgres.NewAudit(pool))
}

// printAudit writes what fits a terminal of 120 columns.
func printAudit(out *printer, list []audit.Entry, total int) error {
	rows := make([][]string, len(list))
	for i, e := range list {
		how := "done"
		switch {
		case e.DoneAt.IsZero():
			how = "not ended"
		case e.Failure != "":
			how = "failed: " + e.Failure
		}
		rows[i] = []string{stamp(e.At), short(e.Actor, 15), short(e.Action, 20), short(e.Subject, 18), short(e.Reason, 18), short(how, 18)}
	}
	if list == nil {
		list = []audit.Entry{}
	}
	headings := []string{"when", "who", "what", "to", "why", ""}
	if err := out.table(map[string]any{"entries": list, "total": total}, headings, rows); err != nil {
		return err
	}
	out.line("%d of %s; in full, with what was before and after: -o json", len(list), counted(total, "entry", "entries"))
	return nil
}

// short cuts a text that takes more than n letters.
func short(text string, n int) string {
	if letters := []rune(text); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return text
}
