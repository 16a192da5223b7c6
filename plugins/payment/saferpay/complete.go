package main

import (
	"context"
	"slices"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// codeNoShift declines a payment whose liability stays with the shop, where the settings ask for more.
const codeNoShift = "no_liability_shift"

// Complete asserts the page: what the browser brought along is not believed. The page has authorized by then, or never
// will for this return. A payment that must not be kept, for its amount or its liability, is cancelled before it is
// declined.
func (p *plugin) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	a := p.account.Load()
	ref := parseReference(r.Reference)
	if r.Method != method || ref.order == "" || r.IdempotencyKey == "" {
		return nil, base.CallerFault("invalid_request", "method, reference and idempotency key are needed")
	}
	d, declined, err := a.find(ctx, ref)
	switch {
	case err != nil && base.AsError(err).OutcomeUnknown:
		return payment.Unknown{Reference: r.Reference, Message: base.AsError(err).Code}, nil
	case err != nil:
		return nil, err
	case declined == codeOpen:
		return payment.Declined{Code: a.leftOpen(r), Reference: r.Reference}, nil
	case declined != "":
		return payment.Declined{Code: declined, Reference: r.Reference}, nil
	}
	code := ""
	switch got, err := d.Transaction.Amount.money(); {
	case err != nil:
		return nil, badAnswer(err.Error())
	case r.Amount.IsSet() && got != r.Amount:
		code = "amount_mismatch"
	case !a.keeps(d):
		code = codeNoShift
	}
	if status := d.Transaction.Status; code == "" || status == "CANCELED" || status == "PENDING" {
		return d.outcome(r.Reference) // a pending one cannot be cancelled: its amount and liability count once it is authorized
	}
	if receipt, err := a.cancel(ctx, d.Transaction, "reject-"+r.IdempotencyKey); err != nil || receipt.State != payment.ReceiptDone {
		return payment.Unknown{Reference: r.Reference, Message: code + ", and it could not be cancelled"}, nil
	}
	return payment.Declined{Code: code, Reference: r.Reference}, nil
}

// leftOpen says why an attempt ends whose page is still open: the customer turned back, or the shop's time is over. One
// who pays there later gets the money back, as the notification tells.
func (a *account) leftOpen(r payment.CompleteRequest) string {
	if r.Cancelled || len(r.Params) > 0 {
		return payment.CodeCustomerCancelled
	}
	return payment.CodeExpired
}

// keeps reports whether the settings take a payment with this liability.
func (a *account) keeps(d details) bool { return a.shift == shiftAccepted || d.Liability.Shift }

// codeOpen stands for a page on which nothing is decided.
const codeOpen = "open"

// find reads what became of a payment: the transaction, or the code of why there is none. While the token lives the page
// says it; after that, and without a token, the transaction is looked up by its order.
func (a *account) find(ctx context.Context, ref reference) (d details, declined string, err error) {
	if ref.token != "" {
		err = a.api.read(ctx, "/Payment/v1/PaymentPage/Assert", &assertPage{Token: ref.token}, &d)
		if err == nil {
			return a.latest(ctx, d)
		}
		switch code, known := declineCode(err); {
		case known && code != payment.CodeExpired:
			return details{}, code, nil
		case !known && ended(err):
			return details{}, payment.CodeRefused, nil
		case !known:
			return details{}, "", err
		}
	}
	d, err = a.inquire(ctx, transactionReference{OrderID: ref.order})
	if refusal(err).ErrorName == "TRANSACTION_NOT_FOUND" {
		if ref.token == "" {
			return details{}, payment.CodeNotFound, nil
		}
		return details{}, payment.CodeExpired, nil
	}
	return d, "", err
}

// latest reads the transaction that a page led to: the page tells of the authorization, but not of what was done with it.
func (a *account) latest(ctx context.Context, page details) (details, string, error) {
	d, err := a.inquire(ctx, transactionReference{TransactionID: page.Transaction.ID})
	if refusal(err).ErrorName == "TRANSACTION_NOT_FOUND" {
		return page, "", nil // a pending one is not found before it is authorized
	}
	return d, "", err
}

func (a *account) inquire(ctx context.Context, ref transactionReference) (details, error) {
	var d details
	err := a.api.read(ctx, "/Payment/v1/Transaction/Inquire", &transactionRequest{Reference: ref}, &d)
	return d, err
}

// outcome tells what a transaction means.
func (d details) outcome(ref string) (payment.Outcome, error) {
	m, err := d.Transaction.Amount.money()
	if err != nil {
		return nil, badAnswer(err.Error())
	}
	switch d.Transaction.Status {
	case "AUTHORIZED", "CAPTURED":
		return payment.Authorized{Reference: ref, Amount: m, Captured: d.Transaction.Status == "CAPTURED"}, nil
	case "PENDING":
		return payment.Pending{Reference: ref}, nil
	case "CANCELED":
		return payment.Declined{Code: "voided", Reference: ref}, nil
	}
	return payment.Unknown{Reference: ref, Message: "the transaction is " + d.Transaction.Status}, nil
}

// declines translates Saferpay's refusals that are about this customer and this card. All others are errors.
var declines = map[string]string{
	"TRANSACTION_ABORTED":           payment.CodeCustomerCancelled,
	"TRANSACTION_NOT_STARTED":       codeOpen,
	"TRANSACTION_IN_WRONG_STATE":    codeOpen,
	"TOKEN_EXPIRED":                 payment.CodeExpired,
	"TOKEN_INVALID":                 payment.CodeExpired,
	"TRANSACTION_DECLINED":          payment.CodeRefused,
	"GENERAL_DECLINED":              payment.CodeRefused,
	"CARD_CHECK_FAILED":             payment.CodeRefused,
	"CARD_CVC_INVALID":              payment.CodeRefused,
	"CARD_CVC_REQUIRED":             payment.CodeRefused,
	"PAYMENTMEANS_INVALID":          payment.CodeRefused,
	"PAYMENTMEANS_NOT_SUPPORTED":    payment.CodeRefused,
	"UPDATE_CARD_INFORMATION":       payment.CodeRefused,
	"PAYER_AUTHENTICATION_REQUIRED": "authentication_failed",
	"3DS_AUTHENTICATION_FAILED":     "authentication_failed",
	"CONDITION_NOT_SATISFIED":       codeNoShift,
	"BLOCKED_BY_RISK_MANAGEMENT":    payment.CodeRisk,
}

// ended reports whether a page tells of a payment that failed for no fault of the customer: asked again, it tells the same.
func ended(err error) bool {
	f := refusal(err)
	return f.OrderID != "" && slices.Contains([]string{"COMMUNICATION_FAILED", "NO_CONTRACT", "UNEXPECTED_ERROR_BY_ACQUIRER"}, f.ErrorName)
}

// results translates the card schemes' codes that tell more than that the issuer declines.
var results = map[string]string{
	"51": payment.CodeInsufficientFunds, "61": payment.CodeInsufficientFunds, "65": payment.CodeInsufficientFunds,
	"33": "card_expired", "54": "card_expired",
	"34": payment.CodeRisk, "41": payment.CodeRisk, "43": payment.CodeRisk, "59": payment.CodeRisk,
}

func declineCode(err error) (code string, declined bool) {
	f := refusal(err)
	code, declined = declines[f.ErrorName]
	if told := results[f.ProcessorResult]; told != "" && code == payment.CodeRefused {
		code = told
	}
	return code, declined
}
