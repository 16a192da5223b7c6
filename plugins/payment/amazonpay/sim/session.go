package sim

import (
	"net/http"
	"slices"
	"time"
)

// sessionLife is how long a buyer may take.
const sessionLife = 24 * time.Hour

type session struct {
	id        string
	created   time.Time
	env       string
	product   string
	payload   payload // as signed, with what was updated since
	buyer     *buyer
	shipping  *address
	billing   *address
	confirmed bool
	review    bool // the authorization will be pending
	state     string
	reason    string
	updated   time.Time
	charge    *charge
	permit    *permission
}

type permission struct {
	id       string
	merchant metadata
	limit    int64
	used     int64
	closed   bool
}

// find gives a session; one whose time has passed is canceled. The caller holds the lock.
func (s *Sim) find(id string) *session {
	o := s.sessions[id]
	if o != nil && o.state == "Open" && time.Since(o.created) > sessionLife {
		o.end("Expired")
	}
	return o
}

func (o *session) end(reason string) { o.state, o.reason, o.updated = "Canceled", reason, time.Now() }

func (o *session) process() bool { return o.payload.WebCheckoutDetails.CheckoutMode == "ProcessOrder" }

func (s *Sim) showSession(c *call) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(c.PathValue("id"))
	if o == nil {
		return answer{}, notFound()
	}
	return answer{status: http.StatusOK, body: s.view(o)}, nil
}

func (s *Sim) updateSession(c *call) (answer, *problem) {
	var u update
	if p := decode(c.body, &u); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(c.PathValue("id"))
	switch {
	case o == nil:
		return answer{}, notFound()
	case o.state != "Open":
		return answer{}, wrongState("InvalidCheckoutSessionStatus", o.state)
	case o.process() && (u.PaymentDetails != nil || u.WebCheckoutDetails != nil):
		return answer{}, fail(http.StatusBadRequest, "InvalidParameterCombination", "the buyer has confirmed these details")
	}
	if p := u.MerchantMetadata.check(); p != nil {
		return answer{}, p
	}
	if w := u.WebCheckoutDetails; w != nil {
		if p := checkURL("checkoutResultReturnUrl", w.CheckoutResultReturnURL); p != nil {
			return answer{}, p
		}
		o.payload.WebCheckoutDetails.CheckoutResultReturnURL = w.CheckoutResultReturnURL
		if w.CheckoutCancelURL != "" {
			o.payload.WebCheckoutDetails.CheckoutCancelURL = w.CheckoutCancelURL
		}
	}
	if d := u.PaymentDetails; d != nil {
		if p := d.check(); p != nil {
			return answer{}, p
		}
		if before := o.payload.PaymentDetails; before == nil || cents(before.ChargeAmount) != cents(d.ChargeAmount) {
			o.confirmed = false // the buyer has not seen this amount
		}
		o.payload.PaymentDetails = d
	}
	if u.MerchantMetadata != nil {
		o.payload.MerchantMetadata = u.MerchantMetadata
	}
	s.stage.Note("update_session", o.id, "%s", o.reference())
	return answer{status: http.StatusOK, body: s.view(o)}, nil
}

func (o *session) reference() string {
	if o.payload.MerchantMetadata == nil {
		return ""
	}
	return o.payload.MerchantMetadata.MerchantReferenceID
}

func (s *Sim) completeSession(c *call) (answer, *problem) {
	var req struct {
		ChargeAmount     *price `json:"chargeAmount"`
		TotalOrderAmount *price `json:"totalOrderAmount,omitempty"`
	}
	if p := decode(c.body, &req); p != nil {
		return answer{}, p
	}
	if p := req.ChargeAmount.check("chargeAmount"); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(c.PathValue("id"))
	switch {
	case o == nil:
		return answer{}, notFound()
	case o.state == "Canceled":
		return answer{}, wrongState("CheckoutSessionCanceled", o.reason)
	case o.state != "Open" || !o.confirmed:
		return answer{}, wrongState("InvalidCheckoutSessionStatus", o.state)
	case cents(req.ChargeAmount) != cents(o.payload.PaymentDetails.ChargeAmount):
		return answer{}, fail(http.StatusConflict, "AmountMismatch", "the buyer confirmed another amount")
	}
	wait := s.pay(o)
	status := http.StatusOK
	if o.charge.status.State == "AuthorizationInitiated" {
		status = http.StatusAccepted
	}
	return answer{status: status, body: s.view(o), wait: wait}, nil
}

