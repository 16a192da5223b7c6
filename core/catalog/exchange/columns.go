package exchange

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// fixedColumns are the columns of a CSV file that go by one name, next to attribute.KEY, stock.WAREHOUSE and
// warranty.MONTHS, in the order in which they are written.
var fixedColumns = []struct {
	name string
	column
}{
	{numberColumn, word(func(p *Product) *string { return &p.ArticleNumber })},
	{"ean", word(func(p *Product) *string { return &p.EAN })},
	{"name", word(func(p *Product) *string { return &p.Name })},
	{"manufacturer", word(func(p *Product) *string { return &p.Manufacturer })},
	{"category", word(func(p *Product) *string { return &p.Category })},
	{"omsCategory", word(func(p *Product) *string { return &p.OMSCategory })},
	{"condition", word(func(p *Product) *string { return &p.Condition })},
	{"active", optional(flag(func(b *bool) *bool { return b }), func(p *Product) **bool { return &p.Active })},
	{"priceCents", whole(func(p *Product) *int64 { return &p.PriceCents })},
	{"uvpCents", whole(func(p *Product) *int64 { return &p.UVPCents })},
	{"studentCents", whole(func(p *Product) *int64 { return &p.StudentCents })},
	{"taxRate", optional(whole(func(n *int64) *int64 { return n }), func(p *Product) **int64 { return &p.TaxRate })},
	{"maxQuantity", whole(func(p *Product) *int { return &p.MaxQuantity })},
	{"popularity", whole(func(p *Product) *int { return &p.Popularity })},
	{"weightGrams", whole(func(p *Product) *int { return &p.WeightGrams })},
	{"deliveryCountries", numbers(func(p *Product) *[]int { return &p.DeliveryCountries })},
	{"billingCountries", numbers(func(p *Product) *[]int { return &p.BillingCountries })},
	{"bundle", flag(func(p *Product) *bool { return &p.Bundle })},
	{"images", pictures},
	{"description.de", word(func(p *Product) *string { return &p.Description.DE })},
	{"description.en", word(func(p *Product) *string { return &p.Description.EN })},
	{"dataSheetURL", word(func(p *Product) *string { return &p.DataSheetURL })},
	{"energy.class", part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.Class }))},
	{"energy.scale", part(energy, noEnergy, energyScale)},
	{"energy.labelKey", part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.LabelKey }))},
	{"energy.sheetURL", part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.SheetURL }))},
	{"energy.eprelURL", part(energy, noEnergy, word(func(e *catalog.Energy) *string { return &e.EPRELURL }))},
	{"measure.unit", part(measure, catalog.Measure{}, word(func(m *catalog.Measure) *catalog.Unit { return &m.Unit }))},
	{"measure.micro", part(measure, catalog.Measure{}, whole(func(m *catalog.Measure) *int64 { return &m.Micro }))},
	{"charger.included", part(charger, catalog.Charger{}, flag(func(c *catalog.Charger) *bool { return &c.Included }))},
	{"charger.minWatts", part(charger, catalog.Charger{}, whole(func(c *catalog.Charger) *int { return &c.MinWatts }))},
	{"charger.maxWatts", part(charger, catalog.Charger{}, whole(func(c *catalog.Charger) *int { return &c.MaxWatts }))},
	{"charger.powerDelivery", part(charger, catalog.Charger{}, flag(func(c *catalog.Charger) *bool { return &c.PowerDelivery }))},
	{"guarantee.years", part(guarantee, catalog.Guarantee{}, whole(func(g *catalog.Guarantee) *int { return &g.Years }))},
	{"guarantee.brand", part(guarantee, catalog.Guarantee{}, word(func(g *catalog.Guarantee) *string { return &g.Brand }))},
	{"guarantee.model", part(guarantee, catalog.Guarantee{}, word(func(g *catalog.Guarantee) *string { return &g.Model }))},
	{"durability.updatesUntil", part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.UpdatesUntil }))},
	{"durability.repairScore", part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.RepairScore }))},
	{"durability.repair.de", part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.Repair.DE }))},
	{"durability.repair.en", part(durability, catalog.Durability{}, word(func(d *catalog.Durability) *string { return &d.Repair.EN }))},
	{"safety.manufacturer", word(func(p *Product) *string { return &p.Safety.Manufacturer })},
	{"safety.address", word(func(p *Product) *string { return &p.Safety.Address })},
	{"safety.contact", word(func(p *Product) *string { return &p.Safety.Contact })},
	{"safety.responsible", word(func(p *Product) *string { return &p.Safety.Responsible })},
	{"safety.warnings.de", word(func(p *Product) *string { return &p.Safety.Warnings.DE })},
	{"safety.warnings.en", word(func(p *Product) *string { return &p.Safety.Warnings.EN })},
}

// columnOf gives the column of a name in the heading.
func columnOf(name string) (column, error) {
	for _, c := range fixedColumns {
		if c.name == name {
			return c.column, nil
		}
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
			return column{}, fmt.Errorf("column %q: after warranty. comes the number of months", name)
		}
		return warranty(months), nil
	}
	return column{}, fmt.Errorf("column %q is unknown", name)
}

// column is one of products.
type column = field[Product]

// field is a cell of what T is. put takes one over, where an empty one empties what it stands for; show gives what put
// would make of it again.
type field[T any] struct {
	put  func(of *T, cell string) error
	show func(of *T) string
}

// word is a column of a text.
func word[T any, S ~string](at func(*T) *S) field[T] {
	return field[T]{
		put: func(of *T, cell string) error {
			*at(of) = S(cell)
			return nil
		},
		show: func(of *T) string { return string(*at(of)) },
	}
}

