package pluginhost

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

var flows = map[payment.Flow]string{
	payment.FlowSimple: "simple", payment.FlowRedirect: "redirect", payment.FlowFormPost: "form_post",
	payment.FlowWidget: "widget", payment.FlowCardForm: "card_form", payment.FlowWallet: "wallet",
}

var needs = map[payment.Requirement]checkout.Need{
	payment.RequireApplePayBrowser: checkout.NeedApplePay, payment.RequireSameAddress: checkout.NeedSameAddress,
	payment.RequirePhone: checkout.NeedPhone, payment.RequireDateOfBirth: checkout.NeedBirthDate,
	payment.RequireSession: checkout.NeedSession, payment.RequireAccount: checkout.NeedAccount,
}

var deliveryKinds = map[base.DeliveryKind]checkout.DeliveryKind{
	base.DeliveryHome: checkout.KindHome, base.DeliveryPackstation: checkout.KindPackstation,
	base.DeliveryParcelShop: checkout.KindParcelShop, base.DeliveryPickup: checkout.KindPickup,
	base.DeliveryFreight: checkout.KindFreight,
}

var customerTypes = map[base.CustomerType]string{base.CustomerPrivate: "private", base.CustomerBusiness: "business"}

// offer is a payment method with its logo. Every checkout asks for all of them, so that they are made once.
type offer struct {
	checkout.Method
	logo string // the picture itself
}

func offersIn(methods []payment.Method) (offers []offer) {
	for _, m := range methods {
		if misfit(m) == "" {
			offers = append(offers, offer{methodIn(m), string(m.Logo.Data)})
		}
	}
	return offers
}

// misfit says, to the operator, why the shop can never offer a method; "" when it can. What the shop does not know it cannot heed.
func misfit(m payment.Method) string {
	_, ours := numbersOf(m.Countries)
	_, sound := feeIn(m.Fee)
	_, low := limitIn(m.Min)
	_, high := limitIn(m.Max)
	_, private := limitIn(m.MaxPrivate)
	unknown := func(r payment.Requirement) bool { return needs[r] == "" }
	switch {
	case !codeForm.MatchString(m.Code):
		return "its code is none: up to 100 letters, digits and _.-"
	case m.Title["de"] == "":
		return "it has no German title"
	case slices.ContainsFunc([]base.Text{m.Title, m.Hint, m.ToggleTip}, base.Text.TooLong):
		return fmt.Sprintf("a text of it has more than %d characters", base.MaxText)
	case len(m.Currencies) > 0 && !slices.Contains(m.Currencies, string(money.EUR)):
		return "it does not take euro"
	case !ours:
		return "the shop sells to none of its countries"
	case !sound:
		return "its fee is no sensible amount in euro"
	case !low || !high || !private:
		return "its limits are not in euro"
	case m.Flow != payment.FlowUnspecified && flows[m.Flow] == "":
		return fmt.Sprintf("its flow, %d, is one that the shop does not know", m.Flow)
	case slices.ContainsFunc(m.Requirements, unknown):
		return "it requires something that the shop does not know"
	}
	return ""
}

// methodIn gives a method that the shop can offer as the checkout sees it.
func methodIn(m payment.Method) checkout.Method {
	numbers, _ := numbersOf(m.Countries)
	fee, _ := feeIn(m.Fee)
	least, _ := limitIn(m.Min)
	most, _ := limitIn(m.Max)
	private, _ := limitIn(m.MaxPrivate)
	out := checkout.Method{
		Code: m.Code, Title: textIn(m.Title), Hint: textIn(m.Hint), Tip: textIn(m.ToggleTip),
		Flow: flows[m.Flow], Fee: fee, Countries: numbers, Min: least, Max: most, MaxPrivate: private,
		Express: m.Express, Retired: m.Retired, Sort: m.Sort,
		Browser: m.BrowserData,
	}
	for _, o := range m.BrowserOrigins {
		if base.IsOrigin(o) && len(out.Origins) < payment.MaxOrigins {
			out.Origins = append(out.Origins, o)
		}
	}
	for _, k := range m.DeliveryKinds {
		out.Kinds = append(out.Kinds, deliveryKinds[k])
	}
	for _, r := range m.Requirements {
		out.Needs = append(out.Needs, needs[r])
	}
	for _, t := range m.CustomerTypes {
		out.CustomerTypes = append(out.CustomerTypes, customerTypes[t])
	}
	if usableLogo(m.Logo) {
		out.LogoURL = "/plugins/logo/" + m.Code
	}
	return out
}

func usableLogo(i base.Image) bool {
	const most = 64 << 10
	return len(i.Data) > 0 && len(i.Data) <= most &&
		slices.Contains([]string{"image/svg+xml", "image/png", "image/webp"}, i.MediaType)
}

