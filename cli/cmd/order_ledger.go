package cmd

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/postgres"
)

func newOrderLedger(s *session) *cobra.Command {
	var first, last, reason string
	c := &cobra.Command{
		Use: "ledger FILE", Short: "Write the invoices and credit notes of some days into a CSV file, for the accountant", Args: cobra.ExactArgs(1),
		Long: `Writes a row for each document and rate of VAT, in the order of the documents' numbers: who bought, where the goods went, net, tax and gross, in
euros with a point. Amounts of credit notes are below zero. "treatment" is empty where the rate says it all, "intra-eu" for a supply
without VAT to a business in another country (§ 4 no. 1b UStG), "reverse" for a service whose VAT the customer owes (§ 13b UStG). Days are
of German time, both of them included: last month unless they are given. The export is written down (kontor audit list).`,
		Example: "  kontor order ledger invoices.csv\n  kontor order ledger december.csv --from 2026-12-01 --until 2026-12-31",
		RunE: func(c *cobra.Command, args []string) error {
			from, until, err := chosenDays(first, last, time.Now())
			if err != nil {
				return err
			}
			cfg, err := s.load()
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor order", MaxConns: 1})
			if err != nil {
				return err
			}
			defer pool.Close()
			documents, err := writeLedger(c.Context(), postgres.NewAudit(pool), postgres.NewInvoices(pool), args[0], from, until, reason)
			if err != nil {
				return err
			}
			days := map[string]any{"from": from, "until": until, "documents": documents, "file": args[0]}
			return s.out.wrote(args[0], days, "%s of %s to %s in %s", counted(documents, "document", "documents"), germanDay(from), germanDay(until.Add(-time.Second)), args[0])
		},
	}
	daysFlags(c, &first, &last)
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

// writeLedger writes the file, and how many documents are in it into the log: it names buyers.
func writeLedger(ctx context.Context, log audit.Log, invoices invoice.Store, file string, from, until time.Time, reason string) (documents int, err error) {
	e := audit.Entry{Actor: operator(), Action: "order.ledger", Subject: "ledger", Reason: reason}
	err = audit.Act(ctx, log, e, nil, func(ctx context.Context) (any, error) {
		err := writeSheet(file, ledgerHeadings, func(row func(...string) error) error {
			return invoices.Issued(ctx, from, until, func(b invoice.Booking) error {
				documents++
				for _, t := range b.Taxes {
					if err := row(ledgerRow(b, t)...); err != nil {
						return err
					}
				}
				return nil
			})
		})
		return map[string]any{"documents": documents, "from": germanDay(from), "until": germanDay(until.Add(-time.Second))}, err
	})
	return documents, err
}

// daysFlags lets days be chosen, for chosenDays to read.
func daysFlags(c *cobra.Command, first, last *string) {
	c.Flags().StringVar(first, "from", "", "first day, as 2026-12-01")
	c.Flags().StringVar(last, "until", "", "last day, as 2026-12-31")
}

// chosenDays gives the begin of the first day and the end of the last, in Germany.
func chosenDays(first, last string, now time.Time) (from, until time.Time, err error) {
	if (first == "") != (last == "") {
		return from, until, usageError{errors.New("--from and --until belong together")}
	}
	if first == "" {
		now = now.In(clock.Germany)
		until = time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, clock.Germany)
		return until.AddDate(0, -1, 0), until, nil
	}
	if from, err = dayOf("from", first); err != nil {
		return from, until, err
	}
	if until, err = dayOf("until", last); err != nil {
		return from, until, err
	}
	if until = until.AddDate(0, 0, 1); !until.After(from) {
		return from, until, usageError{errors.New("--until is before the first day")}
	}
	return from, until, nil
}

var ledgerHeadings = []string{
	"number", "kind", "issued", "supplied", "order", "customer", "buyer", "country", "vat_id", "treatment", "rate", "net", "tax", "gross", "method", "corrects",
}

func ledgerRow(b invoice.Booking, t invoice.Tax) []string {
	net, tax := t.Net, t.Amount
	if b.Kind == invoice.Credit {
		net, tax = net.Neg(), tax.Neg()
	}
	treatment := ""
	switch {
	case t.Reverse:
		treatment = "reverse"
	case b.Exempt:
		treatment = "intra-eu"
	}
	customer := ""
	if b.CustomerID != 0 {
		customer = strconv.FormatInt(b.CustomerID, 10)
	}
	buyer := b.Buyer.Company
	if buyer == "" {
		buyer = strings.TrimSpace(b.Buyer.FirstName + " " + b.Buyer.LastName)
	}
	country, _ := address.CountryByID(b.ShipTo.CountryID)
	var corrects []string
	for _, r := range b.Corrects {
		corrects = append(corrects, r.Number)
	}
	return []string{
		b.Number, string(b.Kind), germanDay(b.IssuedAt), germanDay(b.SuppliedAt), strconv.FormatInt(b.OrderID, 10), customer, buyer, country.ISO,
		b.VATID, treatment, plain(money.Euro(t.Rate)), plain(net), plain(tax), plain(net.Add(tax)), b.Method, strings.Join(corrects, " "),
	}
}

// plain writes an amount, or hundredths of a percent, as programs read it.
func plain(a money.Amount) string { return a.Decimal(".", "") }

func germanDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(clock.Germany).Format(time.DateOnly)
}
