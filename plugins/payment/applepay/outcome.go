package main

import (
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// declines translates Saferpay's refusals that are about this customer and this payment. All others are errors.
var declines = map[string]string{
	"3DS_AUTHENTICATION_FAILED":     payment.CodeRefused,
	"AMOUNT_INVALID":                codeMismatch,
	"BLOCKED_BY_RISK_MANAGEMENT":    payment.CodeRisk,
	"CONDITION_NOT_SATISFIED":       payment.CodeRefused,
	"CURRENCY_INVALID":              codeMismatch,
	"GENERAL_DECLINED":              payment.CodeRefused,
	"NO_CONTRACT":                   payment.CodeRefused, // for this brand of card
	"PAYER_AUTHENTICATION_REQUIRED": payment.CodeRefused,
	"PAYMENTMEANS_INVALID":          payment.CodeRefused,
	"PAYMENTMEANS_NOT_SUPPORTED":    payment.CodeRefused,
	"TOKEN_EXPIRED":                 payment.CodeExpired,
	"TOKEN_INVALID":                 payment.CodeExpired,
	"TRANSACTION_ABORTED":           payment.CodeCustomerCancelled,
	"TRANSACTION_DECLINED":          payment.CodeRefused,
	"UPDATE_CARD_INFORMATION":       payment.CodeRefused,
}

// noFunds is the acquirer's result for an account without enough on it.
const noFunds = "51"

func declineCode(err error) (code string, declined bool) {
	p := refusal(err)
	code, declined = declines[p.ErrorName]
	if declined && p.ProcessorResult == noFunds {
		code = payment.CodeInsufficientFunds
	}
	return code, declined
}

// outcome tells where a transaction stands. want is the amount that the attempt is about; one that is not set is not
// compared.
func (t transaction) outcome(want base.Money) (payment.Outcome, error) {
	id := t.Transaction.ID
	amount, err := t.Transaction.Amount.money()
	if err != nil {
		return nil, err
	}
	switch t.Transaction.Status {
	case statusAuthorized, statusCaptured:
		if want.IsSet() && amount != want {
			return payment.Declined{Code: codeMismatch, Reference: id}, nil
		}
		return payment.Authorized{Reference: id, Amount: amount, Captured: t.Transaction.Status == statusCaptured}, nil
	case statusPending:
		return payment.Pending{Reference: id}, nil
	case statusCanceled:
		return payment.Declined{Code: codeVoided, Reference: id}, nil
	}
	return payment.Unknown{Reference: id, Message: "the transaction is " + t.Transaction.Status}, nil
}
