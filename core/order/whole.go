package order

import "slices"

// Some providers take a payment only as a whole. With the first delivery that leaves they are asked for all of it, and with the
// others for nothing.

// whole reports whether a capture is of all deliveries, and not of what came besides.
func (p Operation) whole() bool { return p.Kind == CaptureMoney && p.Delivery == 0 && p.Request == "" }

// wholeWanted finds the capture of all deliveries that the provider is to be asked for.
func (o *Order) wholeWanted() *Operation {
	for i := range o.Payments {
		if p := &o.Payments[i]; p.whole() && p.State == Wanted {
			return p
		}
	}
	return nil
}

// worksOnWhole reports whether the provider has taken that on and is not done.
func (o *Order) worksOnWhole() bool {
	return slices.ContainsFunc(o.Payments, func(p Operation) bool { return p.whole() && p.State == Working && p.Reference != "" })
}

// wantWhole asks for all of the payment where a part of it was refused for being one. It reports whether there is more to ask for.
func (o *Order) wantWhole(part Operation) bool {
	total := o.Attempt.Totals.Total
	if part.Amount.Minor >= total.Minor || o.sum(CaptureMoney, Done, Working).Minor > 0 {
		return false
	}
	o.operation(Operation{Kind: CaptureMoney, Amount: total})
	return true
}

// lostWhole learns that the provider did not take it after all: what has not left is to be paid before it does.
func (o *Order) lostWhole() {
	for i := range o.Deliveries {
		if d := &o.Deliveries[i]; d.State == Planned {
			d.Charge = true
		}
	}
}
