package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
)

// ExpressPayments lists the express buttons of cart and checkout.
type ExpressPayments struct {
	ExpressPaymentsList []ExpressPayment `json:"expressPaymentsList"`
}

// ExpressPayment is a button: express starts from the cart, apb finishes a checkout that has all else.
type ExpressPayment struct {
	Type  string `json:"type" enum:"express,apb"`
	Code  string `json:"code"`
	Title string `json:"title"`
	Logo  string `json:"logo"`
}

// ExpressRequest names the session that the provider's button made; empty is the one that the shop opened.
type ExpressRequest struct {
	SessionID string `json:"amazonCheckoutSessionId,omitempty" maxLength:"255"`
}

// ExpressInit sends the customer to the provider, or gives its button what it needs.
type ExpressInit struct {
	Successful  bool              `json:"successful"`
	Error       string            `json:"error,omitempty" doc:"translation key"`
	RedirectURL string            `json:"redirectUrl,omitempty"`
	SessionID   string            `json:"sessionId,omitempty"`
	Client      map[string]string `json:"client,omitempty" doc:"of the provider's script: payload, signature, addresses"`
}

// ExpressDetails is the checkout after the customer agreed at the provider, or what the customer has to correct there.
type ExpressDetails struct {
	Successful          bool           `json:"successful"`
	Error               string         `json:"error,omitempty" doc:"translation key"`
	RedirectURL         string         `json:"redirectUrl,omitempty" doc:"the step to go on with"`
	HasValidationErrors bool           `json:"hasValidationErrors"`
	TranslationStrings  []string       `json:"translationStrings" doc:"translation keys of what is wrong"`
	Errors              []ProblemField `json:"errors"`
	Checkout            *CheckoutView  `json:"checkout,omitempty"`
}

const (
	payPal    = "paypal"
	amazonPay = "amazonpay"
)

func (s *Server) registerExpress(api huma.API) {
	register(api, post("express", "expressPayments", "/cart/express-payments", "The express buttons"), s.expressPayments)
	register(api, post("express", "payPalInit", "/kasse/paypal/init", "Begin a PayPal express checkout"), s.expressInit(payPal))
	register(api, post("express", "payPalDetails", "/api/paypal/checkout-details", "Take over what PayPal knows of the customer"), s.expressDetails(payPal))
	register(api, post("express", "amazonInit", "/api/amazonpay/init", "The payload of Amazon Pay's express button"), s.expressInit(amazonPay))
	register(api, post("express", "amazonDetails", "/api/amazonpay/checkout-details", "Take over what Amazon knows of the customer"), s.expressDetails(amazonPay))
	register(api, post("express", "amazonContext", "/api/checkout/get-amazon-pay-express-payment-context", "The open Amazon Pay session"), s.amazonSession)
	register(api, post("express", "amazonButton", "/api/checkout/get-amazon-additional-payment-button-payload", "The payload of Amazon Pay's button in the checkout"), s.amazonSession)
	submit(api, post("express", "amazonProcess", "/checkout/process-amazon-pay-express", "Buy by Amazon Pay"), s.amazonProcess)
}

func (s *Server) expressPayments(ctx context.Context, _ *none) (ExpressPayments, error) {
	list := ExpressPayments{ExpressPaymentsList: []ExpressPayment{}}
	methods, err := s.deps.Checkout.ExpressMethods(ctx)
	for _, m := range methods {
		list.ExpressPaymentsList = append(list.ExpressPaymentsList, ExpressPayment{
			Type: "express", Code: m.Code, Title: m.Title.In(language(ctx)), Logo: m.LogoURL,
		})
	}
	return list, err
}

func (s *Server) expressInit(method string) func(context.Context, *none) (ExpressInit, error) {
	return func(ctx context.Context, _ *none) (ExpressInit, error) {
		if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
			return ExpressInit{}, err
		}
		current, err := s.currentSession(ctx)
		if fault.CodeOf(err) == fault.Unauthenticated {
			return ExpressInit{}, fault.New(fault.Conflict, "cart_empty")
		}
		// Who is sent away with the full login over could not go on after coming back.
		if err = s.refuseSoft(current, err); err != nil {
			return ExpressInit{}, err
		}
		if current.CustomerID != 0 { // else the checkout becomes the customer's on the way back, and forgets what the provider told
			if _, err = s.initForCustomer(ctx); err != nil {
				return ExpressInit{}, err
			}
		}
		return initOf(s.deps.Checkout.StartExpress(ctx, current.CartID, language(ctx), method, nil, s.browser(ctx)))
	}
}

func initOf(made checkout.PaymentSession, err error) (ExpressInit, error) {
	return ExpressInit{Successful: err == nil, RedirectURL: made.URL, SessionID: made.ID, Client: made.Client}, err
}

func (s *Server) amazonSession(ctx context.Context, _ *none) (ExpressInit, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return ExpressInit{}, err
	}
	return initOf(s.deps.Checkout.StartPayment(ctx, cartID, language(ctx), amazonPay, nil, s.browser(ctx)))
}

func (s *Server) amazonProcess(ctx context.Context, in *body[TotalRequest]) (ProcessResponse, error) {
	return s.buy(ctx, byMethod(amazonPay), in.Body, nil)
}

