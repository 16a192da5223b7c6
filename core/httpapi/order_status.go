package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/withdrawal"
)

// OrderStatusRequest names an order by the link that its mails have.
type OrderStatusRequest struct {
	OrdersID int64  `json:"ordersId" minimum:"1"`
	Token    string `json:"token" maxLength:"64"`
}

// OrderStatus is an order as its link shows it.
type OrderStatus struct {
	Order      OrderGroup      `json:"order"`
	Invoices   []OrderInvoice  `json:"invoices" doc:"oldest first"`
	Withdrawal OrderWithdrawal `json:"withdrawal"`
}

// OrderLinkRequest asks for an order's link once more.
type OrderLinkRequest struct {
	OrderNumber string `json:"orderNumber" maxLength:"100"`
	Email       string `json:"email" maxLength:"300" doc:"of the order"`
}

// OrderLinkAnswer says that the request was taken. It is the same whether there is such an order or not.
type OrderLinkAnswer struct {
	Taken bool `json:"taken"`
}

func (s *Server) registerOrderStatus(api huma.API) {
	register(api, post("order", "orderStatus", "/api/order/status", "How an order stands, by the link that its mails have"), s.orderStatus)
	register(api, post("order", "orderLink", "/api/order/link", "Mail an order's link to its customer once more"), s.orderLink)
}

// opens reports whether a token is the order's.
func (s *Server) opens(orderID int64, token string) bool {
	return s.deps.OrderLinks != nil && s.deps.OrderLinks.Opens(orderID, token)
}

func (s *Server) orderStatus(ctx context.Context, in *body[OrderStatusRequest]) (OrderStatus, error) {
	told := OrderStatus{Invoices: []OrderInvoice{}, Withdrawal: OrderWithdrawal{Declared: []DeclaredWithdrawal{}}}
	if !s.opens(in.Body.OrdersID, in.Body.Token) {
		return told, errNoOrder
	}
	o, err := s.deps.Orders.Order(ctx, in.Body.OrdersID)
	if err != nil {
		return told, err
	}
	if o.PlacedAt.IsZero() {
		return told, errNoOrder
	}
	if told.Order, err = s.orderGroup(ctx, o); err != nil {
		return told, err
	}
	if told.Invoices, err = s.invoicesOf(ctx, o.ID, "?token="+in.Body.Token); err != nil {
		return told, err
	}
	told.Withdrawal, err = s.withdrawalOf(ctx, o.ID)
	return told, err
}

// orderLink mails the link to the address of the order and to no other, once an hour at most, and few of different orders. It is
// safe in the outbox when this answers.
func (s *Server) orderLink(ctx context.Context, in *body[OrderLinkRequest]) (OrderLinkAnswer, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return OrderLinkAnswer{}, err
	}
	defer evenly(ctx, time.Now())
	id, email, err := linkOf(in.Body)
	if err != nil {
		return OrderLinkAnswer{}, err
	}
	o, err := s.deps.Orders.Order(ctx, id)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		return OrderLinkAnswer{Taken: true}, nil
	case err != nil:
		return OrderLinkAnswer{}, err
	}
	if o.PlacedAt.IsZero() || !strings.EqualFold(o.Email, email) {
		return OrderLinkAnswer{Taken: true}, nil
	}
	if s.limiter.allowMail(limitLink, o.Email) != nil {
		return OrderLinkAnswer{Taken: true}, nil
	}
	event, err := linkMail(o, time.Now())
	if err != nil {
		return OrderLinkAnswer{}, err
	}
	err = s.deps.Outbox.Write(ctx, event)
	return OrderLinkAnswer{Taken: err == nil}, err
}

// linkOf reads the form. Fault Invalid ("order_link_invalid") with the fields.
func linkOf(r OrderLinkRequest) (id int64, email string, err error) {
	var wrong []fault.Field
	number := strings.TrimPrefix(strings.TrimSpace(r.OrderNumber), "#")
	if id = withdrawal.NumberOf(number); id == 0 {
		reason := "order_number_invalid"
		if number == "" {
			reason = address.Missing
		}
		wrong = append(wrong, fault.Field{Name: "orderNumber", Reason: reason})
	}
	email, reason := address.Email(r.Email)
	if reason != "" {
		wrong = append(wrong, fault.Field{Name: "email", Reason: reason})
	}
	if len(wrong) > 0 {
		return 0, "", fault.InvalidFields("order_link_invalid", wrong...)
	}
	return id, email, nil
}

// linkMail asks for the mail, which has the same ID for all requests of an hour.
func linkMail(o *order.Order, at time.Time) (outbox.Event, error) {
	data, err := json.Marshal(mail.OrderData{OrderID: o.ID})
	if err != nil {
		return outbox.Event{}, err
	}
	id := fmt.Sprintf("order-%d-link-%s", o.ID, at.UTC().Format("2006010215"))
	payload, err := json.Marshal(mail.Request{ID: id, Template: mail.OrderLink, To: o.Email, Lang: o.Lang, Data: data})
	return outbox.Event{ID: id, Topic: outbox.MailRequested, Key: id, Payload: payload}, err
}
