package sim

import (
	"net/http"
	"time"
)

type charge struct {
	id         string
	permit     *permission
	session    *session // nil for a charge made on the permission
	amount     int64
	captured   int64
	refunded   int64
	descriptor string
	created    time.Time
	status     status
}

type refund struct {
	id      string
	charge  *charge
	amount  int64
	created time.Time
	status  status
}

// newCharge makes an authorized charge. The caller holds the lock.
func (s *Sim) newCharge(p *permission, amount int64, descriptor string) *charge {
	c := &charge{id: p.id + "-C" + digits(6), permit: p, amount: amount, descriptor: descriptor, created: time.Now()}
	p.used += amount
	c.move("Authorized", "")
	s.charges[c.id] = c
	return c
}

func (c *charge) move(state, reason string) {
	c.status = status{State: state, LastUpdatedTimestamp: stamp(time.Now())}
	if reason != "" {
		c.status.ReasonCode = &reason
	}
}

// take captures. The caller holds the lock.
func (s *Sim) take(c *charge, amount int64) {
	c.captured = amount
	c.permit.used -= c.amount - amount // what is not taken is free again
	c.move("Captured", "")
	s.stage.Count("charge")
	s.stage.Note("capture", c.id, "%s EUR", euros(amount).Amount)
}

func (c *charge) view() chargeView {
	v := chargeView{ChargeID: c.id, ChargePermissionID: c.permit.id, ChargeAmount: *euros(c.amount), CaptureAmount: euros(c.captured),
		RefundedAmount: euros(c.refunded), CreationTimestamp: stamp(c.created), ExpirationTimestamp: stamp(c.created.AddDate(0, 0, 30)),
		StatusDetails: c.status}
	if c.descriptor != "" {
		v.SoftDescriptor = &c.descriptor
	}
	return v
}

func (s *Sim) showPermission(c *call) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.permits[c.PathValue("id")]
	if p == nil {
		return answer{}, notFound()
	}
	v := permissionView{ChargePermissionID: p.id, MerchantMetadata: p.merchant, Limits: limits{*euros(p.limit), *euros(p.limit - p.used)}}
	v.StatusDetails.State = "Chargeable"
	if p.closed {
		v.StatusDetails.State = "Closed"
	}
	return answer{status: http.StatusOK, body: v}, nil
}

