package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// What the button sells.
const (
	payAndShip = "PayAndShip" // the buyer's address comes from Amazon or goes to it
	payOnly    = "PayOnly"    // nothing is sent
)

// Start gives the signed button: for an express checkout from the cart, or, without Express, for a checkout whose
// amount and address are known. With a session id it reads the session that the button opened; one that is over, or that
// is about another checkout, or another amount than the checkout now, is gone.
func (p *plugin) Start(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	a := p.account.Load()
	if r.Method != method {
		return payment.Session{}, invalid("method", "unknown")
	}
	if r.SessionID != "" {
		return a.readBuyer(ctx, r)
	}
	if r.URLs.Return == "" || r.URLs.Cancel == "" {
		return payment.Session{}, invalid("urls", "required")
	}
	product, payload := payAndShip, a.expressPayload(r)
	if !r.Express {
		if !accepts(r.Purchase.Amount) {
			return payment.Session{}, invalid("purchase.amount", "invalid")
		}
		product, payload = a.checkoutPayload(r)
	}
	text, err := jsonText(payload)
	if err != nil {
		return payment.Session{}, base.PluginFault("not_encoded", err)
	}
	signature, err := a.signer.sign(text)
	if err != nil {
		return payment.Session{}, base.PluginFault("not_signed", err)
	}
	data := a.button(r, product)
	data["payload_json"], data["signature"], data["algorithm"] = text, signature, algorithm
	return payment.Session{ClientData: data}, nil
}

// jsonText writes the payload as it will be signed and sent, byte for byte, without the escapes of HTML.
func jsonText(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// button gives what amazon.Pay.renderButton takes beside the payload.
func (a *account) button(r payment.StartRequest, product string) map[string]string {
	placement := "Checkout"
	if r.Express {
		placement = "Cart"
	}
	language := "de_DE"
	if strings.HasPrefix(r.Purchase.Locale, "en") {
		language = "en_GB"
	}
	return map[string]string{
		"merchant_id": a.merchantID, "public_key_id": a.publicKeyID, "ledger_currency": ledgerCurrency,
		"checkout_language": language, "product_type": product, "placement": placement, "button_color": "Gold",
		"sandbox": strconv.FormatBool(a.sandbox), "script_url": a.scriptURL,
	}
}

func (a *account) scopes() []string {
	return []string{"name", "email", "phoneNumber", "billingAddress"}
}

func (a *account) expressPayload(r payment.StartRequest) buttonPayload {
	p := buttonPayload{
		Web:     webDetails{ReviewURL: r.URLs.Return, CancelURL: r.URLs.Cancel},
		StoreID: a.storeID, Scopes: append(a.scopes(), "shippingAddress"), Merchant: a.boundTo(r.Purchase),
	}
	if len(a.deliveryCountries) > 0 {
		p.Delivery = &deliverySpec{}
		p.Delivery.Restrictions.Type = "Allowed"
		p.Delivery.Restrictions.Countries = map[string]struct{}{}
		for _, country := range a.deliveryCountries {
			p.Delivery.Restrictions.Countries[country] = struct{}{}
		}
	}
	return p
}

// checkoutPayload is for a checkout that knows its amount: the buyer confirms at Amazon and comes back to the result.
func (a *account) checkoutPayload(r payment.StartRequest) (product string, p buttonPayload) {
	details := a.details(r.Purchase.Amount)
	details.Presentment = r.Purchase.Amount.Currency
	p = buttonPayload{
		Web:     webDetails{Mode: modeProcessOrder, ResultURL: r.URLs.Return, CancelURL: r.URLs.Cancel},
		StoreID: a.storeID, Scopes: a.scopes(), Payment: &details, Merchant: a.boundTo(r.Purchase),
	}
	if p.Address = shipTo(r.Purchase); p.Address == nil {
		return payOnly, p
	}
	return payAndShip, p
}

// details says what is to be paid and how.
func (a *account) details(amount base.Money) paymentDetails {
	total, pending := toPrice(amount), a.pending
	return paymentDetails{Intent: a.intent, Pending: &pending, Amount: &total, Descriptor: a.descriptor}
}

// boundTo writes the checkout into a session that the button opens, where the buyer cannot change it: the browser names the session
// later, and could name that of another buyer.
func (a *account) boundTo(p payment.Purchase) *merchantMetadata {
	return &merchantMetadata{StoreName: a.storeName, Custom: boundTo(p.CheckoutID)}
}

// readBuyer tells what the buyer chose at Amazon.
func (a *account) readBuyer(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	if !sessionForm.MatchString(r.SessionID) {
		return payment.Session{}, invalid("session_id", "invalid")
	}
	s, err := a.read(ctx, r.SessionID)
	switch {
	case provider.Status(err) == http.StatusNotFound:
		return payment.Session{}, gone("Amazon does not know the session")
	case err != nil:
		return payment.Session{}, err
	case s.Status.State != stateOpen:
		return payment.Session{}, gone("the session is " + s.Status.State)
	case !s.isOf(r.Purchase):
		return payment.Session{}, gone("the session was opened for another checkout")
	case !r.Express && !s.asks(r.Purchase.Amount):
		return payment.Session{}, gone("the buyer agreed to another amount")
	}
	data := a.button(r, payAndShip)
	if len(s.Preferences) > 0 {
		data["payment_descriptor"] = s.Preferences[0].Descriptor
	}
	return payment.Session{ID: s.ID, ClientData: data, ExpiresAt: s.Expires.Time, Buyer: &payment.Buyer{
		Email: s.Buyer.Email, Billing: fromAmazon(s.Billing, s.Buyer.Phone), Delivery: fromAmazon(s.Shipping, s.Buyer.Phone),
	}}, nil
}

// gone says that a session cannot be gone on with, so that the shop opens a new one.
func gone(why string) *base.Error {
	return base.CallerFault("session_gone", why, base.FieldError{Name: "session_id", Code: "gone"})
}

func accepts(m base.Money) bool { return m.Minor > 0 && m.Currency == ledgerCurrency }

func invalid(field, code string) *base.Error {
	return base.CallerFault("invalid_request", "the request makes no sense", base.FieldError{Name: field, Code: code})
}
