package sim

import (
	"net/url"
	"slices"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// terms are the lengths in months that a buyer may choose for instalments.
var terms = []int{3, 6, 12}

// decide does what the buyer chose, and gives the address that the browser goes to and, if a rule asks for it, what to wait
// for before. Decisions: approve, review (confirming leads to pending), decline, cancel, expire.
func (s *Sim) decide(uuid, decision string, months int) (target string, wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[uuid]
	if o == nil || o.state != "created" {
		return "", nil, stage.Refuse("no open order %q", uuid)
	}
	switch decision {
	case "cancel":
		s.stage.Note("buyer", uuid, "cancelled")
		return back(o.req.CancelURL, uuid), nil, nil
	case "approve", "review":
		o.state, o.review = "authorized", decision == "review"
		target = o.req.SuccessURL
		if o.req.PaymentMethod == "installment" {
			o.installments = terms[0]
			if slices.Contains(terms, months) {
				o.installments = months
			}
		}
	case "decline":
		o.state, target = "declined", o.req.DeclinedURL
	case "expire":
		o.state, target = "canceled", o.req.CancelURL
	default:
		return "", nil, stage.Refuse("no decision %q", decision)
	}
	s.stage.Note("buyer", uuid, "%s", o.state)
	return back(target, uuid), s.emit(o), nil
}

// back gives the shop's address with Mondu's query parameter.
func back(target, uuid string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	q := u.Query()
	q.Set("order_uuid", uuid)
	u.RawQuery = q.Encode()
	return u.String()
}

// Act implements stage.Provider. The id is an order's uuid or reference; for the action "release" it is "webhooks". Beside the
// buyer's decisions there are accept and deny for a pending order, and void for a confirmed one.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	if id == "webhooks" && action == "release" {
		defer s.mu.Unlock()
		return map[string]int{"released": s.courier.Release()}, nil
	}
	o := s.byAnyID(id)
	if o == nil {
		s.mu.Unlock()
		return nil, stage.Refuse("no order %q", id)
	}
	if action == "accept" || action == "deny" {
		defer s.mu.Unlock()
		return s.settle(o, action)
	}
	if action == "void" {
		defer s.mu.Unlock()
		return s.void(o)
	}
	s.mu.Unlock()
	target, wait, err := s.decide(o.uuid, action, 0)
	if err != nil {
		return nil, err
	}
	s.courier.Await(wait, nil)
	return map[string]string{"uuid": o.uuid, "redirect": target}, nil
}

// void cancels a confirmed order as an employee of the merchant does in Mondu's portal. The caller holds the lock.
func (s *Sim) void(o *order) (any, error) {
	if o.state != "confirmed" {
		return nil, stage.Refuse("order %s is %s", o.uuid, o.state)
	}
	o.state = "canceled"
	s.stage.Note("portal", o.uuid, "canceled")
	s.emit(o)
	return s.view(o), nil
}

// settle ends the review of a pending order. The caller holds the lock.
func (s *Sim) settle(o *order, action string) (any, error) {
	if o.state != "pending" {
		return nil, stage.Refuse("order %s is %s", o.uuid, o.state)
	}
	o.state = map[string]string{"accept": "confirmed", "deny": "declined"}[action]
	s.stage.Note(action, o.uuid, "%s", o.state)
	s.emit(o)
	return s.view(o), nil
}

func (s *Sim) byAnyID(id string) *order {
	if o := s.orders[id]; o != nil {
		return o
	}
	var newest *order
	for _, o := range s.orders {
		if (o.external == id || o.req.ExternalID == id || o.req.ExternalID == id+"-1") && (newest == nil || o.created.After(newest.created)) {
			newest = o
		}
	}
	return newest
}

// state is what tests see.
type state struct {
	Orders     []orderView      `json:"orders"`
	Invoices   []invoiceView    `json:"invoices"`
	Webhooks   []hook           `json:"webhooks"`
	Deliveries []stage.Delivery `json:"deliveries"`
}

// State gives all orders, invoices, registered webhooks and deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Orders: []orderView{}, Invoices: []invoiceView{}, Webhooks: append([]hook{}, s.hooks...), Deliveries: s.courier.Deliveries()}
	for _, o := range s.orders {
		out.Orders = append(out.Orders, s.view(o))
	}
	for _, i := range s.invoices {
		out.Invoices = append(out.Invoices, i.view)
	}
	return out
}
