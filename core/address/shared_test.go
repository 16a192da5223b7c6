package address

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// reasonOf gives why a text is wrong in a field of an address that is right otherwise, "" where it is not.
func reasonOf(t *testing.T, field, text string, country int) string {
	if field == "email" {
		_, reason := Email(text)
		return reason
	}
	a := valid()
	if country != 0 {
		a.CountryID = country
	}
	if field == "postNumber" {
		a.Kind = DHLPackstation
	}
	into := map[string]*string{
		"company": &a.Company, "firstName": &a.FirstName, "lastName": &a.LastName, "streetName": &a.StreetName,
		"streetNumber": &a.StreetNumber, "zipCode": &a.ZipCode, "cityName": &a.CityName, "telephoneNumber": &a.TelephoneNumber,
		"postNumber": &a.PostNumber,
	}[field]
	require.NotNil(t, into, field)
	*into = text
	for _, wrong := range a.Normal().Check() {
		if wrong.Name == field {
			return wrong.Reason
		}
	}
	return ""
}

// The storefront's test reads the same cases.
func TestSharedCases(t *testing.T) {
	raw, err := os.ReadFile("testdata/cases.json")
	require.NoError(t, err)
	var cases []struct {
		Field, Text, Reason string
		Country             int
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	held := map[string]int{}
	for _, c := range cases {
		held[c.Field]++
		require.Equal(t, c.Reason, reasonOf(t, c.Field, c.Text, c.Country), "%s %q", c.Field, c.Text)
	}
	for _, r := range Rules() {
		if r.Field != "vatId" { // core/vat has a table of its own
			require.GreaterOrEqual(t, held[r.Field], 7, r.Field)
		}
	}
}
