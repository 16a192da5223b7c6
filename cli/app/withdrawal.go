package app

import (
	"context"
	"encoding/json"
	"fmt"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
	processes "kontor.dev/kontor/workflows/client"
)

// payback is the payment plugins as withdrawals need them.
type payback struct{ checkout.Payments }

// Refund implements withdrawal.Money.
func (p payback) Refund(ctx context.Context, ref checkout.PaymentRef, amount money.Amount, key string) error {
	_, err := p.Payments.Refund(ctx, ref, checkout.Refund{Amount: amount, Key: key})
	return err
}

// withdrawalSteps makes what the withdrawals' workflow works with.
func (p *parts) withdrawalSteps(orders withdrawal.Orders) *withdrawal.Steps {
	return withdrawal.NewSteps(withdrawal.Parts{
		Store: postgres.NewWithdrawals(p.pool), Money: payback{p.plugins.Payments()}, Carrier: p.plugins.Carriers(),
		Orders: orders, Clock: systemClock, Handling: p.cfg.Withdrawals(),
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
