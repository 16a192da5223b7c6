package withdrawal

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
)

// courier keeps what it was asked to bring.
type courier struct{ asked []checkout.ShipmentRequest }

func (c *courier) Ship(_ context.Context, r checkout.ShipmentRequest) (checkout.Shipment, error) {
	c.asked = append(c.asked, r)
	return checkout.Shipment{Reference: "R", Packages: []checkout.Package{{TrackingNumber: "T", Label: []byte("%PDF")}}}, nil
}

// A parcel's label does not bring back what a forwarder brought, nor what lay in a store.
func TestGoodsGoBackByTheWayOnWhichTheyCame(t *testing.T) {
	parcel, freight := checkout.ShippingOption{ID: "dhl_standard", Plugin: "dhl"}, checkout.ShippingOption{ID: "freight", Plugin: "freight"}
	store := checkout.ShippingOption{ID: "pickup_selfcollector_1", Plugin: "pickup", Pickup: true}
	o := &order.Order{Shipping: parcel, Deliveries: []order.Delivery{
		{Number: 1, State: order.DeliveryCancelled, Shipping: parcel, Items: []order.Item{{Line: 0, Quantity: 1}, {Line: 1, Quantity: 1}}},
		{Number: 2, State: order.Delivered, Shipping: freight, Items: []order.Item{{Line: 1, Quantity: 1}}},
		{Number: 3, State: order.Delivered, Shipping: store, Items: []order.Item{{Line: 2, Quantity: 1}}},
		{Number: 4, State: order.Delivered, Shipping: parcel, Items: []order.Item{{Line: 3, Quantity: 1}}},
	}}
	for name, c := range map[string]struct {
		lines []Taken
		want  string
	}{
		"by a forwarder": {[]Taken{{Line: 1}}, "freight"}, "from a store": {[]Taken{{Line: 2}}, ""}, "by parcel": {[]Taken{{Line: 3}}, "dhl"},
		"both": {[]Taken{{Line: 2}, {Line: 3}}, "dhl"}, "never sent": {[]Taken{{Line: 0}}, "dhl"},
	} {
		by := &courier{}
		s := NewSteps(Parts{Carrier: by, Clock: clock.System{}, Handling: Handling{Returns: address.Address{StreetName: "Weg"}}})
		got, err := s.label(t.Context(), &Withdrawal{ID: 1, Lines: c.lines}, o)
		require.NoError(t, err)
		if c.want == "" {
			require.Nil(t, got, name)
			continue
		}
		require.Equal(t, []string{c.want, c.want}, []string{got.Carrier, by.asked[0].Option.Plugin}, name)
	}
}
