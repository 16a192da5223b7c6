// Package wire converts the SDK's plain types to and from the generated ones, both ways, without losing a field.
// Enumerations have the same numbers on both sides. A zero time, a Money without a currency, an empty Text and an empty
// Image travel as missing messages. Empty lists and maps arrive as nil.
package wire

import (
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
)

// Slice converts each element.
func Slice[A, B any](in []A, convert func(A) B) []B {
	if len(in) == 0 {
		return nil
	}
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = convert(a)
	}
	return out
}

// Enums converts a list of enumeration values.
func Enums[B, A ~int32](in []A) []B {
	return Slice(in, func(a A) B { return B(a) })
}

// Int32 narrows a count; what does not fit becomes the nearest that does.
func Int32(n int) int32 { return int32(min(max(n, math.MinInt32), math.MaxInt32)) }

// Map gives nil for an empty map.
func Map(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	return m
}

// Time gives nil for the zero time.
func Time(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// FromTime gives the zero time for nil and for a time that is out of range, else UTC.
func FromTime(t *timestamppb.Timestamp) time.Time {
	if !t.IsValid() {
		return time.Time{}
	}
	return t.AsTime()
}

// Money to the wire.
func Money(m base.Money) *basev1.Money {
	if m == (base.Money{}) {
		return nil
	}
	return &basev1.Money{Minor: m.Minor, Currency: m.Currency}
}

// FromMoney from the wire.
func FromMoney(m *basev1.Money) base.Money {
	return base.Money{Minor: m.GetMinor(), Currency: m.GetCurrency()}
}

// Text to the wire.
func Text(t base.Text) *basev1.Text {
	if len(t) == 0 {
		return nil
	}
	return &basev1.Text{ByLanguage: t}
}

// FromText from the wire.
func FromText(t *basev1.Text) base.Text {
	if len(t.GetByLanguage()) == 0 {
		return nil
	}
	return t.GetByLanguage()
}

// Image to the wire.
func Image(i base.Image) *basev1.Image {
	if i.MediaType == "" && len(i.Data) == 0 {
		return nil
	}
	return &basev1.Image{MediaType: i.MediaType, Data: i.Data}
}

// FromImage from the wire.
func FromImage(i *basev1.Image) base.Image {
	return base.Image{MediaType: i.GetMediaType(), Data: i.GetData()}
}

// Address to the wire.
func Address(a *base.Address) *basev1.Address {
	if a == nil {
		return nil
	}
	return &basev1.Address{
		Kind: basev1.AddressKind(a.Kind), Company: a.Company, FirstName: a.FirstName, LastName: a.LastName,
		Street: a.Street, StreetNumber: a.StreetNumber, PostalCode: a.PostalCode, City: a.City, Country: a.Country,
		Phone: a.Phone, PostNumber: a.PostNumber, PointId: a.PointID,
	}
}

// FromAddress from the wire.
func FromAddress(a *basev1.Address) *base.Address {
	if a == nil {
		return nil
	}
	return &base.Address{
		Kind: base.AddressKind(a.GetKind()), Company: a.GetCompany(), FirstName: a.GetFirstName(),
		LastName: a.GetLastName(), Street: a.GetStreet(), StreetNumber: a.GetStreetNumber(),
		PostalCode: a.GetPostalCode(), City: a.GetCity(), Country: a.GetCountry(), Phone: a.GetPhone(),
		PostNumber: a.GetPostNumber(), PointID: a.GetPointId(),
	}
}

// WebhookRequest to the wire. The request line and the headers come from a stranger; protobuf texts must be UTF-8, so
// that other bytes in them are replaced. The body travels as it is.
func WebhookRequest(r base.WebhookRequest) *basev1.WebhookRequest {
	out := &basev1.WebhookRequest{
		Method: valid(r.Method), Path: valid(r.Path), Query: valid(r.Query), Body: r.Body, ReceivedAt: Time(r.ReceivedAt),
	}
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		out.Headers = append(out.Headers, &basev1.Header{Name: valid(name), Values: Slice(r.Headers[name], valid)})
	}
	return out
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// FromWebhookRequest from the wire. Header names become canonical; the values of a repeated name are joined in order.
func FromWebhookRequest(r *basev1.WebhookRequest) base.WebhookRequest {
	out := base.WebhookRequest{
		Method: r.GetMethod(), Path: r.GetPath(), Query: r.GetQuery(), Body: r.GetBody(),
		ReceivedAt: FromTime(r.GetReceivedAt()),
	}
	for _, h := range r.GetHeaders() {
		if out.Headers == nil {
			out.Headers = http.Header{}
		}
		name := http.CanonicalHeaderKey(h.GetName())
		out.Headers[name] = append(out.Headers[name], h.GetValues()...)
	}
	return out
}

// WebhookReply to the wire.
func WebhookReply(r base.WebhookReply) *basev1.WebhookReply {
	return &basev1.WebhookReply{Status: Int32(r.Status), ContentType: r.ContentType, Body: r.Body}
}

// FromWebhookReply from the wire.
func FromWebhookReply(r *basev1.WebhookReply) base.WebhookReply {
	return base.WebhookReply{Status: int(r.GetStatus()), ContentType: r.GetContentType(), Body: r.GetBody()}
}

// FieldError to the wire.
func FieldError(f base.FieldError) *basev1.FieldError {
	return &basev1.FieldError{Name: f.Name, Code: f.Code}
}

// FromFieldError from the wire.
func FromFieldError(f *basev1.FieldError) base.FieldError {
	return base.FieldError{Name: f.GetName(), Code: f.GetCode()}
}
