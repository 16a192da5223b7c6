package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// fixedColumns are the columns of a CSV file that go by one name, next to attribute.KEY, stock.WAREHOUSE and
// warranty.MONTHS.
var fixedColumns = map[string]column{
	"articleNumber":       word(func(p *Product) *string { return &p.ArticleNumber }),
	"ean":                 word(func(p *Product) *string { return &p.EAN }),
	"name":                word(func(p *Product) *string { return &p.Name }),
	"manufacturer":        word(func(p *Product) *string { return &p.Manufacturer }),
	"category":            word(func(p *Product) *string { return &p.Category }),
	"omsCategory":         word(func(p *Product) *string { return &p.OMSCategory }),
	"condition":           word(func(p *Product) *string { return &p.Condition }),
	"description.de":      word(func(p *Product) *string { return &p.Description.DE }),
	"description.en":      word(func(p *Product) *string { return &p.Description.EN }),
	"dataSheetURL":        word(func(p *Product) *string { return &p.DataSheetURL }),
	"safety.manufacturer": word(func(p *Product) *string { return &p.Safety.Manufacturer }),
	"safety.address":      word(func(p *Product) *string { return &p.Safety.Address }),
	"safety.contact":      word(func(p *Product) *string { return &p.Safety.Contact }),
	"safety.responsible":  word(func(p *Product) *string { return &p.Safety.Responsible }),
	"safety.warnings.de":  word(func(p *Product) *string { return &p.Safety.Warnings.DE }),
	"safety.warnings.en":  word(func(p *Product) *string { return &p.Safety.Warnings.EN }),
	"energy.class":        part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.Class })),
	"energy.scale": part(energy, noEnergy, func(e *catalog.Energy, cell string) error {
		e.Scale = cmp.Or(cell, noEnergy.Scale)
		return nil
	}),
	"energy.labelKey":         part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.LabelKey })),
	"energy.sheetURL":         part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.SheetURL })),
	"energy.eprelURL":         part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.EPRELURL })),
	"measure.unit":            part(measure, catalog.Measure{}, word(func(m *catalog.Measure) *catalog.Unit { return &m.Unit })),
	"measure.micro":           part(measure, catalog.Measure{}, whole(func(m *catalog.Measure) *int64 { return &m.Micro })),
	"charger.included":        part(charger, catalog.Charger{}, flag(func(c *catalog.Charger) *bool { return &c.Included })),
	"charger.minWatts":        part(charger, catalog.Charger{}, whole(func(c *catalog.Charger) *int { return &c.MinWatts })),
	"charger.maxWatts":        part(charger, catalog.Charger{}, whole(func(c *catalog.Charger) *int { return &c.MaxWatts })),
	"charger.powerDelivery":   part(charger, catalog.Charger{}, flag(func(c *catalog.Charger) *bool { return &c.PowerDelivery })),
	"guarantee.years":         part(guarantee, catalog.Guarantee{}, whole(func(g *catalog.Guarantee) *int { return &g.Years })),
	"guarantee.brand":         part(guarantee, catalog.Guarantee{}, word(func(g *catalog.Guarantee) *string { return &g.Brand })),
	"guarantee.model":         part(guarantee, catalog.Guarantee{}, word(func(g *catalog.Guarantee) *string { return &g.Model })),
	"durability.updatesUntil": part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.UpdatesUntil })),
	"durability.repairScore":  part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.RepairScore })),
	"durability.repair.de":    part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.Repair.DE })),
	"durability.repair.en":    part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.Repair.EN })),
	"priceCents":              whole(func(p *Product) *int64 { return &p.PriceCents }),
	"uvpCents":                whole(func(p *Product) *int64 { return &p.UVPCents }),
	"studentCents":            whole(func(p *Product) *int64 { return &p.StudentCents }),
	"taxRate":                 optional(whole(func(n *int64) *int64 { return n }), func(p *Product) **int64 { return &p.TaxRate }),
	"weightGrams":             whole(func(p *Product) *int { return &p.WeightGrams }),
	"maxQuantity":             whole(func(p *Product) *int { return &p.MaxQuantity }),
	"popularity":              whole(func(p *Product) *int { return &p.Popularity }),
	"bundle":                  flag(func(p *Product) *bool { return &p.Bundle }),
	"active":                  optional(flag(func(b *bool) *bool { return b }), func(p *Product) **bool { return &p.Active }),
	"deliveryCountries":       numbers(func(p *Product) *[]int { return &p.DeliveryCountries }),
	"billingCountries":        numbers(func(p *Product) *[]int { return &p.BillingCountries }),
	"images":                  pictures,
}

