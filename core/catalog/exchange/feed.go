package exchange

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// Feed is whose offers a price comparison is told of.
type Feed struct {
	Origin string       // of the shop's addresses, without a slash at the end
	Lang   catalog.Lang // of texts and pages
}

// offer is a column of a feed.
type offer struct {
	name  string
	value func(f *Feed, p *catalog.Product, path string) string
}

// The attributes are those of Google's product data specification, which other price comparisons read as well
// (https://support.google.com/merchants/answer/7052112).
var offers = []offer{
	{"id", func(_ *Feed, p *catalog.Product, _ string) string { return p.ArticleNumber }},
	{"title", func(_ *Feed, p *catalog.Product, _ string) string { return shortened(p.Name, 150) }},
	{"description", func(f *Feed, p *catalog.Product, _ string) string { return shortened(p.Description.In(f.Lang), 5000) }},
	{"link", func(f *Feed, p *catalog.Product, _ string) string {
		return f.Origin + f.Lang.Prefix() + "/produkt/" + p.Slug
	}},
	{"image_link", func(f *Feed, p *catalog.Product, _ string) string {
		return strings.Join(f.images(p)[:min(1, len(p.Images))], "")
	}},
	{"additional_image_link", func(f *Feed, p *catalog.Product, _ string) string {
		return strings.Join(f.images(p)[min(1, len(p.Images)):min(11, len(p.Images))], ",")
	}},
	{"availability", func(_ *Feed, p *catalog.Product, _ string) string {
		if p.Available() > 0 {
			return "in_stock"
		}
		return "out_of_stock"
	}},
	{"price", func(_ *Feed, p *catalog.Product, _ string) string { return p.Prices.Price.Decimal(".", "") + " EUR" }},
	{"brand", func(_ *Feed, p *catalog.Product, _ string) string { return shortened(p.Manufacturer, 70) }},
	{"gtin", func(_ *Feed, p *catalog.Product, _ string) string { return p.EAN }},
	{"condition", func(_ *Feed, p *catalog.Product, _ string) string { return string(p.Condition) }},
	{"product_type", func(_ *Feed, _ *catalog.Product, path string) string { return path }},
	{"energy_efficiency_class", energyOf(func(e *catalog.Energy) string { return e.Class })},
	{"min_energy_efficiency_class", energyOf(func(e *catalog.Energy) string { best, _, _ := strings.Cut(e.Scale, "-"); return best })},
	{"max_energy_efficiency_class", energyOf(func(e *catalog.Energy) string { _, worst, _ := strings.Cut(e.Scale, "-"); return worst })},
	{"certification", energyOf(func(e *catalog.Energy) string {
		if entry := eprelEntry.FindStringSubmatch(e.EPRELURL); entry != nil {
			return "EC:EPREL:" + entry[1]
		}
		return ""
	})},
	{"unit_pricing_measure", func(_ *Feed, p *catalog.Product, _ string) string {
		if p.Measure == nil {
			return ""
		}
		return unscaled(p.Measure.Micro, 1_000_000) + " " + offerUnits[p.Measure.Unit]
	}},
	{"shipping_weight", func(_ *Feed, p *catalog.Product, _ string) string {
		if p.WeightGrams == 0 {
			return ""
		}
		return strconv.Itoa(p.WeightGrams) + " g"
	}},
}

var offerUnits = map[catalog.Unit]string{catalog.Kilogram: "kg", catalog.Litre: "l", catalog.Metre: "m", catalog.SquareMetre: "sqm"}

// eprelEntry finds the number of an entry in the European product database.
var eprelEntry = regexp.MustCompile(`^https://eprel\.ec\.europa\.eu/.*?/?(\d+)/?$`)

func energyOf(value func(*catalog.Energy) string) func(*Feed, *catalog.Product, string) string {
	return func(_ *Feed, p *catalog.Product, _ string) string {
		if p.Energy == nil {
			return ""
		}
		return value(p.Energy)
	}
}

// images gives the addresses of a product's pictures, in the largest size.
func (f *Feed) images(p *catalog.Product) []string {
	size := catalog.ImageSizes[len(catalog.ImageSizes)-1]
	list := make([]string, len(p.Images))
	for i, image := range p.Images {
		list[i] = fmt.Sprintf("%s/images/%d/%s", f.Origin, size, image.Key)
	}
	return list
}

// Write writes a line, separated by tabs, for each product that is sold, what is sold out among them. It gives their number.
func (f *Feed) Write(ctx context.Context, store catalog.Store, out io.Writer) (products int, err error) {
	paths, err := f.paths(ctx, store)
	if err != nil {
		return 0, err
	}
	w := csv.NewWriter(out)
	w.Comma = '\t'
	cells := make([]string, len(offers))
	for i, o := range offers {
		cells[i] = o.name
	}
	if err := w.Write(cells); err != nil {
		return 0, err
	}
	err = store.Each(ctx, func(p *catalog.Product) error {
		products++
		for i, o := range offers {
			cells[i] = strings.Join(strings.Fields(o.value(f, p, paths[p.CategoryID])), " ")
		}
		return w.Write(cells)
	})
	if err != nil {
		return products, err
	}
	w.Flush()
	return products, w.Error()
}

// paths gives where each category stands, "Notebooks > Gaming-Notebooks".
func (f *Feed) paths(ctx context.Context, store catalog.Store) (map[int64]string, error) {
	tree, err := store.Categories(ctx)
	if err != nil {
		return nil, err
	}
	paths := make(map[int64]string, len(tree))
	for _, c := range tree { // parents come first
		paths[c.ID] = c.Name.In(f.Lang)
		if above, is := paths[c.ParentID]; is {
			paths[c.ID] = above + " > " + paths[c.ID]
		}
	}
	return paths, nil
}

// shortened cuts a text at a word, to so many characters at most.
func shortened(text string, characters int) string {
	runes := []rune(text)
	if len(runes) <= characters {
		return text
	}
	head := string(runes[:characters])
	if cut := strings.LastIndex(head, " "); cut > 0 {
		return head[:cut]
	}
	return head
}
