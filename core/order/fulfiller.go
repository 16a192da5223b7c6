package order

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Fulfilments keeps what becomes of placed orders.
type Fulfilments interface {
	// Order reads one; fault NotFound ("order_not_found").
	Order(ctx context.Context, id int64) (*Order, error)
	// Change locks an order, so that changes of it take turns, reads all of it, and writes deliveries, payments, status and
	// effects of what change made of it in one transaction. change has no effects of its own and may be called again. What
	// it fails with is given back. Fault NotFound ("order_not_found").
	Change(ctx context.Context, id int64, change func(*Order) (Effects, error)) (*Order, error)
	// Weights gives what a piece of each product weighs, in grams; those that are not known are left out.
	Weights(ctx context.Context, products []int64) (map[int64]int, error)
	// StoreScans keeps scans with an outbox entry each; those known already are left out. On return they are safe.
	StoreScans(ctx context.Context, scans []checkout.Scan) error
	// Scan gives a stored scan with the order of its parcel. Fault NotFound: "scan_not_found", or "parcel_not_found" when no
	// parcel answers to it (yet).
	Scan(ctx context.Context, id int64) (s checkout.Scan, of Ref, err error)
	// Labels gives the parcels of an order with their labels, by delivery and number.
	Labels(ctx context.Context, id int64) ([]Label, error)
}

// Label is what is stuck on a parcel.
type Label struct {
	Delivery int
	Parcel
}

// Policy says how patient fulfilment is.
type Policy struct {
	Track  time.Duration // between questions to a carrier that tells nothing by itself
	Silent time.Duration // after which a parcel without news is left alone
}

// DefaultPolicy asks four times a day for a month.
var DefaultPolicy = Policy{Track: 6 * time.Hour, Silent: 30 * 24 * time.Hour}

// Fulfiller takes the steps of placed orders. They are called by the order's workflow, one at a time; each may be
// repeated after a crash at any point. Faults that mean "try again" leave as they are: Unavailable, Unknown, Internal.
type Fulfiller struct {
	store    Fulfilments
	attempts checkout.Attempts
	payments checkout.Payments
	carriers checkout.Carriers
	points   checkout.Shipping
	clock    clock.Clock
	policy   Policy
	held     func(ctx context.Context, id int64) (bool, error) // nil: no goods wait
}

// Hold keeps the goods of orders for which held is true from being picked: they have prices of the campus programme, whose
// member their customer is not yet.
func (f *Fulfiller) Hold(held func(ctx context.Context, id int64) (bool, error)) {
	f.held = held
}

// NewFulfiller makes a Fulfiller.
func NewFulfiller(store Fulfilments, attempts checkout.Attempts, payments checkout.Payments, carriers checkout.Carriers,
	points checkout.Shipping, clock clock.Clock, policy Policy,
) *Fulfiller {
	return &Fulfiller{store, attempts, payments, carriers, points, clock, policy, nil}
}

func (f *Fulfiller) change(ctx context.Context, id int64, change func(*Order) (Effects, error)) (Progress, error) {
	o, err := f.store.Change(ctx, id, change)
	if err != nil {
		return Progress{}, err
	}
	return o.Progress(), nil
}

// Plan divides a placed order into deliveries, once, and says what is to be done.
func (f *Fulfiller) Plan(ctx context.Context, id int64) (Progress, error) {
	return f.change(ctx, id, func(o *Order) (Effects, error) { o.plan(); return Effects{}, nil })
}

// Pick takes what is to be dispatched; 0 when that has left already. Fault Conflict ("order_held") while the goods wait,
// see Hold, or ("order_on_hold") while an operator keeps the order still.
func (f *Fulfiller) Pick(ctx context.Context, id int64, p Pick) (number int, err error) {
	if f.held != nil {
		switch held, err := f.held(ctx, id); {
		case err != nil:
			return 0, err
		case held:
			return 0, fault.New(fault.Conflict, "order_held")
		}
	}
	_, err = f.store.Change(ctx, id, func(o *Order) (Effects, error) {
		if o.Attempt.Held {
			return Effects{}, errOnHold
		}
		o.plan()
		number, err = o.pick(p)
		return Effects{}, err
	})
	return number, err
}

