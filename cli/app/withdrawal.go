package app

import (
	"context"
	"encoding/json"
	"fmt"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
	processes "kontor.dev/kontor/workflows/client"
)

// payback gives money back as operators do, so that each cent is in the order's books once, whoever asked for it.
type payback struct {
	orders   order.Reader
	commands order.Commands
}

// Refund implements withdrawal.Money.
func (p payback) Refund(ctx context.Context, ref checkout.PaymentRef, amount money.Amount, key string, first int) error {
	o, err := p.orders.Order(ctx, ref.OrderID)
	if err != nil {
		return err
	}
	if done, err := refunded(o, amount, key, first); done || err != nil {
		return err
	}
	if o, err = p.commands.Refund(ctx, ref.OrderID, key, amount); err != nil {
		return err
	}
	if done, err := refunded(o, amount, key, first); done || err != nil {
		return err
	}
	return fault.New(fault.Unavailable, "refund_under_way")
}

// refunded reports whether the provider gave the money of a request back, or why it will not. What it refused of the order's first
// operations was before it is asked now.
func refunded(o *order.Order, amount money.Amount, key string, first int) (done bool, err error) {
	back, again := money.Euro(0), false
	for i, p := range o.Payments {
		if p.Kind != order.RefundMoney || !order.OfRequest(p.Request, key) {
			continue
		}
		switch p.State {
		case order.Wanted:
			return false, fault.New(fault.Unavailable, "refund_under_way")
		case order.ByHand:
			return false, fault.New(fault.Invalid, p.Reason)
		case order.Refused:
			if i >= first {
				return false, fault.New(fault.Conflict, p.Reason)
			}
			again = true
			continue
		}
		done, back = true, back.Add(p.Amount)
	}
	return done && (!again || back.Minor >= amount.Minor), nil
}

// withdrawalSteps makes what the withdrawals' workflow works with.
func (p *parts) withdrawalSteps(orders order.Reader, commands order.Commands) *withdrawal.Steps {
	return withdrawal.NewSteps(withdrawal.Parts{
		Store: postgres.NewWithdrawals(p.pool).Bill(p.cfg.Seller()), Money: payback{orders, commands}, Carrier: p.plugins.Carriers(),
		Orders: commands, Clock: systemClock, Handling: p.cfg.Withdrawals(),
	})
}

// withdrawals is what consumers use; nil when it is switched off.
func (p *parts) withdrawals() *withdrawal.Service {
	if !p.cfg.Market.Withdrawal {
		return nil
	}
	return withdrawal.NewService(postgres.NewWithdrawals(p.pool), p.orders, p.cfg.Withdrawals().Policy, systemClock)
}

// beginWithdrawals starts the workflows of what was declared.
func (p *parts) beginWithdrawals(ctx context.Context, events []outbox.Event) error {
	process := processes.NewWithdrawal(p.temporal, p.cfg.Temporal.TaskQueue)
	for _, e := range events {
		var payload struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
		if err := process.Start(ctx, payload.ID); err != nil {
			return err
		}
	}
	return nil
}
