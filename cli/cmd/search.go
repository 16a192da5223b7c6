package cmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search"
)

func newSearch(s *session) *cobra.Command {
	c := &cobra.Command{Use: "search", Short: "Ask, inspect and rebuild the search index"}
	c.AddCommand(newSearchQuery(s), newSearchStatus(s), newSearchReindex(s))
	return c
}

// searchTools is what the search commands work with.
type searchTools struct {
	pool    *pgxpool.Pool
	catalog *postgres.Catalog
	outbox  *postgres.Outbox
	engine  search.Engine
}

func (s *session) openSearch(ctx context.Context) (*searchTools, error) {
	cfg, err := s.load()
	if err != nil {
		return nil, err
	}
	engine, err := app.SearchEngine(cfg)
	if err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor search", MaxConns: 2})
	if err != nil {
		return nil, err
	}
	return &searchTools{
		pool: pool, catalog: postgres.NewCatalog(pool, clock.System{}).Hide(cfg.Hidden()), outbox: postgres.NewOutbox(pool), engine: engine,
	}, nil
}

type queryFlags struct {
	category, sort, filter string
	page                   int
	suggest                bool
}

var sorts = []string{
	string(search.ByRelevance), string(search.ByPopularity), string(search.ByPriceUp), string(search.ByPriceDown), string(search.ByNewest), string(search.ByName),
}

func newSearchQuery(s *session) *cobra.Command {
	flags := queryFlags{page: 1}
	c := &cobra.Command{
		Use:   "query [TEXT]",
		Short: "Show what customers find",
		Long: `Answers as the shop does, from the server's index with Meilisearch, and with the in-process engine from one that is
made for this question.`,
		Example: `  kontor search query "netzteil 750w"
  kontor search query --category notebooks --sort price_asc --filter '{"hersteller": ["Brevia"], "preis": {"max": 800}}'
  kontor search query --suggest grafikk`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(sorts, flags.sort) {
				return usageError{fmt.Errorf("--sort takes one of %s", strings.Join(sorts[1:], ", "))}
			}
			tools, err := s.openSearch(c.Context())
			if err != nil {
				return err
			}
			defer tools.pool.Close()
			indexer := search.NewIndexer(tools.catalog, tools.engine)
			indexer.ShareWith(tools.outbox)
			if err := tools.sayMaking(c.Context(), c.ErrOrStderr()); err != nil {
				return err
			}
			if err := indexer.Start(c.Context()); err != nil {
				return err
			}
			text := ""
			if len(args) > 0 {
				text = args[0]
			}
			return tools.query(c.Context(), &s.out, text, flags)
		},
	}
	c.Flags().StringVar(&flags.category, "category", "", "only in the category with this slug")
	c.Flags().StringVar(&flags.sort, "sort", "", "popularity, price_asc, price_desc, newest or name_asc (default: relevance)")
	c.Flags().StringVar(&flags.filter, "filter", "", "chosen filters, as JSON")
	c.Flags().Var(atLeast(1, &flags.page), "page", "page of 20 products")
	c.Flags().BoolVar(&flags.suggest, "suggest", false, "show the lines under the search box instead")
	return c
}

// sayMaking says what takes long where the shop's own index is inside another process.
func (t *searchTools) sayMaking(ctx context.Context, w io.Writer) error {
	if _, inside := t.engine.(*bleve.Engine); !inside {
		return nil
	}
	n, err := t.catalog.Size(ctx)
	if err == nil {
		_, err = fmt.Fprintf(w, "making an index of %s for this question: the shop's own is inside its process\n", counted(n, "product", "products"))
	}
	return err
}

func (t *searchTools) query(ctx context.Context, out *printer, text string, flags queryFlags) error {
	service := search.NewService(t.engine, t.catalog.Categories)
	if flags.suggest {
		return suggestTo(ctx, out, service, text)
	}
	params, err := search.ParseFilterJSON("filter", flags.filter)
	if err != nil {
		return usageError{err}
	}
	params.Sort, params.Page = search.Sort(flags.sort), flags.page
	if !params.Sort.Known() {
		return usageError{fmt.Errorf("--sort %q is no order", flags.sort)}
	}
	category, err := t.categoryID(ctx, flags.category)
	if err != nil {
		return err
	}
	listing, err := service.Listing(ctx, search.Request{CategoryID: category, Text: text, Params: params, Lang: catalog.German})
	if err != nil {
		return err
	}
	rows := make([][]string, len(listing.Cards))
	for i, c := range listing.Cards {
		rows[i] = []string{c.ArticleNumber, c.Name, c.Manufacturer, c.Prices.Price.String(), yesNo(c.Available)}
	}
	out.line("%s, page %d of %d", counted(listing.Total, "product", "products"), listing.Page, listing.Pages)
	return out.table(listing, []string{"article", "name", "manufacturer", "price", "in stock"}, rows)
}

func suggestTo(ctx context.Context, out *printer, service *search.Service, text string) error {
	findings, err := service.Suggest(ctx, text, 0, catalog.German)
	if err != nil {
		return err
	}
	rows := make([][]string, len(findings))
	for i, f := range findings {
		rows[i] = []string{f.Text, f.CategoryName}
	}
	return out.table(findings, []string{"text", "category"}, rows)
}

