package cmd

import (
	"context"
	"errors"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
)

func newCatalog(s *session) *cobra.Command {
	c := &cobra.Command{Use: "catalog", Short: "Bring products and categories into the shop and out of it, and look at them"}
	c.AddCommand(newCatalogImport(s), newCatalogGenerate(s), newCatalogPhoto(s), newCatalogAwaited(s), newCatalogShow(s), newCatalogExport(s), newCatalogFeed(s))
	return c
}

// catalogParts are what the commands work with.
type catalogParts struct {
	cfg   config.Config
	store *postgres.Catalog
	log   audit.Log
	close func()
}

// openCatalog opens the configured shop's catalogue, as visitors see it where it is read for them.
func openCatalog(ctx context.Context, cfg config.Config) (catalogParts, error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor catalog", MaxConns: 2})
	if err != nil {
		return catalogParts{}, err
	}
	return catalogParts{cfg, postgres.NewCatalog(pool, clock.System{}).Hide(cfg.Hidden()), postgres.NewAudit(pool), pool.Close}, nil
}

func (s *session) withCatalog(ctx context.Context, do func(catalogParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	p, err := openCatalog(ctx, cfg)
	if err != nil {
		return err
	}
	defer p.close()
	return do(p)
}

func newCatalogImport(s *session) *cobra.Command {
	var opts exchange.Options
	var reason string
	c := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import categories and products from JSONL and CSV files",
		Long: `Reads .jsonl (.ndjson) and .csv (.tsv) files, also with .gz, line by line. A line that is wrong is left out and reported; everything
else is written in batches, each in one transaction. Importing the same again changes nothing. Ends with code 1 when
lines were left out. A row of CSV changes what it has columns for and leaves the rest of the product; a line of JSONL is
the whole product. The format is described in core/docs/catalog-import.md.`,
		Example: "  kontor catalog import configs/demo/catalog.jsonl.gz\n  kontor catalog import --dry-run prices.csv",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			return s.withCatalog(c.Context(), func(p catalogParts) error { return importFiles(c.Context(), &s.out, p, reason, opts, files) })
		},
	}
	c.Flags().BoolVar(&opts.DryRun, "dry-run", false, "check the files, count what they would do, and write nothing")
	opts.Batch = 1000
	c.Flags().Var(atLeast(1, &opts.Batch), "batch", "products per transaction")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func importFiles(ctx context.Context, out *printer, p catalogParts, reason string, opts exchange.Options, files []string) error {
	in, err := openFiles(files)
	if err != nil {
		return err
	}
	defer in.close()
	if opts.Known, err = p.store.Warehouses(ctx); err != nil {
		return err
	}
	bar := newProgressBar(os.Stderr, out.json)
	opts.Progress = func(s exchange.Summary) { bar.show(in.done(), in.size, counted(s.Products, "product", "products")) }
	var summary exchange.Summary
	run := func(ctx context.Context) (any, error) {
		var err error
		summary, err = exchange.Import(ctx, p.store, opts, in.sources...)
		counts := summary
		counts.Errors, counts.Leaps = nil, nil // up to a thousand of each, which are printed
		return importStanding{files, counts}, err
	}
	if opts.DryRun {
		_, err = run(ctx)
	} else {
		err = audit.Act(ctx, p.log, audit.Entry{Actor: operator(), Action: "catalog.import", Subject: "catalog", Reason: reason}, nil, run)
	}
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

// importStanding is what the log keeps of an import.
type importStanding struct {
	Files []string `json:"files"`
	exchange.Summary
}

func printImport(out *printer, s exchange.Summary) error {
	for _, e := range s.Errors {
		out.line("%s", lineError(e))
	}
	if more := s.Failed - len(s.Errors); more > 0 {
		out.line("and %s that were left out", counted(more, "more line", "more lines"))
	}
	for _, name := range s.Warehouses { // the shop takes any name, and sells what is said to be there
		out.line("%q is a new warehouse, and what is in it is sold beside the goods of the others. If the name is a mistake, import stock.%s with 0", name, name)
	}
	for _, l := range s.Leaps { // the shop takes any price
		out.line("%s: the price of %s follows one of %s. Amounts are cents: 1299 is 12,99 €", l.ArticleNumber, l.Is, l.Was)
	}
	if more := s.LeapsAll - len(s.Leaps); more > 0 {
		out.line("and %s that are ten times as large or as small", counted(more, "more price", "more prices"))
	}
	if s.DryRun {
		out.line("Nothing was written. What the import would do:")
	}
	return out.table(s, []string{"lines", "categories", "products", "created", "updated", "unchanged", "left out"}, [][]string{{
		strconv.Itoa(s.Lines), strconv.Itoa(s.Categories), strconv.Itoa(s.Products), strconv.Itoa(s.Created),
		strconv.Itoa(s.Updated), strconv.Itoa(s.Unchanged), strconv.Itoa(s.Failed),
	}})
}