// Unpick undoes Pick.
func (f *Fulfiller) Unpick(ctx context.Context, id int64, number int) (Progress, error) {
	return f.change(ctx, id, func(o *Order) (Effects, error) { o.unpick(number); return Effects{}, nil })
}

// Label orders the transport of a picked delivery and keeps the labels.
func (f *Fulfiller) Label(ctx context.Context, id int64, number int) error {
	o, d, err := f.dispatching(ctx, id, number)
	if err != nil || d == nil || d.Reference != "" {
		return err
	}
	request, err := f.shipment(ctx, o, d)
	if err != nil {
		return err
	}
	made, err := f.carriers.Ship(ctx, request)
	if err != nil {
		return err
	}
	_, err = f.change(ctx, id, func(o *Order) (Effects, error) {
		d := o.delivery(number)
		if d == nil || d.State != Dispatching {
			return Effects{}, nil
		}
		d.Reference, d.Parcels = made.Reference, nil
		for i, p := range made.Packages {
			d.Parcels = append(d.Parcels, Parcel{
				Number: i + 1, TrackingNumber: p.TrackingNumber, TrackingURL: p.TrackingURL, LabelType: p.LabelType, Label: p.Label,
			})
		}
		return Effects{}, nil
	})
	return err
}

func (f *Fulfiller) shipment(ctx context.Context, o *Order, d *Delivery) (checkout.ShipmentRequest, error) {
	r := checkout.ShipmentRequest{
		Key: d.key(o), Option: d.Shipping, OrderID: o.ID, Recipient: o.Delivery, Phone: o.Phone, Parcels: o.parcels(d),
		ShipDate: f.clock.Now(),
	}
	if d.Shipping.Kind == checkout.KindParcelShop && o.Delivery.PostNumber == "" {
		r.Email = o.Email // it has to tell that the parcel is there
	}
	if o.Attempt.Payment.Code == checkout.CashOnDelivery {
		r.Collect = o.OnHandover(d)
	}
	if len(r.Parcels) > 0 {
		return r, nil
	}
	products := make([]int64, len(d.Items))
	for i, item := range d.Items {
		products[i] = o.Attempt.Lines[item.Line].ProductID
	}
	weights, err := f.store.Weights(ctx, products)
	parcel := checkout.Parcel{Value: d.Amount}
	for i, item := range d.Items {
		parcel.WeightGrams += weights[products[i]] * item.Quantity
	}
	r.Parcels = []checkout.Parcel{parcel}
	return r, err
}

