package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/money"
)

// productReport is what `show` says, for programs.
type productReport struct {
	ID       int64                `json:"id"`
	Page     string               `json:"page"`
	Since    time.Time            `json:"since"`
	Product  *exchange.Product    `json:"product"`           // the line of JSONL that makes it, with the pieces that are free
	Lowest30 money.Amount         `json:"lowest30,omitzero"` // what stands beside a reduction
	Held     []catalog.Held       `json:"held"`
	History  []catalog.PricePoint `json:"history"`            // the latest first
	Waiting  int                  `json:"waiting"`            // customers to be told when it is back
	Category []string             `json:"category"`           // slugs from the root
	Hidden   string               `json:"notShown,omitempty"` // why visitors cannot buy it
}

func newCatalogShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show ARTICLE", Short: "Show a product as the shop has it: prices, pieces, attributes, and why nobody can buy it", Args: cobra.ExactArgs(1),
		Long: `Shows all that the catalogue keeps of a product, sold or not: where its page is, what it costs and has cost, which pieces are free and which
orders hold until they leave, who waits for it, and its attributes as visitors filter by them.`,
		Example: "  kontor catalog show NB-100001",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCatalog(c.Context(), func(p catalogParts) error {
				tree, err := p.store.Categories(c.Context())
				if err != nil {
					return err
				}
				record, err := p.store.Record(c.Context(), args[0])
				if err != nil {
					return err
				}
				report, defs := reportOf(record, tree)
				report.Page = p.cfg.HTTP.PublicURL + "/produkt/" + record.Product.Slug
				return s.out.table(report, nil, report.rows(record, defs))
			})
		},
	}
}

// reportOf gives what is said of a product, and the definitions of its attributes.
func reportOf(record *catalog.Record, tree []catalog.Category) (*productReport, []catalog.AttributeDef) {
	p := record.Product
	r := &productReport{
		ID: p.ID, Since: p.CreatedAt, Lowest30: p.Prices.Lowest30, Held: record.Held, History: record.History, Waiting: record.Waiting,
	}
	bySlug := map[string]catalog.Category{}
	for _, c := range tree {
		bySlug[c.Slug] = c
	}
	for c := bySlug[p.CategorySlug]; c.Slug != ""; c = bySlug[c.ParentSlug] {
		r.Category = append([]string{c.Slug}, r.Category...)
	}
	switch {
	case !p.Active:
		r.Hidden = "not active: nobody sees it"
	case p.Available() == 0:
		r.Hidden = "sold out"
	}
	defs := bySlug[p.CategorySlug].Attributes
	r.Product = exchange.LineOf(p, defs)
	return r, defs
}

const shownPrices = 10

func (r *productReport) rows(record *catalog.Record, defs []catalog.AttributeDef) [][]string {
	p := record.Product
	sold := "yes"
	if r.Hidden != "" {
		sold = r.Hidden
	}
	rows := [][]string{
		{"article", p.ArticleNumber}, {"name", p.Name}, {"manufacturer", p.Manufacturer}, {"category", strings.Join(r.Category, " > ")},
		{"page", r.Page}, {"can be bought", sold}, {"since", stamp(p.CreatedAt)}, {"price", p.Prices.Price.String()},
	}
	for _, more := range []struct {
		what  string
		price money.Amount
	}{{"lowest of 30 days", p.Prices.Lowest30}, {"recommended", p.Prices.UVP}, {"students", p.Prices.Student}} {
		if !more.price.IsZero() {
			rows = append(rows, []string{more.what, more.price.String()})
		}
	}
	for _, s := range p.Stock {
		rows = append(rows, []string{"stock " + s.Warehouse, fmt.Sprintf("%d free, %d held by orders", s.Available, heldIn(r.Held, s.Warehouse))})
	}
	rows = append(rows, []string{"waiting", counted(r.Waiting, "customer", "customers")})
	for _, d := range defs {
		if value, has := r.Product.Attributes[d.Key]; has {
			rows = append(rows, []string{d.Key, strings.TrimSpace(value.String() + " " + d.Unit)})
		}
	}
	for _, h := range record.History[:min(len(record.History), shownPrices)] {
		rows = append(rows, []string{"cost from " + stamp(h.From), h.Price.String()})
	}
	return rows
}

func heldIn(held []catalog.Held, warehouse string) int {
	for _, h := range held {
		if h.Warehouse == warehouse {
			return h.Pieces
		}
	}
	return 0
}
