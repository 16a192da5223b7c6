package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// buyer is who approved the order. PayPal gives a billing address only to shops that may have it, and then often no more
// than the country; such a half is left out.
func (o order) buyer() *payment.Buyer {
	who := o.Source.PayPal
	if who.Email == "" {
		who = o.Payer
	}
	b := &payment.Buyer{Email: who.Email}
	if len(o.Units) > 0 && o.Units[0].Shipping != nil {
		to := o.Units[0].Shipping
		b.Delivery = to.Address.place(who.named(to.Name.FullName))
	}
	if who.Address != nil && who.Address.Line1 != "" && who.Address.City != "" && who.Address.PostalCode != "" {
		b.Billing = who.Address.place(who.Name.Given, who.Name.Surname)
	}
	return b
}

// named splits a full name: as the account's own where they are the same, and else before the last word.
func (p payer) named(full string) (first, last string) {
	full = strings.Join(strings.Fields(full), " ")
	if full == "" || full == strings.TrimSpace(p.Name.Given+" "+p.Name.Surname) {
		return p.Name.Given, p.Name.Surname
	}
	if i := strings.LastIndexByte(full, ' '); i >= 0 {
		return full[:i], full[i+1:]
	}
	return "", full
}

var (
	packstation = regexp.MustCompile(`(?i)^packstation\s+([0-9]{3})$`)
	postNumber  = regexp.MustCompile(`^[0-9]{6,10}$`)
	// houseNumber is what German streets end with: "1", "12a", "12 a", "3-5", "7/9".
	houseNumber = regexp.MustCompile(`^(.*?\S)\s+([0-9]+\s?[a-zA-Z]?(?:\s?[-/+]\s?[0-9]+\s?[a-zA-Z]?)*)$`)
)

// place reads PayPal's address lines, of which a Packstation's may come in either order. A second line that is no post
// number has no other place than the company's.
func (a address) place(first, last string) *base.Address {
	to := &base.Address{Kind: base.AddressPostal, FirstName: first, LastName: last, PostalCode: a.PostalCode, City: a.City, Country: a.Country}
	line1, line2 := strings.TrimSpace(a.Line1), strings.TrimSpace(a.Line2)
	for _, lines := range [][2]string{{line1, line2}, {line2, line1}} {
		if m := packstation.FindStringSubmatch(lines[0]); m != nil && postNumber.MatchString(lines[1]) {
			to.Kind, to.StreetNumber, to.PostNumber = base.AddressPackstation, m[1], lines[1]
			return to
		}
	}
	to.Street, to.Company = line1, line2
	if m := houseNumber.FindStringSubmatch(line1); m != nil {
		to.Street, to.StreetNumber = m[1], m[2]
	}
	return to
}
