package shipping

import (
	"context"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Unsupported has no pickup points, accepts every address, and refuses all else with base.NotSupported. Embed it in a
// Provider that lacks some of the operations.
type Unsupported struct{}

// PickupPoints gives none.
func (Unsupported) PickupPoints(context.Context, PickupPointsRequest) ([]PickupPoint, error) {
	return nil, nil
}

// ValidateAddress accepts.
func (Unsupported) ValidateAddress(context.Context, ValidateAddressRequest) (Verdict, error) {
	return Verdict{Deliverable: true}, nil
}

// CreateShipment refuses.
func (Unsupported) CreateShipment(context.Context, ShipmentRequest) (Shipment, error) {
	return Shipment{}, base.NotSupported("create shipment")
}

// Cancel refuses.
func (Unsupported) Cancel(context.Context, CancelRequest) error {
	return base.NotSupported("cancel")
}

// Track refuses.
func (Unsupported) Track(context.Context, TrackRequest) (Track, error) {
	return Track{}, base.NotSupported("track")
}

// HandleWebhook refuses every notification as forged: a carrier without webhooks sends none.
func (Unsupported) HandleWebhook(context.Context, base.WebhookRequest) (WebhookAnswer, error) {
	return WebhookAnswer{}, base.Forged("this plugin has no webhooks")
}
