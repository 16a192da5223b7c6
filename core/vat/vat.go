// Package vat knows VAT ids: what one of each member state looks like, and whether the authority knows it.
//
// Shape and check digits follow rules.json, which the storefront's forms interpret as well. They are those of the member
// states, as the Commission publishes them with VIES (structure) and the states do (check digits).
package vat

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
)

// Rule is what holds for the ids of a member state. One of the forms must fit.
type Rule struct {
	Prefix string `json:"prefix"` // ISO 3166, but EL for Greece
	Forms  []Form `json:"forms"`
}

// Form is one way in which a state numbers businesses.
type Form struct {
	Pattern string         `json:"pattern"`          // regular expression for all that follows the prefix
	Values  map[string]int `json:"values,omitempty"` // what letters count in sums; others count 0
	Chain   bool           `json:"chain,omitempty"`  // the last digit is ISO 7064's MOD 11,10
	Sums    []Sum          `json:"sums,omitempty"`   // all of them hold

	shape *regexp.Regexp
}

// Sum is a weighted sum over the characters, taken modulo Mod. Without Digits and Letters it must be Equals; with them,
// it says which character stands at At.
type Sum struct {
	Weights []int  `json:"weights"`
	Fold    bool   `json:"fold,omitempty"` // products of two digits count as the sum of both
	Swap    []int  `json:"swap,omitempty"` // what a digit counts at even positions, the first being 0
	Plus    int    `json:"plus,omitempty"`
	Mod     int    `json:"mod"`
	Again   []int  `json:"again,omitempty"` // weights for a second try where the first gives 10
	Equals  int    `json:"equals,omitempty"`
	Digits  []int  `json:"digits,omitempty"`  // -1: no id has this remainder
	Letters string `json:"letters,omitempty"` // one for each remainder
	At      int    `json:"at,omitempty"`      // 0: the last
}

//go:embed rules.json
var rulesJSON []byte

var rules, byPrefix = load()

func load() ([]Rule, map[string]*Rule) {
	var list []Rule
	if err := json.Unmarshal(rulesJSON, &list); err != nil {
		panic(err) // the file is embedded: a test reads it before anyone else
	}
	index := make(map[string]*Rule, len(list))
	for i := range list {
		for j := range list[i].Forms {
			f := &list[i].Forms[j]
			f.shape = regexp.MustCompile("^(?:" + f.Pattern + ")$")
		}
		index[list[i].Prefix] = &list[i]
	}
	return list, index
}

// Rules gives the table. It must not be changed.
func Rules() []Rule { return rules }

// Normal gives an id in capitals, without what people put between its digits.
func Normal(text string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "", "/", "").Replace(strings.TrimSpace(text)))
}

// Prefix is what the ids of a country begin with.
func Prefix(iso string) string {
	if iso == "GR" {
		return "EL"
	}
	return iso
}

// Valid reports whether a normal id has the form of its state and right check digits.
func Valid(id string) bool {
	if len(id) < 2 {
		return false
	}
	rule := byPrefix[id[:2]]
	if rule == nil {
		return false
	}
	for i := range rule.Forms {
		if rule.Forms[i].holds(id[2:]) {
			return true
		}
	}
	return false
}

func (f *Form) holds(number string) bool {
	if !f.shape.MatchString(number) || f.Chain && !chained(number) {
		return false
	}
	for i := range f.Sums {
		if !f.Sums[i].holds(number, f.Values) {
			return false
		}
	}
	return true
}

func (s *Sum) holds(number string, values map[string]int) bool {
	rest := s.rest(number, values, s.Weights)
	if rest == 10 && s.Again != nil {
		rest = s.rest(number, values, s.Again)
	}
	at := len(number) - 1
	if s.At > 0 {
		at = s.At
	}
	switch {
	case s.Letters != "":
		return number[at] == s.Letters[rest]
	case s.Digits != nil:
		return int(number[at])-'0' == s.Digits[rest]
	}
	return rest == s.Equals
}

func (s *Sum) rest(number string, values map[string]int, weights []int) int {
	sum := s.Plus
	for i, weight := range weights {
		value, digit := values[number[i:i+1]], int(number[i])-'0'
		if digit >= 0 && digit <= 9 {
			value = digit
			if s.Swap != nil && i%2 == 0 {
				value = s.Swap[digit]
			}
		}
		product := value * weight
		if s.Fold && product > 9 {
			product -= 9
		}
		sum += product
	}
	return (sum%s.Mod + s.Mod) % s.Mod
}

// chained is ISO 7064's MOD 11,10.
func chained(number string) bool {
	product := 10
	for i := range len(number) - 1 {
		sum := (int(number[i]-'0') + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return (product+int(number[len(number)-1]-'0'))%10 == 1
}