// closePermission ends what can be charged; charges that are there stay, and can be refunded.
func (s *Sim) closePermission(c *call) (answer, *problem) {
	var req struct {
		ClosureReason        string `json:"closureReason"`
		CancelPendingCharges bool   `json:"cancelPendingCharges,omitempty"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if req.ClosureReason == "" || len(req.ClosureReason) > 255 {
		return answer{}, missing("closureReason")
	}
	s.mu.Lock()
	p := s.permits[c.PathValue("id")]
	switch {
	case p == nil:
		s.mu.Unlock()
		return answer{}, notFound()
	case p.closed:
		s.mu.Unlock()
		return answer{}, wrongState("InvalidChargePermissionStatus", "Closed")
	}
	p.closed = true
	s.stage.Note("close", p.id, "%s", req.ClosureReason)
	s.mu.Unlock()
	return s.showPermission(c)
}

func (s *Sim) showCharge(c *call) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.charges[c.PathValue("id")]
	if ch == nil {
		return answer{}, notFound()
	}
	return answer{status: http.StatusOK, body: ch.view()}, nil
}

func (s *Sim) createCharge(c *call) (answer, *problem) {
	var req struct {
		ChargePermissionID            string    `json:"chargePermissionId"`
		ChargeAmount                  *price    `json:"chargeAmount"`
		CaptureNow                    bool      `json:"captureNow"`
		SoftDescriptor                string    `json:"softDescriptor,omitempty"`
		CanHandlePendingAuthorization bool      `json:"canHandlePendingAuthorization,omitempty"`
		MerchantMetadata              *metadata `json:"merchantMetadata,omitempty"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if p := first(req.ChargeAmount.check("chargeAmount"), checkLength("softDescriptor", req.SoftDescriptor, 16), req.MerchantMetadata.check()); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.once(c, func() (answer, *problem) {
		p := s.permits[req.ChargePermissionID]
		if p == nil {
			return answer{}, notFound()
		}
		amount := cents(req.ChargeAmount)
		if p.closed {
			return answer{}, wrongState("InvalidChargePermissionStatus", "Closed")
		}
		if p.used+amount > p.limit {
			return answer{}, fail(http.StatusBadRequest, "TransactionAmountExceeded", "the permission does not cover it")
		}
		ch := s.newCharge(p, amount, req.SoftDescriptor)
		if req.CaptureNow {
			s.take(ch, amount)
		}
		return answer{status: http.StatusCreated, body: ch.view(), wait: s.emit("CHARGE", ch.id, ch)}, nil
	})
}

func (s *Sim) captureCharge(c *call) (answer, *problem) {
	var req struct {
		CaptureAmount  *price `json:"captureAmount"`
		SoftDescriptor string `json:"softDescriptor,omitempty"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if p := first(req.CaptureAmount.check("captureAmount"), checkLength("softDescriptor", req.SoftDescriptor, 16)); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.once(c, func() (answer, *problem) {
		ch := s.charges[c.PathValue("id")]
		switch {
		case ch == nil:
			return answer{}, notFound()
		case ch.status.State != "Authorized":
			return answer{}, wrongState("InvalidChargeStatus", ch.status.State)
		case cents(req.CaptureAmount) > ch.amount:
			return answer{}, fail(http.StatusBadRequest, "TransactionAmountExceeded", "more than was authorized")
		}
		s.take(ch, cents(req.CaptureAmount))
		return answer{status: http.StatusOK, body: ch.view(), wait: s.emit("CHARGE", ch.id, ch)}, nil
	})
}

func (s *Sim) cancelCharge(c *call) (answer, *problem) {
	var req struct {
		CancellationReason string `json:"cancellationReason"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if req.CancellationReason == "" || len(req.CancellationReason) > 255 {
		return answer{}, missing("cancellationReason")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.charges[c.PathValue("id")]
	switch {
	case ch == nil:
		return answer{}, notFound()
	case ch.status.State != "Authorized" && ch.status.State != "AuthorizationInitiated" && ch.status.State != "CaptureInitiated":
		return answer{}, wrongState("InvalidChargeStatus", ch.status.State)
	}
	ch.permit.used -= ch.amount
	ch.move("Canceled", "MerchantCanceled")
	s.stage.Note("cancel", ch.id, "%s", req.CancellationReason)
	return answer{status: http.StatusOK, body: ch.view(), wait: s.emit("CHARGE", ch.id, ch)}, nil
}

func (s *Sim) createRefund(c *call) (answer, *problem) {
	var req struct {
		ChargeID       string `json:"chargeId"`
		RefundAmount   *price `json:"refundAmount"`
		SoftDescriptor string `json:"softDescriptor,omitempty"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if p := first(req.RefundAmount.check("refundAmount"), checkLength("softDescriptor", req.SoftDescriptor, 16)); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.once(c, func() (answer, *problem) {
		ch, amount := s.charges[req.ChargeID], cents(req.RefundAmount)
		switch {
		case ch == nil:
			return answer{}, notFound()
		case ch.status.State != "Captured":
			return answer{}, wrongState("InvalidChargeStatus", ch.status.State)
		case ch.refunded+amount > ch.captured:
			return answer{}, fail(http.StatusBadRequest, "TransactionAmountExceeded", "more than is left of the charge")
		}
		ch.refunded += amount
		r := &refund{id: ch.permit.id + "-R" + digits(6), charge: ch, amount: amount, created: time.Now()}
		r.status = status{State: "RefundInitiated", LastUpdatedTimestamp: stamp(r.created)}
		s.refunds[r.id] = r
		begun := r.view()
		r.status.State = "Refunded" // as the next look at it shows
		s.stage.Count("refunded")
		s.stage.Note("refund", r.id, "%s EUR of %s", req.RefundAmount.Amount, ch.id)
		return answer{status: http.StatusCreated, body: begun, wait: s.emit("REFUND", r.id, ch)}, nil
	})
}

func (r *refund) view() refundView {
	return refundView{RefundID: r.id, ChargeID: r.charge.id, RefundAmount: *euros(r.amount), CreationTimestamp: stamp(r.created), StatusDetails: r.status}
}

func (s *Sim) showRefund(c *call) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.refunds[c.PathValue("id")]
	if r == nil {
		return answer{}, notFound()
	}
	return answer{status: http.StatusOK, body: r.view()}, nil
}
