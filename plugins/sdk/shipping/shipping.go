// Package shipping is the contract of a shipping plugin as plain Go. A plugin implements Provider; the host holds a
// Provider that speaks to the plugin's process.
package shipping

import (
	"context"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Provider is what a shipping plugin serves. Errors are *base.Error.
type Provider interface {
	// Options lists the ways to send the parcels to the address, with fees. It is on the shopper's way: it answers from
	// what the plugin knows and calls the carrier only for what cannot be known otherwise. Carts ask too, before anybody knows
	// where to: with a scope, few of them wait for the answer.
	Options(ctx context.Context, r OptionsRequest) (Offer, error)
	// PickupPoints lists packstations, parcel shops or stores, nearest first.
	PickupPoints(ctx context.Context, r PickupPointsRequest) ([]PickupPoint, error)
	// ValidateAddress checks whether the carrier can deliver there.
	ValidateAddress(ctx context.Context, r ValidateAddressRequest) (Verdict, error)
	// CreateShipment orders the transport and gives the labels. The same idempotency key gives the same shipment.
	CreateShipment(ctx context.Context, r ShipmentRequest) (Shipment, error)
	// Cancel takes a shipment back before it is handed over. Cancelling twice succeeds.
	Cancel(ctx context.Context, r CancelRequest) error
	// Track reads where a parcel is.
	Track(ctx context.Context, r TrackRequest) (Track, error)
	// HandleWebhook checks a notification and translates it. A forged one is base.Forged.
	HandleWebhook(ctx context.Context, r base.WebhookRequest) (WebhookAnswer, error)
}

// Parcel is one package.
type Parcel struct {
	WeightGrams int64 // with packaging
	LengthMM    int   // longest side; 0 means unknown
	WidthMM     int
	HeightMM    int
	Value       base.Money // of the goods in it, gross
}

// OptionsRequest describes a delivery.
type OptionsRequest struct {
	Parcels      []Parcel      // at least one
	Address      *base.Address // only the country may be known; a parcel shop may be another carrier's, its PointID tells
	CustomerType base.CustomerType
	GoodsTotal   base.Money // gross value of the whole order, for free shipping
	Locale       string     // BCP 47
}

// MaxHours is how many lines of opening hours a pickup point may have; the shop leaves out one with more.
const MaxHours = 50

// MaxOptions is how many options of one carrier are shown; the shop leaves out the others.
const MaxOptions = 50

// Offer is what a carrier offers for a delivery.
type Offer struct {
	Options []Option // possible now, at most MaxOptions; empty when there is none
	Scope   Scope    // for which other deliveries they are the same
}

// Option is one way to send a delivery.
type Option struct {
	ID             string // unique in the shop, "dhl_standard"; of two carriers with the same the first has it
	Kind           base.DeliveryKind
	Carrier        string // as the customer reads it, "DHL"
	Title          base.Text
	Hint           base.Text  // one sentence below the title
	DeliveryNote   base.Text  // tells the delivery time
	Fee            base.Money // for the whole delivery, gross; minor 0 is free
	MinDays        int        // working days
	MaxDays        int        // working days
	NeedsPhone     bool       // the carrier calls the customer
	CashOnDelivery bool       // the carrier collects money
	Logo           base.Image
	Sort           int // small first
}

// PickupPointsRequest asks for places to collect a parcel.
type PickupPointsRequest struct {
	OptionID string // empty for all of the kind
	Kind     base.DeliveryKind
	Near     *base.Address // postal code, city and country are enough
	Limit    int           // 1 to 50
	Locale   string        // of texts such as opening hours, "de-DE"; German when empty
}

// PickupPoint is a place to collect a parcel.
type PickupPoint struct {
	ID             string // at the carrier
	Name           string
	Address        *base.Address // Kind and PointID are set
	DistanceMeters int           // 0 means unknown
	OpeningHours   []string      // lines for the customer
}

// ValidateAddressRequest asks about an address.
type ValidateAddressRequest struct {
	OptionID string
	Address  *base.Address
}

// Verdict on an address.
type Verdict struct {
	Deliverable bool
	Fields      []base.FieldError // by the names of the wire, "post_number"
	Suggestion  *base.Address     // corrected; nil means none
}

// ShipmentRequest orders the transport.
type ShipmentRequest struct {
	IdempotencyKey string
	OptionID       string
	OrderNumber    string
	Recipient      *base.Address
	Email          string // for notices; empty when the customer did not agree
	Parcels        []Parcel
	CollectAmount  base.Money // cash on delivery
	ShipDate       time.Time  // day of hand-over

	// Sender where it is not the shop: a consumer who sends goods back. Nil means the sender that the plugin is configured
	// with. A carrier that prints no other sender is given its own.
	Sender *base.Address
}

// Shipment is an ordered transport.
type Shipment struct {
	Reference string    // at the carrier
	Packages  []Package // in the order of the parcels, and not more
}

// Package is one labelled parcel.
type Package struct {
	TrackingNumber string // up to 100 Latin letters, digits, spaces and ._:/+#-
	TrackingURL    string // for the customer
	LabelType      string // media type, "application/pdf"
	Label          []byte // at most 2 MiB, and 3 MiB of a whole shipment; empty for store pickup
}

// CancelRequest takes a shipment back.
type CancelRequest struct {
	IdempotencyKey string
	Reference      string
}

// TrackRequest asks where a parcel is.
type TrackRequest struct {
	TrackingNumber string
	PostalCode     string // of the recipient
	Locale         string // BCP 47
}

// ParcelState is where a parcel is.
type ParcelState int32

// The states.
const (
	ParcelUnspecified ParcelState = iota
	ParcelAnnounced
	ParcelInTransit
	ParcelOutForDelivery
	ParcelReadyForPickup
	ParcelDelivered
	ParcelFailed // another try follows or the customer has to act
	ParcelReturned
)

// Track tells where a parcel is.
type Track struct {
	Known       bool // false when the carrier has never heard of the number
	State       ParcelState
	EstimatedAt time.Time // zero means unknown
	Scans       []Scan    // oldest first
}

// Scan is one event of a parcel's way.
type Scan struct {
	ID             string // at the carrier; the shop stores each only once
	TrackingNumber string
	State          ParcelState
	OccurredAt     time.Time // the carrier's time
	Place          string
	Description    string // in the carrier's words
}

// WebhookAnswer is what a notification means.
type WebhookAnswer struct {
	Reply base.WebhookReply // to the carrier once the scans are stored
	Scans []Scan            // proven to come from the carrier
}
