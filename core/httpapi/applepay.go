package httpapi

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

// ApplePayInit is what the sheet is opened and validated with.
type ApplePayInit struct {
	Successful              bool   `json:"successful"`
	APIVersion              string `json:"apiVersion" doc:"of ApplePaySession"`
	ScriptURL               string `json:"scriptUrl,omitempty" doc:"gives ApplePaySession to browsers that lack it; not there when none does"`
	ApplePaySession         object `json:"applePaySession" doc:"the payment request that opens the sheet"`
	ApplePayMerchantSession object `json:"applePayMerchantSession,omitempty" doc:"there when validationUrl was given"`
}

type applePayInit struct {
	ValidationURL string `query:"validationUrl" maxLength:"1024" doc:"what the sheet asks to be validated at"`
}

// ApplePayRequest buys with what the sheet gave when the customer agreed.
type ApplePayRequest struct {
	Payment map[string]any `json:"payment" doc:"ApplePayPayment; contact fields that the shop does not need are dropped"`
	TotalRequest
}

const applePay = "applepay"

func (s *Server) registerApplePay(api huma.API) {
	register(api, get("payment", "applePayInit", "/kasse/applepay/init", "Open Apple Pay's sheet, and prove the shop to it"), s.applePayInit)
	submit(api, post("payment", "applePayProcess", "/kasse/applepay/process", "Buy by Apple Pay"), s.applePayProcess)
}

func (s *Server) applePayInit(ctx context.Context, in *applePayInit) (ApplePayInit, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return ApplePayInit{}, err
	}
	var client map[string]string
	if in.ValidationURL != "" {
		client = map[string]string{"validation_url": in.ValidationURL}
	}
	made, err := s.deps.Checkout.StartPayment(ctx, cartID, language(ctx), applePay, client, s.browser(ctx))
	if err != nil {
		return ApplePayInit{}, err
	}
	out := ApplePayInit{
		Successful: true, APIVersion: made.Client["api_version"], ScriptURL: made.Client["script_url"],
		ApplePaySession:         object(made.Client["payment_request"]),
		ApplePayMerchantSession: object(made.Client["merchant_session"]),
	}
	if !json.Valid(out.ApplePaySession) || (in.ValidationURL != "" && !json.Valid(out.ApplePayMerchantSession)) {
		return ApplePayInit{}, fault.New(fault.Unavailable, "payment_method_unavailable")
	}
	return out, nil
}

// Contact fields that an order has no use for.
var needlessContact = []string{
	"administrativeArea", "subAdministrativeArea", "subLocality", "phoneticGivenName", "phoneticFamilyName",
}

func (s *Server) applePayProcess(ctx context.Context, in *body[ApplePayRequest]) (ProcessResponse, error) {
	for _, name := range []string{"billingContact", "shippingContact"} {
		if contact, ok := in.Body.Payment[name].(map[string]any); ok {
			for _, field := range needlessContact {
				delete(contact, field)
			}
		}
	}
	payment, err := json.Marshal(in.Body.Payment)
	if err != nil {
		return ProcessResponse{}, problemOf(ctx, fault.Wrap(err, fault.Invalid, "input_invalid"))
	}
	return s.buy(ctx, byMethod(applePay), in.Body.TotalRequest, map[string]string{"payment": string(payment)})
}
