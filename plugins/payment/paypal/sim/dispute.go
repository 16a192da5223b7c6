package sim

import (
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// dispute is a payer's disagreement about a capture.
type dispute struct {
	ID           string             `json:"dispute_id"`
	CreateTime   string             `json:"create_time"`
	UpdateTime   string             `json:"update_time"`
	Transactions []disputedTransfer `json:"disputed_transactions"`
	Reason       string             `json:"reason"`
	Status       string             `json:"status"`
	Amount       money              `json:"dispute_amount"`
	Stage        string             `json:"dispute_life_cycle_stage"`
	DueDate      string             `json:"seller_response_due_date,omitempty"`
	Outcome      *disputeOutcome    `json:"dispute_outcome,omitempty"`
}

type disputedTransfer struct {
	ID     string `json:"seller_transaction_id"`
	Custom string `json:"custom,omitempty"`
}

type disputeOutcome struct {
	Code string `json:"outcome_code"`
}

// answerDays is how long the merchant has to answer.
const answerDays = 10

// disputeEnds are the ends of a dispute by the action that brings it about.
var disputeEnds = map[string]string{
	"dispute_won": "RESOLVED_SELLER_FAVOUR", "dispute_lost": "RESOLVED_BUYER_FAVOUR", "dispute_withdrawn": "CANCELED_BY_BUYER",
}

// contest opens a dispute about an order's newest capture, has PayPal review it, or ends it.
func (s *Sim) contest(o *order, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, d := time.Now(), s.disputes[o.id]
	event := "CUSTOMER.DISPUTE.UPDATED"
	switch code, ends := disputeEnds[action]; {
	case action == "dispute":
		if len(o.captures) == 0 || o.captures[len(o.captures)-1].Status != "COMPLETED" || d != nil && d.Status != "RESOLVED" {
			return nil, stage.Refuse("order %s has no capture to dispute, or is disputed", o.id)
		}
		c := o.captures[len(o.captures)-1]
		d = &dispute{ID: "PP-R-" + newID()[:3] + "-" + newID()[:9], CreateTime: stamp(now), Reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
			Status: "WAITING_FOR_SELLER_RESPONSE", Amount: *c.Amount, Stage: "CHARGEBACK", DueDate: stamp(now.AddDate(0, 0, answerDays)),
			Transactions: []disputedTransfer{{c.ID, c.CustomID}}}
		s.disputes[o.id], event = d, "CUSTOMER.DISPUTE.CREATED"
	case d == nil || d.Status == "RESOLVED":
		return nil, stage.Refuse("order %s is not disputed", o.id)
	case ends:
		d.Status, d.Outcome, event = "RESOLVED", &disputeOutcome{code}, "CUSTOMER.DISPUTE.RESOLVED"
	default:
		d.Status = "UNDER_REVIEW"
	}
	d.UpdateTime = now.UTC().Format(time.RFC3339Nano) // so that what follows within a second is told apart
	s.stage.Note("dispute", o.id, "%s %s", d.ID, d.Status)
	s.emit(event, "dispute", d)
	return *d, nil
}
