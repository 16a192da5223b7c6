package content

import (
	"slices"
	"strings"
)

// Addresses where the shop has pages of its own, or answers itself: no visitor would see what editors put there. A star is any part
// of an address, and two are all below.
var taken = []string{
	// Languages, which are the first part of an address.
	"de", "de/**", "en", "en/**",
	// The storefront's routes.
	"benachrichtigung", "bestellstatus", "kasse", "kasse/erfolgreich", "kategorie/*", "kundenkonto", "kundenkonto/**", "merkzettel",
	"newsletter", "newsletter/abmelden", "newsletter/bestaetigen", "produkt/*", "produkte", "produkte/*", "studentenprogramm",
	"studentenprogramm/bestaetigen", "vergleich", "warenkorb", "widerruf",
	// What the front door answers.
	"account/campus-program-status", "account/campus-universities", "account/invoice/*", "account/privacy-export", "api/**", "cart",
	"cart/get-empty-cart-template", "datasheets/*", "documents/*", "healthz", "images/*/*", "kasse/applepay/init", "kasse/express/*",
	"kasse/zahlung/*", "plugins/logo/*", "product/fetch/eef/*", "readyz", "webhooks/**", "wishlist",
}

// Taken reports whether the shop shows something of its own at an address, which is given as a page's key is.
func Taken(address string) bool {
	return slices.ContainsFunc(taken, func(pattern string) bool { return covers(pattern, address) })
}

func covers(pattern, address string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(address, "/")
	for i, part := range want {
		if part == "**" {
			return len(got) > i
		}
		if i >= len(got) || part != "*" && part != got[i] {
			return false
		}
	}
	return len(want) == len(got)
}
