// Package mail says which mails the shop sends; core/mailer renders and sends them.
package mail

import (
	"encoding/json"

	"kontor.dev/kontor/core/catalog"
)

// The templates. All take OrderData.
const (
	OrderConfirmation = "order_confirmation" // with payment instructions where money is to come
	PaymentReceived   = "payment_received"
	OrderCancelled    = "order_cancelled" // the money did not come
)

// OrderData names the order that a mail is about; the mailer reads it when it renders.
type OrderData struct {
	OrderID int64 `json:"orderId"`
}

// Request asks for one mail. ID makes it be sent once: "order-1001-confirmation".
type Request struct {
	ID       string          `json:"id"`
	Template string          `json:"template"` // "order_confirmation"
	To       string          `json:"to"`
	Lang     catalog.Lang    `json:"lang"`
	Data     json.RawMessage `json:"data"` // what the template needs
}
