package httpapi

import (
	"encoding/json"
	"strconv"
	"sync"
	"unicode/utf8"

	"kontor.dev/kontor/core/money"
)

// A listing that was not asked for before is encoded by hand: reflection took as long as the search. What comes out is
// what encoding/json makes of the types, to the byte; a test compares them.

var listingBuffers = sync.Pool{New: func() any { return new([]byte) }}

// encode gives the listing as JSON.
func (l *Listing) encode() []byte {
	buffer := listingBuffers.Get().(*[]byte)
	defer listingBuffers.Put(buffer)
	*buffer = l.appendTo((*buffer)[:0])
	return append([]byte(nil), *buffer...)
}

func (l *Listing) appendTo(b []byte) []byte {
	b = append(b, '{')
	if c := l.Category; c != nil {
		b = appendNumber(b, `"category":{"id":`, c.ID)
		b = appendText(b, `,"name":`, c.Name)
		b = appendText(b, `,"slug":`, c.Slug)
		b = appendText(b, `,"url":`, c.URL)
		b = append(b, `},`...)
	}
	b = appendList(b, `"breadcrumb":`, l.Breadcrumb, (*Crumb).appendTo)
	b = appendList(b, `,"subcategories":`, l.Subcategories, (*Link).appendTo)
	if l.Query != "" {
		b = appendText(b, `,"query":`, l.Query)
	}
	b = appendList(b, `,"cards":`, l.Cards, (*Card).appendTo)
	b = appendNumber(b, `,"total":`, int64(l.Total))
	b = appendNumber(b, `,"page":`, int64(l.Page))
	b = appendNumber(b, `,"pages":`, int64(l.Pages))
	b = appendText(b, `,"sort":`, l.Sort)
	b = appendList(b, `,"filters":`, l.Filters, (*Filter).appendTo)
	b = appendNumber(b, `,"selectedCount":`, int64(l.SelectedCount))
	b = appendBool(b, `,"degraded":`, l.Degraded)
	return append(b, '}')
}

func (c *Crumb) appendTo(b []byte) []byte {
	b = appendText(b, `{"name":`, c.Name)
	b = appendText(b, `,"url":`, c.URL)
	return append(b, '}')
}

func (l *Link) appendTo(b []byte) []byte {
	b = appendNumber(b, `{"id":`, l.ID)
	b = appendText(b, `,"name":`, l.Name)
	b = appendText(b, `,"url":`, l.URL)
	b = appendBool(b, `,"hasChildren":`, l.HasChildren)
	return append(b, '}')
}

func (c *Card) appendTo(b []byte) []byte {
	b = appendNumber(b, `{"id":`, c.ID)
	b = appendText(b, `,"articleNumber":`, c.ArticleNumber)
	b = appendText(b, `,"slug":`, c.Slug)
	b = appendText(b, `,"name":`, c.Name)
	b = appendText(b, `,"manufacturer":`, c.Manufacturer)
	b = appendNumber(b, `,"categoryId":`, c.CategoryID)
	b = appendText(b, `,"omsCategory":`, c.OMSCategory)
	b = appendText(b, `,"image":`, c.Image)
	b = appendAmount(b, `,"prices":{"price":`, c.Prices.Price)
	b = appendSome(b, `,"uvp":`, c.Prices.UVP)
	b = appendSome(b, `,"lowest30":`, c.Prices.Lowest30)
	b = appendSome(b, `,"student":`, c.Prices.Student)
	if base := c.Prices.Base; base != nil {
		b = appendAmount(b, `,"base":{"price":`, base.Price)
		b = appendText(b, `,"unit":`, string(base.Unit))
		b = append(b, '}')
	}
	b = append(b, '}')
	if c.EnergyClass != "" {
		b = appendText(b, `,"energyClass":`, c.EnergyClass)
	}
	if c.EnergyScale != "" {
		b = appendText(b, `,"energyScale":`, c.EnergyScale)
	}
	b = appendBool(b, `,"available":`, c.Available)
	b = appendText(b, `,"condition":`, c.Condition)
	b = appendList(b, `,"highlights":`, c.Highlights, func(s *string, b []byte) []byte { return appendText(b, "", *s) })
	if r := c.Rating; r != nil {
		b = appendNumber(b, `,"rating":{"count":`, int64(r.Count))
		b = appendNumber(b, `,"tenths":`, int64(r.Tenths))
		b = append(b, '}')
	}
	return append(b, '}')
}

func (f *Filter) appendTo(b []byte) []byte {
	b = appendText(b, `{"id":`, f.ID)
	b = appendText(b, `,"name":`, f.Name)
	b = appendText(b, `,"filterType":`, f.FilterType)
	if f.OptionType != "" {
		b = appendText(b, `,"optionType":`, f.OptionType)
	}
	if f.Postfix != "" {
		b = appendText(b, `,"postfix":`, f.Postfix)
	}
	if f.Divisor != 0 {
		b = appendNumber(b, `,"divisor":`, f.Divisor)
	}
	b = appendBool(b, `,"open":`, f.Open)
	b = appendBool(b, `,"searchable":`, f.Searchable)
	b = appendList(b, `,"properties":`, f.Properties, (*FilterProperty).appendTo)
	return append(b, '}')
}

func (p *FilterProperty) appendTo(b []byte) []byte {
	b = appendText(b, `{"text":`, p.Text)
	b = appendText(b, `,"value":`, p.Value)
	b = appendNumber(b, `,"quantity":`, int64(p.Quantity))
	b = appendBool(b, `,"checked":`, p.Checked)
	if p.Hex != "" {
		b = appendText(b, `,"hex":`, p.Hex)
	}
	if p.IntValue != nil {
		b = appendNumber(b, `,"intValue":`, *p.IntValue)
	}
	if p.IntInput != nil {
		b = appendNumber(b, `,"intInput":`, *p.IntInput)
	}
	if p.Input != "" {
		b = appendText(b, `,"input":`, p.Input)
	}
	return append(b, '}')
}

func appendList[T any](b []byte, key string, list []T, appendTo func(*T, []byte) []byte) []byte {
	b = append(b, key...)
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendTo(&list[i], b)
	}
	return append(b, ']')
}

func appendNumber(b []byte, key string, n int64) []byte {
	return strconv.AppendInt(append(b, key...), n, 10)
}

func appendBool(b []byte, key string, v bool) []byte {
	return strconv.AppendBool(append(b, key...), v)
}

// appendSome leaves an amount of nothing out.
func appendSome(b []byte, key string, a money.Amount) []byte {
	if a.IsZero() {
		return b
	}
	return appendAmount(b, key, a)
}

func appendAmount(b []byte, key string, a money.Amount) []byte {
	b = append(b, key...)
	b = appendNumber(b, `{"minor":`, a.Minor)
	b = appendText(b, `,"currency":`, string(a.Currency))
	return append(b, '}')
}

func appendText(b []byte, key, s string) []byte {
	b = append(b, key...)
	if !plain(s) {
		escaped, _ := json.Marshal(s) // a string has no errors
		return append(b, escaped...)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// plain reports whether nothing in the text is escaped. It may be wrong about a few texts that need no escape either.
func plain(s string) bool {
	ascii := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c == '"', c == '\\', c == '<', c == '>', c == '&', c == 0xe2: // U+2028 begins with it
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s)
}
