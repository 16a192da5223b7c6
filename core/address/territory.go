package address

import "regexp"

// exempted are the postcodes of places that belong to a country of the shop, and not to the territory in which the Union's
// VAT holds (Directive 2006/112/EC, Article 6, and territories that are not of the Union at all). Monaco, 98000, counts as
// France (Article 7).
var exempted = map[string]*regexp.Regexp{
	"DE": postcodes(`27498|78266`),              // Heligoland, Büsingen
	"DK": postcodes(`39\d\d`),                   // Greenland; the Faroe Islands have three digits
	"ES": postcodes(`(35|38|51|52)\d{3}`),       // Canary Islands, Ceuta, Melilla
	"FI": postcodes(`22\d{3}`),                  // Åland
	"FR": postcodes(`97 ?\d{3}|98 ?[4678]\d\d`), // overseas
	"GR": postcodes(`630 ?8[67]`),               // Mount Athos
	"IT": postcodes(`22061|23041`),              // Campione, Livigno
}

func postcodes(pattern string) *regexp.Regexp { return regexp.MustCompile("^(?:" + pattern + ")$") }

// Export reports whether goods that go to a normal address would be an export, which the customs clear: the shop sends none.
func (a Address) Export() bool {
	country, _ := CountryByID(a.CountryID)
	codes := exempted[country.ISO]
	return codes != nil && codes.MatchString(a.ZipCode)
}
