package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
)

func newCatalogFeed(s *session) *cobra.Command {
	var lang string
	c := &cobra.Command{
		Use: "feed FILE", Short: "Write what is sold into a file for price comparisons and product ads", Args: cobra.ExactArgs(1),
		Long: `Writes a line for each product that is sold, as Google's product data specification has it, which most price comparisons read as well:
address of its page and pictures, price, availability, brand, EAN, category, energy class. Columns are separated by tabs. Addresses begin
with http.publicURL. Shipping is told to them once, in their own settings. They take photographs, and refuse drawings (SVG). Let a timer write
it and bring it to them; a web server may read it.`,
		Example: "  kontor catalog feed offers.tsv\n  kontor catalog feed offers-en.tsv --lang en",
		RunE: func(c *cobra.Command, args []string) error {
			if lang != string(catalog.German) && lang != string(catalog.English) {
				return usageError{fmt.Errorf("--lang takes de or en, not %q", lang)}
			}
			return s.withCatalog(c.Context(), func(p catalogParts) error {
				feed := exchange.Feed{Origin: p.cfg.HTTP.PublicURL, Lang: catalog.Lang(lang)}
				return writeProducts(&s.out, args[0], public, func(out io.Writer) (int, error) { return feed.Write(c.Context(), p.store, out) })
			})
		},
	}
	c.Flags().StringVar(&lang, "lang", string(catalog.German), "language of texts and pages, de or en")
	return c
}
