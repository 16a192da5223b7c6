package pluginhost

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// webhookTimeout bounds the handling of a notification, which must not reach the provider for long.
const webhookTimeout = 10 * time.Second

// Payments gives the payment plugins as the checkout sees them.
func (h *Host) Payments() checkout.Payments { return payments{h} }

type payments struct{ h *Host }

// methodsLife is how long a list of methods holds while the same processes offer them and no operator changes anything.
const methodsLife = time.Second

// keptMethods is the list that was made last.
type keptMethods struct {
	at      time.Time
	by      []*instance
	desired *rollout.Desired
	list    []checkout.Method
}

// Methods implements checkout.Payments. It calls no plugin; the methods of one that is down, ill or suspended are left
// out.
func (p payments) Methods(context.Context) ([]checkout.Method, error) {
	now := keptMethods{at: time.Now(), by: p.h.offering(base.KindPayment), desired: p.h.desired.Load()}
	kept := p.h.methods.Load()
	if kept == nil || kept.desired != now.desired || now.at.Sub(kept.at) > methodsLife || !slices.Equal(kept.by, now.by) {
		now.list = p.list()
		p.h.methods.Store(&now)
		kept = &now
	}
	return slices.Clone(kept.list), nil
}

func (p payments) list() []checkout.Method {
	var out []checkout.Method
	seen, logos := map[string]bool{}, map[string]string{} // logos: address by picture
	for _, s := range p.h.list() {
		i := s.offering(base.KindPayment)
		if i == nil {
			continue
		}
		for _, o := range i.paymentOffers() {
			if seen[o.Code] || p.h.owner(o.Code) != s {
				continue // an earlier plugin has the code
			}
			seen[o.Code] = true
			m := o.Method
			m.Plugin = s.name
			if m.LogoURL != "" {
				// Methods with the same picture have the same address of it: browsers load it once, pages need not show it twice.
				if _, known := logos[o.logo]; !known {
					logos[o.logo] = m.LogoURL
				}
				m.LogoURL = logos[o.logo]
			}
			out = append(out, m)
		}
	}
	out = p.h.retired(out, seen)
	slices.SortStableFunc(out, func(a, b checkout.Method) int {
		if a.Sort != b.Sort {
			return a.Sort - b.Sort
		}
		return strings.Compare(a.Code, b.Code)
	})
	return out
}

// retired marks what an operator no longer offers, and adds what no plugin names any more, for the titles of old orders.
func (h *Host) retired(methods []checkout.Method, named map[string]bool) []checkout.Method {
	for n := range methods {
		if _, ok := h.retirement(methods[n].Code); ok {
			methods[n].Retired = true
		}
	}
	for _, r := range h.retirements() {
		if !named[r.Code] {
			methods = append(methods, checkout.Method{
				Code: r.Code, Title: catalog.Text{DE: r.TitleDE, EN: r.TitleEN}, Retired: true,
			})
		}
	}
	return methods
}

// Version implements checkout.Payments.
func (p payments) Version(method, cartID string) string {
	s := p.h.owner(method)
	if s == nil {
		return ""
	}
	return s.choose(method, cartID).version()
}

// owner gives the plugin that serves a method, running or not: the first in plugins.yaml that ever had it to offer.
func (h *Host) owner(code string) *plugin {
	for _, p := range h.list() {
		if p.claims(code) {
			return p
		}
	}
	return nil
}

// Logo gives the logo of a payment method, false when it has none. It comes from a plugin and may be an SVG: serve it
// as an image only, never as a page.
func (h *Host) Logo(code string) (mediaType string, data []byte, ok bool) {
	s := h.owner(code)
	if s == nil {
		return "", nil, false
	}
	i := s.instanceOf(base.KindPayment)
	if i == nil {
		return "", nil, false
	}
	for _, m := range i.paymentMethods() {
		if m.Code == code && usableLogo(m.Logo) {
			return m.Logo.MediaType, m.Logo.Data, true
		}
	}
	return "", nil, false
}

