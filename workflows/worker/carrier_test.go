package worker_test

import (
	"context"
	"fmt"
	"sync"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// carrier plays the carriers: one that brings parcels, and a store in Leipzig. It keeps one shipment per key.
type carrier struct {
	mu        sync.Mutex
	shipments map[string]checkout.ShipmentRequest // by key
	cancelled []string                            // references
	tracks    map[string]checkout.Track           // by tracking number
	scans     []checkout.Scan                     // that the next webhook tells
	ship      func() error                        // asked before a label is made
}

var _ checkout.Carriers = (*carrier)(nil)

func newCarrier() *carrier {
	return &carrier{shipments: map[string]checkout.ShipmentRequest{}, tracks: map[string]checkout.Track{}}
}

func (c *carrier) Options(context.Context, checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	return []checkout.ShippingOption{
		{ID: "dhl_standard", Plugin: "dhl", DistributorID: "dhl", Kind: checkout.KindHome, Carrier: "DHL", Fee: money.Euro(499)},
		{ID: "pickup_selfcollector_leipzig", Plugin: "pickup", DistributorID: "pickup", Kind: checkout.KindPickup, Pickup: true},
	}, nil
}

func (c *carrier) PickupPoints(context.Context, checkout.PickupRequest) ([]checkout.PickupPoint, error) {
	return []checkout.PickupPoint{{ID: "leipzig", Plugin: "pickup", Address: address.Address{ZipCode: "04109"}}}, nil
}

func (c *carrier) Validate(context.Context, checkout.ShippingOption, address.Address) (checkout.Verdict, error) {
	return checkout.Verdict{Deliverable: true}, nil
}

func (c *carrier) Ship(_ context.Context, r checkout.ShipmentRequest) (checkout.Shipment, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ship != nil {
		if err := c.ship(); err != nil {
			return checkout.Shipment{}, err
		}
	}
	c.shipments[r.Key] = r
	return checkout.Shipment{Reference: "S-" + r.Key, Packages: []checkout.Package{{
		TrackingNumber: "T-" + r.Key, TrackingURL: "https://dhl.example/" + r.Key, LabelType: "application/pdf", Label: []byte("%PDF " + r.Key),
	}}}, nil
}

func (c *carrier) CancelShipment(_ context.Context, _, reference, _ string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cancelled = append(c.cancelled, reference)
	return nil
}

func (c *carrier) Track(_ context.Context, _, number, _ string, _ catalog.Lang) (checkout.Track, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.tracks[number]
	if !ok {
		return t, fault.New(fault.Unavailable, "plugin_unavailable")
	}
	return t, nil
}

func (c *carrier) ShippingWebhook(context.Context, string, checkout.WebhookCall) ([]checkout.Scan, checkout.WebhookReply, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.scans, checkout.WebhookReply{}, nil
}

func (c *carrier) set(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

func (c *carrier) sent() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.shipments)
}

// labelKey is the key of the first try to send a delivery.
func labelKey(orderID int64, delivery, try int) string {
	return fmt.Sprintf("%d-delivery-%d-%d", orderID, delivery, try)
}
