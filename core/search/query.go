package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds on what a request may ask of an engine.
const (
	MaxTextLength = 80  // runes of a query; the rest is cut off
	MaxWords      = 10  // words of a query that count
	MaxPage       = 500 // pages that can be reached
	MaxPageSize   = 100
	maxChoices    = 40  // filters of one query
	maxValues     = 100 // values of one filter
)

// Clean gives the query that engines see: text trimmed, squeezed and cut, page and size within bounds, and one
// selection per facet: values of the same facet are joined, its ranges narrowed, and selections of nothing dropped.
func (q Query) Clean() Query {
	q.Text = cleanText(q.Text)
	q.Page = min(max(q.Page, 1), MaxPage)
	if q.Size <= 0 {
		q.Size = PageSize
	}
	q.Size = min(q.Size, MaxPageSize)
	q.Selections = merge(q.Selections)
	return q
}

func cleanText(text string) string {
	text = norm.NFC.String(strings.Map(seen, text)) // an umlaut may come as two characters
	if digits := eanDigits.Replace(strings.TrimSpace(text)); ean.MatchString(digits) {
		return digits
	}
	words := strings.Fields(text)
	if !Wordless(text) {
		words = slices.DeleteFunc(words, Wordless) // the dash of "Netzteil - 750 W"
	}
	text = strings.Join(words[:min(len(words), MaxWords)], " ")
	if utf8.RuneCountInString(text) > MaxTextLength {
		text = strings.TrimSpace(string([]rune(text)[:MaxTextLength]))
	}
	return text
}

// Wordless reports whether a text has no letter and no digit. No product is found by it, unless there is no text at all.
func Wordless(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// seen leaves out what nobody sees: text that was copied has soft hyphens and spaces of no width in its words.
func seen(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// eanDigits takes out what stands between an EAN's groups of digits where it is printed.
var eanDigits = strings.NewReplacer(" ", "", "\u00a0", "", "-", "")

var ean = regexp.MustCompile(`^\d{13}$`)

func merge(selections []Selection) []Selection {
	if !needsMerge(selections) {
		return selections
	}
	var merged []Selection
	for _, s := range selections {
		if s.selectsNothing() {
			continue
		}
		i := slices.IndexFunc(merged, func(m Selection) bool { return m.Facet == s.Facet })
		if i < 0 {
			s.Values = slices.Clone(s.Values)
			merged = append(merged, s)
			continue
		}
		merged[i].Values = append(merged[i].Values, s.Values...)
		merged[i].Min = tighter(merged[i].Min, s.Min, func(a, b int64) bool { return a > b })
		merged[i].Max = tighter(merged[i].Max, s.Max, func(a, b int64) bool { return a < b })
	}
	return merged
}

func needsMerge(selections []Selection) bool {
	for i, s := range selections {
		if s.selectsNothing() {
			return true
		}
		for _, other := range selections[:i] {
			if other.Facet == s.Facet {
				return true
			}
		}
	}
	return false
}

func (s Selection) selectsNothing() bool { return len(s.Values) == 0 && s.Min == nil && s.Max == nil }

func tighter(a, b *int64, wins func(a, b int64) bool) *int64 {
	if a == nil || (b != nil && wins(*b, *a)) {
		return b
	}
	return a
}

// ComposeSuggestions makes the list for the search box out of what an engine found: first the text in the best
// categories, two at most, then products. Engines give only categories that hold several of the results.
func ComposeSuggestions(text string, categories []int64, cards []Card) []Suggestion {
	const maxCategories = 2
	list := make([]Suggestion, 0, MaxSuggestions)
	for _, id := range categories[:min(len(categories), maxCategories)] {
		list = append(list, Suggestion{Text: text, CategoryID: id})
	}
	for i := range cards[:min(len(cards), MaxSuggestions-len(list))] {
		c := &cards[i]
		list = append(list, Suggestion{Text: c.Name, CategoryID: c.CategoryID, Product: c, Price: c.Prices.Price})
	}
	return list
}

// CompareStock orders what is in stock before what is not.
func CompareStock(a, b Card) int {
	switch {
	case a.Available == b.Available:
		return 0
	case a.Available:
		return -1
	}
	return 1
}

// CompareCounts orders the values of a facet: by falling N, then by value.
func CompareCounts(a, b Count) int {
	if a.N != b.N {
		return b.N - a.N
	}
	return strings.Compare(a.Value, b.Value)
}

// SuggestText gives the text to suggest for, and whether it is long enough and has a word.
func SuggestText(text string) (string, bool) {
	text = cleanText(text)
	return text, utf8.RuneCountInString(text) >= MinSuggestChars && !Wordless(text)
}
