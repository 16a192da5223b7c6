package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// dispute is what this plugin reads of one.
type dispute struct {
	ID           string    `json:"dispute_id"`
	UpdateTime   time.Time `json:"update_time"`
	Transactions []struct {
		ID string `json:"seller_transaction_id"`
	} `json:"disputed_transactions"`
	Reason  string     `json:"reason"`
	Status  string     `json:"status"`
	Amount  *amount    `json:"dispute_amount"`
	DueDate *time.Time `json:"seller_response_due_date"`
	Outcome struct {
		Code string `json:"outcome_code"`
	} `json:"dispute_outcome"`
}

// outcomes are the ends of disputes that say who has the money. With any other the merchant has to look at PayPal: the dispute stays
// open for the shop, with nothing to answer.
var outcomes = map[string]payment.DisputeState{
	"RESOLVED_SELLER_FAVOUR": payment.DisputeWon, "DENIED": payment.DisputeWon,
	"RESOLVED_BUYER_FAVOUR": payment.DisputeLost, "ACCEPTED": payment.DisputeLost,
	"CANCELED_BY_BUYER": payment.DisputeWithdrawn,
}

// disputeEvent reads a dispute, which names its capture, which names the order. One of a payment that is none of the account's
// captures is not the shop's.
func (a *account) disputeEvent(ctx context.Context, e *payment.Event, resource []byte) error {
	var d dispute
	if err := json.Unmarshal(resource, &d); err != nil {
		return unreadable(err)
	}
	if d.ID == "" || len(d.Transactions) == 0 || d.Transactions[0].ID == "" {
		return nil
	}
	if d.Amount != nil {
		m, err := d.Amount.money()
		if err != nil {
			return unreadable(err)
		}
		e.Amount = m
	}
	if !d.UpdateTime.IsZero() {
		e.OccurredAt = d.UpdateTime
	}
	e.Dispute = payment.Dispute{ID: d.ID, State: payment.DisputeOpen, Reason: strings.ToLower(d.Reason)}
	switch d.Status {
	case "RESOLVED":
		if state, ok := outcomes[d.Outcome.Code]; ok {
			e.Dispute.State = state
		}
	case "UNDER_REVIEW", "WAITING_FOR_BUYER_RESPONSE": // it is not the merchant's turn
	default:
		if d.DueDate != nil {
			e.Dispute.DueAt = *d.DueDate
		}
	}
	var c transaction
	err := a.api.call(ctx, http.MethodGet, "/v2/payments/captures/"+url.PathEscape(d.Transactions[0].ID), "", nil, &c)
	if provider.Status(err) == http.StatusNotFound {
		return nil
	}
	e.Reference, e.OrderNumber = c.Supplementary.RelatedIDs.OrderID, c.CustomID
	return err
}
