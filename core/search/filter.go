package search

import (
	"cmp"
	"slices"
	"strconv"

	"kontor.dev/kontor/core/catalog"
)

// Filter is one accordion of the filter panel, as the filter calls answer it.
type Filter struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	FilterType catalog.FilterType `json:"filterType"`           // radio, range, checkbox
	OptionType string             `json:"optionType,omitempty"` // "color": the properties have a hex
	Postfix    string             `json:"postfix,omitempty"`    // unit of a range
	Divisor    int64              `json:"divisor,omitempty"`    // of a range: stored numbers / Divisor are the shown ones
	Open       bool               `json:"open"`                 // initially
	Searchable bool               `json:"searchable"`           // the list has a search field
	Selected   int                `json:"selected"`             // number of chosen options, a range counts as one
	// Properties are the options of a radio or checkbox filter, or the lower and the upper end of a range.
	Properties []Property `json:"properties"`
}

// Property is an option of a filter or an end of a range.
type Property struct {
	Text     string `json:"text"`
	Value    string `json:"value"`
	Quantity int    `json:"quantity"` // products, if this were chosen with what the other filters have
	Checked  bool   `json:"checked"`
	Hex      string `json:"hex,omitempty"`
	IntValue *int64 `json:"intValue,omitempty"` // of a range: the default bound, a whole number as shown
	IntInput *int64 `json:"intInput,omitempty"` // of a range: the chosen bound, else the default
	Input    string `json:"input,omitempty"`    // of a range: the chosen bound as text, "" for none
}

// definition is what is known of a filter before there are results.
type definition struct {
	id      string
	name    string
	kind    catalog.FilterType
	value   catalog.AttributeType
	unit    string
	divisor int64
	open    bool
	search  bool
}

func (d definition) facet() Facet { return Facet{ID: d.id, Range: d.kind == catalog.Range} }

// schema gives the filters of a listing: the shop's own, then those of the category's attributes, in their order.
func schema(tree *Tree, category int64, lang catalog.Lang) []definition {
	defs := []definition{
		{id: FacetCategory, kind: catalog.Radio, open: true},
		{id: FacetPrice, kind: catalog.Range, open: true, unit: "€", divisor: 100},
		{id: FacetManufacturer, kind: catalog.Checkbox, search: true},
	}
	for i := range defs {
		defs[i].name = textOf(defs[i].id, lang)
	}
	for _, a := range tree.Attributes(category) {
		if a.Filter == catalog.NoFilter || builtIn(a.Key) {
			continue
		}
		defs = append(defs, definition{
			id: a.Key, name: a.Label.In(lang), kind: a.Filter, value: a.Type, unit: a.UnitIn(lang), divisor: max(a.Divisor, 1), search: a.Search,
		})
	}
	return append(defs,
		definition{id: FacetAvailability, name: textOf(FacetAvailability, lang), kind: catalog.Checkbox},
		definition{id: FacetCondition, name: textOf(FacetCondition, lang), kind: catalog.Checkbox})
}

// selections gives the choices that the filters know, in stored numbers.
func selections(defs []definition, p Params) []Selection {
	var list []Selection
	for _, d := range defs {
		c, ok := p.Choice(d.id)
		if !ok {
			continue
		}
		switch {
		case d.kind == catalog.Range && c.isRange():
			list = append(list, Selection{Facet: d.id, Min: scaled(c.Min, d.divisor), Max: scaled(c.Max, d.divisor)})
		case d.kind != catalog.Range && len(c.Values) > 0:
			list = append(list, Selection{Facet: d.id, Values: c.Values})
		}
	}
	return list
}

func scaled(n *int64, divisor int64) *int64 {
	if n == nil {
		return nil
	}
	stored := *n * divisor
	return &stored
}

// fill makes the panel's filters of the counts; filters that offer nothing to choose are left out.
func fill(tree *Tree, category int64, defs []definition, counts []FacetCounts, p Params, lang catalog.Lang) []Filter {
	filters := make([]Filter, 0, len(defs))
	for i, d := range defs {
		choice, chosen := p.Choice(d.id)
		f := Filter{ID: d.id, Name: d.name, FilterType: d.kind, Open: d.open || chosen, Searchable: d.search}
		switch {
		case d.kind == catalog.Range:
			fillRange(&f, d, counts[i], choice)
		case d.id == FacetCategory:
			f.Properties = categoryProperties(tree, category, counts[i], choice, lang)
		default:
			f.Properties = properties(d, counts[i], choice, lang)
		}
		if d.value == catalog.ColorAttribute {
			f.OptionType = "color"
		}
		for _, property := range f.Properties {
			if property.Checked {
				f.Selected++
			}
		}
		if choice.isRange() && d.kind == catalog.Range {
			f.Selected = 1
		}
		if len(f.Properties) > 0 {
			filters = append(filters, f)
		}
	}
	return filters
}