// whole is a column of a whole number, which is 0 where nothing stands.
func whole[T any, N int | int64](at func(*T) *N) field[T] {
	return field[T]{
		put: func(of *T, cell string) error {
			n, err := strconv.ParseInt(cmp.Or(cell, "0"), 10, 64)
			if err != nil || int64(N(n)) != n {
				return fmt.Errorf("%q is no whole number", cell)
			}
			*at(of) = N(n)
			return nil
		},
		show: func(of *T) string {
			if *at(of) == 0 {
				return ""
			}
			return strconv.FormatInt(int64(*at(of)), 10)
		},
	}
}

// flag is a column of a bool, which is false where nothing stands.
func flag[T any](at func(*T) *bool) field[T] {
	return field[T]{
		put: func(of *T, cell string) error {
			b, err := strconv.ParseBool(cmp.Or(cell, "false"))
			if err != nil {
				return fmt.Errorf("%q is neither true nor false", cell)
			}
			*at(of) = b
			return nil
		},
		show: func(of *T) string { return strconv.FormatBool(*at(of)) },
	}
}

// optional is a column of what a product may leave out.
func optional[V any](value field[V], at func(*Product) **V) column {
	return column{
		put: func(p *Product, cell string) error {
			if cell == "" {
				*at(p) = nil
				return nil
			}
			*at(p) = new(V)
			return value.put(*at(p), cell)
		},
		show: func(p *Product) string {
			if *at(p) == nil {
				return ""
			}
			return cmp.Or(value.show(*at(p)), "0") // a rate of 0 is one, where an empty cell is the usual one
		},
	}
}

// part is a column of an object that a product may have: the first cell that says something makes it, from none, and it
// is gone when nothing of it is left.
func part[T comparable](at func(*Product) **T, none T, inner field[T]) column {
	return column{
		put: func(p *Product, cell string) error {
			object := at(p)
			if *object == nil && cell == "" {
				return nil
			}
			if *object == nil {
				*object = new(none)
			}
			err := inner.put(*object, cell)
			if **object == none || **object == *new(T) {
				*object = nil
			}
			return err
		},
		show: func(p *Product) string {
			if *at(p) == nil {
				return ""
			}
			return inner.show(*at(p))
		},
	}
}

var noEnergy = catalog.Energy{Scale: "A-G"}

var energyScale = field[catalog.Energy]{
	put: func(e *catalog.Energy, cell string) error {
		e.Scale = cmp.Or(cell, noEnergy.Scale)
		return nil
	},
	show: func(e *catalog.Energy) string { return e.Scale },
}

func energy(p *Product) **catalog.Energy         { return &p.Energy }
func measure(p *Product) **catalog.Measure       { return &p.Measure }
func charger(p *Product) **catalog.Charger       { return &p.Charger }
func guarantee(p *Product) **catalog.Guarantee   { return &p.Guarantee }
func durability(p *Product) **catalog.Durability { return &p.Durability }

// nameless is a column that the heading does not name.
var nameless = column{
	put: func(_ *Product, cell string) error {
		if cell != "" {
			return errors.New("the heading does not name the column")
		}
		return nil
	},
	show: func(*Product) string { return "" },
}

func numbers(at func(*Product) *[]int) column {
	return column{
		put: func(p *Product, cell string) error {
			*at(p) = nil
			for _, word := range strings.Fields(cell) {
				n, err := strconv.Atoi(word)
				if err != nil {
					return fmt.Errorf("%q is no whole number", word)
				}
				*at(p) = append(*at(p), n)
			}
			return nil
		},
		show: func(p *Product) string {
			words := make([]string, len(*at(p)))
			for i, n := range *at(p) {
				words[i] = strconv.Itoa(n)
			}
			return strings.Join(words, " ")
		},
	}
}

// pictures keeps what is said of a picture that stays; a new one is described by the product's name.
var pictures = column{
	put: func(p *Product, cell string) error {
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
	},
	show: func(p *Product) string {
		keys := make([]string, len(p.Images))
		for i, image := range p.Images {
			keys[i] = image.Key
		}
		return strings.Join(keys, " ")
	},
}

func attribute(key string) column {
	return column{
		put: func(p *Product, cell string) error {
			if cell == "" {
				return nil // what is stored of it is not carried over either
			}
			if p.Attributes == nil {
				p.Attributes = map[string]Value{}
			}
			p.Attributes[key] = cellValue(cell)
			return nil
		},
		show: func(p *Product) string { return p.Attributes[key].String() },
	}
}

// stock takes an empty cell for no word: pieces are sold while a file is written, so that only a figure sets them.
func stock(warehouse string) column {
	return column{
		put: func(p *Product, cell string) error {
			if cell == "" {
				return nil
			}
			if p.Stock == nil {
				p.Stock = map[string]int{}
			}
			n := new(int)
			err := whole(func(n *int) *int { return n }).put(n, cell)
			p.Stock[warehouse] = *n
			return err
		},
		show: func(p *Product) string {
			n, there := p.Stock[warehouse]
			if !there {
				return ""
			}
			return strconv.Itoa(n)
		},
	}
}

func warranty(months int) column {
	price := whole(func(w *Warranty) *int64 { return &w.PriceCents })
	at := func(p *Product) int {
		return slices.IndexFunc(p.Warranties, func(w Warranty) bool { return w.Months == months })
	}
	return column{
		put: func(p *Product, cell string) error {
			i := at(p)
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
			return price.put(&p.Warranties[i], cell)
		},
		show: func(p *Product) string {
			if i := at(p); i >= 0 {
				return price.show(&p.Warranties[i])
			}
			return ""
		},
	}
}
