package cmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/reseal"
)

func newCustomerReseal(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "reseal", Short: "Seal anew, under the keys of today, what the keys before sealed", Args: noArguments,
		Long: `Seals saved cards, copies of data and proofs of the campus programme anew that were sealed under customer.formerSealKey and
campus.formerKey. It may run while the shop does, and again. Once nothing is sealed anew any more, and none is unreadable, the keys before can be taken
out of the settings; links in mails that were sent under the former one open nothing from then on. Exit code 1 where something
opens under neither key; it stays as it is.`,
		Example: "  kontor customer reseal --reason \"the key was in a log\"",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			renewals, err := app.Renewals(cfg)
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor customer", MaxConns: 2})
			if err != nil {
				return err
			}
			defer pool.Close()
			var counts []reseal.Count
			e := audit.Entry{Actor: operator(), Action: "customer.reseal", Subject: "customers", Reason: reason}
			err = audit.Act(c.Context(), postgres.NewAudit(pool), e, nil, func(ctx context.Context) (any, error) {
				for _, kind := range reseal.Kinds {
					n, err := reseal.All(ctx, postgres.NewSealed(pool), kind, renewals[kind])
					counts = append(counts, n)
					if err != nil {
						return counts, err
					}
				}
				return counts, nil
			})
			if err != nil {
				return err
			}
			return s.printResealed(counts)
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func (s *session) printResealed(counts []reseal.Count) error {
	var unreadable int
	rows := make([][]string, len(counts))
	for i, n := range counts {
		rows[i] = []string{string(n.Kind), strconv.Itoa(n.Anew), strconv.Itoa(n.Before), strconv.Itoa(n.Unreadable)}
		unreadable += n.Unreadable
	}
	if err := s.out.table(map[string]any{"kinds": counts}, []string{"what", "sealed anew", "before", "unreadable"}, rows); err != nil {
		return err
	}
	if unreadable > 0 {
		return fmt.Errorf("%s under neither the key of today nor the one before: the log names what",
			counted(unreadable, "content opens", "contents open"))
	}
	return nil
}
