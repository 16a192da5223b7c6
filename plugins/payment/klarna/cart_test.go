package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestLines(t *testing.T) {
	cases := map[string]struct {
		in   payment.Line
		want orderLine
	}{
		"goods": {
			payment.Line{SKU: "A", Name: "Maus", Quantity: 2, UnitPrice: eur(1990), Total: eur(3980), TaxRate: 1900, Tax: eur(635)},
			orderLine{Type: "physical", Reference: "A", Name: "Maus", Quantity: 2, UnitPrice: 1990, TaxRate: 1900, TotalAmount: 3980, TotalTaxAmount: 635},
		},
		"a tax that cannot be": {
			payment.Line{Name: "Maus", Quantity: 1, UnitPrice: eur(1190), Total: eur(1190), TaxRate: 1900, Tax: eur(1)},
			orderLine{Type: "physical", Name: "Maus", Quantity: 1, UnitPrice: 1190, TaxRate: 1900, TotalAmount: 1190, TotalTaxAmount: 190},
		},
		"a total that is no multiple": {
			payment.Line{Kind: payment.LineDigital, Name: "Garantie", Quantity: 3, UnitPrice: eur(333), Total: eur(1000)},
			orderLine{Type: "digital", Name: "3 x Garantie", Quantity: 1, UnitPrice: 1000, TotalAmount: 1000},
		},
		"shipping without a name": {
			payment.Line{Kind: payment.LineShipping, Quantity: 1, UnitPrice: eur(499), Total: eur(499)},
			orderLine{Type: "shipping_fee", Name: "Versand", Quantity: 1, UnitPrice: 499, TotalAmount: 499},
		},
		"a fee": {
			payment.Line{Kind: payment.LineFee, Quantity: 1, UnitPrice: eur(200), Total: eur(200)},
			orderLine{Type: "surcharge", Name: "Gebühr", Quantity: 1, UnitPrice: 200, TotalAmount: 200},
		},
		"a line of another currency's price": {
			payment.Line{Name: "Maus", Quantity: 2, UnitPrice: base.Money{Minor: 595, Currency: "USD"}, Total: eur(1190)},
			orderLine{Type: "physical", Name: "2 x Maus", Quantity: 1, UnitPrice: 1190, TotalAmount: 1190},
		},
		"no piece": {
			payment.Line{Name: "Maus", Total: eur(0), UnitPrice: eur(5)},
			orderLine{Type: "physical", Name: "0 x Maus", Quantity: 1},
		},
		"a tax that cannot be asked for": {
			payment.Line{Name: "Maus", Quantity: 1, UnitPrice: eur(1000), Total: eur(1000), TaxRate: 10001},
			orderLine{Type: "physical", Name: "Maus", Quantity: 1, UnitPrice: 1000, TaxRate: 10000, TotalAmount: 1000, TotalTaxAmount: 500},
		},
		"a shipping that is given": {
			payment.Line{Kind: payment.LineShipping, Name: "Versand", Quantity: 1, UnitPrice: eur(-499), Total: eur(-499)},
			orderLine{Type: "discount", Name: "Versand", Quantity: 1, UnitPrice: -499, TotalAmount: -499},
		},
		"addresses": {
			payment.Line{Name: "Maus", Quantity: 1, UnitPrice: eur(5), Total: eur(5), URL: "http://shop.test/maus", ImageURL: "http://shop.test/" + strings.Repeat("x", 1024)},
			orderLine{Type: "physical", Name: "Maus", Quantity: 1, UnitPrice: 5, TotalAmount: 5, ProductURL: "http://shop.test/maus"},
		},
		"a voucher with tax": {
			payment.Line{Kind: payment.LineDiscount, Quantity: 1, UnitPrice: eur(-1190), Total: eur(-1190), TaxRate: 1900},
			orderLine{Type: "discount", Name: "Gutschein", Quantity: 1, UnitPrice: -1190, TaxRate: 1900, TotalAmount: -1190, TotalTaxAmount: -190},
		},
	}
	for what, c := range cases {
		require.Equal(t, c.want, line(c.in, "de-DE"), what)
	}
}

// Klarna accepts a tax that is one cent off the formula that it documents; ours never is further off.
func TestContainedTaxIsWhatKlarnaAccepts(t *testing.T) {
	for _, rate := range []int64{0, 700, 1900, 2000, 10000} {
		for total := int64(-5000); total <= 5000; total++ {
			off := contained(total, rate) - (total - total*10000/(10000+rate))
			require.True(t, off >= -1 && off <= 1, "%d at %d", total, rate)
		}
	}
}

func TestLinesThatDoNotAddUpBecomeOne(t *testing.T) {
	a := &account{settings: settings{countries: []string{"DE"}}}
	p := purchase("K1")
	c := a.cart(p)
	require.Len(t, c.OrderLines, 3)
	require.Equal(t, int64(41481), c.OrderTaxAmount)
	for what, spoil := range map[string]func(*payment.Purchase){
		"another amount":   func(p *payment.Purchase) { p.Amount.Minor++ },
		"no lines":         func(p *payment.Purchase) { p.Lines = nil },
		"another currency": func(p *payment.Purchase) { p.Lines[0].Total.Currency = "USD" },
		"too many": func(p *payment.Purchase) {
			p.Lines = make([]payment.Line, 1001)
			for i := range p.Lines {
				p.Lines[i] = payment.Line{Name: "x", Quantity: 1, UnitPrice: eur(1), Total: eur(1)}
			}
			p.Amount = eur(1001)
		},
	} {
		p := purchase("K1")
		spoil(&p)
		c := a.cart(p)
		require.Len(t, c.OrderLines, 1, what)
		require.Equal(t, c.OrderAmount, c.OrderLines[0].TotalAmount, what)
		require.Equal(t, "Bestellung", c.OrderLines[0].Name, what)
	}
}

func TestLocales(t *testing.T) {
	for in, want := range map[[2]string]string{
		{"de-DE", "DE"}: "de-DE", {"en-GB", "DE"}: "en-DE", {"de", "AT"}: "de-AT", {"en", "AT"}: "en-DE", {"", "DE"}: "de-DE", {"de", "NL"}: "en-NL",
	} {
		require.Equal(t, want, locale(in[0], in[1]), "%v", in)
	}
}

func TestAddresses(t *testing.T) {
	require.Nil(t, toAddress(nil, "x"))
	got := toAddress(&base.Address{Kind: base.AddressPackstation, FirstName: "Kim", LastName: "Käufer", StreetNumber: "145", PostNumber: "1234567",
		PostalCode: "20095", City: "Hamburg", Country: "DE", Phone: "12"}, "kim@example.com")
	require.Equal(t, &address{GivenName: "Kim", FamilyName: "Käufer", Email: "kim@example.com", StreetAddress: "Packstation 145",
		StreetAddress2: "1234567", PostalCode: "20095", City: "Hamburg", Country: "DE"}, got)

	long := strings.Repeat("x", 100)
	got = toAddress(&base.Address{Street: long, PostalCode: long, Phone: "12345"}, long+"@example.com")
	require.Equal(t, &address{StreetAddress: long[:99], PostalCode: long[:10], Phone: "12345"}, got, "mail to an address that is cut off would go elsewhere")
}
