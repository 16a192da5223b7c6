package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
	"kontor.dev/kontor/core/postgres"
)

func newOrderInvoice(s *session) *cobra.Command {
	var dir, out, number string
	var xml bool
	c := &cobra.Command{
		Use: "invoice ID", Short: "Write the invoices and credit notes of an order into files", Args: cobra.ExactArgs(1),
		Long: "Invoices are made when goods are dispatched, credit notes when money went back, or unpaid goods came back. Those that\n" +
			"are missing because the trader section was empty then are made now.",
		Example: "  kontor order invoice 100001\n  kontor order invoice 100001 --number 2026-000007 --out invoice.pdf\n  kontor order invoice 100001 --xml",
		RunE: func(c *cobra.Command, args []string) error {
			id, err := orderID(args[0])
			if err != nil {
				return err
			}
			list, err := s.invoices(c.Context(), id)
			if err != nil {
				return err
			}
			if number != "" {
				list = slices.DeleteFunc(list, func(n *invoice.Invoice) bool { return n.Number != number })
			}
			if len(list) == 0 {
				return fault.New(fault.NotFound, "order_without_invoices")
			}
			if out != "" && len(list) > 1 {
				return usageError{fmt.Errorf("the order has %d documents: name one with --number, or a folder with --dir", len(list))}
			}
			return s.writeInvoices(list, dir, out, xml)
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "folder to write to")
	c.Flags().StringVar(&out, "out", "", "file to write to, when there is one document")
	c.Flags().StringVar(&number, "number", "", "only the document with this number")
	c.Flags().BoolVar(&xml, "xml", false, "the data for programs (CII) instead of the PDF that has them in it: EN 16931, for businesses in Germany as XRechnung")
	return c
}

// invoices gives the documents of an order, and makes those that are due.
func (s *session) invoices(ctx context.Context, orderID int64) ([]*invoice.Invoice, error) {
	cfg, err := s.load()
	if err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor order", MaxConns: 2})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	return postgres.NewInvoices(pool).Issue(ctx, orderID, cfg.Seller())
}

type invoiceFile struct {
	Number string       `json:"number"`
	Kind   invoice.Kind `json:"kind"`
	Total  string       `json:"total"`
	File   string       `json:"file"`
}

func (s *session) writeInvoices(list []*invoice.Invoice, dir, out string, xml bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var files []invoiceFile
	var rows [][]string
	for _, n := range list {
		content, ending, err := []byte(nil), ".pdf", error(nil)
		switch {
		case xml && n.Business && n.Buyer.CountryID == address.Germany:
			ending = ".xml"
			content, err = paper.XRechnung(n)
		case xml:
			ending = ".xml"
			content, err = paper.XML(n)
		default:
			content, err = paper.PDF(n)
		}
		if err != nil {
			return err
		}
		file := out
		if file == "" {
			file = filepath.Join(dir, string(n.Kind)+"-"+n.Number+ending)
		}
		if err := os.WriteFile(file, content, 0o600); err != nil { // it has an address on it
			return err
		}
		f := invoiceFile{n.Number, n.Kind, n.Total.String(), file}
		files, rows = append(files, f), append(rows, []string{f.Number, string(f.Kind), f.Total, f.File})
	}
	return s.out.table(map[string]any{"invoices": files}, []string{"number", "kind", "total", "file"}, rows)
}