func fillRange(f *Filter, d definition, counts FacetCounts, choice Choice) {
	if (counts.Empty || counts.Min == counts.Max) && !choice.isRange() {
		return
	}
	f.Postfix, f.Divisor = d.unit, d.divisor
	lower, upper := floorDiv(counts.Min, d.divisor), -floorDiv(-counts.Max, d.divisor)
	f.Properties = []Property{rangeEnd(lower, choice.Min), rangeEnd(upper, choice.Max)}
}

func rangeEnd(bound int64, chosen *int64) Property {
	p := Property{IntValue: &bound, IntInput: &bound, Value: strconv.FormatInt(bound, 10)}
	if chosen != nil {
		p.IntInput, p.Input = chosen, strconv.FormatInt(*chosen, 10)
		p.Value = p.Input
	}
	p.Text = p.Value
	return p
}

func floorDiv(n, divisor int64) int64 {
	q := n / divisor
	if n%divisor < 0 {
		q--
	}
	return q
}

func properties(d definition, counts FacetCounts, choice Choice, lang catalog.Lang) []Property {
	list := make([]Property, 0, len(counts.Counts))
	for _, c := range counts.Counts {
		list = append(list, Property{
			Text: valueText(d, c.Term, lang), Value: c.Value, Quantity: c.N, Hex: c.Hex, Checked: slices.Contains(choice.Values, c.Value),
		})
	}
	for _, v := range choice.Values {
		if !slices.ContainsFunc(list, func(p Property) bool { return p.Value == v }) {
			list = append(list, Property{Text: valueText(d, Term{Value: v}, lang), Value: v, Checked: true})
		}
	}
	if d.value == catalog.NumberAttribute {
		slices.SortStableFunc(list, func(a, b Property) int { return cmp.Compare(number(a.Value), number(b.Value)) })
	}
	return list
}

// valueText gives what a value is called. One that only an address has, whatever it is, is called what the address calls it.
func valueText(d definition, t Term, lang catalog.Lang) string {
	text := ""
	switch {
	case d.id == FacetAvailability || d.id == FacetCondition:
		text = textOf(d.id+"."+t.Value, lang)
	case d.value == catalog.BoolAttribute:
		text = textOf("bool."+t.Value, lang)
	case d.value == catalog.NumberAttribute:
		if n, err := strconv.ParseInt(t.Value, 10, 64); err == nil {
			text = catalog.AttributeDef{Unit: d.unit, Divisor: d.divisor}.QuantityText(n, lang)
		}
	case lang == catalog.English:
		text = t.EN
	}
	return cmp.Or(text, t.Value)
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// categoryProperties offers the sub-categories that have results, in the order of the tree, behind what is chosen although it is
// none of them: an address may name one that is further down, or none at all. A long list scrolls, and who looks sees what is chosen.
func categoryProperties(tree *Tree, category int64, counts FacetCounts, choice Choice, lang catalog.Lang) []Property {
	found := make(map[string]int, len(counts.Counts))
	for _, c := range counts.Counts {
		found[c.Value] = c.N
	}
	var list []Property
	for _, c := range tree.Children(category) {
		value := strconv.FormatInt(c.ID, 10)
		checked := slices.Contains(choice.Values, value)
		if n := found[value]; n > 0 || checked {
			list = append(list, Property{Text: c.Name.In(lang), Value: value, Quantity: n, Checked: checked})
		}
	}
	var others []Property
	for _, v := range choice.Values {
		if !slices.ContainsFunc(list, func(p Property) bool { return p.Value == v }) {
			others = append(others, Property{Text: nameBelow(tree, category, v, lang), Value: v, Quantity: found[v], Checked: true})
		}
	}
	return append(others, list...)
}

// nameBelow gives the name of a category that is below another, and of anything else what the address calls it.
func nameBelow(tree *Tree, above int64, value string, lang catalog.Lang) string {
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return value
	}
	path := tree.Path(id)
	if len(path) == 0 || (above != 0 && !slices.ContainsFunc(path, func(c *catalog.Category) bool { return c.ID == above })) {
		return value
	}
	return path[0].Name.In(lang)
}
