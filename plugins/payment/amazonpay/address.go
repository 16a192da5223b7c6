package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// maxLine is how long a line of an address may be.
const maxLine = 180

// noPhone stands for a number that the customer did not give: Amazon insists on the field.
const noPhone = "0"

// shipTo gives the delivery address as Amazon takes it; nil when nothing is sent or the customer collects it.
func shipTo(p payment.Purchase) *address {
	a := p.Delivery
	if a == nil || p.DeliveryKind == base.DeliveryPickup || a.Kind == base.AddressStore || a.City == "" || a.PostalCode == "" || len(a.Country) != 2 {
		return nil
	}
	who := strings.TrimSpace(a.FirstName + " " + a.LastName)
	if who == "" {
		who = a.Company
	}
	to := &address{Name: base.Cut(who, 50), City: base.Cut(a.City, 50), PostalCode: base.Cut(a.PostalCode, 20), Country: a.Country, Phone: a.Phone}
	lines := []string{a.Company, strings.TrimSpace(a.Street + " " + a.StreetNumber)}
	switch {
	case a.Kind == base.AddressPackstation:
		lines = []string{a.PostNumber, "Packstation " + a.StreetNumber}
	case a.Company == "":
		lines = lines[1:]
	}
	to.Line1 = base.Cut(lines[0], maxLine)
	if len(lines) > 1 {
		to.Line2 = base.Cut(lines[1], maxLine)
	}
	if to.Phone == "" {
		to.Phone = noPhone
	}
	return to
}

// In German addresses of Amazon the last line that is filled is the street; those before name a company, or the post
// number of a packstation's customer.
var (
	numberedStreet = regexp.MustCompile(`^(.*\D)\s+(\d+\s*[a-zA-Z]?(?:\s*[-/+]\s*\d*\s*[a-zA-Z]?)*)$`)
	packstation    = regexp.MustCompile(`(?i)packstation\s*(?:nr\.?\s*)?(\d{1,4})`)
	postNumber     = regexp.MustCompile(`\b(\d{6,10})\b`)
)

// fromAmazon reads an address; nil stays nil. phone is the buyer's, for an address without one. What cannot be told
// apart stays where the customer sees it: a street without a number keeps the whole line.
func fromAmazon(a *address, phone string) *base.Address {
	if a == nil || a.City == "" && a.Line1 == "" && a.Name == "" {
		return nil
	}
	out := &base.Address{Kind: base.AddressPostal, PostalCode: strings.TrimSpace(a.PostalCode), City: strings.TrimSpace(a.City),
		Country: strings.ToUpper(a.Country), Phone: a.Phone}
	if out.Phone == "" || out.Phone == noPhone {
		out.Phone = phone
	}
	out.FirstName, out.LastName = splitName(a.Name)
	var lines []string
	for _, line := range []string{a.Line1, a.Line2, a.Line3} {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return out
	}
	if whole := strings.Join(lines, " "); packstation.MatchString(whole) {
		out.Kind, out.StreetNumber = base.AddressPackstation, packstation.FindStringSubmatch(whole)[1]
		if m := postNumber.FindStringSubmatch(packstation.ReplaceAllString(whole, " ")); m != nil {
			out.PostNumber = m[1]
		}
		return out
	}
	out.Street = lines[len(lines)-1]
	out.Company = strings.Join(lines[:len(lines)-1], " ")
	if m := numberedStreet.FindStringSubmatch(out.Street); m != nil {
		out.Street, out.StreetNumber = strings.TrimSpace(m[1]), m[2]
	}
	return out
}

// splitName takes the last word for the family name.
func splitName(whole string) (first, last string) {
	words := strings.Fields(whole)
	if len(words) == 0 {
		return "", ""
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}
