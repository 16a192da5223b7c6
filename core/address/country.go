package address

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// Country is a country that the shop serves.
type Country struct {
	ID          int          `json:"id"` // of the forms; 81 is Germany
	ISO         string       `json:"iso"`
	Name        catalog.Text `json:"name"`
	CallingCode string       `json:"callingCode"` // digits: "49"
	ZipPattern  string       `json:"zipPattern"`  // regular expression for a whole postcode, as people write it
	ZipForm     string       `json:"zipForm"`     // what it is kept as, of the pattern's groups; empty: as it was written

	zip *regexp.Regexp
}

// List is one of the four country lists of the forms.
type List string

// The lists.
const (
	PrivateBilling   List = "private-billing"
	PrivateDelivery  List = "private-delivery"
	BusinessBilling  List = "business-billing"
	BusinessDelivery List = "business-delivery"
)

//go:embed countries.json
var countriesJSON []byte

// all is in the order of the file: Germany, Austria, then by ISO code.
var all, byID = loadCountries()

func loadCountries() ([]Country, map[int]*Country) {
	var list []Country
	if err := json.Unmarshal(countriesJSON, &list); err != nil {
		panic(err) // the file is embedded: a test reads it before anyone else
	}
	index := make(map[int]*Country, len(list))
	for i := range list {
		c := &list[i]
		c.zip = regexp.MustCompile("^(?:" + c.ZipPattern + ")$")
		index[c.ID] = c
	}
	return list, index
}

// Countries gives a list. The shop serves the same countries for all four; which of them a checkout allows follows from
// its billing country and products.
func Countries(list List) []Country {
	switch list {
	case PrivateBilling, PrivateDelivery, BusinessBilling, BusinessDelivery:
		return all
	}
	return nil
}

// CountriesIn gives a list in the order in which people look through it: Germany and Austria, then by name in the language.
func CountriesIn(list List, lang catalog.Lang) []Country {
	sorted := slices.Clone(Countries(list))
	if len(sorted) > neighbours {
		slices.SortFunc(sorted[neighbours:], func(a, b Country) int { return strings.Compare(a.Name.In(lang), b.Name.In(lang)) })
	}
	return sorted
}

const neighbours = 2 // at the top, where most customers find theirs

// CountryByID finds a country of the shop.
func CountryByID(id int) (Country, bool) {
	c, ok := byID[id]
	if !ok {
		return Country{}, false
	}
	return *c, true
}
