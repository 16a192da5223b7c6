package search

import (
	"embed"
	"encoding/json"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

//go:embed texts/*.json texts/*.txt
var textFiles embed.FS

// texts are the names of the built-in facets and of their values.
var texts = map[catalog.Lang]map[string]string{catalog.German: loadTexts("de"), catalog.English: loadTexts("en")}

func loadTexts(lang string) map[string]string {
	body, err := textFiles.ReadFile("texts/" + lang + ".json")
	if err != nil {
		panic(err) // the file is part of the program
	}
	var m map[string]string
	if err := json.Unmarshal(body, &m); err != nil {
		panic(err) // as above
	}
	return m
}

func textOf(key string, lang catalog.Lang) string {
	if t, ok := texts[lang][key]; ok {
		return t
	}
	return texts[catalog.German][key]
}

// Decimal gives n/divisor in the language's way, with four decimals at most and without needless zeros: 156 of 10 is
// "15,6". A divisor below 2 divides nothing.
func Decimal(n, divisor int64, lang catalog.Lang) string {
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
	if lang == catalog.English {
		point = "."
	}
	decimals := strings.TrimRight(digits.String(), "0")
	if decimals == "" {
		return sign + strconv.FormatInt(whole, 10)
	}
	return sign + strconv.FormatInt(whole, 10) + point + decimals
}

func withUnit(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + " " + unit
}
