package importer

import (
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// fixedColumns are the columns of a CSV file that go by one name, next to attribute.KEY, stock.WAREHOUSE and
// warranty.MONTHS.
var fixedColumns = map[string]column{
	"articleNumber":           text(func(p *Product) *string { return &p.ArticleNumber }),
	"ean":                     text(func(p *Product) *string { return &p.EAN }),
	"name":                    text(func(p *Product) *string { return &p.Name }),
	"manufacturer":            text(func(p *Product) *string { return &p.Manufacturer }),
	"category":                text(func(p *Product) *string { return &p.Category }),
	"omsCategory":             text(func(p *Product) *string { return &p.OMSCategory }),
	"condition":               text(func(p *Product) *string { return &p.Condition }),
	"description.de":          text(func(p *Product) *string { return &p.Description.DE }),
	"description.en":          text(func(p *Product) *string { return &p.Description.EN }),
	"dataSheetURL":            text(func(p *Product) *string { return &p.DataSheetURL }),
	"safety.manufacturer":     text(func(p *Product) *string { return &p.Safety.Manufacturer }),
	"safety.address":          text(func(p *Product) *string { return &p.Safety.Address }),
	"safety.contact":          text(func(p *Product) *string { return &p.Safety.Contact }),
	"safety.responsible":      text(func(p *Product) *string { return &p.Safety.Responsible }),
	"safety.warnings.de":      text(func(p *Product) *string { return &p.Safety.Warnings.DE }),
	"safety.warnings.en":      text(func(p *Product) *string { return &p.Safety.Warnings.EN }),
	"energy.class":            text(func(p *Product) *string { return &energy(p).Class }),
	"energy.scale":            text(func(p *Product) *string { return &energy(p).Scale }),
	"energy.labelKey":         text(func(p *Product) *string { return &energy(p).LabelKey }),
	"energy.sheetURL":         text(func(p *Product) *string { return &energy(p).SheetURL }),
	"energy.eprelURL":         text(func(p *Product) *string { return &energy(p).EPRELURL }),
	"measure.unit":            text(func(p *Product) *string { return (*string)(&measure(p).Unit) }),
	"measure.micro":           amount(func(p *Product) *int64 { return &measure(p).Micro }),
	"charger.included":        flag(func(p *Product) *bool { return &charger(p).Included }),
	"charger.minWatts":        count(func(p *Product) *int { return &charger(p).MinWatts }),
	"charger.maxWatts":        count(func(p *Product) *int { return &charger(p).MaxWatts }),
	"charger.powerDelivery":   flag(func(p *Product) *bool { return &charger(p).PowerDelivery }),
	"guarantee.years":         count(func(p *Product) *int { return &guarantee(p).Years }),
	"guarantee.brand":         text(func(p *Product) *string { return &guarantee(p).Brand }),
	"guarantee.model":         text(func(p *Product) *string { return &guarantee(p).Model }),
	"durability.updatesUntil": text(func(p *Product) *string { return &durability(p).UpdatesUntil }),
	"durability.repairScore":  text(func(p *Product) *string { return &durability(p).RepairScore }),
	"durability.repair.de":    text(func(p *Product) *string { return &durability(p).Repair.DE }),
	"durability.repair.en":    text(func(p *Product) *string { return &durability(p).Repair.EN }),
	"priceCents":              amount(func(p *Product) *int64 { return &p.PriceCents }),
	"uvpCents":                amount(func(p *Product) *int64 { return &p.UVPCents }),
	"studentCents":            amount(func(p *Product) *int64 { return &p.StudentCents }),
	"taxRate": func(p *Product, cell string) error {
		n, err := strconv.ParseInt(cell, 10, 64)
		p.TaxRate = &n
		return err
	},
	"weightGrams": count(func(p *Product) *int { return &p.WeightGrams }),
	"maxQuantity": count(func(p *Product) *int { return &p.MaxQuantity }),
	"popularity":  count(func(p *Product) *int { return &p.Popularity }),
	"bundle": func(p *Product, cell string) (err error) {
		p.Bundle, err = strconv.ParseBool(cell)
		return err
	},
	"active": func(p *Product, cell string) error {
		b, err := strconv.ParseBool(cell)
		p.Active = &b
		return err
	},
	"deliveryCountries": numbers(func(p *Product) *[]int { return &p.DeliveryCountries }),
	"billingCountries":  numbers(func(p *Product) *[]int { return &p.BillingCountries }),
	"images": func(p *Product, cell string) error {
		for _, key := range strings.Fields(cell) {
			p.Images = append(p.Images, catalog.Image{Key: key, Alt: catalog.Text{DE: p.Name}})
		}
		return nil
	},
}

func energy(p *Product) *catalog.Energy {
	if p.Energy == nil {
		p.Energy = &catalog.Energy{Scale: "A-G"}
	}
	return p.Energy
}

func measure(p *Product) *catalog.Measure {
	if p.Measure == nil {
		p.Measure = &catalog.Measure{}
	}
	return p.Measure
}

func charger(p *Product) *catalog.Charger {
	if p.Charger == nil {
		p.Charger = &catalog.Charger{}
	}
	return p.Charger
}

func guarantee(p *Product) *catalog.Guarantee {
	if p.Guarantee == nil {
		p.Guarantee = &catalog.Guarantee{}
	}
	return p.Guarantee
}

func durability(p *Product) *catalog.Durability {
	if p.Durability == nil {
		p.Durability = &catalog.Durability{}
	}
	return p.Durability
}

func flag(field func(*Product) *bool) column {
	return func(p *Product, cell string) (err error) {
		*field(p), err = strconv.ParseBool(cell)
		return err
	}
}

func text(field func(*Product) *string) column {
	return func(p *Product, cell string) error {
		*field(p) = cell
		return nil
	}
}

func amount(field func(*Product) *int64) column {
	return func(p *Product, cell string) (err error) {
		*field(p), err = strconv.ParseInt(cell, 10, 64)
		return err
	}
}

func count(field func(*Product) *int) column {
	return func(p *Product, cell string) (err error) {
		*field(p), err = strconv.Atoi(cell)
		return err
	}
}

func numbers(field func(*Product) *[]int) column {
	return func(p *Product, cell string) error {
		for _, word := range strings.Fields(cell) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			*field(p) = append(*field(p), n)
		}
		return nil
	}
}
