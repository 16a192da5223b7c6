package address

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

func valid() Address {
	return Address{
		FirstName: "Jörg", LastName: "O Neill-Weiß", StreetName: "Straße des 17. Juni", StreetNumber: "135a", ZipCode: "10623",
		CityName: "Berlin", CountryID: Germany, TelephoneNumber: "030 1234567", Kind: Invoice,
	}
}

func TestAddressRules(t *testing.T) {
	require.Empty(t, valid().Normal().Check())
	for name, c := range map[string]struct {
		change func(*Address)
		field  string
		reason string
	}{
		"no first name":       {func(a *Address) { a.FirstName = "  " }, "firstName", Missing},
		"short last name":     {func(a *Address) { a.LastName = "X" }, "lastName", TooShort},
		"long street":         {func(a *Address) { a.StreetName = strings.Repeat("ü", 31) }, "streetName", TooLong},
		"symbol in name":      {func(a *Address) { a.FirstName = "Jo$rg" }, "firstName", BadCharacter},
		"control character":   {func(a *Address) { a.CityName = "Ber\x00lin" }, "cityName", BadCharacter},
		"company as person":   {func(a *Address) { a.LastName = "Muster gmbh" }, "lastName", BadKeyword},
		"number without one":  {func(a *Address) { a.StreetNumber = "a1" }, "streetNumber", BadNumber},
		"long number":         {func(a *Address) { a.StreetNumber = "12345678901" }, "streetNumber", TooLong},
		"city of two":         {func(a *Address) { a.CityName = "Au" }, "cityName", TooShort},
		"Austrian postcode":   {func(a *Address) { a.ZipCode = "1010" }, "zipCode", BadZip},
		"unknown country":     {func(a *Address) { a.CountryID = 1 }, "countryId", BadCountry},
		"letters in phone":    {func(a *Address) { a.TelephoneNumber = "call me" }, "telephoneNumber", BadPhone},
		"Packstation without": {func(a *Address) { a.Kind, a.StreetNumber = DHLPackstation, "101" }, "postNumber", Missing},
		"Packstation nowhere": {func(a *Address) { a.Kind, a.StreetNumber, a.PostNumber = DHLPackstation, "", "1234567" }, "streetNumber", Missing},
		"a door's number":     {func(a *Address) { a.Kind, a.StreetNumber, a.PostNumber = DHLPackstation, "12a", "1234567" }, "streetNumber", BadNumber},
		"Packstation abroad": {func(a *Address) {
			a.Kind, a.StreetNumber, a.PostNumber, a.CountryID, a.ZipCode = DHLPackstation, "101", "1234567", 14, "1010"
		}, "countryId", BadCountry},
		"post number":    {func(a *Address) { a.PostNumber = "12a456" }, "postNumber", BadPostNumber},
		"company of one": {func(a *Address) { a.Company = "X" }, "company", TooShort},
	} {
		a := valid()
		c.change(&a)
		require.Equal(t, []fault.Field{{Name: c.field, Reason: c.reason}}, a.Normal().Check(), name)
	}
	a := valid()
	a.StreetNumber, a.Company = "", "Muster GmbH & Co. KG"
	require.Empty(t, a.Normal().Check(), "both may be, and a company may be called so")
}

// Carriers call their places what they like; the customer who chose one cannot change it.
func TestThePlacesOfCarriersFit(t *testing.T) {
	a := valid()
	a.Kind, a.PointID, a.CityName, a.StreetName, a.Company = HermesPaketshop, "DE40501", "Halle (Saale)", "Haupt-/Bahnhofstraße "+strings.Repeat("ü", 30), "Kiosk\tMüller & Söhne"
	require.NotEmpty(t, a.Normal().Check())
	a = a.Fit()
	require.Empty(t, a.Normal().Check())
	require.Equal(t, []string{"Halle", "Haupt- Bahnhofstraße üüüüüüüüü", "Kiosk Müller & Söhne"}, []string{a.CityName, a.StreetName, a.Company})
	require.Equal(t, a, a.Fit())
}

func TestDeliveryGoesToTheBillingCountry(t *testing.T) {
	invoice, delivery := valid().Normal(), valid()
	delivery.CountryID, delivery.ZipCode, delivery.TelephoneNumber = 14, "1010", ""
	require.Equal(t, []fault.Field{{Name: "countryId", Reason: OtherCountry}}, delivery.Normal().CheckDelivery(invoice, BilledCountry))
	delivery = valid()
	delivery.FirstName, delivery.LastName = strings.Repeat("ä", 25), strings.Repeat("b", 25)
	require.Empty(t, delivery.Normal().CheckDelivery(invoice, BilledCountry))
	delivery.LastName += "b"
	require.Equal(t, []fault.Field{{Name: "lastName", Reason: NamesTooLong}}, delivery.Normal().CheckDelivery(invoice, BilledCountry))
}

