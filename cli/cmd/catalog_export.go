package cmd

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/catalog/exchange"
)

func newCatalogExport(s *session) *cobra.Command {
	var opts exchange.ExportOptions
	c := &cobra.Command{
		Use: "export FILE", Short: "Write the shop's products into a JSONL or CSV file", Args: cobra.ExactArgs(1),
		Long: `Writes all products, sold or not, as kontor catalog import reads them: whole lines with their categories (.jsonl), or a table to be
changed and imported again (.csv, .tsv), each also with .gz. Importing the file changes nothing. A table has the columns that --columns
names; "attribute.*", "warranty.*" and "stock.*" stand for all of a kind, "all" for all but those of stock. Pieces are left out unless they are
asked for: they are those that are free now, and importing them later brings back what was sold meanwhile.`,
		Example: `  kontor catalog export prices.csv
  kontor catalog export notebooks.csv --category notebooks --columns name,priceCents,attribute.*
  kontor catalog export all.jsonl.gz --stock`,
		RunE: func(c *cobra.Command, args []string) error {
			file := args[0]
			format := exchange.FormatOf(file)
			switch {
			case format == "":
				return usageError{fmt.Errorf("%s: the file ends in .jsonl, .csv or .tsv, or one of these and .gz", file)}
			case format == exchange.JSONL && len(opts.Columns) > 0:
				return usageError{errors.New("--columns is of tables: a line of .jsonl has the whole product")}
			}
			return s.withCatalog(c.Context(), func(p catalogParts) error {
				return writeProducts(&s.out, file, private, func(out io.Writer) (products int, err error) {
					packed := packed(out, file)
					products, err = exchange.Export(c.Context(), p.store, packed, format, separatorOf(file), opts)
					return products, errors.Join(err, packed.Close())
				})
			})
		},
	}
	c.Flags().StringVar(&opts.Category, "category", "", "slug of a category: only what is in it and below")
	c.Flags().StringSliceVar(&opts.Columns, "columns", nil, "columns of a table (default "+strings.Join(exchange.Columns, ", ")+")")
	c.Flags().BoolVar(&opts.Stock, "stock", false, "the pieces that are free now, too")
	return c
}

// writeProducts writes a file of products, and says how many are in it.
func writeProducts(out *printer, file string, mode fs.FileMode, write func(io.Writer) (int, error)) error {
	var products int
	err := writeWhole(file, mode, func(to io.Writer) (err error) {
		products, err = write(to)
		return err
	})
	if err != nil {
		return err
	}
	return out.wrote(file, map[string]any{"file": file, "products": products}, "%s in %s", counted(products, "product", "products"), file)
}

func separatorOf(file string) rune {
	if strings.Contains(strings.ToLower(file), ".tsv") {
		return '\t'
	}
	return ','
}

// packed packs what is written where the file's name says so.
func packed(out io.Writer, file string) io.WriteCloser {
	if strings.HasSuffix(strings.ToLower(file), ".gz") {
		return gzip.NewWriter(out)
	}
	return open{out}
}

type open struct{ io.Writer }

func (open) Close() error { return nil }
