package order

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// The spans of days by which a customer looks back.
const (
	LastMonth    = "30"
	LastHalfYear = "180"
)

// DefaultSpan is what a customer sees first.
const DefaultSpan = LastHalfYear

// oldestYear bounds the years that may be asked for.
const oldestYear = 2000

// Span bounds a time: Since belongs to it, Until does not; a zero Until leaves it open.
type Span struct{ Since, Until time.Time }

// SpanOf reads a span: "30" or "180" days back from now, or a year of four digits; "" is DefaultSpan. Fault Invalid
// ("order_span_invalid").
func SpanOf(text string, now time.Time) (Span, error) {
	n, err := strconv.Atoi(cmp.Or(text, DefaultSpan))
	switch {
	case err == nil && (text == "" || text == LastMonth || text == LastHalfYear):
		return Span{Since: now.AddDate(0, 0, -n)}, nil
	case err == nil && len(text) == 4 && n >= oldestYear && n <= now.In(clock.Germany).Year():
		return Span{Since: yearBegins(n), Until: yearBegins(n + 1)}, nil
	}
	return Span{}, fault.New(fault.Invalid, "order_span_invalid")
}

func yearBegins(year int) time.Time {
	return time.Date(year, time.January, 1, 0, 0, 0, 0, clock.Germany)
}

// History reads a customer's own orders, those that were placed.
type History interface {
	Reader
	// Years gives the years in which the customer ordered, the latest first.
	Years(ctx context.Context, customerID int64) ([]int, error)
}

// OfCustomer reports whether the customer may see the order: it is the customer's and was placed.
func (o *Order) OfCustomer(customerID int64) bool {
	return customerID != 0 && o.CustomerID == customerID && !o.PlacedAt.IsZero()
}

// far is how far a delivery is for its customer. One that is cancelled is nowhere.
var far = map[DeliveryState]int{Planned: 1, Dispatching: 2, Shipped: 3, Ready: 3, Delivered: 4, Returned: 5, Expired: 5}

// Standing is where the order is for its customer: its own status, until none of its deliveries is planned any more; then the
// state of the one that is least far.
func (o *Order) Standing() string {
	var least DeliveryState
	for _, d := range o.Deliveries {
		if far[d.State] > 0 && (least == "" || far[d.State] < far[least]) {
			least = d.State
		}
	}
	if o.Status != Placed || least == "" || least == Planned {
		return string(o.Status)
	}
	return string(least)
}
