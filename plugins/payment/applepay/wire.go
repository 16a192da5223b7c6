package main

import (
	"errors"
	"strconv"

	"kontor.dev/kontor/plugins/sdk/base"
)

// The parts of Saferpay's JSON API that this plugin writes and reads.

type header struct {
	SpecVersion    string
	CustomerID     string `json:"CustomerId"`
	RequestID      string `json:"RequestId"`
	RetryIndicator int
}

type amount struct {
	Value        string
	CurrencyCode string
}

type authorizeDirect struct {
	RequestHeader header
	TerminalID    string `json:"TerminalId"`
	Payment       struct {
		Amount      amount
		OrderID     string `json:"OrderId"`
		Description string
	}
	PaymentMeans struct {
		ApplePay struct{ PaymentToken string }
	}
	Initiator string
	Payer     *payer `json:",omitempty"`
}

type payer struct {
	IPAddress    string `json:"IpAddress,omitempty"`
	LanguageCode string `json:",omitempty"`
}

type transactionReference struct {
	TransactionID string `json:"TransactionId,omitempty"`
	OrderID       string `json:"OrderId,omitempty"`
}

type referenced struct {
	RequestHeader        header
	TransactionReference transactionReference
	Amount               *amount `json:",omitempty"` // of a capture
}

type captured struct {
	CaptureID string `json:"CaptureId"`
	Status    string
}

type createRefund struct {
	RequestHeader header
	Refund        struct {
		Amount                               amount
		OrderID                              string `json:"OrderId"`
		Description                          string `json:",omitempty"`
		RestrictRefundAmountToCapturedAmount bool
	}
	CaptureReference struct {
		CaptureID string `json:"CaptureId"`
	}
}

type transaction struct {
	Transaction struct {
		Status    string
		ID        string `json:"Id"`
		CaptureID string `json:"CaptureId"`
		Amount    amount
		OrderID   string `json:"OrderId"`
	}
}

type problem struct {
	ErrorName       string
	TransactionID   string `json:"TransactionId"`
	ProcessorResult string
}

// States of a transaction.
const (
	statusAuthorized = "AUTHORIZED"
	statusCaptured   = "CAPTURED"
	statusCanceled   = "CANCELED"
	statusPending    = "PENDING"
)

func toAmount(m base.Money) amount { return amount{strconv.FormatInt(m.Minor, 10), m.Currency} }

// money reads Saferpay's minor units. An amount that cannot be read exactly must not be booked.
func (a amount) money() (base.Money, error) {
	minor, err := strconv.ParseInt(a.Value, 10, 64)
	if err != nil || minor < 0 || len(a.CurrencyCode) != 3 {
		return base.Money{}, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, OutcomeUnknown: true,
			Message: "an amount cannot be read", Err: errors.New("an amount cannot be read")}
	}
	return base.Money{Minor: minor, Currency: a.CurrencyCode}, nil
}
