// Package datasheet makes the data sheet of a product as a PDF: what it is, its attributes, its energy class (the
// product information sheet of Regulation (EU) 2017/1369) and who answers for its safety.
package datasheet

import (
	_ "embed"
	"encoding/json"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/pdf"
)

//go:embed texts.json
var textFile []byte

var texts = func() map[catalog.Lang]map[string]string {
	var t map[catalog.Lang]map[string]string
	if err := json.Unmarshal(textFile, &t); err != nil {
		panic(err) // the file is part of the program
	}
	return t
}()

// PDF gives the data sheet in lang. defs are the attribute definitions of the product's category; attributes without
// one are left out. The same product gives the same bytes.
func PDF(p *catalog.Product, defs []catalog.AttributeDef, lang catalog.Lang) []byte {
	t := texts[catalog.German]
	if lang == catalog.English {
		t = texts[catalog.English]
	}
	s := &pdf.Sheet{Lang: string(lang)}
	s.Heading(t["title"], p.Name)
	s.Row(t["manufacturer"], p.Manufacturer)
	s.Row(t["model"], p.Name)
	s.Row(t["article"], p.ArticleNumber)
	s.Row(t["ean"], p.EAN)
	if p.Energy != nil {
		s.Section(t["regulation"])
		s.Row(t["class"], p.Energy.Class)
		s.Row(t["scale"], p.Energy.Scale)
	}
	s.Section("")
	for _, def := range defs {
		for _, a := range p.Attributes {
			if a.Key == def.Key {
				s.Row(def.Label.In(lang), value(a, def, lang, t))
			}
		}
	}
	if p.WeightGrams > 0 {
		s.Row(t["weight"], catalog.Decimal(int64(p.WeightGrams), 1000, lang)+" kg")
	}
	s.Section(t["safety"])
	s.Row(t["manufacturer"], p.Safety.Manufacturer)
	s.Row("", p.Safety.Address)
	s.Row(t["contact"], p.Safety.Contact)
	s.Row(t["responsible"], p.Safety.Responsible)
	s.Paragraph(p.Safety.Warnings.In(lang))
	return s.Bytes()
}

func value(a catalog.Attribute, def catalog.AttributeDef, lang catalog.Lang, t map[string]string) string {
	switch def.Type {
	case catalog.NumberAttribute:
		return def.QuantityText(a.Number, lang)
	case catalog.BoolAttribute:
		if a.Number == 1 {
			return t["yes"]
		}
		return t["no"]
	}
	return a.Text.In(lang)
}
