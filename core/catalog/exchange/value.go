package exchange

import (
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Value is an attribute's value as a file writes it: 15.6, true, "IPS", or {"de": "Schwarz", "en": "Black", "hex":
// "#111111"}. What it means is the attribute definition's to say: a number is given as shown and scaled by the divisor.
type Value struct {
	Text    catalog.Text
	Hex     string
	Literal string // as written, of a number or a bool
}

// Number makes the value of a number attribute from its decimal text.
func Number(decimal string) Value { return Value{Literal: decimal} }

// Flag makes the value of a bool attribute.
func Flag(b bool) Value { return Value{Literal: strconv.FormatBool(b)} }

// Word makes the value of a text attribute that reads the same in every language.
func Word(s string) Value { return Value{Text: catalog.Text{DE: s}} }

type textValue struct {
	DE  string `json:"de"`
	EN  string `json:"en,omitempty"`
	Hex string `json:"hex,omitempty"`
}

// MarshalJSON writes the shortest form.
func (v Value) MarshalJSON() ([]byte, error) {
	switch {
	case v.Literal != "":
		return []byte(v.Literal), nil
	case v.Text.EN == "" && v.Hex == "":
		return json.Marshal(v.Text.DE)
	}
	return json.Marshal(textValue{v.Text.DE, v.Text.EN, v.Hex})
}

// UnmarshalJSON reads any of the forms.
func (v *Value) UnmarshalJSON(text []byte) error {
	switch text[0] {
	case '"':
		return json.Unmarshal(text, &v.Text.DE)
	case '{':
		var t textValue
		if err := decode(text, &t); err != nil {
			return err
		}
		v.Text, v.Hex = catalog.Text{DE: t.DE, EN: t.EN}, t.Hex
		return nil
	case '[', 'n':
		return errors.New("an attribute is a text, a number, a bool or an object with de, en and hex")
	}
	v.Literal = string(text)
	return nil
}

func attributes(values map[string]Value, defs []catalog.AttributeDef) ([]catalog.Attribute, []fault.Field) {
	var list []catalog.Attribute
	var wrong []fault.Field
	left := maps.Clone(values)
	for _, def := range defs {
		v, given := left[def.Key]
		if !given {
			continue
		}
		delete(left, def.Key)
		a, reason := v.attribute(def)
		if reason != "" {
			wrong = append(wrong, fault.Field{Name: "attributes." + def.Key, Reason: reason})
		}
		list = append(list, a)
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		wrong = append(wrong, fault.Field{Name: "attributes." + key, Reason: "attribute_unknown"})
	}
	return list, wrong
}

func (v Value) attribute(def catalog.AttributeDef) (a catalog.Attribute, reason string) {
	a = catalog.Attribute{Key: def.Key}
	switch def.Type {
	case catalog.NumberAttribute:
		n, ok := scaled(v.literal(), max(def.Divisor, 1))
		if !ok {
			return a, "not_a_number"
		}
		a.Number = n
	case catalog.BoolAttribute:
		b, err := strconv.ParseBool(v.literal())
		if err != nil {
			return a, "not_a_bool"
		}
		if b {
			a.Number = 1
		}
	default:
		if v.Literal != "" {
			return a, "not_a_text"
		}
		a.Text, a.Hex = v.Text, v.Hex
	}
	return a, ""
}

// valueOf gives the value as a file would have it.
func valueOf(a catalog.Attribute, def catalog.AttributeDef) Value {
	switch def.Type {
	case catalog.NumberAttribute:
		return Number(unscaled(a.Number, max(def.Divisor, 1)))
	case catalog.BoolAttribute:
		return Flag(a.Number == 1)
	}
	return Value{Text: a.Text, Hex: a.Hex}
}

// cellValue reads "Schwarz|Black|#111111": German, then English, then the swatch; the last two may be left out.
func cellValue(cell string) Value {
	parts := strings.SplitN(cell, "|", 3)
	v := Value{Text: catalog.Text{DE: parts[0]}}
	if len(parts) > 1 {
		v.Text.EN = parts[1]
	}
	if len(parts) > 2 {
		v.Hex = parts[2]
	}
	return v
}

// String writes the value as a cell has it, empty where there is none.
func (v Value) String() string {
	return strings.TrimRight(strings.Join([]string{v.literal(), v.Text.EN, v.Hex}, "|"), "|")
}

// ambiguous reports whether a cell would be read as something else.
func (v Value) ambiguous() bool { return strings.Contains(v.Text.DE+v.Text.EN, "|") }

// literal gives the written form; CSV cannot tell texts from numbers, so a text may hold one.
func (v Value) literal() string {
	if v.Literal != "" {
		return v.Literal
	}
	return v.Text.DE
}

// scaled gives decimal times divisor exactly. It fails where that is no whole number or does not fit.
func scaled(decimal string, divisor int64) (int64, bool) {
	whole, fraction, _ := strings.Cut(decimal, ".")
	negative := strings.HasPrefix(whole, "-")
	fraction = strings.TrimRight(fraction, "0")
	digits := strings.TrimPrefix(whole, "-") + fraction
	if digits == "" || len(digits) > 15 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || divisor > catalog.MaxDivisor || n > (1<<62)/divisor {
		return 0, false
	}
	n *= divisor
	for range len(fraction) {
		if n%10 != 0 {
			return 0, false
		}
		n /= 10
	}
	if negative {
		n = -n
	}
	return n, true
}

// unscaled gives the decimal text of what scaled made of it.
func unscaled(n, divisor int64) string {
	const places = 15 // that scaled reads
	text := big.NewRat(n, divisor).FloatString(places)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
