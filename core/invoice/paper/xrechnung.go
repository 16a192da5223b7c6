package paper

import (
	"bytes"
	"strconv"

	"github.com/speedata/einvoice"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
)

// notDefined is the code of UNTDID 4461 for a payment whose means the document does not say.
const notDefined = 1

// XRechnung gives the document of a business's order as XRechnung 3.0 has it, in CII syntax: EN 16931 narrowed by the rules
// BR-DE of KoSIT. Fault Internal ("invoice_invalid") names the rule that is broken, most often by what the seller has not
// told of itself.
//
// The buyer reference (BT-10) is the number of the order: the checkout asks for no other, so that a public buyer's Leitweg-ID is not on
// it. How it was paid otherwise than by transfer is said in words only (BT-81 is 1). The rules are checked by the library's own copy of
// them; core/docs/market-de.md says what was run through KoSIT's Schematron.
func XRechnung(n *invoice.Invoice) ([]byte, error) {
	e := electronic(n)
	e.GuidelineSpecifiedDocumentContextParameter = einvoice.SpecXRechnung30
	e.BPSpecifiedDocumentContextParameter = einvoice.BPPEPPOLBilling01
	e.BuyerReference = strconv.FormatInt(n.OrderID, 10)
	if e.PaymentMeans == nil {
		e.PaymentMeans = []einvoice.PaymentMeans{{TypeCode: notDefined, Information: words{n.Lang}.how(n)}}
	}
	if err := Check(e); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "invoice_invalid")
	}
	var b bytes.Buffer
	if err := e.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
