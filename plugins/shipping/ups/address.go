package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/sdk/base"
)

// union are the countries of the European Union, which need no customs papers.
var union = func() map[string]bool {
	out := map[string]bool{}
	for _, country := range strings.Fields("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK") {
		out[country] = true
	}
	return out
}()

// Lengths that UPS takes.
const (
	maxName       = 35
	maxLine       = 35
	maxLines      = 3
	maxCity       = 30
	maxPostalCode = 9
	maxPhone      = 15
	maxEmail      = 50
)

// check gives what UPS would refuse, by the names of the wire.
func (s *settings) check(a *base.Address) (wrong base.Misfits) {
	wrong.Add(!s.fees.Serves(a.Country), "country", "not_served")
	if !a.IsDoor() {
		wrong.Add(true, "street", "required")
		return wrong
	}
	wrong.Add(strings.TrimSpace(a.LastName+a.Company) == "", "last_name", "required")
	wrong.Add(strings.TrimSpace(a.Street) == "", "street", "required")
	wrong.Add(len(lines(a.Street+" "+a.StreetNumber)) > maxLines, "street", "too_long")
	wrong.Add(strings.TrimSpace(a.City) == "", "city", "required")
	wrong.Add(utf8.RuneCountInString(a.City) > maxCity, "city", "too_long")
	wrong.Add(strings.TrimSpace(a.PostalCode) == "", "postal_code", "required")
	wrong.Add(len(a.PostalCode) > maxPostalCode, "postal_code", "too_long")
	// UPS calls the receiver of what goes abroad.
	wrong.Add(a.Country != "DE" && digits(a.Phone) == "", "phone", "required")
	return wrong
}

// characterSets are UPS's for labels in letters that its default, Latin-1, has not.
var characterSets = map[string]string{
	"BG": "bul", "CZ": "ces", "EE": "est", "GR": "ell", "CY": "ell", "HU": "hun", "LT": "lit", "LV": "lav", "PL": "pol", "RO": "ron", "SK": "slk",
}

// receiver writes a checked address as UPS has it.
func receiver(a *base.Address, email string) party {
	person := strings.TrimSpace(a.FirstName + " " + a.LastName)
	if len(email) > maxEmail {
		email = "" // a shortened one is somebody else's
	}
	p := party{Name: base.Cut(person, maxName), AttentionName: base.Cut(person, maxName), EMailAddress: email,
		Address: address{AddressLine: lines(a.Street + " " + a.StreetNumber), City: a.City, PostalCode: a.PostalCode, CountryCode: a.Country}}
	if a.Company != "" {
		p.Name = base.Cut(a.Company, maxName)
		if person == "" {
			p.AttentionName = p.Name
		}
	}
	if number := digits(a.Phone); number != "" {
		p.Phone = &phone{Number: number}
	}
	return p
}

// lines breaks a street into lines that UPS prints, at spaces where there are any.
func lines(text string) (out []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for chunk := range slices.Chunk([]rune(word), maxLine) {
			switch {
			case line == "":
				line = string(chunk)
			case utf8.RuneCountInString(line)+1+len(chunk) <= maxLine:
				line += " " + string(chunk)
			default:
				out = append(out, line)
				line = string(chunk)
			}
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// digits is a telephone number as UPS takes it.
func digits(number string) string {
	only := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) && r < 0x80 {
			return r
		}
		return -1
	}, number)
	return base.Cut(only, maxPhone)
}
