package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/importer"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
)

func newCatalog(s *session) *cobra.Command {
	c := &cobra.Command{Use: "catalog", Short: "Bring products and categories into the shop"}
	c.AddCommand(newCatalogImport(s, openCatalog), newCatalogGenerate(s), newCatalogPhoto(s), newCatalogAwaited(s))
	return c
}

// openCatalog gives the store of the configured shop and what to call when done with it.
func openCatalog(ctx context.Context, cfg config.Config) (catalog.Store, func(), error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor catalog", MaxConns: 2})
	if err != nil {
		return nil, nil, err
	}
	return postgres.NewCatalog(pool, clock.System{}), pool.Close, nil
}

type catalogOpener func(context.Context, config.Config) (catalog.Store, func(), error)

func newCatalogImport(s *session, open catalogOpener) *cobra.Command {
	var opts importer.Options
	c := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import categories and products from JSONL and CSV files",
		Long: `Reads .jsonl and .csv files, also with .gz, line by line. A line that is wrong is left out and reported; everything
else is written in batches, each in one transaction. Importing the same again changes nothing. Ends with code 1 when
lines were left out. A row of CSV changes what it has columns for and leaves the rest of the product; a line of JSONL is
the whole product. The format is described in core/docs/catalog-import.md.`,
		Example: "  kontor catalog import configs/demo/catalog.jsonl.gz\n  kontor catalog import --dry-run prices.csv",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			store, done, err := open(c.Context(), cfg)
			if err != nil {
				return err
			}
			defer done()
			return importFiles(c.Context(), &s.out, store, opts, files)
		},
	}
	c.Flags().BoolVar(&opts.DryRun, "dry-run", false, "check the files and write nothing")
	opts.Batch = 1000
	c.Flags().Var(atLeast(1, &opts.Batch), "batch", "products per transaction")
	return c
}

func importFiles(ctx context.Context, out *printer, store catalog.Store, opts importer.Options, files []string) error {
	in, err := openFiles(files)
	if err != nil {
		return err
	}
	defer in.close()
	bar := newProgressBar(os.Stderr, out.json)
	opts.Progress = func(s importer.Summary) { bar.show(in.done(), in.size, fmt.Sprintf("%d products", s.Products)) }
	summary, err := importer.Import(ctx, store, opts, in.sources...)
	bar.clear()
	printErr := printImport(out, summary)
	if err != nil {
		return errors.Join(err, printErr)
	}
	if printErr == nil && summary.Failed > 0 {
		return exitCode(1)
	}
	return printErr
}

func printImport(out *printer, s importer.Summary) error {
	for _, e := range s.Errors {
		out.line("%s", lineError(e))
	}
	if more := s.Failed - len(s.Errors); more > 0 {
		out.line("and %d more lines that were left out", more)
	}
	return out.table(s, []string{"lines", "categories", "products", "created", "updated", "unchanged", "left out"}, [][]string{{
		strconv.Itoa(s.Lines), strconv.Itoa(s.Categories), strconv.Itoa(s.Products), strconv.Itoa(s.Created),
		strconv.Itoa(s.Updated), strconv.Itoa(s.Unchanged), strconv.Itoa(s.Failed),
	}})
}
