// Package mail says which mails the shop sends; core/mailer renders and sends them.
package mail

import (
	"encoding/json"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
)

// The templates about orders. They take OrderData.
const (
	OrderConfirmation = "order_confirmation" // with payment instructions where money is to come
	PaymentReceived   = "payment_received"
	OrderCancelled    = "order_cancelled"
	OrderLink         = "order_link" // to how it stands, for who has no account
)

// The templates about a delivery of an order, or about money that goes back. They take DeliveryData.
const (
	OrderShipped      = "delivery_shipped"   // with the parcels to track
	OrderReady        = "delivery_ready"     // to collect in a store
	PickupReminder    = "delivery_reminder"  // to collect it soon
	DeliveryCancelled = "delivery_cancelled" // of an order that is otherwise kept
	OrderRefunded     = "delivery_refunded"
	DeliveryReturned  = "delivery_returned"    // before it was paid, so that nothing is to be paid for it
	PaymentInPart     = "delivery_part_paid"   // of the money of the order, and what is left to pay
	PaymentDue        = "delivery_payment_due" // the goods of a transfer in advance are held for some days more
	PaymentReminder   = "delivery_unpaid"      // the day passed until which its invoice was to be paid
)

// AboutDelivery reports whether a template takes DeliveryData.
func AboutDelivery(template string) bool { return strings.HasPrefix(template, "delivery_") }

// The templates about accounts. They take AccountData.
const (
	Welcome         = "account_welcome"
	LoginCode       = "account_code"
	ResetPassword   = "account_reset"
	PasswordChanged = "account_password_changed"
	ExportReady     = "account_export"
	AccountDeleted  = "account_deleted"
	AccountUnused   = "account_unused"        // it is deleted unless its customer logs in by then
	EmailChanged    = "account_email_changed" // to the address that was the account's before

	BusinessConfirmed = "account_business"         // a private account is a business's from now on
	VATIDDoubted      = "account_vat_doubted"      // the authority does not know it: put it right in time
	BusinessRefused   = "account_business_refused" // nobody did: the account is private again
)

// The templates about withdrawals. They take WithdrawalData; the reminder goes to the operator.
const (
	WithdrawalReceipt  = "withdrawal_receipt"
	WithdrawalAccepted = "withdrawal_accepted"
	WithdrawalRefused  = "withdrawal_refused"
	WithdrawalSettled  = "withdrawal_settled"
	WithdrawalReminder = "withdrawal_reminder"
)

// AboutWithdrawal asks for a mail about a withdrawal.
func AboutWithdrawal(id, template, to string, lang catalog.Lang, withdrawalID int64) Request {
	data, err := json.Marshal(WithdrawalData{withdrawalID})
	if err != nil {
		panic(err) // a number
	}
	return Request{ID: id, Template: template, To: to, Lang: lang, Data: data}
}

// IsAboutWithdrawal reports whether a template is one about withdrawals.
func IsAboutWithdrawal(template string) bool { return strings.HasPrefix(template, "withdrawal_") }

// The templates about the campus programme. They take CampusData.
const (
	CampusConfirm    = "campus_confirm"     // the link, to the university's address
	CampusReceived   = "campus_received"    // a proof waits for its review
	CampusActive     = "campus_active"      // a member from now on, or for longer
	CampusRejected   = "campus_rejected"    // with the reason
	CampusLapsed     = "campus_lapsed"      // nobody opened the link in time, or looked at the proof
	CampusNearExpiry = "campus_near_expiry" // renew now
	CampusExpired    = "campus_expired"
)

// AboutCampus reports whether a template is one about the campus programme.
func AboutCampus(template string) bool { return strings.HasPrefix(template, "campus_") }

// AboutAccount reports whether a template is one about accounts.
func AboutAccount(template string) bool { return strings.HasPrefix(template, "account_") }

// ShareHour is how many mails of one Share go within an hour to an address of which no account has proven that it is its own.
const ShareHour = 10

// Mailbox names the mailbox of an address for counting: many providers deliver to it whatever follows a + in its name.
func Mailbox(address string) string {
	name, host, _ := strings.Cut(strings.ToLower(address), "@")
	if label := strings.IndexByte(name, '+'); label > 0 {
		name = name[:label]
	}
	return name + "@" + host
}

// Share names what a mail is counted with that anybody can have sent to any address, by an account that nobody has proven to be the
// address's; "" for all others. What somebody waits for counts by itself, so that other mails never use it up.
func Share(template string) string {
	switch template {
	case LoginCode, ResetPassword, CampusConfirm, VATIDDoubted:
		return template
	case Welcome, PasswordChanged, EmailChanged, AccountDeleted, BusinessConfirmed, CampusReceived:
		return "notice"
	}
	return ""
}

