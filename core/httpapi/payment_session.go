package httpapi

import (
	"context"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// SessionRequest opens the session of a payment method.
type SessionRequest struct {
	PaymentCode string            `json:"paymentCode" minLength:"1" maxLength:"60"`
	Client      map[string]string `json:"client,omitempty" doc:"what the provider's script gave the browser"`
}

// SessionResponse is what the provider's script, card form or wallet works with.
type SessionResponse struct {
	Successful bool `json:"successful"`
	checkout.PaymentSession
}

// KlarnaSessionRequest names the category whose session is brought up to date.
type KlarnaSessionRequest struct {
	PaymentMethod string `json:"paymentMethod" enum:"pay_later,pay_now"`
}

// KlarnaRequest buys with what the customer agreed to in the widget.
type KlarnaRequest struct {
	AuthorizationToken string `json:"authorizationToken" minLength:"1" maxLength:"2048"`
	SessionID          string `json:"sessionId,omitempty"`
	PaymentMethod      string `json:"paymentMethod" enum:"pay_later,pay_now"`
	TotalRequest
}

// TotalRequest buys what the customer was shown.
type TotalRequest struct {
	Total    int64  `json:"total" doc:"cents"`
	Revision string `json:"revision,omitempty" maxLength:"80" doc:"of the checkout: what has changed since is not bought, even for the same total"`
}

func (r TotalRequest) shown() checkout.Shown {
	return checkout.Shown{Total: money.Euro(r.Total), Revision: r.Revision}
}

// RedirectResponse sends the customer to the provider.
type RedirectResponse struct {
	ProcessResponse
	URL string `json:"url,omitempty" doc:"the same as redirectUrl"`
}

// FinanceResponse is the form that the browser posts to the finance provider.
type FinanceResponse struct {
	ProcessResponse
	FormURL  string            `json:"formUrl,omitempty"`
	FormData map[string]string `json:"formData,omitempty"`
}

// successful says of a call that only has to succeed that it did.
type successful struct {
	Successful bool `json:"successful"`
}

var klarnaCodes = map[string]string{"pay_later": "klarnapaylater", "pay_now": "klarnapaynow"}

func (s *Server) registerPaymentSession(api huma.API) {
	register(api, post("payment", "paymentSession", "/api/checkout/payment-session", "Open the session of a payment method"), s.paymentSession)
	register(api, post("payment", "klarnaSessionUpdate", "/api/checkout/update-klarna-session", "Bring a Klarna session up to date"), s.klarnaUpdate)
	submit(api, post("payment", "klarnaProcess", "/checkout/process-klarna", "Buy by Klarna"), s.klarnaProcess)
	submit(api, post("payment", "financeInit", "/api/checkout/init-consors-finance", "Buy by financing with a form"), s.financeInit)
	submit(api, post("payment", "paymentRedirect", "/api/checkout/get-payment-redirect-url", "Buy on the provider's page"), s.paymentRedirect)
}

func (s *Server) paymentSession(ctx context.Context, in *body[SessionRequest]) (SessionResponse, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return SessionResponse{}, err
	}
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return SessionResponse{}, err
	}
	made, err := s.deps.Checkout.StartPayment(ctx, cartID, language(ctx), in.Body.PaymentCode, in.Body.Client, s.browser(ctx))
	return SessionResponse{Successful: err == nil, PaymentSession: made}, err
}

func (s *Server) klarnaUpdate(ctx context.Context, in *body[KlarnaSessionRequest]) (successful, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return successful{}, err
	}
	_, err = s.deps.Checkout.StartPayment(ctx, cartID, language(ctx), klarnaCodes[in.Body.PaymentMethod], nil, s.browser(ctx))
	return successful{err == nil}, err
}

func (s *Server) klarnaProcess(ctx context.Context, in *body[KlarnaRequest]) (ProcessResponse, error) {
	return s.buy(ctx, byMethod(klarnaCodes[in.Body.PaymentMethod]), in.Body.TotalRequest, map[string]string{
		"authorization_token": in.Body.AuthorizationToken,
	})
}

func (s *Server) financeInit(ctx context.Context, in *body[TotalRequest]) (FinanceResponse, error) {
	p, err := s.buy(ctx, byFlow("form_post"), in.Body, nil)
	return FinanceResponse{ProcessResponse: p, FormURL: p.RedirectURL, FormData: p.FormFields}, err
}

func (s *Server) paymentRedirect(ctx context.Context, in *body[TotalRequest]) (RedirectResponse, error) {
	p, err := s.buy(ctx, byFlow("redirect"), in.Body, nil)
	return RedirectResponse{ProcessResponse: p, URL: p.RedirectURL}, err
}

// payBy reports whether a call is for paying by what is chosen.
type payBy func(*checkout.View) bool

func byMethod(code string) payBy {
	return func(v *checkout.View) bool { return v.Payment.Selected == code }
}

// byFlow is also for a checkout in which nothing is chosen yet: Submit says what else it lacks.
func byFlow(flow string) payBy {
	return func(v *checkout.View) bool {
		return v.Payment.Selected == "" || slices.ContainsFunc(v.Payment.Methods, func(m checkout.MethodView) bool {
			return m.Code == v.Payment.Selected && m.Flow == flow
		})
	}
}

// buy submits the checkout; where by, when not nil, denies it, the answer is Conflict with the view ("checkout_changed" of one
// that was shown otherwise, else "payment_method_not_available") and nothing is ordered. Its error is what submit answers with.
func (s *Server) buy(ctx context.Context, by payBy, shown TotalRequest, client map[string]string) (ProcessResponse, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return ProcessResponse{}, problemOf(ctx, err)
	}
	if by != nil {
		v, err := s.deps.Checkout.View(ctx, cartID, language(ctx))
		placed := fault.CodeOf(err) == fault.NotFound // an order ends its checkout; submitting again only shows it
		if err != nil && !placed {
			return ProcessResponse{}, problemOf(ctx, err)
		}
		if !placed && v.ProductsCount > 0 && !by(v) {
			reason := "payment_method_not_available"
			if shown.Revision != "" && shown.Revision != v.Revision {
				reason = "checkout_changed" // in another tab, say
			}
			return ProcessResponse{}, conflictOf(ctx, fault.New(fault.Conflict, reason), v)
		}
	}
	got, err := s.deps.Checkout.Submit(ctx, cartID, language(ctx), shown.shown(), client, s.browser(ctx))
	if err != nil {
		return ProcessResponse{}, conflictOf(ctx, err, got.View)
	}
	return processed(got.Attempt), nil
}
