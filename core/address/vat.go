package address

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// BadVAT is the reason for a VAT id that cannot be one of the country. It is a translation key.
const BadVAT = "invalid_vat_id"

var vatShape = regexp.MustCompile(`^[A-Z]{2}[0-9A-Z+*]{2,12}$`)

// VATID gives a VAT id in capitals without spaces, and the reason why it is wrong or "". It is needed by businesses
// outside of Germany; its prefix is the billing country's (Greece writes EL).
func VATID(text string, countryID int) (id, reason string) {
	id = strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "").Replace(strings.TrimSpace(text)))
	r := ruleOf("vatId")
	switch n := utf8.RuneCountInString(id); {
	case n == 0 && countryID != Germany:
		return id, Missing
	case n == 0:
		return id, ""
	case n < r.Min:
		return id, TooShort
	case n > r.Max:
		return id, TooLong
	}
	country, known := CountryByID(countryID)
	prefix := country.ISO
	if prefix == "GR" {
		prefix = "EL"
	}
	if !vatShape.MatchString(id) || known && !strings.HasPrefix(id, prefix) {
		return id, BadVAT
	}
	return id, ""
}