// An address in any Member State may be billed for goods that go to a country that the shop serves; a business stays in
// its own.
func TestDeliveryGoesToEveryServedCountryWhereTheReachIsWide(t *testing.T) {
	for _, billed := range Countries(PrivateBilling) {
		for _, served := range Countries(PrivateDelivery) {
			invoice, delivery := valid(), valid()
			invoice.CountryID, delivery.CountryID = billed.ID, served.ID
			other := fault.Field{Name: "countryId", Reason: OtherCountry}
			require.NotContains(t, delivery.CheckDelivery(invoice, ServedCountries), other)
			require.Equal(t, billed.ID != served.ID, slices.Contains(delivery.CheckDelivery(invoice, ServedCountries.For(true)), other))
		}
	}
	nowhere := valid()
	nowhere.CountryID = 1
	require.Contains(t, nowhere.CheckDelivery(valid(), ServedCountries), fault.Field{Name: "countryId", Reason: BadCountry})
}

func TestEmailReasons(t *testing.T) {
	for text, want := range map[string]string{
		"": Missing, "   ": Missing, "anna": EmailNoAt, "@b.de": EmailNoLocalPart, "an na@b.de": EmailCharacter,
		"änna@b.de": EmailCharacter, "anna@": EmailNoDomain, "anna@b": EmailNoTLD, "anna@b.": EmailNoTLD,
		"anna@b.d": EmailBadTLD, "anna@b.d3": EmailBadTLD, "anna@-b.de": EmailInvalid, "anna@b..de": EmailInvalid,
		".anna@b.de": EmailInvalid, "a@@b.de": EmailCharacter, strings.Repeat("a", 76) + "@b.de": TooLong,
		" anna@b.de ": "", "a.n+n_a!#%&'*/=?^`{|}~-@sub.bücher.de": "",
	} {
		email, reason := Email(text)
		require.Equal(t, want, reason, "%q", text)
		require.Equal(t, strings.TrimSpace(text), email)
	}
}

// Some browsers send a domain with umlauts as xn--.
func TestAnAddressHasOneForm(t *testing.T) {
	for text, want := range map[string]string{
		"anna@xn--mller-kva.de": "anna@müller.de", "Anna@Post.XN--MLLER-KVA.de": "Anna@post.müller.de", "anna@MÜLLER.de": "anna@müller.de",
		"anna@xn--strae-oqa.de": "anna@straße.de", "anna@Strasse.de": "anna@Strasse.de",
		"anna@xn--80ak6aa92e.com": "anna@xn--80ak6aa92e.com", "anna@xn--mller-.de": "anna@xn--mller-.de",
	} {
		email, _ := Email(text)
		require.Equal(t, want, email)
		again, _ := Email(InASCII(email))
		require.True(t, strings.EqualFold(want, again), "what others are sent is the same address: %s", again)
	}
	require.Equal(t, "anna@xn--mller-kva.de", InASCII("anna@müller.de"))
	require.Empty(t, InASCII(""))
}

func TestPhoneIsInternational(t *testing.T) {
	for _, c := range []struct {
		text    string
		country int
		want    string
	}{
		{"030 1234567", Germany, "+49301234567"},
		{"0049 (30) 123-4567", Germany, "+49301234567"},
		{"++49 30 1234567", Germany, "+49301234567"},
		{"+43 1 5131234", Germany, "+4315131234"},
		{"0664 1234567", 14, "+436641234567"},
		{"06 1234 5678", 105, "+390612345678"}, // in Italy the zero is part of the number
		{"0170/1234567", 0, "+491701234567"},
		{"\u202a+49 170 1234567\u202c", 0, "+491701234567"},
	} {
		got, reason := Phone(c.text, c.country)
		require.Empty(t, reason, c.text)
		require.Equal(t, c.want, got, c.text)
		again, reason := Phone(got, c.country)
		require.Empty(t, reason)
		require.Equal(t, got, again)
	}
	for _, text := range []string{"1", "abc", "+49", "030 1234567 ext. 5", strings.Repeat("1", 40)} {
		_, reason := Phone(text, Germany)
		require.Equal(t, BadPhone, reason, text)
	}
}

func TestVATID(t *testing.T) {
	for _, c := range []struct {
		text    string
		country int
		id      string
		reason  string
	}{
		{"", Germany, "", ""}, {"", 14, "", Missing}, {"atu 37675002", 14, "ATU37675002", ""},
		{"EL094259216", 84, "EL094259216", ""}, {"ATU37675003", 14, "ATU37675003", BadVAT}, {"GR094259216", 84, "GR094259216", BadVAT}, {"DE", Germany, "DE", TooShort},
		{"DE136695976", 14, "DE136695976", BadVAT},
	} {
		id, reason := VATID(c.text, c.country)
		require.Equal(t, c.id, id)
		require.Equal(t, c.reason, reason, c.text)
	}
}

