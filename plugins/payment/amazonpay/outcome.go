package main

import (
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// declines translates Amazon's reasons for a canceled session or a charge that came to nothing.
var declines = map[string]string{
	"BuyerCanceled":            payment.CodeCustomerCancelled,
	"AmazonCanceled":           payment.CodeRefused,
	"AmazonClosed":             payment.CodeRefused,
	"Declined":                 payment.CodeRefused,
	"Expired":                  payment.CodeExpired,
	"ExpiredUnused":            payment.CodeExpired,
	"SoftDeclined":             payment.CodeRefused,
	"HardDeclined":             payment.CodeRefused,
	"AmazonRejected":           payment.CodeRisk,
	"ProcessingFailure":        payment.CodeRefused,
	"TransactionTimedOut":      payment.CodeExpired,
	"MerchantCanceled":         codeVoided,
	"ChargePermissionCanceled": codeVoided,
}

// codeVoided is for a hold that the shop itself gave up.
const codeVoided = "voided"

func declineCode(reason string) string {
	if code, known := declines[reason]; known {
		return code
	}
	return payment.CodeRefused
}

func badAnswer(err error) *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: err.Error(), OutcomeUnknown: true}
}

// outcome tells where a charge stands.
func (c charge) outcome(ref reference) (payment.Outcome, error) {
	amount, err := c.Amount.money()
	if err != nil {
		return nil, badAnswer(err)
	}
	switch c.Status.State {
	case stateInitiated:
		return payment.Pending{Reference: ref.String()}, nil
	case stateAuthorized, stateCapturing:
		return payment.Authorized{Reference: ref.String(), Amount: amount, ExpiresAt: c.Expires.Time}, nil
	case stateCaptured:
		return payment.Authorized{Reference: ref.String(), Amount: amount, Captured: true}, nil
	case stateCanceled, stateDeclined:
		return payment.Declined{Code: declineCode(c.Status.Reason), Reference: ref.String()}, nil
	}
	return payment.Unknown{Reference: ref.String(), Message: "the charge is " + c.Status.State}, nil
}
