package catalog

import (
	"strconv"
	"strings"
)

// Quantity gives a stored number of an attribute as it is shown: the number in the language's way, and its unit, which is empty
// where the attribute has none: 156 of 10 "Zoll" are "15,6" and "Zoll". A thousand gigabytes and more are told in terabytes where
// these have one decimal at most: 2000 "GB" are "2" and "TB", 1024 stay what they are.
func (d AttributeDef) Quantity(n int64, lang Lang) (number, unit string) {
	divisor, unit := max(d.Divisor, 1), d.UnitIn(lang)
	if unit == "GB" && n >= 1000*divisor && n%(100*divisor) == 0 {
		divisor, unit = 1000*divisor, "TB"
	}
	return Decimal(n, divisor, lang), unit
}

// QuantityText gives what Quantity does in one: "15,6 Zoll".
func (d AttributeDef) QuantityText(n int64, lang Lang) string {
	return withUnit(d.Quantity(n, lang))
}

// StoredText gives a stored number in the unit of the attribute's definition, however large it is: "2000 GB", as some type it who
// search.
func (d AttributeDef) StoredText(n int64, lang Lang) string {
	return withUnit(Decimal(n, d.Divisor, lang), d.UnitIn(lang))
}

func withUnit(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + " " + unit
}

// Decimal gives n/divisor in the language's way, with four decimals at most and without needless zeros: 156 of 10 is
// "15,6". A divisor below 2 divides nothing.
func Decimal(n, divisor int64, lang Lang) string {
	if divisor <= 1 {
		return strconv.FormatInt(n, 10)
	}
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	whole, rest := n/divisor, n%divisor
	if rest == 0 {
		return sign + strconv.FormatInt(whole, 10)
	}
	var digits strings.Builder
	for rest > 0 && digits.Len() < 4 {
		rest *= 10
		digits.WriteByte(byte('0' + rest/divisor))
		rest %= divisor
	}
	point := ","
	if lang == English {
		point = "."
	}
	decimals := strings.TrimRight(digits.String(), "0")
	if decimals == "" {
		return sign + strconv.FormatInt(whole, 10)
	}
	return sign + strconv.FormatInt(whole, 10) + point + decimals
}