func TestCountriesAreThoseOfTheForms(t *testing.T) {
	list := Countries(PrivateBilling)
	numbers := map[int]string{}
	for _, c := range list {
		numbers[c.ID] = c.ISO + " " + c.CallingCode
		require.NotEmpty(t, c.Name.DE)
		require.NotEmpty(t, c.Name.EN)
	}
	require.Equal(t, map[int]string{
		81: "DE 49", 14: "AT 43", 150: "NL 31", 21: "BE 32", 263: "BG 359", 57: "DK 45", 241: "EE 372", 240: "FI 358", 73: "FR 33",
		84: "GR 30", 103: "IE 353", 105: "IT 39", 265: "HR 385", 242: "LV 371", 243: "LT 370", 124: "LU 352", 244: "MT 356",
		245: "PL 48", 171: "PT 351", 264: "RO 40", 203: "SE 46", 246: "SK 421", 247: "SI 386", 195: "ES 34", 248: "CZ 420",
		249: "HU 36", 474: "CY 357",
	}, numbers)
	require.Len(t, list, len(numbers))
	require.Nil(t, Countries("elsewhere"))
	for id, zips := range map[int][2]string{81: {"10115", "1011"}, 14: {"1010", "10100"}, 150: {"1234 AB", "1234"}, 103: {"D02 AF30", "D02"}, 245: {"00-950", "00950x"}, 171: {"1000-205", "1000"}} {
		c, ok := CountryByID(id)
		require.True(t, ok)
		require.True(t, c.zip.MatchString(zips[0]), c.ISO)
		require.False(t, c.zip.MatchString(zips[1]), c.ISO)
	}
}

func TestCountriesStandInTheOrderOfTheirNames(t *testing.T) {
	named := func(lang catalog.Lang) (names []string) {
		for _, c := range CountriesIn(BusinessBilling, lang) {
			names = append(names, c.Name.In(lang))
		}
		return names
	}
	german, english := named(catalog.German), named(catalog.English)
	require.Equal(t, []string{"Deutschland", "Österreich", "Belgien", "Bulgarien", "Dänemark"}, german[:5])
	require.Equal(t, []string{"Germany", "Austria", "Belgium", "Bulgaria", "Croatia"}, english[:5])
	require.True(t, slices.IsSorted(german[2:]))
	require.True(t, slices.IsSorted(english[2:]))
	require.Empty(t, CountriesIn("elsewhere", catalog.German))
}

func TestPostcodesAreKeptInTheFormOfTheirCountry(t *testing.T) {
	for _, c := range []struct {
		country    int
		text, kept string
	}{
		{Germany, "20457", "20457"}, {Germany, " 20 457 ", "20457"}, {Germany, "D-20457", "20457"}, {Germany, "DE 20457", "20457"},
		{Germany, "d20457", "20457"}, {0, "D 20457", "20457"}, {Germany, "A-20457", "A-20457"}, {Germany, "2045", "2045"},
		{14, "A-1010", "1010"}, {21, "B 1000", "1000"}, {73, "F-75 001", "75001"}, {73, "75001", "75001"},
		{150, "1234ab", "1234 AB"}, {150, "NL-1234 AB", "1234 AB"}, {103, "d02af30", "D02 AF30"}, {244, "mtf1234", "MTF 1234"},
		{245, "00950", "00-950"}, {171, "P-1000205", "1000-205"}, {203, "SE-11122", "111 22"}, {248, "11000", "110 00"},
		{243, "LT-01001", "LT-01001"}, {243, "01001", "01001"}, {124, "L-1234", "L-1234"}, {1, "D-1", "D-1"},
	} {
		a := valid()
		a.CountryID, a.ZipCode = c.country, c.text
		require.Equal(t, c.kept, a.Normal().ZipCode, "%d %q", c.country, c.text)
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("Jörg", "10623", "030 1234567", "anna@b.de", "12a", 81)
	f.Add("\xff", "  ", "+", "@@", "ü", -1)
	f.Fuzz(func(t *testing.T, name, zip, phone, email, number string, country int) {
		a := Address{FirstName: name, LastName: name, StreetName: name, StreetNumber: number, ZipCode: zip, CityName: name, TelephoneNumber: phone, CountryID: country}
		a = a.Normal()
		require.Equal(t, a, a.Normal(), "what is normal stays so")
		if len(a.Check()) == 0 {
			require.True(t, utf8.ValidString(a.FirstName))
			require.LessOrEqual(t, utf8.RuneCountInString(a.FirstName), 30)
			require.LessOrEqual(t, len(a.TelephoneNumber), 30)
		}
		if checked, reason := Email(email); reason == "" {
			again, reason := Email(checked)
			require.Empty(t, reason)
			require.Equal(t, checked, again)
			require.NotContains(t, checked, " ")
		}
	})
}
