package main

import (
	"fmt"
	"strconv"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// The parts of the JSON API that this plugin writes and reads.

type requestHeader struct {
	SpecVersion    string `json:"SpecVersion"`
	CustomerID     string `json:"CustomerId"`
	RequestID      string `json:"RequestId"`
	RetryIndicator int    `json:"RetryIndicator"`
}

// headed is embedded in every request.
type headed struct {
	RequestHeader requestHeader `json:"RequestHeader"`
}

func (h *headed) setHeader(r requestHeader) { h.RequestHeader = r }

type initializePage struct {
	headed
	TerminalID     string        `json:"TerminalId"`
	Payment        payable       `json:"Payment"`
	ReturnURL      returnURL     `json:"ReturnUrl"`
	Notification   *notification `json:"Notification,omitempty"`
	PaymentMethods []string      `json:"PaymentMethods,omitempty"`
	Wallets        []string      `json:"Wallets,omitempty"`
	Payer          *payer        `json:"Payer,omitempty"`
	Condition      string        `json:"Condition,omitempty"`
	ConfigSet      string        `json:"ConfigSet,omitempty"`
}

type payable struct {
	Amount      amount `json:"Amount"`
	OrderID     string `json:"OrderId"`
	Description string `json:"Description,omitempty"`
}

type returnURL struct {
	URL string `json:"Url"`
}

type notification struct {
	Success string `json:"SuccessNotifyUrl"`
	Fail    string `json:"FailNotifyUrl"`
}

type payer struct {
	LanguageCode    string   `json:"LanguageCode,omitempty"`
	IPAddress       string   `json:"IpAddress,omitempty"`
	UserAgent       string   `json:"UserAgent,omitempty"`
	BillingAddress  *address `json:"BillingAddress,omitempty"`
	DeliveryAddress *address `json:"DeliveryAddress,omitempty"`
}

type address struct {
	Company     string `json:"Company,omitempty"`
	FirstName   string `json:"FirstName,omitempty"`
	LastName    string `json:"LastName,omitempty"`
	Street      string `json:"Street,omitempty"`
	Zip         string `json:"Zip,omitempty"`
	City        string `json:"City,omitempty"`
	CountryCode string `json:"CountryCode,omitempty"`
	Email       string `json:"Email,omitempty"`
	Phone       string `json:"Phone,omitempty"`
}

type initializedPage struct {
	Token       string    `json:"Token"`
	Expiration  time.Time `json:"Expiration"`
	RedirectURL string    `json:"RedirectUrl"`
}

type assertPage struct {
	headed
	Token string `json:"Token"`
}

type transactionRequest struct {
	headed
	Reference transactionReference `json:"TransactionReference"`
	Amount    *amount              `json:"Amount,omitempty"`
}

type transactionReference struct {
	TransactionID string `json:"TransactionId,omitempty"`
	OrderID       string `json:"OrderId,omitempty"`
}

type refundRequest struct {
	headed
	Refund           refundable       `json:"Refund"`
	CaptureReference captureReference `json:"CaptureReference"`
}

// refundable is a payable that goes back. Saferpay holds the sum of refunds against the capture only when it is asked to.
type refundable struct {
	payable
	Restrict bool `json:"RestrictRefundAmountToCapturedAmount"`
}

type captureReference struct {
	CaptureID string `json:"CaptureId"`
}

// details answers Assert, Inquire and Refund.
type details struct {
	Transaction transaction `json:"Transaction"`
	Liability   liability   `json:"Liability"`
}

type transaction struct {
	Type      string    `json:"Type"`
	Status    string    `json:"Status"` // AUTHORIZED, CANCELED, CAPTURED or PENDING
	ID        string    `json:"Id"`
	CaptureID string    `json:"CaptureId"`
	Date      time.Time `json:"Date"`
	Amount    amount    `json:"Amount"`
	OrderID   string    `json:"OrderId"`
}

type liability struct {
	Shift bool `json:"LiabilityShift"`
}

type captured struct {
	CaptureID string `json:"CaptureId"`
	Status    string `json:"Status"` // PENDING or CAPTURED
}

// failure is Saferpay's error document.
type failure struct {
	Behavior        string `json:"Behavior"`
	ErrorName       string `json:"ErrorName"`
	OrderID         string `json:"OrderId"` // of the payment that failed, where the error tells of one
	ProcessorResult string `json:"ProcessorResult"`
}

// amount is Saferpay's money: minor units as text.
type amount struct {
	Value        string `json:"Value"`
	CurrencyCode string `json:"CurrencyCode"`
}

func toAmount(m base.Money) amount {
	return amount{Value: strconv.FormatInt(m.Minor, 10), CurrencyCode: m.Currency}
}

// money reads whole minor units; an amount that cannot be read exactly must not be booked.
func (a amount) money() (base.Money, error) {
	minor, err := strconv.ParseInt(a.Value, 10, 64)
	if err != nil || minor < 0 || !currencyForm.MatchString(a.CurrencyCode) || strconv.FormatInt(minor, 10) != a.Value {
		return base.Money{}, fmt.Errorf("amount %q %q cannot be read", a.Value, a.CurrencyCode)
	}
	return base.Money{Minor: minor, Currency: a.CurrencyCode}, nil
}
