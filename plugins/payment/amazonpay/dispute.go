package main

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/payment"
)

// dispute is a chargeback or a claim, as far as this plugin reads it.
type dispute struct {
	ID       string `json:"disputeId"`
	ChargeID string `json:"chargeId"`
	Amount   *price `json:"disputeAmount"`
	Reason   string `json:"filingReason"`
	Status   struct {
		statusDetails
		Resolution string `json:"resolution"`
	} `json:"statusDetails"`
	Deadline stamp `json:"merchantResponseDeadline"`
}

// disputeEvent tells how a dispute stands, and of which payment it is.
func (a *account) disputeEvent(ctx context.Context, id string) (*payment.Event, error) {
	var d dispute
	if err := a.api.call(ctx, http.MethodGet, "/disputes/"+url.PathEscape(id), nil, &d); err != nil {
		return nil, err
	}
	e, err := d.event()
	if err != nil {
		return nil, err
	}
	var c charge
	if err := a.api.call(ctx, http.MethodGet, "/charges/"+url.PathEscape(d.ChargeID), nil, &c); err != nil {
		return nil, err
	}
	return e, a.belongs(ctx, e, c)
}

func (d dispute) event() (*payment.Event, error) {
	e := &payment.Event{Kind: payment.EventDisputed, OccurredAt: d.Status.Updated.Time,
		Dispute: payment.Dispute{ID: d.ID, State: d.state(), Reason: snake(d.Reason)}}
	if d.Status.State == "ActionRequired" {
		e.Dispute.DueAt = d.Deadline.Time
	}
	e.ID = strings.Join([]string{d.ID, d.Status.State, d.Status.Reason, d.Status.Resolution, strconv.FormatInt(d.Deadline.Unix(), 10)}, ":")
	var err error
	e.Amount, err = d.Amount.orNone()
	return e, err
}

// state says who has the money. An end that does not tell is the merchant's to look at: the dispute stays open for the shop, with
// nothing to answer.
func (d dispute) state() payment.DisputeState {
	switch {
	case d.Status.State != "Resolved" && d.Status.State != "Closed":
		return payment.DisputeOpen
	case d.Status.Reason == "BuyerCancelled":
		return payment.DisputeWithdrawn
	case d.Status.Resolution == "MerchantWon":
		return payment.DisputeWon
	case d.Status.Resolution == "BuyerWon":
		return payment.DisputeLost
	}
	return payment.DisputeOpen
}
