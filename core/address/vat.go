package address

import (
	"strings"
	"unicode/utf8"

	"kontor.dev/kontor/core/vat"
)

// BadVAT is the reason for a VAT id that cannot be one of the country. It is a translation key.
const BadVAT = "invalid_vat_id"

// VATID gives a VAT id in capitals without spaces, and the reason why it is wrong or "". It is needed by businesses
// outside of Germany; its prefix is the billing country's (Greece writes EL), its form and check digits are those of
// core/vat.
func VATID(text string, countryID int) (id, reason string) {
	id = vat.Normal(text)
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
	if !vat.Valid(id) || known && !strings.HasPrefix(id, vat.Prefix(country.ISO)) {
		return id, BadVAT
	}
	return id, ""
}
