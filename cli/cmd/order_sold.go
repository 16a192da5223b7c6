package cmd

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/order"
)

func newOrderSold(s *session) *cobra.Command {
	var first, last string
	top := 20
	c := &cobra.Command{
		Use: "sold [FILE]", Short: "Count what was sold in some days, by article, what brought most first", Args: cobra.MaximumNArgs(1),
		Long: `Counts the pieces of orders that were placed on these days, prepaid ones that wait for their money among them, and those of them that
customers did not keep: cancelled, returned or never collected. Revenue is that of the pieces kept, with their warranties, as the orders' sums
have it: without shipping and fees, and before discount codes. Days are of German time, both of them included: last month unless they are
given. With FILE all articles go into a CSV file. For the accountant there is kontor order ledger.`,
		Example: "  kontor order sold\n  kontor order sold november.csv --from 2026-11-01 --until 2026-11-30",
		RunE: func(c *cobra.Command, args []string) error {
			from, until, err := chosenDays(first, last, time.Now())
			if err != nil {
				return err
			}
			return s.withOrders(c.Context(), false, func(p orderParts) error {
				report, err := order.ReportOf(c.Context(), p.list, from, until)
				if err != nil {
					return err
				}
				if len(args) == 0 {
					return printSold(&s.out, report, top, from, until)
				}
				return writeSold(&s.out, report, args[0], from, until)
			})
		},
	}
	daysFlags(c, &first, &last)
	c.Flags().Var(atLeast(1, &top), "top", "articles to show where there is no file")
	return c
}

var soldHeadings = []string{"article", "name", "orders", "pieces", "back", "revenue"}

func soldRow(s order.Seller, revenue string) []string {
	return []string{s.ArticleNumber, s.Name, strconv.Itoa(s.Orders), strconv.Itoa(s.Pieces), strconv.Itoa(s.Back), revenue}
}

func writeSold(out *printer, r *order.Report, file string, from, until time.Time) error {
	err := writeSheet(file, soldHeadings, func(row func(...string) error) error {
		for _, seller := range r.Sellers {
			if err := row(soldRow(seller, plain(seller.Revenue))...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	days := map[string]any{"from": from, "until": until, "articles": len(r.Sellers), "file": file}
	return out.wrote(file, days, "%s in %s", counted(len(r.Sellers), "article", "articles"), file)
}

// printSold shows the best sellers; programs get all.
func printSold(out *printer, r *order.Report, top int, from, until time.Time) error {
	shown := r.Sellers[:min(top, len(r.Sellers))]
	rows := make([][]string, len(shown))
	for i, s := range shown {
		rows[i] = soldRow(s, s.Revenue.String())
	}
	if err := out.table(r, soldHeadings, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(shown), counted(len(r.Sellers), "article", "articles"))
	out.line("%s from %s to %s: %s, %d of them back, %s", counted(r.Orders, "order", "orders"), germanDay(from), germanDay(until.Add(-time.Second)),
		counted(r.Pieces, "piece", "pieces"), r.Back, r.Revenue)
	return nil
}
