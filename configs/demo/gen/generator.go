package main

import (
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/catalog/illustration"
)

// generator collects the products.
type generator struct {
	products []*product
	names    map[string]int // how often each name is there
	numbers  map[string]int // last article number of each prefix
}

// Country ids of the spec.
const (
	germany = 81
	austria = 14
)

// add begins a product: everything that needs nothing but its place, name and price. The variants (a colour, a size) go
// behind the name, one after the other, where the name is taken.
func (g *generator) add(prefix, category, manufacturer, name string, cents int64, variants ...string) *product {
	g.numbers[prefix]++
	p := &product{dice: newDice(fmt.Sprint(category, name, cents, g.names[name]))}
	p.Type = "product"
	p.ArticleNumber = fmt.Sprintf("%s-%d", prefix, 100000+g.numbers[prefix])
	p.EAN = inStoreEAN(len(g.products))
	p.Manufacturer = manufacturer
	p.Category = category
	p.OMSCategory = prefix + "-" + strings.ToUpper(category)
	p.PriceCents = cents
	p.Attributes = map[string]exchange.Value{}
	p.setName(g, name, variants)
	p.offer()
	p.stock()
	g.products = append(g.products, p)
	return p
}

// setName keeps names apart; where the variants do not, the article number's figures do.
func (p *product) setName(g *generator, name string, variants []string) {
	g.names[name]++
	taken := g.names[name] > 1
	for _, v := range variants {
		if taken && v != "" {
			name += ", " + v
			g.names[name]++
			taken = g.names[name] > 1
		}
	}
	if taken {
		name += " (" + p.ArticleNumber[strings.IndexByte(p.ArticleNumber, '-')+1:] + ")"
	}
	p.Name = name
}

// inStoreEAN gives a number from the range that is reserved for use inside a shop (prefix 2).
func inStoreEAN(n int) string {
	digits := fmt.Sprintf("21%010d", 4700000+n*7)
	return digits + string(catalog.EANCheckDigit(digits))
}

// offer decides recommended price and reduction: one in three has a recommended price, one in eight is reduced.
func (p *product) offer() {
	if p.dice.chance(34) {
		p.UVPCents = priceEnding(p.PriceCents * int64(p.dice.between(106, 134)) / 100)
	}
	if p.dice.chance(12) {
		before := priceEnding(p.PriceCents * int64(p.dice.between(105, 128)) / 100)
		if p.UVPCents != 0 && before > p.UVPCents {
			p.UVPCents = before
		}
		since := exchange.Date{}
		_ = since.UnmarshalJSON([]byte(`"2025-03-01"`))
		p.PriceHistory = []exchange.Price{{From: since, Cents: before}}
	}
}

// priceEnding rounds up to an amount as price tags have it.
func priceEnding(cents int64) int64 {
	switch {
	case cents < 2000:
		return (cents/50+1)*50 - 1
	case cents < 20000:
		return (cents/500+1)*500 - 1
	}
	return (cents/1000+1)*1000 - 100
}

func (p *product) stock() {
	leipzig, berlin := p.dice.between(5, 60), p.dice.between(0, 12)
	switch roll := p.dice.IntN(100); {
	case roll < 7:
		leipzig, berlin = 0, 0
	case roll < 17:
		leipzig, berlin = p.dice.between(1, 3), 0
	case roll < 22:
		leipzig, berlin = 0, p.dice.between(1, 2)
	}
	p.Stock = map[string]int{"leipzig": leipzig, "berlin": berlin}
}

// Attribute setters. An empty value sets nothing.
func (p *product) number(key, decimal string) {
	if decimal != "" && decimal != "0" {
		p.Attributes[key] = exchange.Number(decimal)
	}
}

func (p *product) word(key, s string) {
	if s != "" {
		p.Attributes[key] = exchange.Word(s)
	}
}

func (p *product) both(key string, t catalog.Text) {
	if t.DE != "" {
		p.Attributes[key] = exchange.Value{Text: t}
	}
}

func (p *product) flag(key string, b bool) { p.Attributes[key] = exchange.Flag(b) }

// colour sets the attribute and the colours of the pictures.
func (p *product) colour(name string) {
	if name == "" {
		return
	}
	c := colourOf(name)
	p.Attributes["farbe"] = exchange.Value{Text: c.text, Hex: c.hex}
	p.body, p.accent = c.body, c.accent
}

// draw gives the product pictures of a kind.
func (p *product) draw(d illustration.Drawing) {
	if d.Body == "" {
		d.Body = p.body
	}
	if d.Accent == "" {
		d.Accent = p.accent
	}
	for view := 1; view <= illustration.Views(d.Kind); view++ {
		d.View = view
		alt := text(p.Name, p.Name)
		if view > 1 {
			alt = text(p.Name+", Ansicht "+strconv.Itoa(view), p.Name+", view "+strconv.Itoa(view))
		}
		p.Images = append(p.Images, catalog.Image{Key: d.Key(), Alt: alt})
	}
}

// describe begins the description; every value can stand in a sentence as {name}.
func (p *product) describe(values map[string]any) *prose {
	values["name"], values["brand"] = p.Name, p.Manufacturer
	return &prose{dice: p.dice, values: values}
}

// finish sets what depends on all the rest.
func (p *product) finish(d *prose, weight, popularity int) {
	p.Description = d.text
	p.WeightGrams = weight
	p.Popularity = popularity + p.dice.IntN(400)
	p.Safety = safetyOf(p.Manufacturer, p.Safety.Warnings)
	if weight > 20000 {
		p.DeliveryCountries = []int{germany}
	}
	if p.PriceCents < 3000 {
		p.MaxQuantity = 50
	}
	if p.PriceCents > 100000 {
		p.MaxQuantity = 5
	}
}
