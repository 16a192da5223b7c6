package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kontor.dev/kontor/plugins/sdk/base"
)

// typed are the signs that telephones and word processors put in the place of what a keyboard has.
var typed = strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u02bc", "'", "\u2032", "'", "\u201c", `"`, "\u201d", `"`, "\u201e", `"`,
	"\u2010", "-", "\u2011", "-", "\u2013", "-", "\u2014", "-", "\u1e9e", "SS")

// latin writes an address with the characters that Hermes takes, a letter without the marks that it does not know, and gives the
// fields that have others, such as those of another script.
func latin(a *base.Address) (*base.Address, base.Misfits) {
	var wrong base.Misfits
	out := *a
	for _, field := range []struct {
		name string
		text *string
	}{
		{"first_name", &out.FirstName}, {"last_name", &out.LastName}, {"company", &out.Company}, {"street", &out.Street},
		{"street_number", &out.StreetNumber}, {"city", &out.City},
	} {
		*field.text = plain(*field.text)
		wrong.If(strings.ContainsFunc(*field.text, foreign), field.name)
	}
	return &out, wrong
}

func plain(text string) string {
	var b strings.Builder
	for _, r := range typed.Replace(norm.NFC.String(text)) {
		if !foreign(r) {
			b.WriteRune(r)
			continue
		}
		for _, part := range norm.NFKD.String(string(r)) {
			if !unicode.Is(unicode.Mn, part) {
				b.WriteRune(part)
			}
		}
	}
	return b.String()
}

// foreign reports a character that Hermes refuses: it takes the Latin blocks up to Extended-B, and beyond ASCII no symbols.
func foreign(r rune) bool {
	return r > 0x24f || unicode.IsControl(r) || r > unicode.MaxASCII && unicode.IsSymbol(r)
}