func authorizeOut(r checkout.AuthorizeRequest) payment.AuthorizeRequest {
	out := payment.AuthorizeRequest{
		Method: r.MethodCode, IdempotencyKey: r.IdempotencyKey, Purchase: purchaseOut(r.Purchase), URLs: linksOut(r.Links),
		SessionID: r.SessionID, ClientData: r.Client, OrderedAt: r.OrderedAt,
	}
	out.Purchase.Customer.IP, out.Purchase.Customer.UserAgent = r.Browser.IP, r.Browser.UserAgent
	return out
}

func startOut(r checkout.SessionRequest) payment.StartRequest {
	return payment.StartRequest{
		Method: r.MethodCode, IdempotencyKey: r.IdempotencyKey, SessionID: r.SessionID, Express: r.Express,
		Purchase: purchaseOut(r.Purchase), URLs: linksOut(r.Links), ClientData: r.Client,
	}
}

func linksOut(l checkout.Links) payment.URLs {
	return payment.URLs{Return: l.ReturnURL, Cancel: l.CancelURL, Webhook: l.WebhookURL}
}

func purchaseOut(r checkout.Purchase) payment.Purchase {
	out := payment.Purchase{
		CheckoutID: r.CheckoutID, Attempt: r.Attempt, Amount: amountOut(r.Amount), Lines: linesOut(r), Locale: locale(r.Lang),
		Customer: payment.Customer{Type: customerType(r.Business), Email: address.InASCII(r.Email), VATID: r.VATID},
	}
	if r.OrderID != 0 {
		out.OrderNumber = orderNumber(r.OrderID)
	}
	if r.Invoice != (address.Address{}) {
		out.Billing = addressOut(r.Invoice, r.Phone)
	}
	if r.Delivery != (address.Address{}) {
		out.Delivery, out.DeliveryKind = addressOut(r.Delivery, r.Phone), deliveryKind(r.Kind, r.Delivery)
	}
	return out
}

func customerType(business bool) base.CustomerType {
	if business {
		return base.CustomerBusiness
	}
	return base.CustomerPrivate
}

// linesOut gives lines that add up to the amount, as providers insist. Where the order's do not, because VAT was taken
// off, one line without a name stands for all.
func linesOut(r checkout.Purchase) []payment.Line {
	var out []payment.Line
	sum := money.Amount{Currency: r.Amount.Currency}
	add := func(kind payment.LineKind, sku, name string, quantity int, unit money.Amount, rate int64) {
		if unit.IsZero() && kind != payment.LinePhysical {
			return
		}
		total := unit.Times(int64(quantity))
		sum = sum.Add(total)
		out = append(out, payment.Line{
			Kind: kind, SKU: sku, Name: name, Quantity: quantity, UnitPrice: amountOut(unit), Total: amountOut(total),
			TaxRate: int(rate), Tax: amountOut(total.IncludedTax(rate)),
		})
	}
	for _, l := range r.Lines {
		add(payment.LinePhysical, l.ArticleNumber, l.Name, l.Quantity, l.Unit, l.TaxRate)
		add(payment.LineDigital, l.ArticleNumber, l.Name, l.Quantity, l.Warranty, l.TaxRate)
	}
	add(payment.LineShipping, "", "", 1, r.Shipping, 0)
	add(payment.LineFee, "", "", 1, r.Fee, 0)
	add(payment.LineDiscount, "", "", 1, r.Discount.Neg(), 0)
	if sum != r.Amount {
		return []payment.Line{{
			Kind: payment.LinePhysical, Quantity: 1, UnitPrice: amountOut(r.Amount),
			Total: amountOut(r.Amount), Tax: amountOut(r.Tax),
		}}
	}
	return out
}

// resultIn maps an outcome. An answer that must not reach a browser, or that makes no sense, is an error with an unknown outcome.
// Whoever was sent away before may be told to go on there without an address; Authorize has to give one.
func resultIn(o payment.Outcome, err error) (checkout.Result, error) {
	r, err := outcomeIn(o, err)
	switch {
	case err != nil:
		return r, err
	case unsound(r):
		return checkout.Result{}, senseless()
	case r.Outcome == checkout.OutcomeAuthorized && r.Reference == "": // it could be neither taken nor given up; Status may know it
		return checkout.Result{}, &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: "a payment without a reference", OutcomeUnknown: true}
	}
	return r, nil
}

// unsent is away for the page that a payment begins with. Who is not sent there pays nothing, whatever else the plugin thinks of it.
func unsent(o payment.Outcome) error {
	var err error
	switch o := o.(type) {
	case payment.Redirect:
		err = away(o.URL)
	case payment.FormPost:
		err = refusedPage(base.CheckForm(o.URL, o.Fields))
	}
	if e := base.AsError(err); e != nil {
		e.OutcomeUnknown = false
		return e
	}
	return nil
}

