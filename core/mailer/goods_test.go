package mailer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
)

// A warranty extension is sold for a time, which whoever bought it has in writing.
func TestAMailNamesTheWarrantyThatWasBought(t *testing.T) {
	o := sample()
	o.Attempt.Lines = []checkout.Line{{Name: "Book", Quantity: 1, Unit: money.Euro(100), WarrantyID: 7, Warranty: money.Euro(50)}}
	for title, said := range map[catalog.Text]string{
		{DE: "Garantieverlängerung auf 5 Jahre", EN: "Warranty extended to 5 years"}: "with Warranty extended to 5 years",
		{}: "with extended warranty",
	} {
		o.Attempt.Lines[0].WarrantyTitle = title
		m, err := mailer.New(mailer.Deps{Orders: orders{o}, Method: method}).Render(t.Context(), request(mail.OrderConfirmation, catalog.English))
		require.NoError(t, err)
		require.Contains(t, m.Text, said)
		require.Contains(t, m.HTML, said)
	}
}

// What comes in the pack is a part of what was bought.
func TestAMailNamesWhatComesInThePack(t *testing.T) {
	o := sample()
	o.Attempt.Lines = []checkout.Line{
		{Name: "Book", Quantity: 1, Unit: money.Euro(100), Bundle: []catalog.BundlePart{{Quantity: 1, Title: catalog.Text{DE: "Maus", EN: "Mouse"}}, {Quantity: 2, Title: catalog.Text{DE: "Kabel"}}}},
		{Name: "Desk", Quantity: 1, Unit: money.Euro(100)},
	}
	m, err := mailer.New(mailer.Deps{Orders: orders{o}, Method: method}).Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
	require.NoError(t, err)
	for _, form := range []string{m.Text, m.HTML} {
		require.Equal(t, 1, strings.Count(form, "Im Paket dabei"))
		require.Contains(t, form, "Im Paket dabei: 1 × Maus, 2 × Kabel")
	}
}

// What is free of VAT and what the customer owes it for are two things.
func TestASaleWithoutTaxSaysWhy(t *testing.T) {
	o := sample()
	o.VATID, o.Attempt.Totals.Taxes = "ATU13585627", nil
	for service, times := range map[int64]int{0: 0, 2392: 1} {
		o.Attempt.Totals.NoRisk = money.Euro(service)
		m, err := mailer.New(mailer.Deps{Orders: orders{o}, Method: method}).Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
		require.NoError(t, err)
		for _, form := range []string{m.Text, m.HTML} {
			require.Contains(t, form, "Steuerfreie innergemeinschaftliche Lieferung. USt-IdNr.: ATU13585627.")
			require.Equal(t, times, strings.Count(form, "Reverse Charge"), service)
		}
	}
}
