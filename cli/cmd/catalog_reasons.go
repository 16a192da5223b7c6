package cmd

import (
	"fmt"
	"strings"

	"kontor.dev/kontor/core/catalog/exchange"
)

// importReasons says in a few words what the reasons of a bad line mean.
var importReasons = map[string]string{
	"missing":                 "is missing",
	"too_long":                "is too long",
	"too_many":                "has too many entries",
	"negative":                "must not be negative",
	"out_of_range":            "is out of range",
	"duplicate":               "comes twice",
	"control_character":       "holds a control character",
	"image_key_invalid":       "is no key of a picture",
	"link_invalid":            "is neither a path of the shop nor an address that begins with https://",
	"article_number_invalid":  "must be 1 to 40 letters, digits and . / _ -",
	"ean_check_digit":         "is no EAN: 8 or 13 digits, the last one the check digit",
	"slug_invalid":            "must be lower case words with hyphens between",
	"key_invalid":             "must be a lower case word of at most 40 characters",
	"key_taken":               "is a name that a listing's address has for something else, so that nothing can be filtered by it",
	"own_parent":              "is the category itself",
	"own_descendant":          "is below the category itself: move that one away first",
	"category_unknown":        "is not in the shop and not earlier in the files",
	"category_parent_unknown": "is not in the shop and not earlier in the files: a category comes before its children",
	"type_unknown":            "is none of text, number, bool, color",
	"filter_unknown":          "is none of radio, checkbox, range",
	"range_needs_number":      "can only be a range when the attribute is a number",
	"attribute_unknown":       "is not defined for the category",
	"not_a_number":            "is no number that its divisor makes whole",
	"not_a_bool":              "is neither true nor false",
	"not_a_text":              "must be a text",
	"hex_invalid":             "has a colour that is not written #rrggbb",
	"condition_unknown":       "is none of new, refurbished, used",
	"unit_unknown":            "is none of kg, l, m, m2",
	"invalid":                 "is no day that is written 2031-03-31",
	"class_unknown":           "is no letter from A to G",
	"country_unknown":         "names a country that the shop does not serve",
	"not_below_price":         "must be below the price",
	"price_or_date_missing":   "needs a price and a day after 1990",
	"warehouse_missing":       "has pieces in a warehouse without a name",
	"in_future":               "lies in the future",
}

// lineError is one sentence: where, which product, and everything that is wrong.
func lineError(e exchange.LineError) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: ", e.File, e.Line)
	if e.ArticleNumber != "" {
		fmt.Fprintf(&b, "%s: ", e.ArticleNumber)
	}
	parts := make([]string, 0, len(e.Problems)+1)
	if e.Reason != "" {
		parts = append(parts, e.Reason)
	}
	for _, p := range e.Problems {
		text, ok := importReasons[p.Reason]
		if !ok {
			text = p.Reason
		}
		parts = append(parts, p.Name+" "+text)
	}
	b.WriteString(strings.Join(parts, "; "))
	return b.String()
}
