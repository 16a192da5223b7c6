package customer_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
)

// The storefront's test reads the same cases. What is among the first that anybody would try, the server alone knows.
func TestCheckPassword(t *testing.T) {
	raw, err := os.ReadFile("testdata/passwords.json")
	require.NoError(t, err)
	var cases []struct{ Password, Reason string }
	require.NoError(t, json.Unmarshal(raw, &cases))
	require.Greater(t, len(cases), 25)
	for _, c := range cases {
		require.Equal(t, c.Reason, customer.CheckPassword(c.Password), "%q", c.Password)
	}
	for _, known := range []string{"Passwort1", "pAssWort1", "Qwertz123"} {
		require.Equal(t, customer.PasswordKnown, customer.CheckPassword(known), known)
	}
}

func TestRegistrationIsHeldAgainstTheRules(t *testing.T) {
	good := func() customer.Registration {
		return customer.Registration{Email: " erika@example.org ", FirstName: " Erika ", LastName: "von  Muster", Password: "Zug7Berg"}
	}
	business := func(change func(*customer.Business, *address.Address)) customer.Registration {
		r := good()
		r.Business = &customer.Business{Form: customer.Corporation, Type: customer.Consumer, Company: "Muster GmbH"}
		r.Billing = &address.Address{FirstName: "Erika", LastName: "Muster", StreetName: "Hauptstraße", ZipCode: "10115", CityName: "Berlin"}
		change(r.Business, r.Billing)
		return r
	}
	none := func(*customer.Business, *address.Address) {}
	for name, c := range map[string]struct {
		r     customer.Registration
		wrong []string
	}{
		"private":               {good(), nil},
		"business":              {business(none), nil},
		"nothing":               {customer.Registration{}, []string{"email", "firstName", "lastName", "password"}},
		"a company as a person": {func() customer.Registration { r := good(); r.LastName = "Muster gmbh"; return r }(), []string{"lastName"}},
		"placeholders":          {business(func(b *customer.Business, _ *address.Address) { b.Form, b.Type = 0, "" }), []string{"businessForm", "businessType"}},
		"no company":            {business(func(b *customer.Business, _ *address.Address) { b.Company = " " }), []string{"company"}},
		"owner missing":         {business(func(b *customer.Business, _ *address.Address) { b.Form = customer.Partnership }), []string{"ownerFirstName", "ownerLastName"}},
		"abroad without VAT id": {business(func(_ *customer.Business, a *address.Address) { a.CountryID, a.ZipCode = 14, "1010" }), []string{"ustId"}},
		"wrong address":         {business(func(_ *customer.Business, a *address.Address) { a.ZipCode = "1" }), []string{"address.zipCode"}},
	} {
		t.Run(name, func(t *testing.T) {
			stored, wrong := c.r.Check()
			var names []string
			for _, f := range wrong {
				require.NotEmpty(t, f.Reason)
				names = append(names, f.Name)
			}
			slices.Sort(names)
			require.Equal(t, c.wrong, names)
			if len(c.wrong) == 0 {
				require.Equal(t, []string{"erika@example.org", "Erika", "von Muster"}, []string{stored.Email, stored.FirstName, stored.LastName})
			}
		})
	}
}

func TestBlocksDoubleUpToTheirMost(t *testing.T) {
	l := customer.Limit{Free: 5, First: time.Minute, Most: 15 * time.Minute}
	for tries, want := range map[int]time.Duration{
		1: 0, 4: 0, 5: time.Minute, 6: 2 * time.Minute, 8: 8 * time.Minute, 9: 15 * time.Minute, 10_000: 15 * time.Minute,
	} {
		require.Equal(t, want, l.Block(tries), tries)
	}
}
