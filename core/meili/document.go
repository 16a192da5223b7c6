package meili

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/search"
)

// form numbers the form of documents and settings. Who changes either raises it, so that a shop of the version before builds its
// index anew.
const form = 3

// document is a product as Meilisearch holds it. Facet values stand twice: as t for filtering, and as labels, the value
// with its English text and colour, for counting, so that one request answers both.
type document struct {
	ID            int64               `json:"id"`
	Form          int                 `json:"form"`
	CategoryNames []string            `json:"categoryNames"`
	Name          string              `json:"name"`
	Manufacturer  string              `json:"manufacturer"`
	Article       []string            `json:"article"` // as printed, and without punctuation
	EAN           string              `json:"ean"`
	Keywords      []string            `json:"keywords"`
	Categories    []int64             `json:"categories"`
	Own           int64               `json:"own"` // the product's category itself
	T             map[string][]string `json:"t"`
	Labels        map[string][]string `json:"labels"`
	N             map[string]int64    `json:"n"`
	Price         int64               `json:"price"`   // cents
	InStock       int                 `json:"inStock"` // 1 or 0: the server orders no truth values
	Popularity    int                 `json:"popularity"`
	CreatedAt     int64               `json:"createdAt"`
	NameKey       string              `json:"nameKey"`
	Card          search.Card         `json:"card"`
}

// labelSeparator is a character that no text has.
const labelSeparator = "\x1f"

func documentOf(d *search.Document) document {
	c := &d.Card
	doc := document{
		ID: c.ID, Form: form, Name: c.Name, Manufacturer: c.Manufacturer, EAN: d.EAN, Keywords: slices.Clone(d.Keywords),
		Article: []string{c.ArticleNumber, strings.ReplaceAll(c.ArticleNumber, "-", "")}, Categories: d.Categories, Own: c.CategoryID,
		T: make(map[string][]string, len(d.Terms)), Labels: make(map[string][]string, len(d.Terms)), N: d.Numbers,
		Price: c.Prices.Price.Minor, Popularity: d.Popularity, CreatedAt: d.CreatedAt, NameKey: search.NameKey(c.Name), Card: *c,
	}
	if c.Available {
		doc.InStock = 1
	}
	for _, name := range d.CategoryNames {
		plain := withoutNumbers(name)
		doc.CategoryNames = append(doc.CategoryNames, plain)
		doc.CategoryNames = append(doc.CategoryNames, singulars(plain)...)
		if plain != name {
			doc.Keywords = append(doc.Keywords, name)
		}
	}
	for facet, terms := range d.Terms {
		for _, t := range terms {
			doc.T[facet] = append(doc.T[facet], t.Value)
			doc.Labels[facet] = append(doc.Labels[facet], label(t))
		}
	}
	return doc
}

// withoutNumbers takes the numbers out of a category's name: in "2,5-Zoll-SSDs" the 2 would make every product a strong
// match for "2 TB".
func withoutNumbers(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return !strings.ContainsFunc(w, unicode.IsLetter) })
	return strings.Join(words, " ")
}

// singulars gives what a name in the plural may be in the singular, because the server knows no stems: only the last
// word of a text finds longer ones, and synonyms find none. Forms that are no words do no harm, as nobody types them.
func singulars(name string) []string {
	words := strings.Fields(name)
	short, long := make([]string, len(words)), make([]string, len(words))
	for i, w := range words {
		short[i], long[i] = w, w
		if utf8.RuneCountInString(w) >= shortestPlural {
			short[i], long[i] = cut(w, "ies", "en", "e", "n", "s"), cut(w, "n", "s")
		}
	}
	forms := []string{strings.Join(short, " "), strings.Join(long, " ")} // "Prozessor", "Grafikkarte"
	return slices.DeleteFunc(slices.Compact(forms), func(form string) bool { return form == name })
}

const shortestPlural = 4

// cut takes the first ending off that the word has; an English "ies" becomes "y".
func cut(word string, endings ...string) string {
	for _, ending := range endings {
		stem, ok := strings.CutSuffix(word, ending)
		switch {
		case ok && ending == "ies":
			return stem + "y"
		case ok:
			return stem
		}
	}
	return word
}

func label(t search.Term) string {
	return strings.TrimRight(strings.Join([]string{t.Value, t.EN, t.Hex}, labelSeparator), labelSeparator)
}

func termOf(label string) search.Term {
	parts := append(strings.Split(label, labelSeparator), "", "")
	return search.Term{Value: parts[0], EN: parts[1], Hex: parts[2]}
}

// The attributes that facets are filtered and counted by.
func filterAttribute(facet string) string {
	if facet == search.FacetCategory {
		return "categories"
	}
	return "t." + facet
}

func countAttribute(f search.Facet) string {
	switch {
	case f.Range:
		return "n." + f.ID
	case f.ID == search.FacetCategory:
		return "categories"
	}
	return "labels." + f.ID
}

// filterOf gives the filter expression of a query, without the selection of one facet.
func filterOf(q search.Query, without string) []string {
	var filter []string
	if q.CategoryID != 0 {
		filter = append(filter, "categories = "+strconv.FormatInt(q.CategoryID, 10))
	}
	for _, s := range q.Selections {
		if s.Facet == without {
			continue
		}
		if len(s.Values) > 0 {
			values := make([]string, len(s.Values))
			for i, v := range s.Values {
				values[i] = quote(v)
			}
			filter = append(filter, quote(filterAttribute(s.Facet))+" IN ["+strings.Join(values, ", ")+"]")
			continue
		}
		attribute := quote("n." + s.Facet)
		if s.Min != nil {
			filter = append(filter, attribute+" >= "+strconv.FormatInt(*s.Min, 10))
		}
		if s.Max != nil {
			filter = append(filter, attribute+" <= "+strconv.FormatInt(*s.Max, 10))
		}
	}
	return filter
}

// quote makes a text that a customer may have written safe inside a filter expression.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

var orders = map[search.Sort][]string{
	search.ByPopularity: {"popularity:desc", "id:asc"},
	search.ByPriceUp:    {"price:asc", "id:asc"},
	search.ByPriceDown:  {"price:desc", "id:asc"},
	search.ByNewest:     {"createdAt:desc", "id:asc"},
	search.ByName:       {"nameKey:asc", "id:asc"},
}
