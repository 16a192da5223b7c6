package search

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
)

// MaxHighlights is the number of short facts on a card.
const MaxHighlights = 5

// Builder makes documents of products. It belongs to one state of the category tree and is safe for concurrent use.
type Builder struct {
	tree      *Tree
	compounds *compounds
}

// NewBuilder makes a builder for the categories as catalog.Store gives them.
func NewBuilder(categories []catalog.Category) *Builder {
	return &Builder{tree: NewTree(categories), compounds: newCompounds(categories)}
}

// Document makes the document of a product.
func (b *Builder) Document(p *catalog.Product) Document {
	path := b.tree.Path(p.CategoryID)
	d := Document{
		Card: card(p), EAN: p.EAN, Popularity: p.Popularity, CreatedAt: p.CreatedAt.Unix(),
		Terms: map[string][]Term{}, Numbers: map[string]int64{FacetPrice: p.Prices.Price.Minor},
	}
	var defs []catalog.AttributeDef
	if len(path) > 0 {
		defs = path[0].Attributes
	}
	for _, c := range path {
		d.Categories = append(d.Categories, c.ID)
		d.CategoryNames = append(d.CategoryNames, c.Name.DE)
		if c.Name.EN != "" && c.Name.EN != c.Name.DE {
			d.CategoryNames = append(d.CategoryNames, c.Name.EN)
		}
		d.Keywords = append(d.Keywords, b.compounds.heads(c.Name.DE)...)
	}
	d.Keywords = append(d.Keywords, b.compounds.parts(p.Name)...)
	builtInTerms(&d, p)
	b.attributes(&d, p, defs)
	d.Keywords = unique(d.Keywords)
	return d
}

func builtInTerms(d *Document, p *catalog.Product) {
	if p.Manufacturer != "" {
		d.Terms[FacetManufacturer] = []Term{{Value: p.Manufacturer}}
	}
	if p.Condition != "" {
		d.Terms[FacetCondition] = []Term{{Value: string(p.Condition)}}
	}
	if p.Available() > 0 {
		d.Terms[FacetAvailability] = []Term{{Value: "1"}}
	}
}

// attributes fills highlights, keywords and facets in the order of the definitions.
func (b *Builder) attributes(d *Document, p *catalog.Product, defs []catalog.AttributeDef) {
	for _, def := range defs {
		i := slices.IndexFunc(p.Attributes, func(a catalog.Attribute) bool { return a.Key == def.Key })
		if i < 0 {
			continue
		}
		a := p.Attributes[i]
		d.Keywords = append(d.Keywords, attributeWords(def, a)...)
		if h, ok := highlight(def, a); ok && len(d.Card.Highlights) < MaxHighlights {
			d.Card.Highlights = append(d.Card.Highlights, h)
		}
		if builtIn(def.Key) {
			continue
		}
		switch def.Filter {
		case catalog.Range:
			if def.Type == catalog.NumberAttribute {
				d.Numbers[def.Key] = a.Number
			}
		case catalog.Radio, catalog.Checkbox:
			if t, ok := term(def, a); ok {
				d.Terms[def.Key] = append(d.Terms[def.Key], t)
			}
		}
	}
}

func term(def catalog.AttributeDef, a catalog.Attribute) (Term, bool) {
	switch def.Type {
	case catalog.NumberAttribute, catalog.BoolAttribute:
		return Term{Value: strconv.FormatInt(a.Number, 10)}, true
	}
	t := Term{Value: a.Text.DE, Hex: a.Hex}
	if a.Text.EN != a.Text.DE {
		t.EN = a.Text.EN
	}
	return t, t.Value != ""
}

// attributeWords gives what a customer may type to find the value; of a yes-or-no attribute that is its name.
func attributeWords(def catalog.AttributeDef, a catalog.Attribute) []string {
	switch def.Type {
	case catalog.BoolAttribute:
		if a.Number == 0 {
			return nil
		}
		return []string{def.Label.DE, def.Label.EN}
	case catalog.NumberAttribute:
		if def.Unit == "" {
			return nil
		}
		words := []string{def.StoredText(a.Number, catalog.German), def.QuantityText(a.Number, catalog.German)}
		if def.UnitIn(catalog.English) != def.Unit {
			words = append(words, def.StoredText(a.Number, catalog.English), def.QuantityText(a.Number, catalog.English))
		}
		return words
	}
	return []string{a.Text.DE, a.Text.EN}
}

// highlight gives an attribute as a short fact, if it makes one.
func highlight(def catalog.AttributeDef, a catalog.Attribute) (catalog.Text, bool) {
	const longest = 34
	var t catalog.Text
	switch def.Type {
	case catalog.BoolAttribute:
		if a.Number == 0 {
			return t, false
		}
		t = def.Label
	case catalog.NumberAttribute:
		t.DE = def.QuantityText(a.Number, catalog.German) + " " + def.Label.DE
		t.EN = def.QuantityText(a.Number, catalog.English) + " " + midSentence(def.Label.In(catalog.English))
	default:
		t = a.Text
	}
	return t, t.DE != "" && utf8.RuneCountInString(t.DE) <= longest
}

func card(p *catalog.Product) Card {
	c := Card{
		ID: p.ID, ArticleNumber: p.ArticleNumber, Slug: p.Slug, Name: p.Name, Manufacturer: p.Manufacturer,
		CategoryID: p.CategoryID, OMSCategory: p.OMSCategory, Prices: p.Prices, Available: p.Available() > 0,
		Condition: string(p.Condition),
	}
	if len(p.Images) > 0 {
		c.Image = p.Images[0].Key
	}
	if p.Energy != nil {
		c.EnergyClass, c.EnergyScale = p.Energy.Class, p.Energy.Scale
	}
	return c
}

func unique(words []string) []string {
	seen := make(map[string]bool, len(words))
	kept := words[:0]
	for _, w := range words {
		if w != "" && !seen[w] {
			seen[w] = true
			kept = append(kept, w)
		}
	}
	return kept
}

// builtIn reports whether a facet is one of the shop's own.
func builtIn(facet string) bool {
	switch facet {
	case FacetCategory, FacetManufacturer, FacetPrice, FacetAvailability, FacetCondition:
		return true
	}
	return false
}

// midSentence writes an English name as it stands behind other words: "Refresh rate" in small letters, "SSD capacity" and "RAM" as
// they are.
func midSentence(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	if second, _ := utf8.DecodeRuneInString(name[size:]); !unicode.IsLower(second) {
		return name
	}
	return string(unicode.ToLower(first)) + name[size:]
}
