package address

import "slices"

// Rule is what holds for one field of the address form. Lengths count characters after trimming.
type Rule struct {
	Field     string
	Required  bool
	Min, Max  int
	Forbidden string // characters that must not occur
}

// MaxFullName is the most characters that first and last name of a delivery address have together.
const MaxFullName = 50

// HouseNumber is the pattern of a street number, where there is one.
const HouseNumber = `^\d`

const noSymbols = `*$%&§(){}/\"!'?=`

// The table by which the server checks, and by which the storefront's form checks before it.
var rules = []Rule{
	{Field: "company", Min: 2, Max: 50},
	{Field: "firstName", Required: true, Min: 2, Max: 30, Forbidden: noSymbols},
	{Field: "lastName", Required: true, Min: 2, Max: 30, Forbidden: noSymbols},
	{Field: "streetName", Required: true, Min: 2, Max: 30, Forbidden: noSymbols},
	{Field: "streetNumber", Max: 10},
	{Field: "zipCode", Required: true, Min: 2, Max: 20},
	{Field: "cityName", Required: true, Min: 3, Max: 30, Forbidden: noSymbols},
	{Field: "telephoneNumber", Min: 2, Max: 30},
	{Field: "email", Required: true, Min: 3, Max: 80},
	{Field: "vatId", Min: 3, Max: 20},
	{Field: "postNumber", Min: 6, Max: 10},
}

// keywords make a name that of a company.
var keywords = []string{"GmbH"}

// Rules gives the table.
func Rules() []Rule { return slices.Clone(rules) }

// Keywords gives the words that names must not contain, whatever their case.
func Keywords() []string { return slices.Clone(keywords) }

func ruleOf(field string) Rule {
	for _, r := range rules {
		if r.Field == field {
			return r
		}
	}
	panic("address: no rule for " + field)
}
