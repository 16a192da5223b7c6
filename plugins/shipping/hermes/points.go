package main

import (
	"context"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// Limits of a search: how many shops, and how far, in kilometres.
const (
	mostPoints = 50
	radius     = "20"
)

// typeShop is the finder's number for a PaketShop; 1 is a locker.
const typeShop = 0

type shop struct {
	Number      string      `json:"parcelShopNumber"`
	Type        int         `json:"typeID"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Street      string      `json:"street"`
	HouseNumber string      `json:"houseNumber"`
	City        string      `json:"city"`
	Zip         string      `json:"zip"` // "DE22419"
	Country     string      `json:"countryIsoA2Code"`
	Distance    json.Number `json:"distance"` // kilometres
	Hours       []struct {
		Weekday int    `json:"weekday"` // 1 is Monday
		From    string `json:"openFrom"`
		Til     string `json:"openTil"`
	} `json:"hours"`
}

// PickupPoints asks the ParcelShop finder. Without a key of it there are none, and Hermes chooses the PaketShop.
func (p *plugin) PickupPoints(ctx context.Context, r shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	a := p.account.Load()
	if r.Near == nil || strings.TrimSpace(r.Near.PostalCode+r.Near.City) == "" {
		return nil, base.CallerFault("invalid_request", "a place to search around is needed", base.FieldError{Name: "near", Code: "required"})
	}
	asked := r.OptionID == paketshop || r.OptionID == "" && r.Kind == base.DeliveryParcelShop
	if !asked || a.finderKey == "" || r.Near.Country != "" && r.Near.Country != "DE" {
		return nil, nil
	}
	limit := min(max(r.Limit, 1), mostPoints)
	place := strings.Join(strings.Fields(strings.Join([]string{r.Near.Street, r.Near.StreetNumber, r.Near.PostalCode, r.Near.City}, " ")), " ")
	query := url.Values{"country": {"DE"}, "adressSearchString": {place}, "maxDist": {radius}, // the name is misspelt at Hermes
		"maxResult": {strconv.Itoa(limit)}, "typeId": {strconv.Itoa(typeShop)}}
	var shops []shop
	_, err := a.finder.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/findParcelShopByAddressString", Query: query, Into: &shops})
	if provider.Status(err) == http.StatusNotFound {
		return nil, nil // nothing near
	}
	if err != nil {
		return nil, err
	}
	var points []shipping.PickupPoint
	for _, s := range shops {
		if point, ok := s.point(r.Locale); ok && len(points) < limit {
			points = append(points, point)
		}
	}
	return points, nil
}

// point gives the shop as a place that a parcel can be sent to; ok is false for a locker or one without a usable number.
func (s shop) point(locale string) (point shipping.PickupPoint, ok bool) {
	name := strings.TrimSpace(s.Description)
	if name == "" {
		name = s.Name
	}
	a := &base.Address{Kind: base.AddressParcelShop, Company: name, Street: s.Street, StreetNumber: s.HouseNumber,
		PostalCode: strings.TrimPrefix(s.Zip, s.Country), City: s.City, Country: "DE", PointID: s.Number}
	point = shipping.PickupPoint{ID: s.Number, Name: name, Address: a, DistanceMeters: metres(s.Distance)}
	weekdays := strings.Fields(texts["weekdays"].In(locale))
	for _, h := range s.Hours {
		if h.Weekday >= 1 && h.Weekday <= len(weekdays) && h.From != "" && h.Til != "" {
			point.OpeningHours = append(point.OpeningHours, weekdays[h.Weekday-1]+" "+h.From+"-"+h.Til)
		}
	}
	return point, s.Type == typeShop && s.Country == "DE" && shopForm.MatchString(s.Number) && postalCodeForm.MatchString(a.PostalCode)
}

// metres reads kilometres without a floating-point number; what makes no sense is 0, which means unknown.
func metres(km json.Number) int {
	const farthest = 100_000
	distance, ok := new(big.Rat).SetString(km.String())
	if !ok || len(km) > 20 || distance.Sign() < 0 || distance.Cmp(big.NewRat(farthest, 1)) > 0 {
		return 0
	}
	distance.Mul(distance, big.NewRat(1000, 1))
	return int(new(big.Int).Div(distance.Num(), distance.Denom()).Int64())
}
