package order

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/checkout"
)

// Scan applies a stored scan.
func (f *Fulfiller) Scan(ctx context.Context, id, scan int64) (Progress, error) {
	s, of, err := f.store.Scan(ctx, scan)
	if err != nil {
		return Progress{}, err
	}
	if of.ID != id {
		return f.Plan(ctx, id) // the parcel was labelled anew, for another order
	}
	now := f.clock.Now()
	switch {
	case s.At.IsZero() && s.State == checkout.ParcelDelivered:
		s.At = now // its time cannot be read, and the period to withdraw runs from it
	case s.At.After(now):
		s.At = now // a carrier's clock is ahead; what is told next would count as older
	}
	next := now.Add(f.policy.Track)
	return f.change(ctx, id, func(o *Order) (Effects, error) { return o.scanned(s, next), nil })
}

// Due does what the time asks for: goods in stores are reminded of and given up, carriers that are silent are asked.
func (f *Fulfiller) Due(ctx context.Context, id int64) (Progress, error) {
	now := f.clock.Now()
	if _, err := f.change(ctx, id, func(o *Order) (Effects, error) { return o.remind(now), nil }); err != nil {
		return Progress{}, err
	}
	o, err := f.read(ctx, id)
	if err != nil {
		return Progress{}, err
	}
	for _, d := range o.Deliveries {
		switch {
		case d.State == Ready && !d.DueAt.After(now):
			if _, err := f.change(ctx, id, func(o *Order) (Effects, error) { return o.expire(d.Number, now), nil }); err != nil {
				return Progress{}, err
			}
		case d.State == Shipped && !d.TrackAt.IsZero() && !d.TrackAt.After(now):
			if err := f.track(ctx, o, d, now); err != nil {
				return Progress{}, err
			}
		}
	}
	return f.Plan(ctx, id)
}

// track asks the carrier about the parcels that have not arrived. What it tells goes the way of its notifications.
func (f *Fulfiller) track(ctx context.Context, o *Order, d Delivery, now time.Time) error {
	for _, p := range d.Parcels {
		if p.State == checkout.ParcelDelivered {
			continue
		}
		t, err := f.carriers.Track(ctx, d.Shipping.Plugin, p.TrackingNumber, o.Delivery.ZipCode, o.Lang)
		if err != nil {
			slog.WarnContext(ctx, "carrier does not tell", "order", o.ID, "parcel", p.TrackingNumber, "error", err)
			continue
		}
		scans := t.Scans
		if len(scans) == 0 && t.State != checkout.ParcelUnknown && t.State != p.State {
			scans = []checkout.Scan{{ // known by what it follows, since a parcel may be in a state again
				ID: fmt.Sprintf("track-%s-%s-%d", p.TrackingNumber, t.State, p.At.Unix()), Plugin: d.Shipping.Plugin, State: t.State, At: now,
			}}
		}
		for i := range scans {
			scans[i].TrackingNumber = p.TrackingNumber
		}
		if err := f.store.StoreScans(ctx, scans); err != nil {
			return err
		}
	}
	_, err := f.change(ctx, o.ID, func(o *Order) (e Effects, err error) {
		d := o.delivery(d.Number)
		if d == nil || d.State != Shipped {
			return e, nil
		}
		d.TrackAt = now.Add(f.policy.Track)
		if now.Sub(d.DispatchAt) > f.policy.Silent {
			d.TrackAt = time.Time{}
			e.Notices = []Notice{{Kind: NoticeLost, Detail: d.Reference}}
		}
		return e, nil
	})
	return err
}