func (s *Server) expressDetails(method string) func(context.Context, *body[ExpressRequest]) (ExpressDetails, error) {
	return func(ctx context.Context, in *body[ExpressRequest]) (ExpressDetails, error) {
		cartID, err := s.checkoutSession(ctx)
		if err != nil {
			return ExpressDetails{}, err
		}
		return s.finishExpress(ctx, cartID, method, in.Body.SessionID)
	}
}

func (s *Server) finishExpress(ctx context.Context, cartID, method, session string) (ExpressDetails, error) {
	v, err := s.deps.Checkout.FinishExpress(ctx, cartID, language(ctx), method, session, s.browser(ctx))
	if wrong := wrongAtProvider(err); wrong != nil {
		out := ExpressDetails{Error: wrong.Reason, HasValidationErrors: true, TranslationStrings: []string{}, Errors: []ProblemField{}}
		for _, f := range wrong.Fields {
			out.TranslationStrings = append(out.TranslationStrings, f.Reason)
			out.Errors = append(out.Errors, ProblemField{Field: f.Name, Reason: f.Reason})
		}
		return out, nil
	}
	if err != nil {
		return ExpressDetails{TranslationStrings: []string{}, Errors: []ProblemField{}}, err
	}
	return ExpressDetails{
		Successful: true, RedirectURL: expressStep(ctx, v), Checkout: (*CheckoutView)(v),
		TranslationStrings: []string{}, Errors: []ProblemField{},
	}, nil
}

// wrongAtProvider gives the fault when the customer has to correct something at the provider, else nil.
func wrongAtProvider(err error) *fault.Error {
	var wrong *fault.Error
	if errors.As(err, &wrong) && wrong.Code == fault.Invalid && len(wrong.Fields) > 0 {
		return wrong
	}
	return nil
}

// expressStep is where an express checkout goes on: at the shipping, or at the address for goods that cannot go there.
func expressStep(ctx context.Context, v *checkout.View) string {
	step := checkout.StepShipping
	if v.NextStep == checkout.StepAddress {
		step = checkout.StepAddress
	}
	return language(ctx).Prefix() + "/kasse#/" + string(step)
}

// amazonSessionParam is the name under which Amazon hands over its session's name.
const amazonSessionParam = "amazonCheckoutSessionId"

// serveExpressReturn is where a provider whose button opened its page sends the customer back to: from the cart, or with
// the purchase confirmed. The page that it leads to shows what went wrong; opened again it only reads.
func (s *Server) serveExpressReturn(w http.ResponseWriter, r *http.Request) {
	ctx, method := r.Context(), r.PathValue("method")
	query := map[string]string{}
	for name, values := range r.URL.Query() {
		query[name] = values[0]
	}
	var got checkout.Answer
	var paying bool
	cartID, err := s.checkoutSession(ctx)
	if err == nil {
		var lang catalog.Lang
		lang, paying, err = s.deps.Checkout.Left(ctx, cartID, method)
		speak(ctx, lang)
	}
	switch cancelled := query["cancelled"] == "1"; {
	case err != nil:
	case cancelled && paying:
		http.Redirect(w, r, checkoutPage(ctx, checkout.StepPayment, checkout.ReasonCancelled), http.StatusSeeOther)
		return
	case cancelled:
		err = fault.New(fault.Conflict, checkout.ReasonCancelled)
	default:
		got, err = s.deps.Checkout.ComeBack(ctx, cartID, language(ctx), method, query[amazonSessionParam], query, s.browser(ctx))
	}
	http.Redirect(w, r, s.afterExpress(ctx, method, got, err), http.StatusSeeOther)
}

// checkoutPage is a step of the checkout, which tells the reason.
func checkoutPage(ctx context.Context, step checkout.Step, reason string) string {
	return language(ctx).Prefix() + "/kasse?error=" + url.QueryEscape(reason) + "#/" + string(step)
}

func (s *Server) afterExpress(ctx context.Context, method string, got checkout.Answer, err error) string {
	prefix, wrong := language(ctx).Prefix(), wrongAtProvider(err)
	switch {
	case wrong != nil:
		issues := url.Values{"express_error": {"express_address_" + method}}
		for _, f := range wrong.Fields {
			issues.Add("wrong", f.Name+":"+f.Reason)
		}
		return prefix + "/warenkorb?" + issues.Encode()
	case err != nil && got.View != nil: // sold out, or another total: the customer decides again
		_ = problemOf(ctx, err)
		return checkoutPage(ctx, checkout.StepConfirmation, fault.ReasonOf(err))
	case err != nil:
		_ = problemOf(ctx, err)
		return prefix + "/warenkorb?express_error=" + url.QueryEscape(fault.ReasonOf(err))
	case got.View != nil:
		return expressStep(ctx, got.View)
	}
	switch p := processed(got.Attempt); p.Result {
	case "redirect":
		return p.RedirectURL
	case "error":
		return prefix + "/kasse#/payment"
	}
	return successPage(ctx, got.Attempt.ID, got.Attempt.Payment.Code != method)
}
