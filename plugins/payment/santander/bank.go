package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// The interface below is assumed, for want of a public one: an application is named by the shop's own number, and every
// call can be repeated, because the bank keeps one application for a number and one refund for a number of the shop's.

// The bank's words for where an application stands.
const (
	statusCreated   = "created"     // the customer has not applied yet
	statusSubmitted = "submitted"   // applied
	statusDecision  = "in_decision" // the bank looks at it
	statusApproved  = "approved"    // the customer has to sign
	statusSigned    = "signed"      // the money is promised
	statusPaidOut   = "paid_out"    // delivered; the shop has the money
	statusDeclined  = "declined"    // by the bank
	statusCancelled = "cancelled"   // by the customer
	statusExpired   = "expired"     // forgotten by the customer
	statusRevoked   = "revoked"     // by the shop, before it was paid out
)

// person is who applies.
type person struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
	Phone     string `json:"phone,omitempty"`
	Street    string `json:"street"`
	Number    string `json:"houseNumber"`
	Zip       string `json:"zip"`
	City      string `json:"city"`
	Country   string `json:"country"`
}

// newApplication is what the bank is asked for. Amounts are whole cents.
type newApplication struct {
	OrderID   string `json:"orderId"`
	Amount    int64  `json:"amountCents"`
	Currency  string `json:"currency"`
	Goods     string `json:"goods"`
	Customer  person `json:"customer"`
	ReturnURL string `json:"returnUrl"`
	CancelURL string `json:"cancelUrl"`
	NotifyURL string `json:"notifyUrl"`
}

// application is one as the bank shows it.
type application struct {
	ID        string    `json:"applicationId"`
	OrderID   string    `json:"orderId"`
	Status    string    `json:"status"`
	Amount    int64     `json:"amountCents"`
	Currency  string    `json:"currency"`
	Refunded  int64     `json:"refundedCents"`
	URL       string    `json:"redirectUrl"` // while the customer can apply
	ExpiresAt time.Time `json:"expiresAt"`
}

// refund is money that went back, under the shop's number for it.
type refund struct {
	RefundID string `json:"refundId"`
	Amount   int64  `json:"amountCents"`
}

// letGoTimeout is how long a customer waits for an application to be given up.
const letGoTimeout = 3 * time.Second

// bank calls the interface with HTTP Basic authentication.
type bank struct {
	client  *provider.Client
	refused atomic.Bool // the bank does not accept the credentials
}

func newBank(s settings) *bank {
	return &bank{client: provider.New(provider.Config{BaseURL: s.apiURL, UserAgent: "kontor-santander/" + version, Timeout: s.timeout,
		Redactor: base.NewRedactor(s.password, s.notifyKey),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.SetBasicAuth(s.shop, s.password.Reveal())
			return nil
		}})}
}

// apply makes an application, or gives the one that there is for the number.
func (b *bank) apply(ctx context.Context, in newApplication) (a application, err error) {
	return a, b.call(ctx, http.MethodPost, "/applications", in, &a)
}

// read gives the application of a number; found is false when there is none.
func (b *bank) read(ctx context.Context, orderID string) (a application, found bool, err error) {
	err = b.call(ctx, http.MethodGet, path(orderID), nil, &a)
	if provider.Status(err) == http.StatusNotFound {
		return application{}, false, nil
	}
	if err == nil && a.OrderID != orderID {
		err = &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "another application than " + orderID, Retryable: true}
	}
	return a, err == nil, err
}

// deliver tells the bank that the goods are on their way, so that it pays out.
func (b *bank) deliver(ctx context.Context, orderID string) (a application, err error) {
	return a, b.call(ctx, http.MethodPost, path(orderID)+"/delivery", struct{}{}, &a)
}

// revoke gives an application up that nothing was paid out for.
func (b *bank) revoke(ctx context.Context, orderID string) (a application, err error) {
	return a, b.call(ctx, http.MethodPost, path(orderID)+"/revocation", struct{}{}, &a)
}

// letGo gives up an application that the customer turned back from: it would stay open, to be signed in vain. That it could not does
// not keep the customer waiting: the bank ends it some day.
func (b *bank) letGo(ctx context.Context, orderID string) {
	ctx, cancel := context.WithTimeout(ctx, letGoTimeout)
	defer cancel()
	if _, err := b.revoke(ctx, orderID); err != nil {
		slog.WarnContext(ctx, "an application that is given up is not revoked", "order", orderID, "error", err)
	}
}

// refund gives money back, once for each number of a refund.
func (b *bank) refund(ctx context.Context, orderID string, r refund) error {
	return b.call(ctx, http.MethodPost, path(orderID)+"/refunds", r, nil)
}

func path(orderID string) string { return "/applications/" + url.PathEscape(orderID) }

func (b *bank) call(ctx context.Context, verb, at string, in, into any) error {
	_, err := b.client.Do(ctx, provider.Call{Method: verb, Path: at, JSON: in, Into: into, Silent: into == nil, Idempotent: true})
	if code := provider.Status(err); err == nil || code != 0 {
		b.refused.Store(code == http.StatusUnauthorized)
	}
	return err
}