// unsound reports whether money is said to be there, and how much is none, which the shop would take for a plugin that names no
// amount and is believed; or more than anybody pays, which would spoil every sum that it comes into.
func unsound(r checkout.Result) bool {
	return r.Outcome == checkout.OutcomeAuthorized && r.Amount != (money.Amount{}) && (r.Amount.Minor <= 0 || r.Amount.Currency == "") ||
		beyond(r.Amount.Minor)
}

// beyond reports whether an amount is beyond all sense.
func beyond(minor int64) bool {
	const most = 1_000_000_000_00
	return minor > most || minor < -most
}

func senseless() *base.Error {
	return &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: "an amount that makes no sense", OutcomeUnknown: true}
}

func outcomeIn(o payment.Outcome, err error) (checkout.Result, error) {
	if err == nil && !fits(payment.ReferenceOf(o)) {
		err = unfit()
	}
	if err != nil {
		return checkout.Result{}, err
	}
	switch o := o.(type) {
	case payment.Authorized:
		return checkout.Result{
			Outcome: checkout.OutcomeAuthorized, Reference: o.Reference, Amount: amountIn(o.Amount), Captured: o.Captured,
			ExpiresAt: o.ExpiresAt,
		}, nil
	case payment.Pending:
		r := checkout.Result{
			Outcome: checkout.OutcomePending, Reference: o.Reference, Accepted: o.Accepted, ExpiresAt: o.DueAt,
			Instructions: map[string]string{},
		}
		for _, i := range usable(o.Instructions) {
			if slices.Contains(checkout.InstructionKeys, i.Key) {
				r.Instructions[i.Key] = i.Value
				continue
			}
			label := textIn(i.Label)
			label.DE = cmp.Or(label.DE, i.Key)
			r.Further = append(r.Further, checkout.Instruction{Label: label, Value: i.Value})
		}
		return r, nil
	case payment.Redirect:
		return checkout.Result{
			Outcome: checkout.OutcomeRedirect, Reference: o.Reference, URL: o.URL, ExpiresAt: o.ExpiresAt,
		}, onward(o.URL)
	case payment.FormPost:
		return checkout.Result{
			Outcome: checkout.OutcomeFormPost, Reference: o.Reference, URL: o.URL, Fields: o.Fields,
		}, refusedPage(base.CheckForm(o.URL, o.Fields))
	case payment.Declined:
		return checkout.Result{
			Outcome: checkout.OutcomeDeclined, Reference: o.Reference, Reason: declineReason(o.Code, o.ReasonKey),
		}, nil
	case payment.Unknown:
		return checkout.Result{Outcome: checkout.OutcomeUnknown, Reference: o.Reference}, nil
	}
	return checkout.Result{Outcome: checkout.OutcomeUnknown}, nil
}

// usable gives those instructions that a customer can be shown.
func usable(all []payment.Instruction) []payment.Instruction {
	good := slices.DeleteFunc(slices.Clone(all), func(i payment.Instruction) bool { return i.Check() != nil })
	return good[:min(len(good), payment.MaxInstructions)]
}

// leftOut says, to the operator, which of the instructions no customer is shown and why; "" when there are none.
func leftOut(o payment.Outcome) string {
	p, ok := o.(payment.Pending)
	if !ok {
		return ""
	}
	for n, i := range p.Instructions {
		if err := i.Check(); err != nil {
			return fmt.Sprintf("number %d, %q: %s", n+1, codeOr(i.Key, "?"), err)
		}
	}
	if many := len(p.Instructions); many > payment.MaxInstructions {
		return fmt.Sprintf("%d instructions: at most %d", many, payment.MaxInstructions)
	}
	return ""
}

func declineReason(code, key string) string {
	switch {
	case code == payment.CodeNotFound:
		return checkout.ReasonNotFound
	case code == payment.CodeCustomerCancelled:
		return checkout.ReasonCancelled
	case key != "":
		return codeOr(key, checkout.ReasonDeclined)
	case !codeForm.MatchString(code):
		return checkout.ReasonDeclined
	}
	return "payment_declined_" + code
}

// stateIn maps what the provider has. Of money that was taken the amount is what is there now: a part of what was authorized,
// or what a refund left of it. It is there even when the rest was given up.
func stateIn(s payment.State) (checkout.Result, error) {
	r, err := outcomeIn(s.Outcome, nil)
	mixed := s.Captured.Minor > 0 && s.Refunded.Minor > 0 && s.Captured.Currency != s.Refunded.Currency
	switch {
	case err != nil:
		return r, err
	case mixed || s.Captured.Minor < 0 || s.Refunded.Minor < 0 || beyond(s.Captured.Minor) || beyond(s.Refunded.Minor):
		return checkout.Result{}, senseless()
	case s.Captured.Minor > 0 && s.Refunded.Minor >= s.Captured.Minor:
		r.Outcome, r.Amount = checkout.OutcomeRefunded, amountIn(s.Refunded)
	case s.Captured.Minor > 0:
		r.Captured, r.Amount = true, amountIn(base.Money{Minor: s.Captured.Minor - s.Refunded.Minor, Currency: s.Captured.Currency})
		if r.Outcome == checkout.OutcomeDeclined {
			r.Outcome, r.Reason = checkout.OutcomeAuthorized, ""
		}
	case s.Voided:
		r.Outcome = checkout.OutcomeVoided
	}
	if unsound(r) {
		return checkout.Result{}, senseless()
	}
	return r, nil
}

