package sim

import (
	"net/url"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// people are whom and where a buyer at Amazon may be; the first is taken when nobody chooses.
var people = []address{
	{Name: "Kim Käufer", AddressLine1: "Am Markt 1", City: "Hamburg", PostalCode: "20095", CountryCode: "DE", PhoneNumber: "+4940123456"},
	{Name: "Kim Käufer", AddressLine1: "Käufer & Söhne GmbH", AddressLine2: "Lange Straße 12 a", City: "Leipzig", PostalCode: "04109", CountryCode: "DE", PhoneNumber: "+49341123456"},
	{Name: "Kim Käufer", AddressLine1: "123456789", AddressLine2: "Packstation 145", City: "Berlin", PostalCode: "10115", CountryCode: "DE", PhoneNumber: "+4930123456"},
	{Name: "Kim Maria Käufer", AddressLine1: "Ringstraße 7/3", City: "Wien", PostalCode: "1010", CountryCode: "AT", PhoneNumber: "+431123456"},
	{Name: "Kim", AddressLine1: "Hafen", City: "", PostalCode: "20457", CountryCode: "DE"},
}

// choose is what the buyer does first in an express checkout: sign in, and pick an address.
func (o *session) choose(place int) {
	if place < 0 || place >= len(people) {
		place = 0
	}
	at, home := people[place], people[0]
	o.buyer = &buyer{BuyerID: "amzn1.account.SIMULATOR", Name: at.Name, Email: "kim.kaeufer@example.com", PhoneNumber: at.PhoneNumber}
	o.shipping, o.billing = &at, &home
	if o.process() {
		o.shipping = o.payload.AddressDetails
	}
}

// decide does what the buyer clicked, and gives the address that the browser goes to. Decisions: continue (in an express
// checkout, before the shop knows the buyer), approve, pending (the authorization will be under review), decline,
// cancel, expire. The caller holds the lock.
func (s *Sim) decide(o *session, decision string, place int) (string, error) {
	if o.state != "Open" {
		return "", stage.Refuse("session %s is %s", o.id, o.state)
	}
	w := o.payload.WebCheckoutDetails
	if o.buyer == nil {
		o.choose(place)
	}
	s.stage.Note("buyer", o.id, "%s", decision)
	switch decision {
	case "continue":
		o.choose(place)
		return back(w.CheckoutReviewReturnURL, o.id), nil
	case "cancel":
		return back(w.CheckoutCancelURL, o.id), nil
	case "expire":
		o.end("Expired")
		return s.url("/checkout/", o.id), nil
	case "decline":
		o.end("Declined")
		return back(w.CheckoutResultReturnURL, o.id), nil
	case "approve", "pending":
		if len(o.constraints()) > 0 {
			return "", stage.Refuse("session %s lacks %s", o.id, o.constraints()[0].ConstraintID)
		}
		o.confirmed, o.updated = true, time.Now()
		o.review = decision == "pending" && o.payload.PaymentDetails.CanHandlePendingAuthorization
		return back(w.CheckoutResultReturnURL, o.id), nil
	}
	return "", stage.Refuse("no decision %q", decision)
}

// back gives the shop's address with Amazon's query parameter.
func back(target, id string) string {
	u, err := url.Parse(target)
	if err != nil || target == "" {
		return ""
	}
	q := u.Query()
	q.Set("amazonCheckoutSessionId", id)
	u.RawQuery = q.Encode()
	return u.String()
}

// Act implements stage.Provider. The id is a session's, or a charge's; for the action "release" it is "webhooks". Beside
// the buyer's decisions there are settle and deny for an authorization under review, and lapse for one that is not used
// in time; dispute, dispute_review, dispute_won, dispute_lost and dispute_withdrawn for one whose money was taken.
func (s *Sim) Act(id, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	o := s.find(id)
	c := s.charges[id]
	if o != nil {
		c = o.charge
	}
	switch action {
	case "settle", "deny", "lapse":
		if c == nil {
			return nil, stage.Refuse("no charge of %q", id)
		}
		return s.settle(c, action)
	case "dispute", "dispute_review", "dispute_won", "dispute_lost", "dispute_withdrawn":
		if c == nil {
			return nil, stage.Refuse("no charge of %q", id)
		}
		return s.contest(c, action)
	}
	if o == nil {
		return nil, stage.Refuse("no session %q", id)
	}
	target, err := s.decide(o, action, 0)
	if err != nil {
		return nil, err
	}
	return map[string]string{"id": o.id, "redirect": target}, nil
}

// settle ends a review, or lets an authorization run out. The caller holds the lock.
func (s *Sim) settle(c *charge, action string) (any, error) {
	switch {
	case action == "lapse" && c.status.State == "Authorized":
		c.move("Canceled", "ExpiredUnused")
	case c.status.State != "AuthorizationInitiated":
		return nil, stage.Refuse("charge %s is %s", c.id, c.status.State)
	case action == "settle":
		c.move("Authorized", "")
	default:
		c.move("Declined", "HardDeclined")
	}
	s.stage.Note("review", c.id, "%s", c.status.State)
	s.emit("CHARGE", c.id, c)
	return c.view(), nil
}

// settleLater grants a review by itself, where the simulator is told to. The caller holds the lock.
func (s *Sim) settleLater(c *charge) {
	if s.cfg.SettleAfter <= 0 || s.ctx.Err() != nil {
		return
	}
	s.wait.Go(func() {
		timer := time.NewTimer(s.cfg.SettleAfter)
		defer timer.Stop()
		select {
		case <-s.ctx.Done():
			return
		case <-timer.C:
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		_, _ = s.settle(c, "settle") // somebody may have decided otherwise
	})
}

// state is what tests see.
type state struct {
	Sessions   []sessionView    `json:"sessions"`
	Charges    []chargeView     `json:"charges"`
	Refunds    []refundView     `json:"refunds"`
	Deliveries []stage.Delivery `json:"deliveries"`
}

// State gives all sessions, charges, refunds and deliveries.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Sessions: []sessionView{}, Charges: []chargeView{}, Refunds: []refundView{}, Deliveries: s.courier.Deliveries()}
	for _, o := range s.sessions {
		out.Sessions = append(out.Sessions, s.view(o))
	}
	for _, c := range s.charges {
		out.Charges = append(out.Charges, c.view())
	}
	for _, r := range s.refunds {
		out.Refunds = append(out.Refunds, r.view())
	}
	return out
}
