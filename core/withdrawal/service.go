package withdrawal

import (
	"context"
	"slices"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
)

// Service is what consumers do.
type Service struct {
	store  Store
	orders order.Reader
	policy Policy
	clock  clock.Clock
}

// NewService makes the service.
func NewService(store Store, orders order.Reader, policy Policy, clock clock.Clock) *Service {
	return &Service{store: store, orders: orders, policy: policy, clock: clock}
}

// Policy gives the shop's.
func (s *Service) Policy() Policy { return s.policy }

// Declare takes a declaration; see Check for what it must say. The same key is taken once. The answer is the same
// whether there is such an order or not.
func (s *Service) Declare(ctx context.Context, d Declaration) (*Withdrawal, error) {
	if err := Check(&d); err != nil {
		return nil, err
	}
	return s.store.Declare(ctx, d, s.clock.Now())
}

// Label gives a return label by the token of a mailed link.
func (s *Service) Label(ctx context.Context, token string) (Return, error) {
	return s.store.Label(ctx, token)
}

// Offer is an order of the customer who is logged in, with what can be withdrawn from.
type Offer struct {
	Order  *order.Order
	Reason string    // why the whole order cannot: a translation key; "" when it can
	Until  time.Time // from when on it is too late; zero while no period has begun
	Lines  []OfferedLine
}

// OfferedLine is a line of an order. Left is what no withdrawal took yet, and was not given up.
type OfferedLine struct {
	Line   int
	Left   int
	Reason string // why this line cannot
}

const offered = 20

// Offers gives the customer's latest orders.
func (s *Service) Offers(ctx context.Context, customerID int64) ([]Offer, error) {
	list, _, err := s.orders.Orders(ctx, order.Filter{CustomerID: customerID}, page.Of(1, offered, offered))
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, o := range list {
		if o.Status == order.Placed || o.Status == order.Reserved {
			ids = append(ids, o.ID)
		}
	}
	contracts, err := s.store.Contracts(ctx, ids)
	offers := make([]Offer, len(contracts))
	for i, c := range contracts {
		offers[i] = s.offer(c)
	}
	return offers, err
}

// Offer gives an order to its customer; fault NotFound ("order_not_found").
func (s *Service) Offer(ctx context.Context, orderID int64) (Offer, error) {
	c, err := s.store.Contract(ctx, orderID)
	if err != nil {
		return Offer{}, err
	}
	return s.offer(c), nil
}

// Open reports whether something of the order can be withdrawn from.
func (o Offer) Open() bool {
	return o.Reason == "" && slices.ContainsFunc(o.Lines, func(l OfferedLine) bool { return l.Reason == "" && l.Left > 0 })
}

// LastDay is the last on which something can be withdrawn from, as 2026-12-05; "" where nothing can, or no period has begun.
func (o Offer) LastDay() string {
	if o.Until.IsZero() || !o.Open() {
		return ""
	}
	return o.Until.Add(-time.Second).In(clock.Germany).Format(time.DateOnly)
}

// OfOrder gives what was declared of an order, oldest first.
func (s *Service) OfOrder(ctx context.Context, orderID int64) ([]*Withdrawal, error) {
	return s.store.OfOrder(ctx, orderID)
}

func (s *Service) offer(c *Contract) Offer {
	now := s.clock.Now()
	own := Declaration{CustomerID: c.Order.CustomerID, Email: c.Order.Email}
	d := Assess(&Withdrawal{Declaration: own, ReceivedAt: now}, c, s.policy, false)
	offer := Offer{Order: c.Order, Until: c.Deadline(s.policy)}
	if d.Status == Refused {
		offer.Reason = d.Reason
	}
	for i, l := range c.Order.Attempt.Lines {
		line := OfferedLine{Line: i, Left: c.free(i)}
		switch {
		case Excluded(s.policy, l.ArticleNumber, c.Categories[l.ProductID]):
			line.Reason = ReasonExcluded
		case line.Left == 0 && c.Order.GivenUp(i) > 0:
			line.Reason = ReasonNoContract
		case line.Left == 0 && c.Order.Repaid(i) > 0:
			line.Reason = ReasonReturned
		case line.Left == 0:
			line.Reason = ReasonAlready
		}
		offer.Lines = append(offer.Lines, line)
	}
	return offer
}
