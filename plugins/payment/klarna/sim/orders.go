package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// orderLife is how long an order can be captured.
const orderLife = 28 * 24 * time.Hour

type order struct {
	view         orderView
	urls         merchantURLs
	session      string
	told         <-chan struct{} // closed when the push was answered, if a rule wants the browser to wait for it
	acknowledged bool
}

// placeOrder makes an order of an authorization. Its basket must be the session's.
func (s *Sim) placeOrder(r *http.Request) (answer, *problem) {
	var req orderRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := req.check(true); p != nil {
		return answer{}, p
	}
	auth := s.tokens[r.PathValue("id")]
	if auth == nil || time.Now().After(auth.expires) {
		return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Invalid authorization token")
	}
	n := auth.session
	if different := n.req.differs(req.cart); different != "" {
		return answer{}, fail(http.StatusConflict, "BAD_VALUE", "Not matching fields: "+different)
	}
	if auth.reject {
		p := fail(http.StatusForbidden, "REJECTED", "The purchase is rejected")
		p.FraudStatus = "REJECTED"
		return answer{}, p
	}
	fraud := "ACCEPTED"
	if auth.review {
		fraud = "PENDING"
	}
	now := time.Now()
	o := &order{session: n.id, view: orderView{
		OrderID: uuid.NewString(), Status: "AUTHORIZED", FraudStatus: fraud, PurchaseCountry: req.PurchaseCountry, PurchaseCurrency: req.PurchaseCurrency,
		Locale: req.Locale, OrderAmount: *req.OrderAmount, OriginalOrderAmount: *req.OrderAmount, RemainingAmount: *req.OrderAmount,
		OrderLines: req.OrderLines, MerchantReference1: req.MerchantReference1, MerchantReference2: req.MerchantReference2,
		KlarnaReference: "K" + strings.ToUpper(uuid.NewString()[:6]), BillingAddress: n.req.BillingAddress, ShippingAddress: n.req.ShippingAddress,
		CreatedAt: stamp(now), ExpiresAt: stamp(now.Add(orderLife)), Captures: []captureView{}, Refunds: []refundView{},
	}}
	if n.req.MerchantURLs != nil {
		o.urls = *n.req.MerchantURLs
	}
	if req.MerchantURLs != nil {
		o.urls = *req.MerchantURLs
	}
	delete(s.tokens, r.PathValue("id")) // a token is good for one order
	n.order = o.view.OrderID
	s.orders[o.view.OrderID] = o
	s.stage.Count("authorization")
	s.stage.Note("order", o.view.OrderID, "%d %s for %s, %s", o.view.OrderAmount, o.view.PurchaseCurrency, o.view.MerchantReference1, fraud)
	if o.urls.Push != "" {
		o.told = s.tell("push", o, o.filled(o.urls.Push), nil)
	}
	if req.AutoCapture && fraud == "ACCEPTED" {
		o.take(s, captureRequest{CapturedAmount: req.OrderAmount})
	}
	v := placedView{OrderID: o.view.OrderID, FraudStatus: fraud, AuthorizedPaymentMethod: paymentMethod{"invoice"}}
	if auth.category == "pay_now" {
		v.AuthorizedPaymentMethod.Type = "direct_debit"
	}
	if o.urls.Confirmation != "" {
		v.RedirectURL = s.cfg.BaseURL + "/payments/redirect/" + o.view.OrderID
	}
	return answer{status: http.StatusOK, body: v}, nil
}

// filled puts the ids into an address of the merchant.
func (o *order) filled(address string) string {
	return strings.NewReplacer("{order.id}", o.view.OrderID, "{session.id}", o.session).Replace(address)
}

// differs names the first field of an order that is not as in its session, "" for none. Addresses may be left out.
func (q *sessionRequest) differs(o cart) string {
	switch {
	case *q.OrderAmount != *o.OrderAmount:
		return "order_amount"
	case q.OrderTaxAmount != nil && o.OrderTaxAmount != nil && *q.OrderTaxAmount != *o.OrderTaxAmount:
		return "order_tax_amount"
	case q.PurchaseCountry != o.PurchaseCountry:
		return "purchase_country"
	case q.PurchaseCurrency != o.PurchaseCurrency:
		return "purchase_currency"
	case !reflect.DeepEqual(q.OrderLines, o.OrderLines):
		return "order_lines"
	case o.BillingAddress != nil && q.BillingAddress != nil && *o.BillingAddress != *q.BillingAddress:
		return "billing_address"
	case o.ShippingAddress != nil && q.ShippingAddress != nil && *o.ShippingAddress != *q.ShippingAddress:
		return "shipping_address"
	}
	return ""
}

func (s *Sim) cancelAuthorization(r *http.Request) (answer, *problem) {
	auth := s.tokens[r.PathValue("id")]
	if auth == nil {
		return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Invalid authorization token")
	}
	delete(s.tokens, r.PathValue("id"))
	auth.session.token = ""
	return answer{status: http.StatusNoContent}, nil
}

func (s *Sim) showOrder(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, noSuchOrder()
	}
	return answer{status: http.StatusOK, body: o.view}, nil
}

func (s *Sim) acknowledge(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, noSuchOrder()
	}
	o.acknowledged = true
	return answer{status: http.StatusNoContent}, nil
}

// redirect is the page that the browser passes after the purchase, on its way back to the shop.
func (s *Sim) redirect(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	o := s.orders[r.PathValue("id")]
	s.mu.Unlock()
	if o == nil || o.urls.Confirmation == "" {
		http.NotFound(w, r)
		return
	}
	s.courier.Await(o.told, r.Context().Done())
	http.Redirect(w, r, o.filled(o.urls.Confirmation), http.StatusFound)
}

func amountText(minor int64) string { return strconv.FormatInt(minor, 10) }

// tell calls the merchant: with a push (no body), or a notification. delivered is as of the courier's Send. Klarna signs
// nothing, so a forged call is one about an order that does not exist.
func (s *Sim) tell(kind string, o *order, address string, content map[string]string) (delivered <-chan struct{}) {
	var body []byte
	if content != nil {
		body, _ = json.Marshal(content) // strings only
	}
	id := o.view.OrderID
	return s.courier.Send(stage.Notice{ID: id, What: kind, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		to, text := address, body
		if forged {
			other := uuid.NewString()
			to, text = strings.ReplaceAll(to, id, other), bytes.ReplaceAll(text, []byte(id), []byte(other))
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(text))
		if err == nil && text != nil {
			r.Header.Set("Content-Type", "application/json")
		}
		return r, err
	}})
}
