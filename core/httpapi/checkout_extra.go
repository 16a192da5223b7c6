package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
)

// NoRiskRequest adds the no-risk-much-fun package or takes it off.
type NoRiskRequest struct {
	NoRiskMuchFun int `json:"no_risk_much_fun" enum:"0,1"`
}

// PickupPointsRequest asks for places near a postal code or town where a parcel can be collected.
type PickupPointsRequest struct {
	Kind     string `json:"kind" enum:"packstation,parcel_shop,pickup" doc:"pickup: the shop's own stores"`
	ZipCode  string `json:"zipCode,omitempty" maxLength:"20"`
	CityName string `json:"cityName,omitempty" maxLength:"30"`
}

// PickupPoints are the nearest first. None is no error: carriers without an answer are left out.
type PickupPoints struct {
	Points []checkout.PickupPoint `json:"points"`
}

// maxPickupPoints is as many as a person reads through.
const maxPickupPoints = 12

func (s *Server) registerCheckoutExtra(api huma.API) {
	register(api, post("checkout", "checkoutReinit", "/api/checkout/re-init", "Open the checkout again after a payment that failed"), s.checkoutInit)
	register(api, post("checkout", "noRiskMuchFun", "/api/checkout/no-risk-much-fun", "Add the no-risk-much-fun package or take it off"), s.noRiskMuchFun)
	register(api, post("checkout", "pickupPoints", "/api/checkout/pickup-points", "Where a parcel can be collected"), s.pickupPoints)
}

func (s *Server) noRiskMuchFun(ctx context.Context, in *body[NoRiskRequest]) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.SetNoRisk(ctx, cartID, language(ctx), in.Body.NoRiskMuchFun == 1))
}

func (s *Server) pickupPoints(ctx context.Context, in *body[PickupPointsRequest]) (*PickupPoints, error) {
	if err := s.limiter.allow(limitLookup, visitOf(ctx).client); err != nil {
		return nil, err
	}
	if _, err := s.checkoutSession(ctx); err != nil {
		return nil, err
	}
	near := address.Address{ZipCode: in.Body.ZipCode, CityName: in.Body.CityName}.Normal()
	if near.ZipCode == "" && near.CityName == "" {
		return nil, fault.InvalidFields("address_invalid", fault.Field{Name: "zipCode", Reason: address.Missing})
	}
	points, err := s.deps.Checkout.PickupPoints(ctx, checkout.PickupRequest{
		Kind: checkout.DeliveryKind(in.Body.Kind), Near: near, Limit: maxPickupPoints, Lang: language(ctx),
	})
	if points == nil {
		points = []checkout.PickupPoint{}
	}
	return &PickupPoints{points}, err
}
