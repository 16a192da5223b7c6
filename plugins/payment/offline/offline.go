package main

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // due dates are days in Germany, whatever the machine has

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const (
	name    = "offline"
	version = "1.0.0"
)

// offline is the payment provider. Its answers follow from the request, so that the same key gives the same answer on any day. A shop
// that does not say when its order was made gets days that count from the call.
type offline struct {
	payment.Unsupported
	settings atomic.Pointer[settings]
	now      func() time.Time
}

func newPlugin() sdk.Plugin {
	p := &offline{now: time.Now}
	return sdk.Plugin{Base: base.New(base.Manifest{Name: name, Version: version, Settings: schema}, p.configure, nil), Payment: p}
}

func (p *offline) configure(_ context.Context, c base.Config) error {
	s, err := readSettings(c)
	if err != nil {
		return err
	}
	p.settings.Store(&s)
	return nil
}

// Methods gives the enabled methods.
func (p *offline) Methods(context.Context) ([]payment.Method, error) {
	return p.settings.Load().methods(), nil
}

// Authorize answers pending: with a bank account and a day for a transfer in advance, accepted for all others. What the
// method's limits do not allow is declined.
func (p *offline) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	s := p.settings.Load()
	if err := check(r); err != nil {
		return nil, err
	}
	methods := s.methods()
	i := slices.IndexFunc(methods, func(m payment.Method) bool { return m.Code == r.Method })
	if i < 0 {
		return nil, base.CallerFault("unknown_method", "no method "+r.Method, base.FieldError{Name: "method", Code: "unknown"})
	}
	reference := reference(r.Method, r.IdempotencyKey)
	if code := s.refuses(methods[i], r.Purchase); code != "" {
		return payment.Declined{Code: code, Reference: reference}, nil
	}
	pending := payment.Pending{Reference: reference, Accepted: r.Method != moneyorder}
	if days := methods[i].TermDays; days > 0 {
		ordered := r.OrderedAt
		if ordered.IsZero() {
			ordered = p.now()
		}
		pending.DueAt = endOfDay(ordered, days)
	}
	switch r.Method {
	case moneyorder:
		pending.Instructions = s.transfer(r.Purchase, formatted(r.Purchase.Amount, r.Purchase.Locale), pending.DueAt)
	case invoice:
		pending.Instructions = s.transfer(r.Purchase, "", pending.DueAt) // each invoice says its own amount
	}
	return pending, nil
}

func check(r payment.AuthorizeRequest) error {
	var wrong base.Misfits
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.If(r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency != euro, "purchase.amount")
	wrong.Add(r.Purchase.OrderNumber == "", "purchase.order_number", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

// refuses holds the purchase against the method once more: the shop offers only what fits, but a checkout may change
// under it. It gives the code of the refusal, or "".
func (s settings) refuses(m payment.Method, p payment.Purchase) string {
	limit := m.Max.Minor
	if m.Code == invoice {
		limit = s.privateMax
		if p.Customer.Type == base.CustomerBusiness {
			limit = s.businessMax
		}
		if limit == 0 {
			return "customer_type"
		}
	}
	switch {
	case limit > 0 && p.Amount.Minor-m.Fee.Minor > limit: // the shop measures a purchase without the method's own fee
		return "limit_exceeded"
	case len(m.Countries) > 0 && p.Billing != nil && !slices.Contains(m.Countries, p.Billing.Country):
		return "country"
	case len(m.DeliveryKinds) > 0 && p.DeliveryKind != base.DeliveryUnspecified && !slices.Contains(m.DeliveryKinds, p.DeliveryKind):
		return "delivery_kind"
	}
	return ""
}

// reference names the payment. It carries the method, so that Status can tell its own from a stranger's.
func reference(method, key string) string { return method + "-" + key }

// Status can only say what the shop knows already: a payment of this plugin is pending until the shop books the money.
func (p *offline) Status(_ context.Context, r payment.StatusRequest) (payment.State, error) {
	if !strings.HasPrefix(r.Reference, r.Method+"-") || !known(r.Method) {
		return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
	}
	return payment.State{Outcome: payment.Pending{Reference: r.Reference, Accepted: r.Method != moneyorder}}, nil
}

// Void succeeds: nothing was ever reserved.
func (p *offline) Void(_ context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
}
