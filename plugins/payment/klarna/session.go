package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// categories are the widget's categories by method.
var categories = map[string]string{payLater: "pay_later", payNow: "pay_now"}

// anyCategory is the one that Klarna answers merchants for whom it shows all ways to pay in one widget.
const anyCategory = "klarna"

const statusComplete = "complete"

// Start opens a session, or brings an open one up to date. It tells Klarna the basket and the country, and nothing of the
// person: that comes from the browser when the customer agrees.
func (p *plugin) Start(ctx context.Context, r payment.StartRequest) (payment.Session, error) {
	a := p.account.Load()
	if err := a.checkStart(r); err != nil {
		return payment.Session{}, err
	}
	want := a.cart(r.Purchase)
	s, changed, err := a.session(ctx, r, want)
	if err != nil {
		return payment.Session{}, err
	}
	category, err := s.category(r.Method)
	if err != nil {
		return payment.Session{}, err
	}
	data, err := a.clientData(r, want, category)
	if err != nil {
		return payment.Session{}, err
	}
	if changed {
		data["changed"] = "true"
	}
	return payment.Session{ID: s.SessionID, ClientToken: s.ClientToken, ClientData: data, ExpiresAt: s.ExpiresAt}, nil
}

func (a *account) checkStart(r payment.StartRequest) error {
	_, known := a.method(r.Method)
	var wrong base.Misfits
	wrong.Add(!known, "method", "unknown")
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != currency, "purchase.amount")
	return wrong.Refuse("invalid_request", "no session can be opened for this")
}

// session gives the session to go on with. changed tells that Klarna knew another basket until now: what the customer agreed
// to before is no more.
func (a *account) session(ctx context.Context, r payment.StartRequest, want cart) (s *session, changed bool, err error) {
	if r.SessionID == "" {
		s, err = a.open(ctx, r, want)
		return s, false, err
	}
	s, changed, err = a.renew(ctx, r.SessionID, want)
	if provider.Status(err) == http.StatusNotFound {
		return nil, false, gone(r.SessionID)
	}
	return s, changed, err
}

// gone tells the shop to open a new session.
func gone(id string) error {
	return base.CallerFault("session_gone", "session "+id+" cannot be used any more")
}

// renew reads an open session and tells Klarna what changed.
func (a *account) renew(ctx context.Context, id string, want cart) (s *session, changed bool, err error) {
	if s, err = a.readSession(ctx, id); err != nil {
		return nil, false, err
	}
	if s.Status == statusComplete || !s.ExpiresAt.IsZero() && time.Now().After(s.ExpiresAt) || s.PurchaseCountry != want.PurchaseCountry {
		return nil, false, gone(id)
	}
	if changed = !reflect.DeepEqual(s.cart, want); changed {
		// A lost answer is asked for at once: who asks later finds nothing changed, and what the customer agreed to is no more all the same.
		err = a.api.write(ctx, sessionPath(id), want)
	}
	return s, changed, err
}

func (a *account) readSession(ctx context.Context, id string) (*session, error) {
	var s session
	if _, err := a.api.call(ctx, http.MethodGet, sessionPath(id), "", nil, &s); err != nil {
		return nil, err
	}
	s.SessionID = id // reading does not repeat it
	return &s, nil
}

func sessionPath(id string) string { return "/payments/v1/sessions/" + url.PathEscape(id) }

// open makes a session. It carries no idempotency key: Klarna would answer with the old session when that is used up, and
// one too many does no harm. The address to come back to belongs to the order, which has one of its own.
func (a *account) open(ctx context.Context, r payment.StartRequest, want cart) (*session, error) {
	body := openSession{
		cart: want, Intent: "buy", AcquiringChannel: "ECOMMERCE", MerchantURLs: a.merchantURLs(payment.URLs{Webhook: r.URLs.Webhook}),
		Options: widgetOptions{DisableConfirmationModals: true},
	}
	var s session
	if _, err := a.api.call(ctx, http.MethodPost, "/payments/v1/sessions", "", body, &s); err != nil {
		e := *base.AsError(err)
		e.OutcomeUnknown = false // a session that nobody knows of is as good as none
		return nil, &e
	}
	if s.SessionID == "" || s.ClientToken == "" {
		return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "a session without id or client token"}
	}
	return &s, nil
}

// merchantURLs are Klarna's ways back to the shop. {order.id} is Klarna's to fill in.
func (a *account) merchantURLs(u payment.URLs) *merchantURLs {
	var m merchantURLs
	if a.returnViaKlarna {
		m.Confirmation = u.Return
	}
	if u.Webhook != "" {
		m.Notification, m.Push = u.Webhook, u.Webhook+"?"+orderQuery+"={order.id}"
	}
	if m == (merchantURLs{}) {
		return nil
	}
	return &m
}

// category gives the widget's category for a method, if Klarna offers it for this session.
func (s *session) category(method string) (string, error) {
	offered := func(c string) bool { return slices.Contains(s.Categories, category{c}) }
	switch want := categories[method]; {
	case offered(want), len(s.Categories) == 0: // Klarna need not repeat them when a session is read
		return want, nil
	case offered(anyCategory):
		return anyCategory, nil
	}
	return "", base.ProviderFault("method_not_offered", nil)
}

// clientData is what the browser needs for the widget: script_url to load, category, the data for its authorize call as
// JSON (authorize_data), and whether authorize is the last step (auto_finalize) or finalize follows.
func (a *account) clientData(r payment.StartRequest, c cart, category string) (map[string]string, error) {
	data := authorizeData{PurchaseCountry: c.PurchaseCountry, PurchaseCurrency: c.PurchaseCurrency, Locale: c.Locale,
		BillingAddress:  toAddress(r.Purchase.Billing, r.Purchase.Customer.Email),
		ShippingAddress: toAddress(r.Purchase.Delivery, r.Purchase.Customer.Email)}
	raw, err := json.Marshal(data)
	if err != nil {
		return nil, base.PluginFault("bad_request", err)
	}
	return map[string]string{
		"script_url": a.scriptURL, "category": category, "auto_finalize": strconv.FormatBool(r.Method == payLater),
		"authorize_data": string(raw),
	}, nil
}
