// Package base holds what every plugin serves and the values that all kinds of plugin share.
//
// A plugin's life: Describe, then Configure once, then calls of its kinds with Health in between. Configure again means
// a new process; the host never reconfigures a running one.
package base

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// Provider is served by every plugin. The host holds the same interface on its side of the wire. New makes one from a
// manifest and a function.
type Provider interface {
	// Describe gives the manifest. It works before Configure and never calls the provider.
	Describe(ctx context.Context) (Manifest, error)
	// Configure hands over the settings. A refusal is an Error of CallerFault whose Fields name the settings.
	Configure(ctx context.Context, c Config) error
	// Health says whether the plugin can do its work. It answers within a second.
	Health(ctx context.Context) (Health, error)
}

// Kind is a kind of plugin.
type Kind string

// The kinds.
const (
	KindPayment  Kind = "payment"
	KindShipping Kind = "shipping"
	KindTracking Kind = "tracking"
)

// Manifest says what a plugin is.
type Manifest struct {
	Name     string    // lower case, "paypal"
	Version  string    // semantic, without a leading v, "1.4.0"
	Kinds    []Kind    // set by the SDK from what the plugin serves
	Settings []Setting // the configuration schema
}

// Health says how a plugin is.
type Health struct {
	OK      bool
	Message string // one English sentence for the operator when it is not
}

// Money is a whole number of minor units of a currency: Money{1234, "EUR"} is 12,34 €. The zero value is "no amount".
type Money struct {
	Minor    int64
	Currency string // ISO 4217
}

// IsSet reports whether there is an amount at all; an amount of 0 with a currency is set.
func (m Money) IsSet() bool { return m.Currency != "" }

// Text is one text by language (ISO 639-1), each of at most MaxText characters. "de" is there when any is.
type Text map[string]string

// MaxText is how many characters a text may have. The shop offers no payment method that has a longer one.
const MaxText = 2000

// MaxReference is how many bytes a name may have that a plugin gives to a payment, an operation, an event, a dispute, a shipment, a
// scan or a place: the shop finds them by it. It takes no answer with a longer one.
const MaxReference = 1024

// TooLong reports whether a text has more than MaxText characters in any language.
func (t Text) TooLong() bool {
	for _, text := range t {
		if utf8.RuneCountInString(text) > MaxText {
			return true
		}
	}
	return false
}

// In gives the text in the language of a locale ("de-DE", "en"), German when there is none.
func (t Text) In(locale string) string {
	if len(locale) >= 2 {
		if s, ok := t[locale[:2]]; ok {
			return s
		}
	}
	return t["de"]
}

// Fill puts values into a text: pairs are a placeholder and what stands in its place, "{days}", "3".
func (t Text) Fill(pairs ...string) Text {
	fill := strings.NewReplacer(pairs...)
	out := make(Text, len(t))
	for lang, s := range t {
		out[lang] = fill.Replace(s)
	}
	return out
}

// MustTexts reads the texts that are compiled into a plugin: an object of texts by key, {"title": {"de": "…", "en": "…"}}.
// It panics when they are none.
func MustTexts(source []byte) map[string]Text {
	out := map[string]Text{}
	if err := json.Unmarshal(source, &out); err != nil {
		panic(err)
	}
	return out
}

// Image is a small picture such as a logo.
type Image struct {
	MediaType string // image/svg+xml, image/png or image/webp
	Data      []byte // at most 64 KiB
}

// AddressKind is the kind of place that an address names.
type AddressKind int32

// The kinds of place. The zero value counts as AddressPostal.
const (
	AddressUnspecified AddressKind = iota
	AddressPostal
	AddressPackstation
	AddressParcelShop
	AddressStore
)

// Address is a postal address or the place of a parcel machine or shop.
type Address struct {
	Kind         AddressKind
	Company      string // empty for private persons
	FirstName    string
	LastName     string
	Street       string // without number; empty for a packstation
	StreetNumber string // of the house, or of the packstation
	PostalCode   string
	City         string
	Country      string // ISO 3166-1 alpha-2, upper case
	Phone        string // international form, "+49301234"
	PostNumber   string // customer number at the carrier, required for a packstation
	PointID      string // the carrier's identifier of a pickup point
}

// IsDoor reports whether it is somebody's door, and not a place to collect a parcel.
func (a *Address) IsDoor() bool { return a.Kind == AddressUnspecified || a.Kind == AddressPostal }

// CustomerType tells private from business customers.
type CustomerType int32

// The types of customer.
const (
	CustomerUnspecified CustomerType = iota
	CustomerPrivate
	CustomerBusiness
)

// DeliveryKind is how goods reach the customer.
type DeliveryKind int32

// The kinds of delivery.
const (
	DeliveryUnspecified DeliveryKind = iota
	DeliveryHome
	DeliveryPackstation
	DeliveryParcelShop
	DeliveryPickup  // collected in a store of the shop
	DeliveryFreight // with an appointment by telephone
)

// WebhookRequest is an HTTP request of the provider exactly as it arrived. It may be forged, repeated, late or garbage.
type WebhookRequest struct {
	Method     string
	Path       string      // what follows the plugin's webhook address, without the query
	Query      string      // raw, without the question mark
	Headers    http.Header // canonical names
	Body       []byte      // raw, at most 1 MiB
	ReceivedAt time.Time
}

// WebhookReply is what the shop answers the provider once the events are stored.
type WebhookReply struct {
	Status      int    // HTTP status, 200 to 299; anything else, as 0, means 204
	ContentType string // text/plain or application/json; the shop sends no body of another
	Body        []byte
}
