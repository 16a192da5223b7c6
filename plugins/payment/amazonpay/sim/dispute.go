package sim

import (
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// dispute is a chargeback of a charge.
type dispute struct {
	id      string
	charge  *charge
	created time.Time
	status  disputeStatus
}

type disputeStatus struct {
	status
	Resolution *string `json:"resolution"`
}

type disputeView struct {
	DisputeID                string        `json:"disputeId"`
	ChargeID                 string        `json:"chargeId"`
	DisputeType              string        `json:"disputeType"`
	DisputeAmount            price         `json:"disputeAmount"`
	FilingReason             string        `json:"filingReason"`
	StatusDetails            disputeStatus `json:"statusDetails"`
	MerchantResponseDeadline string        `json:"merchantResponseDeadline"`
	ResolutionAuthority      string        `json:"resolutionAuthority"`
	CreationTimestamp        string        `json:"creationTimestamp"`
}

// answerDays is how long the merchant has to answer a chargeback.
const answerDays = 11

func (d *dispute) move(state, reason, resolution string) {
	d.status = disputeStatus{status: status{State: state, ReasonCode: &reason, LastUpdatedTimestamp: stamp(time.Now())}}
	if resolution != "" {
		d.status.Resolution = &resolution
	}
}

func (d *dispute) view() disputeView {
	return disputeView{DisputeID: d.id, ChargeID: d.charge.id, DisputeType: "Chargeback", DisputeAmount: *euros(d.charge.captured),
		FilingReason: "ProductNotReceived", StatusDetails: d.status, MerchantResponseDeadline: stamp(d.created.AddDate(0, 0, answerDays)),
		ResolutionAuthority: "AmazonPay", CreationTimestamp: stamp(d.created)}
}

func (s *Sim) showDispute(c *call) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.disputes[c.PathValue("id")]
	if d == nil {
		return answer{}, notFound()
	}
	return answer{status: http.StatusOK, body: d.view()}, nil
}

// contest opens a dispute about a charge, has it reviewed, or ends it. The caller holds the lock.
func (s *Sim) contest(c *charge, action string) (any, error) {
	id := c.permit.id + "-B" + c.id[len(c.id)-6:]
	d := s.disputes[id]
	switch {
	case action == "dispute":
		if d != nil || c.captured == 0 {
			return nil, stage.Refuse("nothing was taken with charge %s, or it is disputed", c.id)
		}
		d = &dispute{id: id, charge: c, created: time.Now()}
		d.move("ActionRequired", "MerchantResponseRequired", "")
		s.disputes[id] = d
	case d == nil || d.status.State == "Resolved":
		return nil, stage.Refuse("charge %s is not disputed", c.id)
	case action == "dispute_won":
		d.move("Resolved", "InvestigatorResolved", "MerchantWon")
	case action == "dispute_lost":
		d.move("Resolved", "InvestigatorResolved", "BuyerWon")
	case action == "dispute_withdrawn":
		d.move("Resolved", "BuyerCancelled", "MerchantWon")
	default:
		d.move("UnderReview", "ChargebackFiled", "")
	}
	s.stage.Note("dispute", d.id, "%s", d.status.State)
	s.emit("CHARGEBACK", d.id, c)
	return d.view(), nil
}
