package paper

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
	"github.com/speedata/einvoice"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
)

// The codes of UNTDID 1001, 5305 and 4461, VATEX, UN/ECE Recommendation 20 and EAS.
const (
	typeInvoice, typeCredit                               = 380, 381
	standardRate, zeroRate, intraCommunity, reverseCharge = "S", "Z", "K", "AE"
	intraCommunityReason, reverseChargeReason             = "VATEX-EU-IC", "VATEX-EU-AE"
	piece                                                 = "C62"
	electronicMail                                        = "EM"
	creditTransfer                                        = 58 // SEPA
)

// XML gives the document as EN 16931 has it, in CII syntax. It is checked against the standard's rules before it is
// given: fault Internal ("invoice_invalid") names what is broken, which is data that the seller lacks.
func XML(n *invoice.Invoice) ([]byte, error) {
	e := electronic(n)
	if err := Check(e); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "invoice_invalid")
	}
	var b bytes.Buffer
	if err := e.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Check holds a document to the rules of EN 16931. The shop's prices include VAT, so that the VAT of a sum may be a cent
// off the rate of its net amount; the rules' own Schematron lets that pass, the library is stricter.
func Check(e *einvoice.Invoice) error {
	err := e.Validate()
	var broken *einvoice.ValidationError
	if !errors.As(err, &broken) {
		return err
	}
	for _, t := range e.TradeTaxes {
		exact := t.BasisAmount.Mul(t.Percent).Shift(-2).Round(2)
		if t.CalculatedAmount.Sub(exact).Abs().GreaterThan(decimal.New(1, -2)) {
			return err
		}
	}
	for _, v := range broken.Violations() {
		if code := v.Rule.Code; code != "BR-S-09" && code != "BR-CO-17" {
			return fmt.Errorf("%s: %s", code, v.Text)
		}
	}
	return nil
}

func electronic(n *invoice.Invoice) *einvoice.Invoice {
	w := words{n.Lang}
	e := &einvoice.Invoice{
		SchemaType: einvoice.CII, GuidelineSpecifiedDocumentContextParameter: einvoice.SpecEN16931,
		InvoiceNumber: n.Number, InvoiceTypeCode: typeInvoice, InvoiceDate: n.IssuedAt.In(clock.Germany), InvoiceCurrencyCode: string(money.EUR),
		TaxTotalCurrency: string(money.EUR), OccurrenceDateTime: n.SuppliedAt.In(clock.Germany), BuyerOrderReferencedDocument: strconv.FormatInt(n.OrderID, 10),
		Seller: seller(n.Seller), Buyer: party(n.Buyer), TaxTotal: euros(n.Total.Sub(n.Net)), GrandTotal: euros(n.Total), TaxBasisTotal: euros(n.Net),
	}
	e.Buyer.URIUniversalCommunication, e.Buyer.URIUniversalCommunicationScheme = n.Email, electronicMail
	e.Buyer.VATaxRegistration = n.VATID
	to := party(n.ShipTo)
	to.DefinedTradeContact = nil // a consignee has none in this profile (CII-SR-312)
	e.ShipTo = &to
	for _, note := range w.notes(n) {
		e.Notes = append(e.Notes, einvoice.Note{Text: note})
	}
	if n.Kind == invoice.Credit {
		e.InvoiceTypeCode = typeCredit
	}
	for _, r := range n.Corrects {
		e.InvoiceReferencedDocument = append(e.InvoiceReferencedDocument, einvoice.ReferencedDocument{ID: r.Number, Date: r.IssuedAt.In(clock.Germany)})
	}
	e.TotalPrepaid, e.DuePayableAmount = euros(n.Came), e.GrandTotal.Sub(euros(n.Came))
	if n.Paid {
		e.TotalPrepaid, e.DuePayableAmount = e.GrandTotal, decimal.Zero
	} else {
		// With a # XRechnung tells of discounts, which the words of a plugin must not.
		terms := einvoice.SpecifiedTradePaymentTerms{Description: strings.ReplaceAll(w.how(n), "#", "")}
		if !n.DueAt.IsZero() {
			terms.DueDate = n.DueAt.In(clock.Germany)
		}
		e.SpecifiedTradePaymentTerms = []einvoice.SpecifiedTradePaymentTerms{terms}
		e.PaymentMeans, e.PaymentReference = transfer(n), n.Transfer["purpose"]
	}
	addTaxes(e, n, w)
	addPositions(e, n, w)
	return e
}

// transfer is the account that an invoice is to be paid to (BG-16 and 17); none where it names none.
func transfer(n *invoice.Invoice) []einvoice.PaymentMeans {
	compact := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	iban := compact(n.Transfer["iban"])
	if iban == "" {
		return nil
	}
	return []einvoice.PaymentMeans{{
		TypeCode: creditTransfer, PayeePartyCreditorFinancialAccountIBAN: iban, PayeePartyCreditorFinancialAccountName: n.Transfer["account_holder"],
		PayeeSpecifiedCreditorFinancialInstitutionBIC: compact(n.Transfer["bic"]),
	}}
}

