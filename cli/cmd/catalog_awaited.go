package cmd

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/restock"
)

func newCatalogAwaited(s *session) *cobra.Command {
	var chosen page.Page
	c := &cobra.Command{
		Use: "awaited", Short: "List what is sold out and waited for, what most customers wait for first", Args: noArguments,
		Long: `Customers can ask on a sold-out product's page to be told when it is back. They are told once, by mail, as soon as there is any of it:
after an import, or when goods of an order go back to stock. Of those who confirmed that, this counts how many wait for what, since when.`,
		Example: "  kontor catalog awaited",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor catalog", MaxConns: 2})
			if err != nil {
				return err
			}
			defer pool.Close()
			list, total, err := postgres.NewRestockAlerts(pool).Demand(c.Context(), time.Now(), chosen)
			if err != nil {
				return err
			}
			return s.out.paged(chosen, total, printAwaited(&s.out, list, total))
		},
	}
	pageFlags(c, &chosen, "products")
	return c
}

func printAwaited(out *printer, list []restock.Demand, total int) error {
	rows := make([][]string, len(list))
	for i, d := range list {
		sold := "yes"
		if !d.Active {
			sold = "no"
		}
		rows[i] = []string{d.ArticleNumber, d.Name, strconv.Itoa(d.Waiting), stamp(d.Since), sold}
	}
	if err := out.table(map[string]any{"products": list, "total": total}, []string{"article", "name", "waiting", "since", "sold"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "product", "products"))
	return nil
}