// dispatching reads a delivery that is being dispatched; nil when it no longer is.
func (f *Fulfiller) dispatching(ctx context.Context, id int64, number int) (*Order, *Delivery, error) {
	o, err := f.read(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	d := o.delivery(number)
	if d == nil || d.State != Dispatching {
		return o, nil, nil
	}
	return o, d, nil
}

func (f *Fulfiller) read(ctx context.Context, id int64) (*Order, error) {
	return f.store.Order(ctx, id)
}

// Unlabel takes a shipment back whose goods stay.
func (f *Fulfiller) Unlabel(ctx context.Context, id int64, number int) error {
	o, d, err := f.dispatching(ctx, id, number)
	if err != nil || d == nil || d.Reference == "" {
		return err
	}
	err = f.carriers.CancelShipment(ctx, d.Shipping.Plugin, d.Reference, d.key(o)+"-cancel")
	if fault.CodeOf(err) == fault.Invalid {
		slog.WarnContext(ctx, "shipment not cancelled", "order", id, "delivery", number, "error", err)
		return nil // this carrier takes none back; an unused label costs nothing
	}
	return err
}

// Dispatched books that a delivery leaves, or lies ready in its store.
func (f *Fulfiller) Dispatched(ctx context.Context, id int64, number int) (Progress, error) {
	o, d, err := f.dispatching(ctx, id, number)
	if err != nil {
		return Progress{}, err
	}
	if d == nil {
		return o.Progress(), nil
	}
	zip := ""
	if d.Shipping.Pickup {
		zip = f.storeZip(ctx, o.Delivery, d.Shipping)
	}
	now := f.clock.Now()
	return f.change(ctx, id, func(o *Order) (Effects, error) {
		return o.dispatched(number, now, now.Add(f.policy.Track), zip), nil
	})
}

// storeZip gives the postal code of the store that an option names; "" when it is not known, which counts as anywhere.
func (f *Fulfiller) storeZip(ctx context.Context, near address.Address, option checkout.ShippingOption) string {
	const most = 50
	points, err := f.points.PickupPoints(ctx, checkout.PickupRequest{Kind: checkout.KindPickup, Near: near, Limit: most})
	if err != nil {
		slog.WarnContext(ctx, "store not known", "option", option.ID, "error", err)
	}
	for _, p := range points {
		if p.Plugin == option.Plugin && strings.HasSuffix(option.ID, "_"+p.ID) {
			return p.Address.ZipCode
		}
	}
	return ""
}

// Deliver books that the customer has a delivery. Who collects in a store and pays there has paid for it then.
func (f *Fulfiller) Deliver(ctx context.Context, id int64, number int) (Progress, error) {
	now := f.clock.Now()
	cash := ""
	p, err := f.change(ctx, id, func(o *Order) (Effects, error) {
		cash = ""
		d := o.delivery(number, Shipped, Ready, Delivered)
		err := o.delivered(number, now)
		if err == nil && d.Shipping.Pickup && o.Attempt.Payment.Code == cashInStore && o.collected(d, now) {
			cash = o.AttemptID
		}
		return Effects{}, err
	})
	if err == nil && cash != "" {
		_, err = f.attempts.Settle(ctx, cash, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true})
	}
	return p, err
}

// cashInStore is the method whose money the store takes.
const cashInStore = "cashec"

// Cancel gives up what was not dispatched. Where nothing is left of that, and something was given up before, it was done by a try whose
// answer was lost: what goes back of it is still to be asked for.
func (f *Fulfiller) Cancel(ctx context.Context, id int64, reason string) (Progress, error) {
	now := f.clock.Now()
	return f.change(ctx, id, func(o *Order) (Effects, error) {
		o.plan()
		e, err := o.cancel(reason, now)
		if errors.Is(err, errGone) && len(o.owed()) > 0 && o.count(func(d Delivery) bool { return d.State == DeliveryCancelled }) > 0 {
			return Effects{}, nil
		}
		return e, err
	})
}

// Refund asks for money to be given back; GiveBack does it.
func (f *Fulfiller) Refund(ctx context.Context, id int64, request string, amount money.Amount) (Progress, error) {
	return f.change(ctx, id, func(o *Order) (Effects, error) {
		if o.Status != Placed && o.Status != Cancelled {
			return Effects{}, errNotPlaced
		}
		o.plan()
		return Effects{}, o.refund(request, amount)
	})
}

// Return books that a delivery came back, and asks for its money to be given back.
func (f *Fulfiller) Return(ctx context.Context, id int64, number int, damaged bool) (Progress, error) {
	now := f.clock.Now()
	return f.change(ctx, id, func(o *Order) (Effects, error) { return o.returned(number, damaged, now) })
}

// Notice leaves a note for operators, one per kind.
func (f *Fulfiller) Notice(ctx context.Context, id int64, kind, detail string) error {
	return f.attempts.Notice(ctx, id, kind, detail)
}
