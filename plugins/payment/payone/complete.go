package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The results of a 3-D Secure page, as the return address names them.
const (
	resultSuccess = "success"
	resultError   = "error"
)

// The parameters of a return address.
const (
	paramResult = "payone"
	paramProof  = "proof"
)

// returnURL is an address that only PAYONE learns before the payment is decided: whoever comes by it was sent there.
func (a *account) returnURL(r payment.AuthorizeRequest, reference, result string) string {
	join := "?"
	if strings.Contains(r.URLs.Return, "?") {
		join = "&"
	}
	q := url.Values{paramResult: {result}, paramProof: {a.proof(reference, r.Purchase.Amount, result)}}
	return r.URLs.Return + join + q.Encode()
}

// proof is an HMAC under a key made of the portal key, over what the payment is about and how it ended.
func (a *account) proof(reference string, m base.Money, result string) string {
	mac := hmac.New(sha256.New, []byte("return of "+a.key.Reveal()))
	mac.Write([]byte(strings.Join([]string{reference, strconv.FormatInt(m.Minor, 10), m.Currency, result}, "\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

// Complete tells where an attempt stands whose customer is back from the 3-D Secure page, or did not come. What it knows
// for certain counts first; then the return address, whose proof only PAYONE could pass on. Without either the attempt
// ends, and should the money be reserved later all the same, the notification tells and the shop gives it back.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if r.Method != method || r.IdempotencyKey == "" || r.Reference != "" && !txidForm.MatchString(r.Reference) {
		return nil, base.CallerFault("invalid_request", "method, idempotency key and PAYONE's reference are needed")
	}
	reference := a.reference(r.OrderNumber, r.Attempt, r.IdempotencyKey)
	known := a.ledger.join(reference, r.Reference)
	switch o := known.known().(type) {
	case payment.Authorized:
		if r.Amount.IsSet() && o.Amount.IsSet() && o.Amount != r.Amount {
			return p.reject(ctx, r)
		}
		return o, nil
	case payment.Declined:
		return o, nil
	}
	proven := func(result string) bool {
		return r.Params[paramResult] == result && r.Amount.IsSet() &&
			hmac.Equal([]byte(r.Params[paramProof]), []byte(a.proof(reference, r.Amount, result)))
	}
	var o payment.Outcome
	switch {
	case r.Reference == "":
		// The answer to Authorize was lost, and with it the way to 3-D Secure: there is nothing to come back from.
		return payment.Unknown{Message: "PAYONE's notification may still come"}, nil
	case proven(resultSuccess):
		o = payment.Authorized{Reference: r.Reference, Amount: r.Amount}
	case proven(resultError):
		o = payment.Declined{Code: "authentication_failed", Reference: r.Reference}
	case r.Cancelled || len(r.Params) > 0:
		return payment.Declined{Code: payment.CodeCustomerCancelled, Reference: r.Reference}, nil
	default:
		return payment.Declined{Code: payment.CodeExpired, Reference: r.Reference}, nil
	}
	known.settle(o)
	return o, nil
}

// reject ends a preauthorization of another amount than was asked for. Money that is still held is no refusal.
func (p *plugin) reject(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	receipt, err := p.Void(ctx, payment.VoidRequest{Method: method, IdempotencyKey: "reject-" + r.IdempotencyKey, Reference: r.Reference})
	if err != nil || receipt.State != payment.ReceiptDone {
		return payment.Unknown{Reference: r.Reference, Message: "another amount is reserved, and it could not be given up"}, nil
	}
	o := payment.Declined{Code: "amount_mismatch", Reference: r.Reference}
	p.account.Load().ledger.numbered(r.Reference).settle(o)
	return o, nil
}
