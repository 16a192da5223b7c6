package order

import (
	"slices"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// DeliveryState is where a delivery stands.
//
//	planned ─► dispatching ─► shipped ─► delivered ─► returned
//	   │  ▲         │    └──► ready ──►┘   (ready: it lies in a store)
//	   │  └─────────┘          └─► expired (not collected in time)
//	   └► cancelled
type DeliveryState string

// The states.
const (
	Planned           DeliveryState = "planned"
	Dispatching       DeliveryState = "dispatching" // a label is being made and the money taken
	Shipped           DeliveryState = "shipped"
	Ready             DeliveryState = "ready"
	Delivered         DeliveryState = "delivered"
	Returned          DeliveryState = "returned"
	Expired           DeliveryState = "expired"
	DeliveryCancelled DeliveryState = "cancelled"
)

// Item is a number of pieces of a line of the order.
type Item struct {
	Line     int `json:"line"` // index of the attempt's lines
	Quantity int `json:"quantity"`
}

// Delivery is what goes to the customer together.
type Delivery struct {
	Number     int                     `json:"number"` // of the order, from 1
	State      DeliveryState           `json:"state"`
	Items      []Item                  `json:"items"`
	Amount     money.Amount            `json:"amount"` // its share of the order's total; the shares add up
	Charge     bool                    `json:"charge"` // the money is taken when it is dispatched
	Shipping   checkout.ShippingOption `json:"shipping"`
	Tries      int                     `json:"tries"`                 // the shipment's key names the last, which counts once its label is known
	Reference  string                  `json:"reference,omitempty"`   // of the shipment, at the carrier
	Parcels    []Parcel                `json:"parcels,omitempty"`     // empty until dispatched
	DispatchAt time.Time               `json:"dispatchedAt,omitzero"` // when it was shipped, or lay ready
	DoneAt     time.Time               `json:"doneAt,omitzero"`       // delivered, returned, expired or cancelled
	TrackAt    time.Time               `json:"trackAt,omitzero"`      // when the carrier is asked next
	RemindAt   time.Time               `json:"remindAt,omitzero"`     // of a pickup; zero once done
	DueAt      time.Time               `json:"dueAt,omitzero"`        // until when a store holds it
	Repaid     []Item                  `json:"repaid,omitempty"`      // whose money its return gave back
	PayBy      time.Time               `json:"payBy,omitzero"`        // until when its invoice is to be paid; zero unless it left on account
	DunnedAt   time.Time               `json:"dunnedAt,omitzero"`     // when the customer was reminded of that
}

// key names the shipment of the dispatch under way: the same key gives the same labels.
func (d *Delivery) key(o *Order) string { return keyOf(o.ID, "delivery", d.Number, d.Tries) }

// Gone reports whether the goods have left the shop's hands, or lie ready in a store.
func (d *Delivery) Gone() bool {
	return d.State != Planned && d.State != Dispatching && d.State != DeliveryCancelled
}

// Left reports whether nothing of a placed order is still to be dispatched.
func (o *Order) Left() bool {
	return len(o.Deliveries) > 0 && !slices.ContainsFunc(o.Deliveries, func(d Delivery) bool { return d.State == Planned || d.State == Dispatching })
}

// open reports whether something is still to happen by itself or by an operator.
func (d *Delivery) open() bool {
	return d.State == Planned || d.State == Dispatching || d.State == Shipped || d.State == Ready
}

// Parcel is a labelled package. The label itself is read by Fulfilments.Labels.
type Parcel struct {
	Number         int                  `json:"number"` // of the delivery, from 1
	TrackingNumber string               `json:"trackingNumber"`
	TrackingURL    string               `json:"trackingUrl,omitempty"`
	State          checkout.ParcelState `json:"state"`
	At             time.Time            `json:"at,omitzero"` // of the state
	LabelType      string               `json:"labelType,omitempty"`
	Label          []byte               `json:"-"`
}

// Plan divides a placed order into the deliveries that the customer chose, and its total by what is in them and what
// they cost.
func Plan(o *Order) []Delivery {
	chosen, p := o.Attempt.Deliveries, o.Attempt.Payment
	if len(chosen) == 0 { // submitted before orders were divided
		all := checkout.Delivery{ID: 1, Option: o.Shipping}
		for i := range o.Attempt.Lines {
			all.Lines = append(all.Lines, i)
		}
		chosen = []checkout.Delivery{all}
	}
	out, weights := make([]Delivery, len(chosen)), make([]int64, len(chosen))
	for n, c := range chosen {
		out[n] = Delivery{
			Number: c.ID, State: Planned, Shipping: c.Option, Charge: p.Outcome == checkout.OutcomeAuthorized && !p.Captured,
		}
		for _, line := range c.Lines {
			out[n].Items = append(out[n].Items, Item{Line: line, Quantity: o.Attempt.Lines[line].Quantity})
		}
		weights[n] = o.value(out[n].Items) + c.Option.Fee.Minor
	}
	for n, share := range o.Attempt.Totals.Total.Allocate(weights) {
		out[n].Amount = share
	}
	return out
}

// parcels gives the packages of a delivery as they were priced; none when a part of it went by itself.
func (o *Order) parcels(d *Delivery) []checkout.Parcel {
	for _, c := range o.Attempt.Deliveries {
		whole := c.ID == d.Number && len(c.Lines) == len(d.Items)
		for _, i := range d.Items {
			whole = whole && o.Attempt.Lines[i.Line].Quantity == i.Quantity
		}
		if whole {
			return c.Parcels
		}
	}
	return nil
}

// Waiting counts the pieces of a line in a delivery that is still to be dispatched, or in the first such one for 0; before an order
// was divided all of them.
func (o *Order) Waiting(number, line int) int {
	if len(o.Deliveries) == 0 {
		return o.Attempt.Lines[line].Quantity
	}
	if d := o.delivery(number, Dispatching, Planned); d != nil && (d.State == Planned || d.State == Dispatching) {
		return d.pieces(line)
	}
	return 0
}

// WaitingWith is the first delivery that waits to be dispatched and has all of the pieces; 0 for none.
func (o *Order) WaitingWith(items []Item) int {
	for i := range o.Deliveries {
		d := &o.Deliveries[i]
		lacks := slices.ContainsFunc(items, func(item Item) bool { return d.pieces(item.Line) < item.Quantity })
		if d.State == Planned && !lacks {
			return d.Number
		}
	}
	return 0
}

// Pick names what to dispatch. Zero values: the first planned delivery, all of it; with items the first that has all of them.
type Pick struct {
	Delivery int    `json:"delivery,omitempty"`
	Items    []Item `json:"items,omitempty"`
}

// Faults of what operators ask for.
var (
	errNoDelivery  = fault.New(fault.NotFound, "delivery_not_found")
	errItems       = fault.New(fault.Invalid, "delivery_items_invalid")
	errNotPlaced   = fault.New(fault.Conflict, "order_not_placed")
	errPaying      = fault.New(fault.Conflict, "order_awaits_payment")
	errGivenUp     = fault.New(fault.Conflict, "order_not_reserved")
	errNotOut      = fault.New(fault.Conflict, "delivery_not_dispatched")
	errGone        = fault.New(fault.Conflict, "order_dispatched")
	errOnHold      = fault.New(fault.Conflict, "order_on_hold")
	errDispatching = fault.New(fault.Conflict, "delivery_being_dispatched")
	errWhich       = fault.New(fault.Conflict, "delivery_to_be_named") // more than one has left, or is under way
)

// delivery finds one by number; 0 is the first in one of the states.
func (o *Order) delivery(number int, states ...DeliveryState) *Delivery {
	i := slices.IndexFunc(o.Deliveries, func(d Delivery) bool {
		return number == d.Number || number == 0 && slices.Contains(states, d.State)
	})
	if i < 0 {
		return nil
	}
	return &o.Deliveries[i]
}

// count is how many deliveries are such.
func (o *Order) count(such func(Delivery) bool) (n int) {
	for _, d := range o.Deliveries {
		if such(d) {
			n++
		}
	}
	return n
}

// pick takes what is to be dispatched; a part of a delivery becomes one of its own. A dispatch that was begun is taken
// up again, and one that is over gives number 0.
func (o *Order) pick(p Pick) (number int, err error) {
	if o.Status != Placed {
		return 0, errNotPlaced
	}
	for _, state := range []DeliveryState{Dispatching, Planned} { // what is left of a delivery may be like the part that is on its way
		for i := range o.Deliveries {
			d := &o.Deliveries[i]
			if d.State == state && (state == Dispatching || p.Delivery == 0) && len(p.Items) > 0 && slices.Equal(d.Items, p.Items) {
				return o.pickFrom(d, nil) // the part was split off before
			}
		}
	}
	if d := o.delivery(p.Delivery, Dispatching, Planned); d != nil {
		if with := o.WaitingWith(p.Items); p.Delivery == 0 && len(p.Items) > 0 && with != 0 {
			d = o.delivery(with)
		}
		return o.pickFrom(d, p.Items)
	}
	if p.Delivery == 0 && len(p.Items) == 0 && len(o.Deliveries) > 0 {
		return 0, nil
	}
	return 0, errNoDelivery
}

func (o *Order) pickFrom(d *Delivery, items []Item) (int, error) {
	switch {
	case d.State == Dispatching:
		return d.Number, nil
	case d.Gone():
		return 0, nil
	case d.State != Planned:
		return 0, errNoDelivery
	}
	if len(items) > 0 {
		split, err := o.split(d, items)
		if err != nil {
			return 0, err
		}
		d = split
	}
	d.State = Dispatching
	d.Tries++
	if d.Charge && d.Amount.Minor > 0 { // a voucher may pay for all of it
		o.operation(Operation{Kind: CaptureMoney, Delivery: d.Number, Amount: d.Amount})
	}
	return d.Number, nil
}

// split gives the part of a planned delivery, which may be all of it. Its amount is divided by the value of the goods.
func (o *Order) split(d *Delivery, items []Item) (*Delivery, error) {
	left := slices.Clone(d.Items)
	part := Delivery{State: Planned, Charge: d.Charge, Shipping: d.Shipping}
	for _, n := range o.Deliveries {
		part.Number = max(part.Number, n.Number+1)
	}
	for _, want := range items {
		i := slices.IndexFunc(left, func(has Item) bool { return has.Line == want.Line })
		if i < 0 || want.Quantity < 1 || want.Quantity > left[i].Quantity {
			return nil, errItems
		}
		left[i].Quantity -= want.Quantity
		part.Items = append(part.Items, want)
	}
	left = slices.DeleteFunc(left, func(i Item) bool { return i.Quantity == 0 })
	if len(left) == 0 {
		return d, nil
	}
	d.Tries++ // what the next key may have ordered was for all of it
	shares := d.Amount.Allocate([]int64{o.value(part.Items), o.value(left)})
	part.Amount, d.Amount, d.Items = shares[0], shares[1], left
	o.Deliveries = append(o.Deliveries, part)
	o.divide(d.Number, part.Number)
	return o.delivery(part.Number), nil
}

// divide leaves a delivery what was paid for it ahead, up to its amount. The rest paid for what was split off from it.
func (o *Order) divide(number, part int) {
	d := o.delivery(number)
	for i := range o.Payments {
		p, over := &o.Payments[i], o.own(d).Sub(d.Amount)
		if over.Minor <= 0 || p.Kind != CaptureMoney || p.State != Done || p.Delivery != number {
			continue
		}
		if p.Amount.Minor <= over.Minor {
			p.Delivery = part
			continue
		}
		moved := *p
		moved.Amount, moved.Delivery = over, part
		p.Amount = p.Amount.Sub(over)
		o.operation(moved)
	}
}

// value gives what items cost, in cents; never zero, so that it can divide.
func (o *Order) value(items []Item) int64 {
	sum := int64(0)
	for _, i := range items {
		l := o.Attempt.Lines[i.Line]
		sum += l.Unit.Add(l.Warranty).Times(int64(i.Quantity)).Minor
	}
	return max(sum, 1)
}

// unpick undoes pick: the goods are planned again. Whether a label was made is not known where none is here: the next dispatch
// asks by the same key, so that there is only one. Without a label nobody was asked for the money.
func (o *Order) unpick(number int) {
	d := o.delivery(number)
	if d == nil || d.State != Dispatching {
		return
	}
	reason := ""
	if d.Reference == "" {
		d.Tries--
		reason = ReasonStayed
	}
	d.State, d.Reference, d.Parcels = Planned, "", nil
	for i := range o.Payments {
		if p := &o.Payments[i]; p.Kind == CaptureMoney && (p.Delivery == number || p.whole()) && p.State == Wanted {
			p.State, p.Reason = Refused, reason
		}
	}
}

// ReasonStayed is why money was not taken for goods that got no label: the provider was not asked, and refused nothing.
const ReasonStayed = "goods_stayed"
