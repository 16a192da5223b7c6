package address

import (
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// BadPhone is the reason for a text that no phone number of the country can be. It is a translation key.
const BadPhone = "invalid_phone"

var (
	phoneShape = regexp.MustCompile(`^\+*[\d\s/().-]+$`)
	formats    = regexp.MustCompile(`\p{Cf}`) // marks of the direction of writing, which come along with a number copied from an address book
)

// Phone gives a number in international form, "+49301234567", and the reason why it is wrong or "". A number without a
// calling code is one of the country; its leading zero goes, except where it is part of the number (Italy).
func Phone(text string, countryID int) (number, reason string) {
	text = strings.TrimSpace(formats.ReplaceAllString(text, ""))
	if text == "" {
		return "", ""
	}
	if !phoneShape.MatchString(text) {
		return text, BadPhone
	}
	if trimmed := strings.TrimLeft(text, "+"); trimmed != text {
		text = "+" + trimmed
	}
	if rest, ok := strings.CutPrefix(text, "00"); ok {
		text = "+" + rest
	}
	country, known := CountryByID(countryID)
	if !known {
		country = *byID[Germany]
	}
	parsed, err := phonenumbers.Parse(text, country.ISO)
	// What is possible within a town alone, "12", reaches nobody from elsewhere.
	if err != nil || phonenumbers.IsPossibleNumberWithReason(parsed) != phonenumbers.IS_POSSIBLE {
		return text, BadPhone
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), ""
}
