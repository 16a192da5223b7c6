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

// offer is a product as a feed tells of it.
type offer struct {
	*catalog.Product
	feed *Feed
	path string // of its category
}

// The attributes are those of Google's product data specification, which other price comparisons read as well
// (https://support.google.com/merchants/answer/7052112).
var offered = []struct {
	name  string
	value func(offer) string
}{
	{"id", func(o offer) string { return o.ArticleNumber }},
	{"title", func(o offer) string { return shortened(o.Name, 150) }},
	{"description", func(o offer) string { return shortened(o.Description.In(o.feed.Lang), 5000) }},
	{"link", func(o offer) string { return o.feed.Origin + o.feed.Lang.Prefix() + "/produkt/" + o.Slug }},
	{"image_link", func(o offer) string { return o.images(0, 1) }},
	{"additional_image_link", func(o offer) string { return o.images(1, 1+most) }},
	{"availability", func(o offer) string {
		if o.Available() > 0 {
			return "in_stock"
		}
		return "out_of_stock"
	}},
	{"price", func(o offer) string { return o.Prices.Price.Decimal(".", "") + " EUR" }},
	{"brand", func(o offer) string { return shortened(o.Manufacturer, 70) }},
	{"gtin", func(o offer) string { return o.EAN }},
	{"condition", func(o offer) string { return string(o.Condition) }},
	{"product_type", func(o offer) string { return o.path }},
	{"energy_efficiency_class", energyOf(func(e *catalog.Energy) string { return e.Class })},
	{"min_energy_efficiency_class", energyOf(func(e *catalog.Energy) string { best, _, _ := strings.Cut(e.Scale, "-"); return best })},
	{"max_energy_efficiency_class", energyOf(func(e *catalog.Energy) string { _, worst, _ := strings.Cut(e.Scale, "-"); return worst })},
	{"certification", energyOf(func(e *catalog.Energy) string {
		if entry := eprelEntry.FindStringSubmatch(e.EPRELURL); entry != nil {
			return "EC:EPREL:" + entry[1]
		}
		return ""
	})},
	{"unit_pricing_measure", func(o offer) string {
		if o.Measure == nil {
			return ""
		}
		return unscaled(o.Measure.Micro, 1_000_000) + " " + offerUnits[o.Measure.Unit]
	}},
	{"shipping_weight", func(o offer) string {
		if o.WeightGrams == 0 {
			return ""
		}
		return strconv.Itoa(o.WeightGrams) + " g"
	}},
}

var offerUnits = map[catalog.Unit]string{catalog.Kilogram: "kg", catalog.Litre: "l", catalog.Metre: "m", catalog.SquareMetre: "sqm"}

// eprelEntry finds the number of an entry in the European product database.
var eprelEntry = regexp.MustCompile(`^https://eprel\.ec\.europa\.eu/(?:.*/)?(\d+)/?$`)

func energyOf(value func(*catalog.Energy) string) func(offer) string {
	return func(o offer) string {
		if o.Energy == nil {
			return ""
		}
		return value(o.Energy)
	}
}

// most is how many pictures beside the first are told of.
const most = 10

// images gives the addresses of the product's pictures from one to before another, in the largest size.
func (o offer) images(from, to int) string {
	size := catalog.ImageSizes[len(catalog.ImageSizes)-1]
	var list []string
	for _, image := range o.Images[min(from, len(o.Images)):min(to, len(o.Images))] {
		list = append(list, fmt.Sprintf("%s/images/%d/%s", o.feed.Origin, size, image.Key))
	}
	return strings.Join(list, ",")
}

// Write writes a line, separated by tabs, for each product that is sold, what is sold out among them. It gives their number.
func (f *Feed) Write(ctx context.Context, store catalog.Store, out io.Writer) (products int, err error) {
	paths, err := f.paths(ctx, store)
	if err != nil {
		return 0, err
	}
	w := csv.NewWriter(out)
	w.Comma = '\t'
	cells := make([]string, len(offered))
	for i, column := range offered {
		cells[i] = column.name
	}
	if err := w.Write(cells); err != nil {
		return 0, err
	}
	err = store.Each(ctx, func(p *catalog.Product) error {
		products++
		o := offer{p, f, paths[p.CategoryID]}
		for i, column := range offered {
			cells[i] = strings.Join(strings.Fields(column.value(o)), " ")
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
