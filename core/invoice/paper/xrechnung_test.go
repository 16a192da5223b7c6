package paper_test

import (
	"testing"

	"github.com/speedata/einvoice"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
	"kontor.dev/kontor/core/money"
)

func business() *invoice.Invoice {
	n := document(false, goods, invoice.Position{Kind: invoice.Shipping, Quantity: 1, Amount: money.Euro(499), Rate: 1900})
	n.Business = true
	return n
}

func TestXRechnungSaysWhatItsProfileAsksFor(t *testing.T) {
	for name, change := range map[string]func(*invoice.Invoice){
		"unpaid": func(*invoice.Invoice) {},
		"paid":   func(n *invoice.Invoice) { n.Paid = true },
		"credit": func(n *invoice.Invoice) {
			n.Kind, n.Corrects = invoice.Credit, []invoice.Reference{{Number: "2026-000001", IssuedAt: issued}}
		},
	} {
		n := business()
		change(n)
		xml, err := paper.XRechnung(n)
		require.NoError(t, err, name)
		e := read(t, xml)
		require.True(t, e.IsXRechnung(), "%s: BT-24, BR-DE-21", name)
		require.Equal(t, []string{"100001", einvoice.BPPEPPOLBilling01}, []string{e.BuyerReference, e.BPSpecifiedDocumentContextParameter}, name)
		require.Contains(t, []string{"380", "381"}, e.InvoiceTypeCode.String(), "%s: BR-DE-17", name)
		require.Len(t, e.PaymentMeans, 1, name)
		require.NotEmpty(t, e.PaymentMeans[0].Information, name)
		require.NotEmpty(t, e.Seller.URIUniversalCommunication, "%s: BT-34", name)
		require.NotEmpty(t, e.Buyer.URIUniversalCommunication, "%s: BT-49", name)
		require.Empty(t, e.ShipTo.DefinedTradeContact, "%s: CII-SR-312", name)
		for _, tax := range e.TradeTaxes {
			require.True(t, tax.Percent.IsPositive(), "%s: BR-DE-14", name)
		}
	}
}

// What came before the invoice is taken off what is to be paid (BT-113, BT-115).
func TestAnInvoiceAsksForTheRest(t *testing.T) {
	n := business()
	n.Came = money.Euro(1999)
	xml, err := paper.XRechnung(n)
	require.NoError(t, err)
	e := read(t, xml)
	require.Equal(t, "19.99", e.TotalPrepaid.StringFixed(2))
	require.Equal(t, e.GrandTotal.Sub(e.TotalPrepaid).StringFixed(2), e.DuePayableAmount.StringFixed(2))
	for came, shown := range map[int64]bool{1999: true, 0: false} {
		n.Came = money.Euro(came)
		pdf, err := paper.PDF(n)
		require.NoError(t, err)
		require.Equal(t, []bool{shown, shown}, []bool{shows(t, pdf, "Bereits bezahlt"), shows(t, pdf, "Noch zu zahlen")})
	}
}

// Each rule of KoSIT about data that an order or the trader section may lack is named when it is broken.
func TestXRechnungNamesTheRuleThatIsBroken(t *testing.T) {
	for rule, change := range map[string]func(*invoice.Invoice){
		"BR-DE-3":  func(n *invoice.Invoice) { n.Seller.City = "" },
		"BR-DE-4":  func(n *invoice.Invoice) { n.Seller.ZipCode = "" },
		"BR-DE-5":  func(n *invoice.Invoice) { n.Seller.Representative = "" },
		"BR-DE-6":  func(n *invoice.Invoice) { n.Seller.Phone = "" },
		"BR-DE-7":  func(n *invoice.Invoice) { n.Seller.Email = "" },
		"BR-DE-8":  func(n *invoice.Invoice) { n.Buyer.CityName = "" },
		"BR-DE-9":  func(n *invoice.Invoice) { n.Buyer.ZipCode = "" },
		"BR-DE-10": func(n *invoice.Invoice) { n.ShipTo.CityName = "" },
		"BR-DE-11": func(n *invoice.Invoice) { n.ShipTo.ZipCode = "" },
		"BR-S-02":  func(n *invoice.Invoice) { n.Seller.VATID = "" },
	} {
		n := business()
		change(n)
		_, err := paper.XRechnung(n)
		require.ErrorContains(t, err, rule+":", rule)
	}
}
