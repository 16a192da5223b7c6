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

// registrations are the cases that the storefront's test reads as well. What a case does not say is a good one's.
type registrations []struct {
	Name  string
	Given struct {
		Email, FirstName, LastName, Password *string
	}
	Business *struct {
		BusinessForm                                *int
		BusinessType, Company                       *string
		OwnerFirstName, OwnerLastName, UstID        string
		CountryID                                   int
		ZipCode, StreetName, StreetNumber, CityName *string
		TelephoneNumber                             string
	}
	Wrong []string
}

func or[T any](told *T, otherwise T) T {
	if told == nil {
		return otherwise
	}
	return *told
}

func TestRegistrationIsHeldAgainstTheRules(t *testing.T) {
	raw, err := os.ReadFile("testdata/registrations.json")
	require.NoError(t, err)
	var cases registrations
	require.NoError(t, json.Unmarshal(raw, &cases))
	require.Greater(t, len(cases), 30)
	for _, c := range cases {
		r := customer.Registration{
			Email: or(c.Given.Email, "kim@example.org"), FirstName: or(c.Given.FirstName, "Kim"),
			LastName: or(c.Given.LastName, "Muster"), Password: or(c.Given.Password, "Zug7Berg"),
		}
		if b := c.Business; b != nil {
			r.Phone = b.TelephoneNumber
			r.Business = &customer.Business{
				Form: customer.Form(or(b.BusinessForm, 1)), Type: customer.BusinessType(or(b.BusinessType, "consumer")),
				Company: or(b.Company, "Muster GmbH"), OwnerFirstName: b.OwnerFirstName, OwnerLastName: b.OwnerLastName, VATID: b.UstID,
			}
			r.Billing = &address.Address{
				FirstName: r.FirstName, LastName: r.LastName, CountryID: b.CountryID, ZipCode: or(b.ZipCode, "10115"),
				StreetName: or(b.StreetName, "Ring"), StreetNumber: or(b.StreetNumber, "1"), CityName: or(b.CityName, "Berlin"),
			}
		}
		stored, wrong := r.Check()
		names := []string{}
		for _, f := range wrong {
			require.NotEmpty(t, f.Reason, c.Name)
			names = append(names, f.Name)
		}
		slices.Sort(names)
		require.Equal(t, c.Wrong, names, c.Name)
		if c.Name == "blanks around" {
			require.Equal(t, []string{"kim@example.org", "Kim", "von Muster"}, []string{stored.Email, stored.FirstName, stored.LastName})
		}
	}
}

func TestABusinessIsStoredAsItsFormHasIt(t *testing.T) {
	told := customer.Business{Company: "  Muster \t GmbH ", OwnerFirstName: " Kim ", OwnerLastName: "von  Muster", Type: customer.Reseller}
	for form, owner := range map[customer.Form][]string{customer.Corporation: {"", ""}, customer.SoleProprietor: {"Kim", "von Muster"}} {
		told.Form = form
		r, _ := customer.Registration{Business: &told}.Check()
		require.Equal(t, "Muster GmbH", r.Business.Company)
		require.Equal(t, owner, []string{r.Business.OwnerFirstName, r.Business.OwnerLastName}, form)
	}
}

func TestNobodyRegistersWithAParcelMachineToBeBilledAt(t *testing.T) {
	r, wrong := customer.Registration{
		Email: "kim@example.org", FirstName: "Kim", LastName: "Muster", Password: "Zug7Berg", Phone: "030 1234567",
		Billing: &address.Address{
			FirstName: "Kim", LastName: "Muster", StreetName: "Packstation", StreetNumber: "145", ZipCode: "10115", CityName: "Berlin",
			PostNumber: "12345678", Kind: address.DHLPackstation,
		},
	}.Check()
	require.Empty(t, wrong)
	require.Equal(t, address.Invoice, r.Billing.Kind)
}

func TestBlocksDoubleUpToTheirMost(t *testing.T) {
	l := customer.Limit{Free: 5, First: time.Minute, Most: 15 * time.Minute}
	for tries, want := range map[int]time.Duration{
		1: 0, 4: 0, 5: time.Minute, 6: 2 * time.Minute, 8: 8 * time.Minute, 9: 15 * time.Minute, 10_000: 15 * time.Minute,
	} {
		require.Equal(t, want, l.Block(tries), tries)
	}
}
