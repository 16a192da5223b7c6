package sim

import (
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Act implements stage.Provider. On a session's id: approve, review (the order will be pending), reject (the order will be
// refused), each with the addresses that the session has and for the category pay_later, and expire. On an order's id or
// merchant reference: accept, deny (a pending order), expire. For the action "release" the id is "webhooks".
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	if n := s.sessions[id]; n != nil {
		return s.actOnSession(n, action)
	}
	if o := s.byAnyID(id); o != nil {
		return s.actOnOrder(o, action)
	}
	return nil, stage.Refuse("no session or order %q", id)
}

func (s *Sim) actOnSession(n *session, action string) (any, error) {
	switch {
	case action == "expire":
		delete(s.tokens, n.token)
		delete(s.sessions, n.id)
		return map[string]string{"session_id": n.id}, nil
	case n.order != "":
		return nil, stage.Refuse("session %s is complete", n.id)
	case slices.Contains([]string{"approve", "review", "reject"}, action):
		token := s.authorize(n, "pay_later", action)
		return map[string]string{"session_id": n.id, "authorization_token": token}, nil
	}
	return nil, stage.Refuse("no action %q on a session", action)
}

func (s *Sim) actOnOrder(o *order, action string) (any, error) {
	v := &o.view
	event := map[string]string{"accept": "FRAUD_RISK_ACCEPTED", "deny": "FRAUD_RISK_REJECTED"}[action]
	switch {
	case event != "" && v.FraudStatus != "PENDING":
		return nil, stage.Refuse("order %s is %s", v.OrderID, v.FraudStatus)
	case event != "":
		v.FraudStatus = strings.TrimPrefix(event, "FRAUD_RISK_")
	case action == "void" && v.Status == "AUTHORIZED": // in the merchant's portal: Klarna tells nobody
		v.Status, v.RemainingAmount = "CANCELLED", 0
	case action == "expire" && v.Status == "AUTHORIZED":
		v.Status, v.RemainingAmount = "EXPIRED", 0
	default:
		return nil, stage.Refuse("no action %q on an order that is %s", action, v.Status)
	}
	s.stage.Note(action, v.OrderID, "%s %s", v.Status, v.FraudStatus)
	if event != "" && o.urls.Notification != "" {
		s.tell("notification", o, o.filled(o.urls.Notification), map[string]string{"order_id": v.OrderID, "event_type": event})
	}
	return o.view, nil
}

func (s *Sim) byAnyID(id string) *order {
	if o := s.orders[id]; o != nil {
		return o
	}
	var newest *order
	for _, o := range s.orders {
		if (o.view.MerchantReference1 == id || o.view.MerchantReference2 == id) && (newest == nil || o.view.CreatedAt > newest.view.CreatedAt) {
			newest = o
		}
	}
	return newest
}

// state is what tests see.
type state struct {
	Sessions   []sessionView    `json:"sessions"`
	Orders     []orderView      `json:"orders"`
	Deliveries []stage.Delivery `json:"deliveries"`
}

// State gives all sessions, orders and deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Sessions: []sessionView{}, Orders: []orderView{}, Deliveries: s.courier.Deliveries()}
	for _, n := range s.sessions {
		v := sessionView{sessionRequest: n.req, SessionID: n.id, ClientToken: n.client, Status: "incomplete", AuthorizationToken: n.token}
		if n.order != "" {
			v.Status = "complete"
		}
		out.Sessions = append(out.Sessions, v)
	}
	for _, o := range s.orders {
		out.Orders = append(out.Orders, o.view)
	}
	return out
}