// Authorize implements checkout.Payments.
func (p payments) Authorize(ctx context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	ref := checkout.PaymentRef{Plugin: r.Plugin, MethodCode: r.MethodCode}
	if s, err := p.h.serving(ctx, ref); err == nil && r.SessionID == "" && s.needsSession(r.MethodCode) {
		return checkout.Result{}, fault.New(fault.Invalid, checkout.ReasonNoSession)
	}
	return askFor(ctx, p.h, ref, want{call: "authorize", moves: true}, func(ctx context.Context, g sdk.Plugin) (checkout.Result, error) {
		o, err := g.Payment.Authorize(ctx, authorizeOut(r))
		if err == nil {
			err = unsent(o)
		}
		p.tell(ctx, ref, o)
		return resultIn(o, err)
	})
}

// tell logs what of an outcome no customer is shown: with a word of it missing nobody may know how to pay.
func (p payments) tell(ctx context.Context, ref checkout.PaymentRef, o payment.Outcome) {
	left := leftOut(o)
	if left == "" {
		return
	}
	if s, err := p.h.serving(ctx, ref); err == nil {
		s.log.WarnContext(ctx, "instructions of how to pay are left out", "method", ref.MethodCode, "first", left)
	}
}

// Complete implements checkout.Payments.
func (p payments) Complete(ctx context.Context, ref checkout.PaymentRef, query map[string]string) (checkout.Result, error) {
	return askFor(ctx, p.h, ref, want{call: "complete", moves: true}, func(ctx context.Context, g sdk.Plugin) (checkout.Result, error) {
		o, err := g.Payment.Complete(ctx, payment.CompleteRequest{
			Method: ref.MethodCode, IdempotencyKey: ref.IdempotencyKey, Reference: ref.Reference,
			OrderNumber: orderNumber(ref.OrderID), Attempt: ref.Attempt, Amount: amountOut(ref.Amount), Params: query,
			Cancelled: query["cancelled"] == "1",
		})
		p.tell(ctx, ref, o)
		return resultIn(o, err)
	})
}

// Status implements checkout.Payments.
func (p payments) Status(ctx context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	return askFor(ctx, p.h, ref, want{call: "status"}, func(ctx context.Context, g sdk.Plugin) (checkout.Result, error) {
		state, err := g.Payment.Status(ctx, payment.StatusRequest{
			Method: ref.MethodCode, IdempotencyKey: ref.IdempotencyKey, Reference: ref.Reference,
			OrderNumber: orderNumber(ref.OrderID), Attempt: ref.Attempt, Amount: amountOut(ref.Amount),
		})
		if err != nil {
			return checkout.Result{}, err
		}
		p.tell(ctx, ref, state.Outcome)
		return stateIn(state)
	})
}

// Capture implements checkout.Payments.
func (p payments) Capture(ctx context.Context, ref checkout.PaymentRef, c checkout.Capture) (checkout.Receipt, error) {
	return askFor(ctx, p.h, ref, want{call: "capture", moves: true, ends: true, key: c.Key}, func(ctx context.Context, g sdk.Plugin) (checkout.Receipt, error) {
		return receiptIn(g.Payment.Capture(ctx, payment.CaptureRequest{
			Method: ref.MethodCode, IdempotencyKey: c.Key, Reference: ref.Reference, OrderNumber: orderNumber(ref.OrderID),
			Amount: amountOut(c.Amount), Final: c.Final, Carrier: c.Carrier, TrackingNumber: c.TrackingNumber,
			InvoiceNumber: c.InvoiceNumber, InvoiceURL: c.InvoiceURL, Earlier: ref.Earlier,
		}))
	})
}

// Void implements checkout.Payments. A refusal is fault Conflict with the plugin's code.
func (p payments) Void(ctx context.Context, ref checkout.PaymentRef, v checkout.Void) error {
	receipt, err := askFor(ctx, p.h, ref, want{call: "void", moves: true, ends: true, key: v.Key}, func(ctx context.Context, g sdk.Plugin) (checkout.Receipt, error) {
		return receiptIn(g.Payment.Void(ctx, payment.VoidRequest{
			Method: ref.MethodCode, IdempotencyKey: v.Key, Reference: ref.Reference, OrderNumber: orderNumber(ref.OrderID), Earlier: ref.Earlier,
			Captured: amountOut(v.Captured),
		}))
	})
	if err == nil && receipt.Reason != "" {
		err = fault.New(fault.Conflict, receipt.Reason)
	}
	return err
}