// receiptIn maps the receipt of an operation. One that the plugin cannot tell the end of may have taken effect.
func receiptIn(r payment.Receipt, err error) (checkout.Receipt, error) {
	out := checkout.Receipt{Reference: r.Reference, Amount: amountIn(r.Amount)}
	switch {
	case err != nil:
		return checkout.Receipt{}, err
	case !fits(r.Reference):
		return checkout.Receipt{}, unfit()
	case r.State == payment.ReceiptDone:
		out.Done = true
	case r.State == payment.ReceiptDeclined:
		out.Reason = operationReason(r.Code)
	case r.State != payment.ReceiptPending:
		return checkout.Receipt{}, &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, OutcomeUnknown: true}
	}
	return out, nil
}

// operationReason says why a capture, void or refund was refused.
func operationReason(code string) string { return "payment_operation_" + codeOr(code, "declined") }

// eventIn gives false for an event that the shop cannot use.
func eventIn(plugin string, e payment.Event) (checkout.WebhookEvent, bool) {
	outcome, ok := map[payment.EventKind]checkout.Outcome{
		payment.EventAuthorized: checkout.OutcomeAuthorized, payment.EventCaptured: checkout.OutcomeAuthorized,
		payment.EventVoided: checkout.OutcomeVoided, payment.EventRefunded: checkout.OutcomeRefunded,
		payment.EventDeclined: checkout.OutcomeDeclined, payment.EventPending: checkout.OutcomePending,
		payment.EventApproved: checkout.OutcomeApproved, payment.EventDisputed: checkout.OutcomeDisputed,
	}[e.Kind]
	order, err := strconv.ParseInt(e.OrderNumber, 10, 64)
	if err != nil {
		order = 0
	}
	if !ok || e.ID == "" || (e.Reference == "" && order == 0) || !fits(e.ID) || !fits(e.Reference) || !fits(e.OperationReference) {
		return checkout.WebhookEvent{}, false
	}
	out := checkout.WebhookEvent{ID: e.ID, Plugin: plugin, Reference: e.Reference, OrderID: order, Result: checkout.Result{
		Outcome: outcome, Reference: e.Reference, Operation: e.OperationReference, Amount: amountIn(e.Amount),
		Captured: e.Kind == payment.EventCaptured,
	}}
	if e.Kind == payment.EventDeclined || e.Kind == payment.EventVoided && e.Code != "" {
		out.Result.Reason = declineReason(e.Code, "")
	}
	if e.Kind == payment.EventDisputed {
		if out.Result.Dispute, ok = disputeIn(e); !ok {
			return checkout.WebhookEvent{}, false
		}
	}
	return out, !unsound(out.Result) && e.Amount.Minor >= 0
}

// disputeIn gives false for one that cannot be told from others, or does not say how it stands.
func disputeIn(e payment.Event) (*checkout.Dispute, bool) {
	d := e.Dispute
	state, ok := map[payment.DisputeState]checkout.DisputeState{
		payment.DisputeOpen: checkout.DisputeOpen, payment.DisputeWon: checkout.DisputeWon,
		payment.DisputeLost: checkout.DisputeLost, payment.DisputeWithdrawn: checkout.DisputeWithdrawn,
	}[d.State]
	return &checkout.Dispute{
		ID: d.ID, State: state, Amount: amountIn(e.Amount), Reason: codeOr(d.Reason, ""), DueAt: d.DueAt, ToldAt: e.OccurredAt,
	}, ok && d.ID != "" && fits(d.ID)
}

// sessionIn refuses a session that sends the browser to no address.
func sessionIn(s payment.Session) (checkout.PaymentSession, error) {
	out := checkout.PaymentSession{
		ID: s.ID, Token: s.ClientToken, Client: s.ClientData, URL: s.RedirectURL, ExpiresAt: s.ExpiresAt,
	}
	if s.Buyer != nil {
		out.Buyer = &checkout.Buyer{
			Email: s.Buyer.Email, Invoice: addressIn(s.Buyer.Billing), Delivery: addressIn(s.Buyer.Delivery),
		}
	}
	if out.URL != "" {
		return out, away(out.URL)
	}
	return out, nil
}
