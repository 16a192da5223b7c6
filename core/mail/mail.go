// Package mail says which mails the shop sends; core/mailer renders and sends them.
package mail

import (
	"encoding/json"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// The templates about orders. They take OrderData.
const (
	OrderConfirmation = "order_confirmation" // with payment instructions where money is to come
	PaymentReceived   = "payment_received"
	OrderCancelled    = "order_cancelled" // the money did not come
)

// The templates about accounts. They take AccountData.
const (
	Welcome         = "account_welcome"
	LoginCode       = "account_code"
	ResetPassword   = "account_reset"
	PasswordChanged = "account_password_changed"
	EmailChanged    = "account_email_changed" // to the address that was the account's before
)

// AboutAccount reports whether a template is one about accounts.
func AboutAccount(template string) bool { return strings.HasPrefix(template, "account_") }

// The templates about the newsletter. They take NewsletterData.
const (
	NewsletterConfirm  = "newsletter_confirm"  // the link to confirm; no word of advertising
	NewsletterWelcome  = "newsletter_welcome"  // it comes from now on
	NewsletterKnown    = "newsletter_known"    // it was asked for, but comes already
	NewsletterFarewell = "newsletter_farewell" // the link to unsubscribe
)

// AboutNewsletter reports whether a template is one about the newsletter.
func AboutNewsletter(template string) bool { return strings.HasPrefix(template, "newsletter_") }

// OrderData names the order that a mail is about; the mailer reads it when it renders.
type OrderData struct {
	OrderID int64 `json:"orderId"`
}

// AccountData is what a mail about an account says.
type AccountData struct {
	FirstName string `json:"firstName"`
	Code      string `json:"code,omitempty"` // of a login
	Path      string `json:"path,omitempty"` // of the page to open, from the shop's address on
}

// NewsletterData is what a mail about the newsletter says.
type NewsletterData struct {
	Path     string `json:"path"`               // of the page to open, from the shop's address on
	OneClick string `json:"oneClick,omitempty"` // where a mail program posts its unsubscribe button
}

// Request asks for one mail. ID makes it be sent once: "order-1001-confirmation".
type Request struct {
	ID       string          `json:"id"`
	Template string          `json:"template"` // "order_confirmation"
	To       string          `json:"to"`
	Lang     catalog.Lang    `json:"lang"`
	Data     json.RawMessage `json:"data"` // what the template needs
}