func addTaxes(e *einvoice.Invoice, n *invoice.Invoice, w words) {
	for _, t := range n.Taxes {
		tax := einvoice.TradeTax{
			TypeCode: "VAT", CategoryCode: category(n, t.Rate, t.Reverse), Percent: percent(t.Rate), BasisAmount: euros(t.Net), CalculatedAmount: euros(t.Amount),
		}
		switch tax.CategoryCode {
		case intraCommunity:
			tax.ExemptionReason, tax.ExemptionReasonCode = w.say("exemptReason"), intraCommunityReason
		case reverseCharge:
			tax.ExemptionReason, tax.ExemptionReasonCode = w.say("reverseReason"), reverseChargeReason
		}
		e.TradeTaxes = append(e.TradeTaxes, tax)
	}
}

// addPositions writes what is sold as lines, and what is taken off as allowances of the whole document: the standard has
// no negative prices.
func addPositions(e *einvoice.Invoice, n *invoice.Invoice, w words) {
	nets := netAmounts(n)
	for i, p := range n.Positions {
		code, rate := category(n, p.Rate, p.Reverse), percent(p.Rate)
		if nets[i].Minor < 0 {
			off := euros(nets[i].Neg())
			e.AllowanceTotal = e.AllowanceTotal.Add(off)
			e.SpecifiedTradeAllowanceCharge = append(e.SpecifiedTradeAllowanceCharge, einvoice.AllowanceCharge{
				ActualAmount: off, Reason: w.name(n, p), CategoryTradeTaxType: "VAT", CategoryTradeTaxCategoryCode: code,
				CategoryTradeTaxRateApplicablePercent: rate,
			})
			continue
		}
		const digits = 6 // of a piece's price, so that the pieces come to the line's sum
		e.LineTotal = e.LineTotal.Add(euros(nets[i]))
		e.InvoiceLines = append(e.InvoiceLines, einvoice.InvoiceLine{
			LineID: strconv.Itoa(len(e.InvoiceLines) + 1), ArticleNumber: p.Article, ItemName: w.name(n, p),
			BilledQuantity: decimal.NewFromInt(int64(p.Quantity)), BilledQuantityUnit: piece,
			NetPrice:    euros(nets[i]).DivRound(decimal.NewFromInt(int64(p.Quantity)), digits),
			TaxTypeCode: "VAT", TaxCategoryCode: code, TaxRateApplicablePercent: rate, Total: euros(nets[i]),
		})
	}
}

// netAmounts takes the VAT out of each position so that those of a rate add up to its net sum exactly: what rounding
// leaves over is borne by the largest.
func netAmounts(n *invoice.Invoice) []money.Amount {
	nets := make([]money.Amount, len(n.Positions))
	for _, t := range n.Taxes {
		rest, largest := t.Net, -1
		for i, p := range n.Positions {
			if p.Rate != t.Rate || p.Reverse != t.Reverse {
				continue
			}
			nets[i] = p.Amount.Sub(p.Amount.IncludedTax(p.Rate))
			rest = rest.Sub(nets[i])
			if largest < 0 || p.Amount.Minor > n.Positions[largest].Amount.Minor {
				largest = i
			}
		}
		nets[largest] = nets[largest].Add(rest)
	}
	return nets
}

func category(n *invoice.Invoice, rate int64, reverse bool) string {
	switch {
	case reverse:
		return reverseCharge
	case n.Exempt:
		return intraCommunity
	case rate == 0:
		return zeroRate
	}
	return standardRate
}

func seller(s invoice.Seller) einvoice.Party {
	p := einvoice.Party{
		Name: s.Name, VATaxRegistration: s.VATID, URIUniversalCommunication: s.Email, URIUniversalCommunicationScheme: electronicMail,
		PostalAddress: &einvoice.PostalAddress{
			CountryID: "DE", PostcodeCode: s.ZipCode, Line1: s.StreetName + " " + s.StreetNumber, City: s.City,
		},
		DefinedTradeContact: []einvoice.DefinedTradeContact{{PersonName: s.Representative, PhoneNumber: s.Phone, EMail: s.Email}},
	}
	if s.Register != "" {
		p.Description = s.Register
	}
	return p
}

func party(a address.Address) einvoice.Party {
	country, _ := address.CountryByID(a.CountryID)
	name := a.FirstName + " " + a.LastName
	p := einvoice.Party{Name: name, PostalAddress: &einvoice.PostalAddress{
		CountryID: country.ISO, PostcodeCode: a.ZipCode, Line1: a.StreetName + " " + a.StreetNumber, Line2: a.PostNumber, City: a.CityName,
	}}
	if a.Company != "" {
		p.Name = a.Company
		p.DefinedTradeContact = []einvoice.DefinedTradeContact{{PersonName: name}}
	}
	return p
}

func euros(a money.Amount) decimal.Decimal { return decimal.New(a.Minor, -2) }

func percent(rate int64) decimal.Decimal { return decimal.New(rate, -2) }