// pay completes a confirmed session: a permission, and a charge on it. The caller holds the lock.
func (s *Sim) pay(o *session) <-chan struct{} {
	d, total := o.payload.PaymentDetails, cents(o.payload.PaymentDetails.ChargeAmount)
	o.permit = &permission{id: "S02-" + digits(7) + "-" + digits(7), limit: total * 115 / 100}
	if o.payload.MerchantMetadata != nil {
		o.permit.merchant = *o.payload.MerchantMetadata
	}
	s.permits[o.permit.id] = o.permit
	o.charge = s.newCharge(o.permit, total, d.SoftDescriptor)
	o.charge.session = o
	o.state, o.updated = "Completed", time.Now()
	s.stage.Count("authorization")
	switch {
	case o.review:
		o.charge.move("AuthorizationInitiated", "")
		s.settleLater(o.charge)
	case d.PaymentIntent == "AuthorizeWithCapture":
		s.take(o.charge, total)
	}
	s.stage.Note("complete", o.id, "charge %s of %s EUR for %s: %s", o.charge.id, d.ChargeAmount.Amount, o.reference(), o.charge.status.State)
	return s.emit("CHARGE", o.charge.id, o.charge)
}

// view is the session as the API shows it. The caller holds the lock.
func (s *Sim) view(o *session) sessionView {
	v := sessionView{CheckoutSessionID: o.id, StoreID: o.payload.StoreID, ReleaseEnvironment: o.env,
		CreationTimestamp: stamp(o.created), ExpirationTimestamp: stamp(o.created.Add(sessionLife)),
		StatusDetails: status{State: o.state, LastUpdatedTimestamp: stamp(o.updated)}, Constraints: []constraint{}}
	if o.reason != "" {
		v.StatusDetails.ReasonCode = &o.reason
	}
	if o.charge != nil {
		v.ChargePermissionID, v.ChargeID = &o.permit.id, &o.charge.id
	}
	if o.state != "Open" {
		return v
	}
	v.ProductType, v.PaymentDetails, v.MerchantMetadata = &o.product, o.payload.PaymentDetails, o.payload.MerchantMetadata
	v.WebCheckoutDetails = &webAnswer{webDetails: *o.payload.WebCheckoutDetails}
	v.PaymentPreferences = []*preference{nil}
	if o.buyer != nil {
		v.Buyer, v.BillingAddress = o.buyer, o.billing
		if o.product == "PayAndShip" {
			v.ShippingAddress = o.shipping
		}
		v.PaymentPreferences = []*preference{{"Visa ****1111 (Amazon Pay)"}}
	}
	if !slices.Contains(o.payload.Scopes, "billingAddress") {
		v.BillingAddress = nil
	}
	v.Constraints = o.constraints()
	if len(v.Constraints) == 0 && !o.process() {
		target := s.url("/checkout/", o.id)
		v.WebCheckoutDetails.AmazonPayRedirectURL = &target
	}
	return v
}

// constraints lists what is missing before the buyer can confirm.
func (o *session) constraints() []constraint {
	list := []constraint{}
	if o.buyer == nil {
		list = append(list, constraint{"BuyerNotAssociated", "There is no buyer associated with the Checkout Session."})
	}
	if o.payload.PaymentDetails == nil {
		list = append(list, constraint{"ChargeAmountNotSet", "chargeAmount is not set."}, constraint{"PaymentIntentNotSet", "paymentIntent is not set."})
	}
	if o.payload.WebCheckoutDetails.CheckoutResultReturnURL == "" {
		list = append(list, constraint{"CheckoutResultReturnUrlNotSet", "checkoutResultReturnUrl is not set."})
	}
	return list
}
