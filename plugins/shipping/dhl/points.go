package main

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// locationForm is the form of DHL's location numbers, "8007-404229142".
var locationForm = regexp.MustCompile(`^[0-9]{4}-[0-9A-Za-z]+$`)

// The types of location where a parcel waits for its receiver.
var locationTypes = map[base.DeliveryKind][]string{
	base.DeliveryPackstation: {"locker"},
	base.DeliveryParcelShop:  {"postoffice", "servicepoint"},
}

// mostPoints is DHL's limit of an answer.
const mostPoints = 50

type locationAnswer struct {
	Locations []location `json:"locations"`
}

type location struct {
	Location struct {
		IDs []struct {
			ID       string `json:"locationId"`
			Provider string `json:"provider"`
		} `json:"ids"`
		Keyword   string `json:"keyword"`   // "Postfiliale"
		KeywordID string `json:"keywordId"` // the number that a customer knows, "433"
		Type      string `json:"type"`
	} `json:"location"`
	Name     string `json:"name"`
	Distance int    `json:"distance"` // metres
	Place    struct {
		Address struct {
			Country    string `json:"countryCode"`
			PostalCode string `json:"postalCode"`
			City       string `json:"addressLocality"`
			Street     string `json:"streetAddress"` // with the number
		} `json:"address"`
	} `json:"place"`
	Hours []struct {
		Opens  string `json:"opens"`
		Closes string `json:"closes"`
		Day    string `json:"dayOfWeek"` // "http://schema.org/Monday"
	} `json:"openingHours"`
}

// PickupPoints asks DHL's location finder for Packstationen or Postfilialen in Germany.
func (p *plugin) PickupPoints(ctx context.Context, r shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	kind := r.Kind
	if r.OptionID != "" {
		kind = kindOf(r.OptionID)
	}
	types := locationTypes[kind]
	if r.Near == nil || strings.TrimSpace(r.Near.PostalCode+r.Near.City) == "" {
		return nil, base.CallerFault("invalid_request", "a place to search around is needed", base.FieldError{Name: "near", Code: "required"})
	}
	if len(types) == 0 || r.Near.Country != "" && r.Near.Country != "DE" {
		return nil, nil
	}
	limit := min(max(r.Limit, 1), mostPoints)
	query := url.Values{"countryCode": {"DE"}, "providerType": {"parcel"}, "serviceType": {"parcel:pick-up-all"},
		"locationType": types, "limit": {strconv.Itoa(limit)}}
	for name, value := range map[string]string{"postalCode": r.Near.PostalCode, "addressLocality": r.Near.City,
		"streetAddress": strings.TrimSpace(r.Near.Street + " " + r.Near.StreetNumber)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	var answer locationAnswer
	_, err := p.account.Load().finder.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/find-by-address", Query: query, Into: &answer})
	if provider.Status(err) == http.StatusNotFound {
		return nil, nil // nothing near
	}
	if err != nil {
		return nil, err
	}
	var points []shipping.PickupPoint
	for _, l := range answer.Locations {
		if point, ok := l.point(kind, r.Locale); ok && len(points) < limit {
			points = append(points, point)
		}
	}
	return points, nil
}

// point gives the location as a place that a label can be made for; ok is false for one without a usable number.
func (l location) point(kind base.DeliveryKind, locale string) (point shipping.PickupPoint, ok bool) {
	id := ""
	for _, each := range l.Location.IDs {
		if each.Provider == "parcel" {
			id = each.ID
		}
	}
	a := &base.Address{Kind: base.AddressPackstation, StreetNumber: l.Location.KeywordID, PostalCode: l.Place.Address.PostalCode,
		City: l.Place.Address.City, Country: "DE", PointID: id}
	form := lockerForm
	if kind == base.DeliveryParcelShop {
		a.Kind, a.Street, form = base.AddressParcelShop, "Postfiliale", retailForm
	}
	point = shipping.PickupPoint{ID: id, Name: l.Name, Address: a, DistanceMeters: l.Distance, OpeningHours: l.hours(locale)}
	if l.Place.Address.Street != "" {
		point.Name += ", " + l.Place.Address.Street
	}
	return point, locationForm.MatchString(id) && form.MatchString(l.Location.KeywordID)
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// hours gives a line for each day, or one line when it is never closed.
func (l location) hours(locale string) (lines []string) {
	names := strings.Fields(texts["weekdays"].In(locale))
	always := len(l.Hours) == len(weekdays)
	for _, h := range l.Hours {
		day := slices.Index(weekdays, h.Day[strings.LastIndex(h.Day, "/")+1:])
		if day < 0 || len(h.Opens) < 5 || len(h.Closes) < 5 {
			continue
		}
		always = always && h.Opens[:5] == "00:00" && h.Closes[:5] == "23:59"
		lines = append(lines, names[day]+" "+h.Opens[:5]+"-"+h.Closes[:5])
	}
	if always && len(lines) > 0 {
		return []string{texts["always"].In(locale)}
	}
	return lines
}
