package main

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
)

var (
	shopForm       = regexp.MustCompile(`^([A-Z]{2})?[0-9]{1,16}$`) // "DE40501", "656499"
	postalCodeForm = regexp.MustCompile(`^[0-9]{5}$`)
)

// Lengths that Hermes takes.
const (
	maxName   = 50
	maxStreet = 50 // with the house number
	maxHouse  = 5
	maxTown   = 30
	maxMail   = 70
	maxPhone  = 18
)

// serves reports whether the option is for such an address: a PaketShop that was chosen, a parcel shop that was not
// chosen yet, or a postal address, next to which Hermes chooses one.
func (s *settings) serves(a *base.Address) bool {
	if a.Country != "DE" {
		return false
	}
	switch a.Kind {
	case base.AddressUnspecified, base.AddressPostal:
		return s.nearHome
	case base.AddressParcelShop:
		return shopForm.MatchString(a.PointID) || a.PointID == "" && !strings.EqualFold(a.Street, "Postfiliale")
	}
	return false
}

// check gives what Hermes would refuse, by the names of the wire.
func (s *settings) check(a *base.Address) base.Misfits {
	a, wrong := latin(a)
	wrong.Add(a.Country != "DE", "country", "not_served")
	wrong.Add(a.Country == "DE" && !s.serves(a), "point_id", "not_served")
	wrong.Add(strings.TrimSpace(a.LastName) == "", "last_name", "required")
	wrong.Add(utf8.RuneCountInString(a.LastName) > maxName, "last_name", "too_long")
	wrong.Add(utf8.RuneCountInString(a.FirstName) > maxName, "first_name", "too_long")
	wrong.Add(strings.TrimSpace(a.Street) == "", "street", "required")
	wrong.Add(utf8.RuneCountInString(a.Street)+utf8.RuneCountInString(a.StreetNumber) > maxStreet, "street", "too_long")
	wrong.Add(utf8.RuneCountInString(a.StreetNumber) > maxHouse, "street_number", "too_long")
	wrong.If(!postalCodeForm.MatchString(a.PostalCode), "postal_code")
	wrong.Add(strings.TrimSpace(a.City) == "", "city", "required")
	wrong.Add(utf8.RuneCountInString(a.City) > maxTown, "city", "too_long")
	return wrong
}
