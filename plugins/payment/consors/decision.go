package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The bank's words for where an application stands.
const (
	accepted  = "ACCEPTED"
	pending   = "PENDING"
	declined  = "DECLINED"
	cancelled = "CANCELLED" // by the customer
	delivered = "DELIVERED" // the shop told that it delivered; the bank pays
	revoked   = "REVOKED"   // the shop took the credit back
)

// decision is what the bank says of an application: in a return, a notification, or when it is asked.
type decision struct {
	OrderID     string `json:"order_id"`
	Transaction string `json:"transaction_id"`
	Status      string `json:"status"`
	Amount      string `json:"order_amount"`
}

// fromParams reads a signed decision. ok is false for parameters that the bank did not sign.
func fromParams(params map[string]string, key base.Secret) (d decision, ok bool) {
	signature := params["hash"]
	if signature == "" || !hmac.Equal([]byte(strings.ToLower(signature)), []byte(sign(params, key))) {
		return decision{}, false
	}
	return decision{OrderID: params["order_id"], Transaction: params["transaction_id"], Status: params["status"],
		Amount: params["order_amount"]}, true
}

// decided reads a decision on an application of this vendor; the bank signs alike for others that have the same key.
func (a *account) decided(params map[string]string) (d decision, ok bool) {
	d, ok = fromParams(params, a.hashKey)
	return d, ok && params["vendorid"] == a.vendor
}

// signed are the parameters that a signature covers. The shop's own ones, which stand in the return address, do not count.
var signed = []string{"order_amount", "order_id", "status", "transaction_id", "vendorid"}

// sign gives the signature: the HMAC-SHA256 of the parameters in the order of their names, "name=value" joined by "&", in
// hexadecimal digits.
func sign(params map[string]string, key base.Secret) string {
	parts := make([]string, 0, len(signed))
	for _, name := range slices.Sorted(slices.Values(signed)) {
		parts = append(parts, name+"="+params[name])
	}
	mac := hmac.New(sha256.New, []byte(key.Reveal()))
	mac.Write([]byte(strings.Join(parts, "&")))
	return hex.EncodeToString(mac.Sum(nil))
}

// outcome translates the decision on the attempt of this reference and amount.
func (d decision) outcome(reference string, wanted base.Money) (payment.Outcome, error) {
	m, err := amountIn(d.Amount)
	if err != nil {
		return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: err.Error(), OutcomeUnknown: true}
	}
	mismatch := wanted.IsSet() && wanted != m
	switch d.Status {
	case accepted, delivered:
		return payment.Authorized{Reference: reference, Amount: m, Captured: d.Status == delivered}, nil
	case pending:
		if mismatch {
			return payment.Declined{Code: "amount_mismatch", Reference: reference}, nil
		}
		return payment.Pending{Reference: reference}, nil
	case declined:
		return payment.Declined{Code: payment.CodeRefused, Reference: reference}, nil
	case cancelled:
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: reference}, nil
	case revoked:
		return payment.Declined{Code: "voided", Reference: reference}, nil
	}
	return payment.Unknown{Reference: reference, Message: "a status that is not known"}, nil
}

// completed is a decision as Complete tells it: one over another amount is not passed off as what was asked for.
// The shop then asks Status, which tells it as it is.
func (d decision) completed(r payment.CompleteRequest) (payment.Outcome, error) {
	o, err := d.outcome(r.Reference, r.Amount)
	if got, ok := o.(payment.Authorized); ok && r.Amount.IsSet() && got.Amount != r.Amount {
		return payment.Unknown{Reference: r.Reference, Message: "agreed over another amount; Status tells it"}, nil
	}
	return o, err
}
