package checkout

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// ShippingOption is a way to deliver.
type ShippingOption struct {
	ID            string       `json:"id"` // "dhl_standard"; of a self-collector it contains "selfcollector"
	Plugin        string       `json:"plugin"`
	DistributorID string       `json:"distributorId"`
	Kind          DeliveryKind `json:"kind"`
	Carrier       string       `json:"carrier"` // as the customer reads it, "DHL"
	Title         catalog.Text `json:"title"`
	DeliveryNote  catalog.Text `json:"deliveryNote"` // "Lieferung in 1-2 Werktagen"
	Tip           catalog.Text `json:"tip"`
	Fee           money.Amount `json:"fee"`
	MinDays       int          `json:"minDays,omitempty"` // working days
	MaxDays       int          `json:"maxDays,omitempty"`
	NeedsPhone    bool         `json:"needsPhone,omitempty"` // the carrier calls the customer
	Collects      bool         `json:"collects,omitempty"`   // the carrier takes cash on delivery
	Pickup        bool         `json:"pickup"`
	Sort          int          `json:"-"` // of the carrier, small first
}

// ShippingRequest asks what it costs to send a delivery.
type ShippingRequest struct {
	To       address.Address
	Business bool
	Parcels  []Parcel
	Value    money.Amount // of all goods of the order, which may be more than the delivery's
	Lang     catalog.Lang
}

// PickupPoint is a place to collect a parcel: a Packstation, a parcel shop or a store.
type PickupPoint struct {
	ID             string          `json:"id"` // the carrier's
	Plugin         string          `json:"plugin"`
	Name           string          `json:"name"`
	Address        address.Address `json:"address"`
	DistanceMeters int             `json:"distanceMeters,omitempty"`
	OpeningHours   []string        `json:"openingHours,omitempty"`
}

// PickupRequest asks for places near a postal code.
type PickupRequest struct {
	Kind  DeliveryKind // packstation, parcel_shop or pickup
	Near  address.Address
	Limit int // 1 to 50
	Lang  catalog.Lang
}

// Verdict is what a carrier says of an address. Fields are named as in address.Address.
type Verdict struct {
	Deliverable bool
	Fields      map[string]string // reason by field
	Suggestion  *address.Address
}

// Parcel is one package of a shipment.
type Parcel = pricing.Parcel

// ShipmentRequest orders the transport. The same key gives the same shipment.
type ShipmentRequest struct {
	Key       string
	Option    ShippingOption
	OrderID   int64
	Recipient address.Address
	Phone     string
	Email     string // given to a parcel shop alone, which has to tell that the parcel is there; empty otherwise
	Parcels   []Parcel
	Collect   money.Amount // cash on delivery; zero for none
	ShipDate  time.Time
	Sender    *address.Address // where it is not the shop: a consumer who sends goods back
}

// Shipment is an ordered transport.
type Shipment struct {
	Reference string // the carrier's
	Packages  []Package
}

// Package is one labelled parcel.
type Package struct {
	TrackingNumber string
	TrackingURL    string
	LabelType      string // "application/pdf"
	Label          []byte // empty for store pickup
}

// ParcelState is where a parcel is.
type ParcelState string

// The states.
const (
	ParcelUnknown        ParcelState = ""
	ParcelAnnounced      ParcelState = "announced"
	ParcelInTransit      ParcelState = "in_transit"
	ParcelOutForDelivery ParcelState = "out_for_delivery"
	ParcelReady          ParcelState = "ready_for_pickup"
	ParcelDelivered      ParcelState = "delivered"
	ParcelFailed         ParcelState = "failed" // another try follows, or the customer has to act
	ParcelReturned       ParcelState = "returned"
)

// Scan is one event of a parcel's way.
type Scan struct {
	ID             string // the carrier's, unique per plugin
	Plugin         string
	TrackingNumber string
	State          ParcelState
	At             time.Time
	Place          string
	Description    string
}

// Track is a parcel's way so far. State is unknown when the carrier has never heard of it.
type Track struct {
	State       ParcelState
	EstimatedAt time.Time
	Scans       []Scan // oldest first
}

// Shipping is the carrier plugins, seen from the shop. core/pluginhost implements it.
type Shipping interface {
	// Options gives what running carriers offer for the parcels together, in the order that they ask for and the cheapest of equals
	// first; none is an empty list, not a fault.
	Options(ctx context.Context, req ShippingRequest) ([]ShippingOption, error)
	// PickupPoints gives the places of all carriers that have any, nearest first.
	PickupPoints(ctx context.Context, req PickupRequest) ([]PickupPoint, error)
	// Validate asks the option's carrier about an address.
	Validate(ctx context.Context, option ShippingOption, to address.Address) (Verdict, error)
}

// Carriers ships what was sold. core/pluginhost implements it.
type Carriers interface {
	// Ship orders a transport; the same key again gives the same. Fault Invalid is the carrier's refusal, Unknown
	// (ReasonBadAnswer) and Internal (ReasonFailed) come again with the same call.
	Ship(ctx context.Context, req ShipmentRequest) (Shipment, error)
	// CancelShipment takes one back that is not handed over yet; twice is once.
	CancelShipment(ctx context.Context, plugin, reference, key string) error
	Track(ctx context.Context, plugin, trackingNumber, zipCode string, lang catalog.Lang) (Track, error)
	// ShippingWebhook verifies a carrier's call; a forged one is fault Forbidden ("webhook_forged").
	ShippingWebhook(ctx context.Context, plugin string, call WebhookCall) ([]Scan, WebhookReply, error)
}