func (t *searchTools) categoryID(ctx context.Context, slug string) (int64, error) {
	if slug == "" {
		return 0, nil
	}
	categories, err := t.catalog.Categories(ctx)
	if err != nil {
		return 0, err
	}
	for _, c := range categories {
		if c.Slug == slug {
			return c.ID, nil
		}
	}
	return 0, fault.New(fault.NotFound, "category_not_found")
}

// searchStatus is what `kontor search status -o json` prints.
type searchStatus struct {
	Engine   string           `json:"engine"`
	Products int              `json:"products"`          // in the catalogue
	Indexed  *int             `json:"indexed,omitempty"` // in the index; none for an index inside another process
	Backlog  []outbox.Backlog `json:"backlog"`
}

func newSearchStatus(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "Show the engine, its size and the changes that wait for it",
		Args:    noArguments,
		Example: "  kontor search status -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			tools, err := s.openSearch(c.Context())
			if err != nil {
				return err
			}
			defer tools.pool.Close()
			status, err := tools.status(c.Context())
			if err != nil {
				return err
			}
			return s.printSearchStatus(status)
		},
	}
}

func (t *searchTools) status(ctx context.Context) (searchStatus, error) {
	status := searchStatus{Engine: t.engine.Name(), Backlog: []outbox.Backlog{}}
	var err error
	if status.Products, err = t.catalog.Size(ctx); err != nil {
		return status, err
	}
	if _, inside := t.engine.(*bleve.Engine); !inside {
		n, err := t.engine.Size(ctx)
		if err != nil {
			return status, err
		}
		status.Indexed = &n
	}
	backlog, err := t.outbox.Backlog(ctx)
	for _, b := range backlog {
		if b.Topic == outbox.ProductChanged || b.Topic == outbox.SearchRebuild {
			status.Backlog = append(status.Backlog, b)
		}
	}
	return status, err
}

func (s *session) printSearchStatus(status searchStatus) error {
	indexed := "in the API's process"
	if status.Indexed != nil {
		indexed = strconv.Itoa(*status.Indexed)
	}
	waiting, failing, dead := 0, 0, 0
	for _, b := range status.Backlog {
		waiting, failing, dead = waiting+b.Waiting, failing+b.Failing, dead+b.Dead
	}
	return s.out.table(status, []string{"engine", "products", "indexed", "waiting", "failing", "given up"}, [][]string{{
		status.Engine, strconv.Itoa(status.Products), indexed, strconv.Itoa(waiting), strconv.Itoa(failing), strconv.Itoa(dead),
	}})
}

func newSearchReindex(s *session) *cobra.Command {
	var timeout time.Duration
	c := &cobra.Command{
		Use:   "reindex",
		Short: "Build the search index anew while customers go on searching",
		Long: `Has Meilisearch's index built anew, with the outbox, and waits until it is done. With the in-process engine each process that serves has
an index of its own: it waits until all are asked, and each says in its log when it is done ("index built"). The old index answers until the
new one is complete. Changes that were given up are tried again.`,
		Args:    noArguments,
		Example: "  kontor search reindex",
		RunE: func(c *cobra.Command, _ []string) error {
			tools, err := s.openSearch(c.Context())
			if err != nil {
				return err
			}
			defer tools.pool.Close()
			return tools.reindex(c.Context(), &s.out, timeout)
		},
	}
	c.Flags().DurationVar(&timeout, "timeout", 5*time.Minute, "how long to wait for it")
	return c
}

func (t *searchTools) reindex(ctx context.Context, out *printer, timeout time.Duration) error {
	start, id := time.Now(), "search-rebuild-"+ident.New()
	if _, err := t.outbox.Requeue(ctx, outbox.ProductChanged); err != nil {
		return err
	}
	if err := t.outbox.Write(ctx, outbox.Event{ID: id, Topic: outbox.SearchRebuild}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	tick := time.NewTicker(outbox.PollEvery)
	defer tick.Stop()
	for {
		done, dead, err := t.outbox.Delivered(ctx, id)
		switch {
		case dead:
			return fmt.Errorf("the index could not be built: see the log of the process that has it")
		case done:
			return t.reindexed(ctx, out, time.Since(start))
		case err != nil && ctx.Err() == nil:
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not done after %s: the request waits until the shop runs (`kontor up`, `kontor serve`)", timeout)
		case <-tick.C:
		}
	}
}

func (t *searchTools) reindexed(ctx context.Context, out *printer, took time.Duration) error {
	n, err := t.catalog.Size(ctx)
	if err != nil {
		return err
	}
	_, inside := t.engine.(*bleve.Engine)
	result := struct {
		Products int   `json:"products"`
		Millis   int64 `json:"millis"`
		Done     bool  `json:"done"` // false: each process that serves builds its own now
	}{n, took.Milliseconds(), !inside}
	if inside {
		return out.done(result, "Each process that serves builds its index of %s anew now, and says in its log when it is done. The old one answers until then.",
			counted(n, "product", "products"))
	}
	return out.table(result, []string{"products", "took"}, [][]string{{strconv.Itoa(n), took.Round(time.Millisecond).String()}})
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
