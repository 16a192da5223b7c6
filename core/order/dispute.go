package order

import (
	"slices"

	"kontor.dev/kontor/core/checkout"
)

// ReasonDisputed is why nothing of a refund was given back that nobody but the shop asked for: the customer may have the money
// already. An operator decides, with `kontor order refund`.
const ReasonDisputed = "payment_disputed"

// Told writes down what is told of a dispute. Nothing else of the order changes by it.
func (o *Order) Told(d checkout.Dispute) { o.Disputes = checkout.Told(o.Disputes, d) }

// Contested gives the disputes by which the provider takes money back, or has taken it: what the shop gives back goes out twice.
func (o *Order) Contested() []checkout.Dispute {
	return slices.DeleteFunc(slices.Clone(o.Disputes), func(d checkout.Dispute) bool { return !d.Threatens() })
}

// contested reports whether a refund waits for an operator: it follows by itself from goods that came back or never left, and the
// payment is disputed. Who asks for a refund or pays back a withdrawal was warned.
func (o *Order) contested(p *Operation) bool {
	return p.Kind == RefundMoney && len(o.Contested()) > 0 && hasPrefix(p.Request, cancellations, expiries, returns)
}