// The templates about the newsletter. They take NewsletterData.
const (
	NewsletterConfirm  = "newsletter_confirm"  // the link to confirm; no word of advertising
	NewsletterWelcome  = "newsletter_welcome"  // it comes from now on
	NewsletterKnown    = "newsletter_known"    // it was asked for, but comes already
	NewsletterFarewell = "newsletter_farewell" // the link to unsubscribe
)

// AboutNewsletter reports whether a template is one about the newsletter.
func AboutNewsletter(template string) bool { return strings.HasPrefix(template, "newsletter_") }

// The templates about products that can be had again. They take RestockData.
const (
	RestockConfirm = "restock_confirm" // the link to confirm that somebody wants to be told
	RestockWaiting = "restock_waiting" // who asked will be told, and the link to end that
	RestockBack    = "restock_back"    // it can be had
)

// AboutRestock reports whether a template is one about a product that can be had again.
func AboutRestock(template string) bool { return strings.HasPrefix(template, "restock_") }

// BarrierReport tells the operator of a barrier. It takes BarrierData.
const BarrierReport = "barrier_report"

// BarrierData is what somebody wrote of a barrier.
type BarrierData struct {
	Text  string `json:"text"`
	Page  string `json:"page,omitempty"`
	Email string `json:"email,omitempty"` // for the answer
}

// The templates about notices of illegal reviews. They take NoticeData; the receipt, which goes to the sender, only its
// ReviewID and Host.
const (
	ReviewNotice        = "review_notice"
	ReviewNoticeReceipt = "review_notice_receipt"
)

// NoticeData is a notice of a review or a comment.
type NoticeData struct {
	ReviewID  int64  `json:"reviewId"`
	ProductID int64  `json:"productId,omitempty"`
	Author    string `json:"author,omitempty"`
	Title     string `json:"title,omitempty"` // "" for a comment
	Content   string `json:"content,omitempty"`
	Why       string `json:"why,omitempty"`
	Name      string `json:"name,omitempty"`  // of who sent the notice
	Email     string `json:"email,omitempty"` // for the decision
	Host      string `json:"host,omitempty"`  // by which its sender called the shop: a partner's, "" for the shop's own
}

// OrderData names the order that a mail is about; the mailer reads it when it renders.
type OrderData struct {
	OrderID   int64  `json:"orderId"`
	AttemptID string `json:"attemptId,omitempty"`
}

// DeliveryData names a delivery of an order, or a request to refund; the mailer reads the order when it renders.
type DeliveryData struct {
	OrderID  int64  `json:"orderId"`
	Delivery int    `json:"delivery,omitempty"`
	Request  string `json:"request,omitempty"`
}

// WithdrawalData names the withdrawal that a mail is about; the mailer reads it when it renders.
type WithdrawalData struct {
	WithdrawalID int64 `json:"withdrawalId"`
}

// AccountData is what a mail about an account says.
type AccountData struct {
	FirstName string `json:"firstName"`
	Code      string `json:"code,omitempty"` // of a login
	Path      string `json:"path,omitempty"` // of the page to open, from the shop's address on

	Until time.Time `json:"until,omitzero"` // when the time is over to do what it asks for
}

// NewsletterData is what a mail about the newsletter says.
type NewsletterData struct {
	Path     string `json:"path"`               // of the page to open, from the shop's address on
	OneClick string `json:"oneClick,omitempty"` // where a mail program posts its unsubscribe button
}

// RestockData is what a mail about a product that can be had again says.
type RestockData struct {
	Product string `json:"product"` // its name
	Path    string `json:"path"`    // of the page to open, from the shop's address on
}

// CampusData is what a mail about the campus programme says.
type CampusData struct {
	FirstName string    `json:"firstName"`
	Path      string    `json:"path"`             // of the page to open, from the shop's address on
	Until     time.Time `json:"until,omitzero"`   // when the membership ends
	Reason    string    `json:"reason,omitempty"` // why there is none; part of a translation key

	Orders []CampusOrder `json:"orders,omitempty"` // that are cancelled without a membership
}

// CampusOrder is an order that waits for its customer to become a member.
type CampusOrder struct {
	ID    int64     `json:"id"`
	Until time.Time `json:"until"`
}

// ForOperator reports whether a template goes to who runs the shop, not to customers.
func ForOperator(template string) bool {
	return template == BarrierReport || template == ReviewNotice || template == WithdrawalReminder
}

// Request asks for one mail. ID makes it be sent once: "order-1001-confirmation".
type Request struct {
	ID       string          `json:"id"`
	Template string          `json:"template"` // "order_confirmation"
	To       string          `json:"to"`
	Lang     catalog.Lang    `json:"lang"`
	Data     json.RawMessage `json:"data"` // what the template needs
}