// Refund implements checkout.Payments.
func (p payments) Refund(ctx context.Context, ref checkout.PaymentRef, r checkout.Refund) (checkout.Receipt, error) {
	return askFor(ctx, p.h, ref, want{call: "refund", moves: true, ends: true, key: r.Key}, func(ctx context.Context, g sdk.Plugin) (checkout.Receipt, error) {
		return receiptIn(g.Payment.Refund(ctx, payment.RefundRequest{
			Method: ref.MethodCode, IdempotencyKey: r.Key, Reference: ref.Reference, OrderNumber: orderNumber(ref.OrderID),
			CaptureReference: r.CaptureReference, Amount: amountOut(r.Amount), Earlier: ref.Earlier,
		}))
	})
}

// Start implements checkout.Payments.
func (p payments) Start(ctx context.Context, r checkout.SessionRequest) (checkout.PaymentSession, error) {
	ref := checkout.PaymentRef{Plugin: r.Plugin, MethodCode: r.MethodCode}
	return askFor(ctx, p.h, ref, want{call: "start"}, func(ctx context.Context, g sdk.Plugin) (checkout.PaymentSession, error) {
		s, err := g.Payment.Start(ctx, startOut(r))
		if err != nil {
			return checkout.PaymentSession{}, err
		}
		return sessionIn(s)
	})
}

// Webhook implements checkout.Payments.
func (p payments) Webhook(ctx context.Context, plugin string, call checkout.WebhookCall) ([]checkout.WebhookEvent, checkout.WebhookReply, error) {
	s := p.h.byName(plugin)
	if s == nil {
		return nil, checkout.WebhookReply{}, fault.New(fault.NotFound, "plugin_not_found")
	}
	if i := s.current().instance(); i != nil && !i.serves(base.KindPayment) {
		return nil, checkout.WebhookReply{}, fault.New(fault.Invalid, base.CodeNotSupported) // a carrier's: it is asked as one
	}
	request := webhookOut(call)
	var answer payment.WebhookAnswer
	var err error
	// Whose attempt it is about is known only to the version that understands it: the newest first.
	for _, version := range s.all() {
		answer, err = askOf(ctx, version, want{call: "webhook", timeout: webhookTimeout, public: true}, func(ctx context.Context, g sdk.Plugin) (payment.WebhookAnswer, error) {
			if g.Payment == nil {
				return payment.WebhookAnswer{}, base.NotSupported("webhook")
			}
			return g.Payment.HandleWebhook(ctx, request)
		})
		if fault.CodeOf(err) != fault.Forbidden {
			break
		}
	}
	if err != nil {
		return nil, checkout.WebhookReply{}, err
	}
	var out []checkout.WebhookEvent
	for _, e := range answer.Events {
		event, ok := eventIn(plugin, e)
		if !ok {
			s.current().log.WarnContext(ctx, "an event that makes no sense is left out", "event", e.ID[:min(len(e.ID), 100)], "amount", e.Amount.Minor)
			continue
		}
		out = append(out, event)
	}
	return out, replyIn(answer.Reply), nil
}

// askFor asks the version of the plugin that began a payment, or the plugin that serves the method when none has.
func askFor[A any](ctx context.Context, h *Host, ref checkout.PaymentRef, w want, f func(context.Context, sdk.Plugin) (A, error)) (A, error) {
	var none A
	w.method = ref.MethodCode
	s, err := h.serving(ctx, ref)
	if err != nil {
		return none, err
	}
	return askOf(ctx, s, w, func(ctx context.Context, g sdk.Plugin) (A, error) {
		if g.Payment == nil {
			return none, base.NotSupported(w.call)
		}
		return f(ctx, g)
	})
}

// serving gives the version of a plugin that a payment is with; fault Unavailable when there is none, or it cannot be known.
func (h *Host) serving(ctx context.Context, ref checkout.PaymentRef) (*supervised, error) {
	name, version, _ := strings.Cut(ref.Plugin, "@")
	p := h.byName(name)
	if name == "" {
		p = h.owner(ref.MethodCode)
	}
	if p == nil {
		return nil, fault.New(fault.Unavailable, "payment_method_unavailable")
	}
	return p.ofAttempt(ctx, version)
}

func orderNumber(id int64) string { return strconv.FormatInt(id, 10) }

// offering gives the instances that can be offered for the kind, in the order of plugins.yaml.
func (h *Host) offering(k base.Kind) []*instance {
	var list []*instance
	for _, p := range h.list() {
		if i := p.offering(k); i != nil {
			list = append(list, i)
		}
	}
	return list
}
