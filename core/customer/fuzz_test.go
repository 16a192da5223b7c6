package customer_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
)

// What passes the check once passes it again, unchanged: the rules and the normal form agree.
func FuzzRegistration(f *testing.F) {
	f.Add("erika@example.org", "Erika", "Muster", "Zug7Berg", "Muster AG", "ATU37675002", "030 1234567", 14, 2)
	f.Add("\xff", "  ", "GmbH", "aA1\x00", "\u202e", "DE", "++", -1, 0)
	f.Fuzz(func(t *testing.T, email, first, last, password, company, vatID, phone string, country, form int) {
		given := customer.Registration{
			Email: email, FirstName: first, LastName: last, Password: password, Phone: phone,
			Business: &customer.Business{
				Form: customer.Form(form), Type: customer.Consumer, Company: company, OwnerFirstName: first, OwnerLastName: last, VATID: vatID,
			},
			Billing: &address.Address{
				FirstName: first, LastName: last, StreetName: "Ring", ZipCode: "1010", CityName: "Wien", CountryID: country,
			},
		}
		stored, wrong := given.Check()
		for _, field := range wrong {
			require.NotEmpty(t, field.Name)
			require.NotEmpty(t, field.Reason)
		}
		if len(wrong) > 0 {
			return
		}
		again, wrong := stored.Check()
		require.Empty(t, wrong)
		require.Equal(t, stored, again)
		for _, text := range []string{stored.Email, stored.FirstName, stored.LastName, stored.Phone, stored.Business.VATID} {
			require.True(t, utf8.ValidString(text))
		}
	})
}

func FuzzPassword(f *testing.F) {
	for _, password := range []string{"Zug7Berg", "", "Aa1<bc", "Ärger7ß", "\xffAa1bcd", "Passwort1"} {
		f.Add(password)
	}
	f.Fuzz(func(t *testing.T, password string) {
		if customer.CheckPassword(password) != "" {
			return
		}
		n := utf8.RuneCountInString(password)
		require.True(t, n >= customer.MinPassword && n <= customer.MaxPassword)
		require.NotContains(t, password, "<")
	})
}
