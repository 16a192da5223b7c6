package httpapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/withdrawal"
)

// OrderWithdrawal says what of an order can be withdrawn from, and what was.
type OrderWithdrawal struct {
	Open     bool                 `json:"open" doc:"something of the order can be withdrawn from"`
	LastDay  string               `json:"lastDay,omitempty" format:"date" doc:"until when; missing while the last of the goods is still to come"`
	Declared []DeclaredWithdrawal `json:"declared" doc:"oldest first"`
}

// DeclaredWithdrawal is a withdrawal as the order's customer sees it.
type DeclaredWithdrawal struct {
	Number     int64            `json:"number"`
	ReceivedAt time.Time        `json:"receivedAt"`
	Status     string           `json:"status" enum:"declared,review,accepted,refunding,by_hand,settled,refused"`
	Reason     string           `json:"reason,omitempty" doc:"of a refusal: translation key"`
	Items      []WithdrawalItem `json:"items" doc:"none is the whole order"`
	Refunded   string           `json:"refunded,omitempty" doc:"1.234,56; once it is settled, where money was due"`
	LabelURL   string           `json:"labelUrl,omitempty" doc:"of the label to send the goods back by"`
}

func (s *Server) registerOrderWithdrawal(api huma.API) {
	register(api, post("account", "orderWithdrawal", "/account/get-withdrawal", "What of one of the customer's orders can be withdrawn from, and what was"), s.orderWithdrawal)
}

func (s *Server) orderWithdrawal(ctx context.Context, in *body[OrderRequest]) (OrderWithdrawal, error) {
	o, err := s.ownOrder(ctx, in.Body.OrdersID)
	if err != nil {
		return OrderWithdrawal{Declared: []DeclaredWithdrawal{}}, err
	}
	return s.withdrawalOf(ctx, o.ID)
}

// withdrawalOf tells of an order; a shop that takes no withdrawals online tells nothing.
func (s *Server) withdrawalOf(ctx context.Context, orderID int64) (OrderWithdrawal, error) {
	told := OrderWithdrawal{Declared: []DeclaredWithdrawal{}}
	if s.deps.Withdrawals == nil {
		return told, nil
	}
	offer, err := s.deps.Withdrawals.Offer(ctx, orderID)
	if err != nil {
		return told, err
	}
	told.Open, told.LastDay = offer.Open(), offer.LastDay()
	list, err := s.deps.Withdrawals.OfOrder(ctx, orderID)
	for _, w := range list {
		told.Declared = append(told.Declared, declaredOf(w))
	}
	return told, err
}

func declaredOf(w *withdrawal.Withdrawal) DeclaredWithdrawal {
	d := DeclaredWithdrawal{Number: w.ID, ReceivedAt: w.ReceivedAt, Status: string(w.Status), Items: []WithdrawalItem{}}
	for _, i := range w.Items {
		d.Items = append(d.Items, WithdrawalItem(i))
	}
	switch {
	case w.Status == withdrawal.Refused:
		d.Reason = w.Reason
	case w.Status == withdrawal.Settled && !w.Amount.IsZero():
		d.Refunded = german(w.Amount)
	case w.Status == withdrawal.Accepted && w.Return != nil:
		d.LabelURL = labelPath + w.Return.Token
	}
	return d
}
