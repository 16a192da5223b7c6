package sim

import (
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// decide does what the payer clicked, and gives the address that the browser goes to and, if a rule asks for it, what to
// wait for before. Decisions: approve, decline (the instrument will be refused), review (the capture will be pending),
// cancel, expire; and, where the shop asks PayPal for the address, packstation and abroad, which approve with another one.
func (s *Sim) decide(id, decision string) (target string, wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(id)
	if o == nil {
		return "", nil, stage.Refuse("no living order %q", id)
	}
	e := o.context()
	if decision == "expire" {
		wasApproved := o.status == statusApproved
		if o.status == statusCompleted {
			return "", nil, stage.Refuse("order %s is completed", id)
		}
		o.expired = true
		s.stage.Note("payer", o.id, "expired")
		if wasApproved {
			wait = s.emit("CHECKOUT.PAYMENT-APPROVAL.REVERSED", "checkout-order", map[string]any{"order_id": o.id})
		}
		return s.url("/checkoutnow?token=", o.id), wait, nil
	}
	if o.status != statusCreated && o.status != statusAction {
		return "", nil, stage.Refuse("order %s is %s", id, o.status)
	}
	switch decision {
	case "cancel":
		s.stage.Note("payer", o.id, "cancelled")
		return back(e.CancelURL, o, nil), nil, nil
	case "approve", "decline", "review", "packstation", "abroad":
		o.declines, o.review = decision == "decline", decision == "review"
		o.status, o.approved = statusApproved, time.Now()
		o.payer = &payer{PayerID: newID()[:13], EmailAddress: o.email(), Name: &name{GivenName: "Kim", Surname: "Käufer"},
			Address: &address{CountryCode: "DE"}}
		o.sendTo(decision)
		s.stage.Note("payer", o.id, "approved (%s)", decision)
		wait = s.emit("CHECKOUT.ORDER.APPROVED", "checkout-order", s.view(o, true))
		return back(e.ReturnURL, o, o.payer), wait, nil
	}
	return "", nil, stage.Refuse("no decision %q", decision)
}

// file is the payer's address book at PayPal, by the decision that chooses an entry.
var file = map[string]address{
	"packstation": {AddressLine1: "Packstation 145", AddressLine2: "12345678", AdminArea2: "Hamburg", PostalCode: "20095", CountryCode: "DE"},
	"abroad":      {AddressLine1: "Mariahilfer Straße 7/12", AdminArea2: "Wien", PostalCode: "1060", CountryCode: "AT"},
	"":            {AddressLine1: "Am Markt 1a", AdminArea2: "Hamburg", PostalCode: "20095", CountryCode: "DE"},
}

// asksForAddress reports whether the payer chooses the address, which is what PayPal does unless told otherwise.
func (o *order) asksForAddress() bool {
	preference := o.context().ShippingPreference
	return preference == "" || preference == "GET_FROM_FILE"
}

// sendTo puts the address that the payer chose into an order that asks for one.
func (o *order) sendTo(decision string) {
	if !o.asksForAddress() {
		return
	}
	chosen, ok := file[decision]
	if !ok {
		chosen = file[""]
	}
	for i := range o.req.PurchaseUnits {
		o.req.PurchaseUnits[i].Shipping = &shipping{Name: &name{FullName: "Kim Käufer"}, Address: &chosen}
	}
}

// Act implements stage.Provider. The id is an order's id or invoice id; for the action "release" it is "webhooks".
// Beside the payer's decisions there are settle and deny for a pending capture, and dispute, dispute_review, dispute_won,
// dispute_lost and dispute_withdrawn for one that was made.
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		s.mu.Lock()
		defer s.mu.Unlock()
		return map[string]int{"released": s.release()}, nil
	}
	s.mu.Lock()
	o := s.byAnyID(id)
	s.mu.Unlock()
	if o == nil {
		return nil, stage.Refuse("no order %q", id)
	}
	switch action {
	case "settle", "deny":
		return s.settle(o, action == "settle")
	case "dispute", "dispute_review", "dispute_won", "dispute_lost", "dispute_withdrawn":
		return s.contest(o, action)
	}
	target, wait, err := s.decide(o.id, action)
	if err != nil {
		return nil, err
	}
	s.await(wait, s.ctx.Done())
	return map[string]string{"id": o.id, "redirect": target}, nil
}

func (s *Sim) byAnyID(id string) *order {
	if o := s.orders[id]; o != nil {
		return o
	}
	var newest *order
	for _, o := range s.orders {
		if o.req.PurchaseUnits[0].InvoiceID == id && (newest == nil || o.created.After(newest.created)) {
			newest = o
		}
	}
	return newest
}

// settle ends the review of a pending capture.
func (s *Sim) settle(o *order, good bool) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range o.captures {
		if c.Status != "PENDING" {
			continue
		}
		event := "PAYMENT.CAPTURE.COMPLETED"
		c.Status, c.StatusDetails, c.UpdateTime = "COMPLETED", nil, stamp(time.Now())
		if !good {
			c.Status, event = "DECLINED", "PAYMENT.CAPTURE.DENIED"
			delete(s.paid, c.InvoiceID)
		}
		s.stage.Note("review", o.id, "capture %s %s", c.ID, c.Status)
		s.emit(event, "capture", c.transaction)
		return c.transaction, nil
	}
	return nil, stage.Refuse("order %s has no pending capture", o.id)
}

// state is what tests see.
type state struct {
	Orders     []orderView `json:"orders"`
	Webhooks   []hook      `json:"webhooks"`
	Deliveries []delivery  `json:"deliveries"`
	Held       int         `json:"held"`
}

// State gives all orders with their transactions, the registered webhooks and the deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Orders: []orderView{}, Webhooks: append([]hook{}, s.hooks...), Held: len(s.held) + len(s.parked)}
	for _, o := range s.orders {
		out.Orders = append(out.Orders, s.view(o, true))
	}
	for _, d := range s.deliveries {
		out.Deliveries = append(out.Deliveries, *d)
	}
	return out
}