// columnOf gives what puts cells into products, by the name in the heading.
func columnOf(name string) (column, error) {
	if c, ok := fixedColumns[name]; ok {
		return c, nil
	}
	group, key, _ := strings.Cut(name, ".")
	switch {
	case key == "":
	case group == "attribute":
		return attribute(key), nil
	case group == "stock":
		return stock(key), nil
	case group == "warranty":
		months, err := strconv.Atoi(key)
		if err != nil {
			return nil, fmt.Errorf("column %q: after warranty. comes the number of months", name)
		}
		return warranty(months), nil
	}
	return nil, fmt.Errorf("column %q is unknown", name)
}

// word is a column of a text.
func word[T any, S ~string](field func(*T) *S) func(*T, string) error {
	return func(of *T, cell string) error {
		*field(of) = S(cell)
		return nil
	}
}

// whole is a column of a whole number, which is 0 where nothing stands.
func whole[T any, N int | int64](field func(*T) *N) func(*T, string) error {
	return func(of *T, cell string) error {
		n, err := strconv.ParseInt(cmp.Or(cell, "0"), 10, 64)
		if err != nil || int64(N(n)) != n {
			return fmt.Errorf("%q is no whole number", cell)
		}
		*field(of) = N(n)
		return nil
	}
}

// flag is a column of a bool, which is false where nothing stands.
func flag[T any](field func(*T) *bool) func(*T, string) error {
	return func(of *T, cell string) error {
		b, err := strconv.ParseBool(cmp.Or(cell, "false"))
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", cell)
		}
		*field(of) = b
		return nil
	}
}

// optional is a column of what a product may leave out.
func optional[V any](set func(*V, string) error, field func(*Product) **V) column {
	return func(p *Product, cell string) error {
		if cell == "" {
			*field(p) = nil
			return nil
		}
		v := new(V)
		*field(p) = v
		return set(v, cell)
	}
}

// part is a column of an object that a product may have: the first cell that says something makes it, from none, and it
// is gone when nothing of it is left.
func part[T comparable](field func(*Product) **T, none T, set func(*T, string) error) column {
	return func(p *Product, cell string) error {
		at := field(p)
		if *at == nil && cell == "" {
			return nil
		}
		if *at == nil {
			*at = new(none)
		}
		err := set(*at, cell)
		if **at == none || **at == *new(T) {
			*at = nil
		}
		return err
	}
}

var noEnergy = catalog.Energy{Scale: "A-G"}

func energy(p *Product) **catalog.Energy         { return &p.Energy }
func measure(p *Product) **catalog.Measure       { return &p.Measure }
func charger(p *Product) **catalog.Charger       { return &p.Charger }
func guarantee(p *Product) **catalog.Guarantee   { return &p.Guarantee }
func durability(p *Product) **catalog.Durability { return &p.Durability }

func numbers(field func(*Product) *[]int) column {
	return func(p *Product, cell string) error {
		*field(p) = nil
		for _, word := range strings.Fields(cell) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("%q is no whole number", word)
			}
			*field(p) = append(*field(p), n)
		}
		return nil
	}
}

// pictures keeps what is said of a picture that stays; a new one is described by the product's name.
func pictures(p *Product, cell string) error {
	before := p.Images
	p.Images = nil
	for _, key := range strings.Fields(cell) {
		image := catalog.Image{Key: key, Alt: catalog.Text{DE: p.Name}}
		if i := slices.IndexFunc(before, func(b catalog.Image) bool { return b.Key == key }); i >= 0 {
			image = before[i]
		}
		p.Images = append(p.Images, image)
	}
	return nil
}

func attribute(key string) column {
	return func(p *Product, cell string) error {
		if cell == "" {
			return nil // what is stored of it is not carried over either
		}
		if p.Attributes == nil {
			p.Attributes = map[string]Value{}
		}
		p.Attributes[key] = cellValue(cell)
		return nil
	}
}

// stock takes an empty cell for no word: pieces are sold while a file is written, so that only a figure sets them.
func stock(warehouse string) column {
	return func(p *Product, cell string) error {
		if cell == "" {
			return nil
		}
		if p.Stock == nil {
			p.Stock = map[string]int{}
		}
		n := new(int)
		err := whole(func(n *int) *int { return n })(n, cell)
		p.Stock[warehouse] = *n
		return err
	}
}

func warranty(months int) column {
	return func(p *Product, cell string) error {
		i := slices.IndexFunc(p.Warranties, func(w Warranty) bool { return w.Months == months })
		switch {
		case cell == "" && i >= 0:
			p.Warranties = slices.Delete(p.Warranties, i, i+1)
			return nil
		case cell == "":
			return nil
		case i < 0:
			i = len(p.Warranties)
			p.Warranties = append(p.Warranties, Warranty{Months: months})
		}
		return whole(func(w *Warranty) *int64 { return &w.PriceCents })(&p.Warranties[i], cell)
	}
}
