package sim

import (
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

func (s *Sim) capture(r *http.Request) (answer, *problem) {
	var req captureRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := checkOperation("captured_amount", req.CapturedAmount, req.Description, req.Reference, req.OrderLines); p != nil {
		return answer{}, p
	}
	c := &checker{}
	for _, i := range req.ShippingInfo {
		c.length("shipping_info.shipping_company", i.ShippingCompany, 0, 100)
		c.length("shipping_info.tracking_number", i.TrackingNumber, 0, 100)
	}
	if p := c.problem(); p != nil {
		return answer{}, p
	}
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, noSuchOrder()
	}
	if why := o.captureRefusal(*req.CapturedAmount); why != "" {
		return answer{}, fail(http.StatusForbidden, "CAPTURE_NOT_ALLOWED", why)
	}
	id := o.take(s, req)
	return answer{status: http.StatusCreated, header: map[string]string{
		"Capture-Id": id, "Location": s.cfg.BaseURL + "/ordermanagement/v1/orders/" + o.view.OrderID + "/captures/" + id,
	}}, nil
}

// checkOperation validates what a capture and a refund have in common.
func checkOperation(field string, amount *int64, description, reference string, lines []orderLine) *problem {
	const most = 200000000
	c := &checker{}
	if amount == nil || *amount < 1 || *amount > most {
		c.add("%s", field)
		return c.problem()
	}
	c.length("description", description, 0, 255)
	c.length("reference", reference, 0, 255)
	if len(lines) > 0 {
		(&cart{OrderAmount: amount, OrderLines: lines}).checkLines(c)
	}
	return c.problem()
}

func (o *order) captureRefusal(amount int64) string {
	switch {
	case o.view.FraudStatus != "ACCEPTED":
		return "Fraud status is " + o.view.FraudStatus
	case o.view.Status != "AUTHORIZED" && o.view.Status != "PART_CAPTURED":
		return "Order is " + o.view.Status
	case amount > o.view.RemainingAmount:
		return "Captured amount is higher than the remaining authorized amount"
	}
	return ""
}

// take captures and gives the capture's id. The caller holds the lock.
func (o *order) take(s *Sim, req captureRequest) string {
	v := &o.view
	n := captureView{CaptureID: uuid.NewString(), KlarnaReference: v.KlarnaReference + "-" + strconv.Itoa(len(v.Captures)+1), CapturedAmount: *req.CapturedAmount,
		CapturedAt: stamp(time.Now()), Description: req.Description, Reference: req.Reference, OrderLines: req.OrderLines, ShippingInfo: req.ShippingInfo}
	v.Captures = append(v.Captures, n)
	v.CapturedAmount += n.CapturedAmount
	v.RemainingAmount -= n.CapturedAmount
	v.Status = "PART_CAPTURED"
	if v.RemainingAmount == 0 {
		v.Status = "CAPTURED"
	}
	s.stage.Count("charge")
	s.stage.Note("capture", v.OrderID, "%s, %s left", amountText(n.CapturedAmount), amountText(v.RemainingAmount))
	return n.CaptureID
}

func (s *Sim) showCapture(r *http.Request) (answer, *problem) {
	if o := s.orders[r.PathValue("id")]; o != nil {
		for _, c := range o.view.Captures {
			if c.CaptureID == r.PathValue("capture") {
				return answer{status: http.StatusOK, body: c}, nil
			}
		}
	}
	return answer{}, fail(http.StatusNotFound, "NO_SUCH_CAPTURE", "Capture not found")
}

func (s *Sim) refund(r *http.Request) (answer, *problem) {
	var req refundRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := checkOperation("refunded_amount", req.RefundedAmount, req.Description, req.Reference, req.OrderLines); p != nil {
		return answer{}, p
	}
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Order not found")
	}
	v := &o.view
	if *req.RefundedAmount > v.CapturedAmount-v.RefundedAmount {
		return answer{}, fail(http.StatusForbidden, "REFUND_NOT_ALLOWED", "Refunded amount is higher than the captured amount")
	}
	n := refundView{RefundID: uuid.NewString(), RefundedAmount: *req.RefundedAmount, RefundedAt: stamp(time.Now()), Description: req.Description,
		Reference: req.Reference, OrderLines: req.OrderLines}
	v.Refunds = append(v.Refunds, n)
	v.RefundedAmount += n.RefundedAmount
	s.stage.Count("refunded")
	s.stage.Note("refund", v.OrderID, "%s", amountText(n.RefundedAmount))
	return answer{status: http.StatusCreated, header: map[string]string{
		"Refund-Id": n.RefundID, "Location": s.cfg.BaseURL + "/ordermanagement/v1/orders/" + v.OrderID + "/refunds/" + n.RefundID,
	}}, nil
}

func (s *Sim) showRefund(r *http.Request) (answer, *problem) {
	if o := s.orders[r.PathValue("id")]; o != nil {
		for _, n := range o.view.Refunds {
			if n.RefundID == r.PathValue("refund") {
				return answer{status: http.StatusOK, body: n}, nil
			}
		}
	}
	return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Refund not found")
}

func (s *Sim) cancel(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, noSuchOrder()
	}
	if o.view.Status != "AUTHORIZED" && o.view.Status != "CANCELLED" {
		return answer{}, fail(http.StatusForbidden, "CANCEL_NOT_ALLOWED", "Order is "+o.view.Status)
	}
	o.view.Status, o.view.RemainingAmount = "CANCELLED", 0
	s.stage.Note("cancel", o.view.OrderID, "cancelled")
	return answer{status: http.StatusNoContent}, nil
}

func (s *Sim) release(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, noSuchOrder()
	}
	if o.view.Status != "PART_CAPTURED" {
		return answer{}, fail(http.StatusForbidden, "NOT_ALLOWED", "Order is "+o.view.Status)
	}
	o.view.Status, o.view.RemainingAmount = "CAPTURED", 0
	s.stage.Note("release", o.view.OrderID, "released")
	return answer{status: http.StatusNoContent}, nil
}
