package address

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/fault"
)

// The reasons why a field is wrong. They are translation keys.
const (
	Missing       = "missing"
	TooShort      = "too_short"
	TooLong       = "too_long"
	BadCharacter  = "invalid_characters"
	BadKeyword    = "keyword"             // a company's name in a person's
	BadNumber     = "invalid_housenumber" // a street number that does not begin with a digit
	BadZip        = "invalid_zip"
	BadCountry    = "invalid_country"
	NamesTooLong  = "fullname_too_long"
	OtherCountry  = "country_not_billing" // a delivery country other than the billing country, where that is the reach
	BadPostNumber = "invalid_postnumber"
)

var (
	houseNumber  = regexp.MustCompile(HouseNumber)
	lockerNumber = regexp.MustCompile(`^[1-9]\d{2}$`)
	onlyDigits   = regexp.MustCompile(`^\d+$`)
	bracketed    = regexp.MustCompile(`\([^()]*\)`)
)

// Normal gives the address as it is stored: trimmed, inner space squeezed, postcode and phone number in the form of their
// country, and the default country and kind where none is given.
func (a Address) Normal() Address {
	for _, text := range []*string{
		&a.Company, &a.FirstName, &a.LastName, &a.StreetName, &a.StreetNumber, &a.ZipCode, &a.CityName,
		&a.TelephoneNumber, &a.PostNumber,
	} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	if a.CountryID == 0 {
		a.CountryID = Germany
	}
	if a.Kind == "" {
		a.Kind = Invoice
	}
	if country, _ := CountryByID(a.CountryID); country.ZipForm != "" && country.zip.MatchString(a.ZipCode) {
		a.ZipCode = strings.ToUpper(country.zip.ReplaceAllString(a.ZipCode, country.ZipForm))
	}
	if phone, reason := Phone(a.TelephoneNumber, a.CountryID); reason == "" {
		a.TelephoneNumber = phone
	}
	return a
}

// Fit gives the address of a place, as a carrier writes it, as the forms would have it: without what stands in brackets and
// other characters that they refuse, as in "Halle (Saale)", and no longer than they take.
func (a Address) Fit() Address {
	for field, text := range map[string]*string{"company": &a.Company, "streetName": &a.StreetName, "cityName": &a.CityName} {
		*text = fit(ruleOf(field), *text)
	}
	return a
}

func fit(r Rule, text string) string {
	if strings.Contains(r.Forbidden, "(") {
		text = bracketed.ReplaceAllString(text, " ")
	}
	text = strings.Map(func(c rune) rune {
		if strings.ContainsRune(r.Forbidden, c) || unprintable(c) {
			return ' '
		}
		return c
	}, text)
	words := []rune(strings.Join(strings.Fields(text), " "))
	return strings.TrimSpace(string(words[:min(len(words), r.Max)]))
}

// Check gives the fields of a normal address that break the rules, each once, under their names in the form. Checks
// between an invoice and a delivery address are CheckDelivery's.
func (a Address) Check() []fault.Field {
	var wrong []fault.Field
	add := func(field, reason string) {
		if reason != "" {
			wrong = append(wrong, fault.Field{Name: field, Reason: reason})
		}
	}
	add("company", checkText("company", a.Company))
	add("firstName", first(checkText("firstName", a.FirstName), checkKeyword(a.FirstName)))
	add("lastName", first(checkText("lastName", a.LastName), checkKeyword(a.LastName)))
	add("streetName", checkText("streetName", a.StreetName))
	add("streetNumber", first(checkText("streetNumber", a.StreetNumber), a.checkStreetNumber()))
	country, known := CountryByID(a.CountryID)
	if !known || a.Kind.Collected() && a.CountryID != Germany {
		add("countryId", BadCountry)
	}
	add("zipCode", first(checkText("zipCode", a.ZipCode), checkZip(country, a.ZipCode)))
	add("cityName", checkText("cityName", a.CityName))
	_, phone := Phone(a.TelephoneNumber, a.CountryID)
	add("telephoneNumber", first(checkText("telephoneNumber", a.TelephoneNumber), phone))
	add("postNumber", a.checkPostNumber())
	return wrong
}

// Reach says into which countries goods go, seen from the country that is billed.
type Reach int

// The reaches.
const (
	BilledCountry   Reach = iota // to that one alone; for businesses always, because their VAT depends on it
	ServedCountries              // to every country that the shop serves: Regulation (EU) 2018/302, article 4
)

// For gives the reach for a kind of customer.
func (r Reach) For(business bool) Reach {
	if business {
		return BilledCountry
	}
	return r
}

// CheckDelivery gives what is wrong with a as the delivery address beside an invoice address.
func (a Address) CheckDelivery(invoice Address, reach Reach) []fault.Field {
	wrong := a.Check()
	if reach == BilledCountry && a.CountryID != invoice.CountryID {
		wrong = append(wrong, fault.Field{Name: "countryId", Reason: OtherCountry})
	}
	if utf8.RuneCountInString(a.FirstName)+utf8.RuneCountInString(a.LastName) > MaxFullName {
		wrong = append(wrong, fault.Field{Name: "lastName", Reason: NamesTooLong})
	}
	return wrong
}

func (a Address) checkStreetNumber() string {
	if a.Kind == DHLPackstation {
		return checkLocker(a.StreetNumber)
	}
	if a.StreetNumber == "" || houseNumber.MatchString(a.StreetNumber) {
		return ""
	}
	return BadNumber
}

// checkLocker checks the number of a Packstation, by which alone a parcel finds it.
func checkLocker(number string) string {
	switch {
	case number == "":
		return Missing
	case !lockerNumber.MatchString(number):
		return BadNumber
	}
	return ""
}

func (a Address) checkPostNumber() string {
	switch {
	case a.PostNumber == "" && a.Kind == DHLPackstation:
		return Missing
	case a.PostNumber != "" && !onlyDigits.MatchString(a.PostNumber):
		return BadPostNumber
	}
	return checkText("postNumber", a.PostNumber)
}

// checkText holds a text against its rule in the table.
func checkText(field, text string) string {
	r := ruleOf(field)
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && r.Required:
		return Missing
	case n == 0:
		return ""
	case n < r.Min:
		return TooShort
	case n > r.Max:
		return TooLong
	case strings.ContainsAny(text, r.Forbidden), strings.ContainsFunc(text, unprintable):
		return BadCharacter
	}
	return ""
}

func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

func checkKeyword(name string) string {
	for _, word := range keywords {
		if strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
			return BadKeyword
		}
	}
	return ""
}

func checkZip(c Country, zip string) string {
	if c.zip == nil || c.zip.MatchString(zip) {
		return ""
	}
	return BadZip
}

func first(reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}
