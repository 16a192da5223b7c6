package httpapi

import (
	"context"
	"encoding/base64"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	paging "kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/pricing"
)

const (
	ordersPerPage = 10
	maxOrders     = 50 // per page
)

// OrdersRequest asks for a page of the customer's orders, the newest first.
type OrdersRequest struct {
	PageNumber   int    `json:"pageNumber,omitempty" minimum:"0" maximum:"100000" doc:"1 is the first, and the default"`
	PageElements int    `json:"pageElements,omitempty" minimum:"0" maximum:"50" doc:"10 when missing"`
	YearOfOrders string `json:"yearOfOrders,omitempty" maxLength:"4" doc:"30 or 180 days back, or a year; 180 when missing"`
}

// OrdersResponse is a page of orders. Prices are texts in German format, 1.234,56.
type OrdersResponse struct {
	OrderOverview []OrderGroup      `json:"orderOverview"`
	OrderFilter   map[string]string `json:"orderFilter" doc:"what yearOfOrders takes, with its label: of a span a translation key"`
	OrdersCount   int               `json:"ordersCount" doc:"in all of the span"`
}

// OrderRequest names an order of the customer.
type OrderRequest struct {
	OrdersID int64 `json:"ordersId" minimum:"1"`
}

// OrderGroup is an order with its deliveries.
type OrderGroup struct {
	PrimaryOrderID  int64                    `json:"primaryOrderId"`
	DatePurchased   time.Time                `json:"datePurchased"`
	Status          string                   `json:"status" doc:"translation key; of the delivery that is least far, once none is planned any more"`
	CancelReason    string                   `json:"cancelReason,omitempty" doc:"why it was cancelled, where it was: a translation key, or one that begins with payment_declined"`
	ArticleCount    int                      `json:"articleCount" doc:"pieces"`
	Total           string                   `json:"total" doc:"1.234,56"`
	BillingAddress  OrderAddress             `json:"billingAddress"`
	DeliveryAddress OrderAddress             `json:"deliveryAddress"`
	SubOrders       []string                 `json:"subOrders" doc:"ids of the deliveries, in their order"`
	Orders          map[string]OrderDelivery `json:"orders" doc:"the deliveries by id"`
	Instructions    map[string]string        `json:"instructions,omitempty" doc:"how to pay, while the money is awaited: account_holder, iban, bic, bank_name, amount, purpose, due_date"`
	Further         []FurtherInstruction     `json:"furtherInstructions,omitempty" doc:"what else there is to know to pay, in the words of the payment method"`
	GiroCode        string                   `json:"giroCode,omitempty" doc:"the code from which banking apps fill in the transfer (EPC069-12): a PNG as a data URL"`
}

// OrderAddress is an address as it was when the order was placed.
type OrderAddress struct {
	address.Address
	CountryName string `json:"countryName"`
}

// OrderDelivery is what of an order is sent together. The sums in its details are the whole order's.
type OrderDelivery struct {
	ID           string         `json:"id"`
	Status       string         `json:"status" doc:"translation key"`
	Products     []OrderProduct `json:"products"`
	Parcels      []OrderParcel  `json:"parcels" doc:"that are on their way, or were"`
	OrderDetails OrderDetails   `json:"orderDetails"`
}

// OrderProduct is a line of an order.
type OrderProduct struct {
	ProductID       int64  `json:"productId"`
	ProductName     string `json:"productName"`
	ProductImage    string `json:"productImage"`
	ArticleNumber   string `json:"articleNumber"`
	ProductQuantity int    `json:"productQuantity"`
	UnitPrice       string `json:"unitPrice" doc:"of one piece, warranty included"`
	Price           string `json:"price" doc:"of all pieces"`
	Warranty        string `json:"warranty,omitempty" doc:"what the warranty extension in the price is called"`
	Bundle          string `json:"bundle,omitempty" doc:"what comes in the pack with it"`
}

// OrderParcel is a parcel of a delivery, as its carrier knows it.
type OrderParcel struct {
	TrackingNumber string `json:"trackingNumber"`
	TrackingURL    string `json:"trackingUrl" doc:"the carrier's page about it; empty where there is none"`
}

// OrderDetails is how an order's sum came about. Lines that it does not have are missing.
type OrderDetails struct {
	Shipping        OrderLine   `json:"shipping" doc:"title and description of how it is sent"`
	OTSubtotal      *OrderLine  `json:"otSubtotal,omitempty"`
	OTTax           []OrderTax  `json:"otTax"`
	OTDeclaredValue *OrderLine  `json:"otDeclaredValue,omitempty"`
	OTNoRisk        *OrderLine  `json:"otNoRiskMuchFun,omitempty"`
	OTShipping      *OrderLine  `json:"otShipping,omitempty"`
	OTPayment       OrderLine   `json:"otPayment" doc:"title of the method; price, where it has a fee"`
	OTCoupons       []OrderLine `json:"otCoupons"`
	OTCouponsBar    []OrderLine `json:"otCouponsBar"`
	OTTotal         *OrderLine  `json:"otTotal,omitempty"`
}

// OrderLine is a line of the sum: ot_subtotal, ot_shipping, ot_coupon, ot_total, ot_payment.
type OrderLine struct {
	Code        string `json:"code"`
	Title       string `json:"title"`
	Price       string `json:"price" doc:"1.234,56; of a coupon negative"`
	Description string `json:"description"`
}

// OrderTax is VAT contained in the sum.
type OrderTax struct {
	Title string `json:"title" doc:"percent"`
	Value string `json:"value" doc:"1.234,56"`
}

func (s *Server) registerOrders(api huma.API) {
	register(api, post("account", "orders", "/account/get-orders", "The customer's orders"), s.orders)
	register(api, post("account", "order", "/account/get-order", "One of the customer's orders"), s.order)
	register(api, post("account", "reorder", "/account/reorder", "Put what was ordered into the cart once more"), s.reorder)
}

func (s *Server) orders(ctx context.Context, in *body[OrdersRequest]) (OrdersResponse, error) {
	answer := OrdersResponse{OrderOverview: []OrderGroup{}, OrderFilter: map[string]string{}}
	v, err := s.loggedIn(ctx)
	if err != nil {
		return answer, err
	}
	span, err := order.SpanOf(in.Body.YearOfOrders, time.Now())
	if err != nil {
		return answer, err
	}
	size := in.Body.PageElements
	if size == 0 {
		size = ordersPerPage
	}
	own := order.Filter{CustomerID: v.Session.CustomerID, Since: span.Since, Until: span.Until, Placed: true}
	list, total, err := s.deps.Orders.Orders(ctx, own, paging.Of(in.Body.PageNumber, size, maxOrders))
	if err != nil {
		return answer, err
	}
	years, err := s.deps.Orders.Years(ctx, v.Session.CustomerID)
	if err != nil {
		return answer, err
	}
	answer.OrdersCount = total
	answer.OrderFilter[order.LastMonth], answer.OrderFilter[order.LastHalfYear] = "last_30_days", "last_180_days"
	for _, year := range years {
		answer.OrderFilter[strconv.Itoa(year)] = strconv.Itoa(year)
	}
	for _, o := range list {
		group, err := s.orderGroup(ctx, o)
		if err != nil {
			return answer, err
		}
		answer.OrderOverview = append(answer.OrderOverview, group)
	}
	return answer, nil
}

func (s *Server) order(ctx context.Context, in *body[OrderRequest]) (OrderGroup, error) {
	o, err := s.ownOrder(ctx, in.Body.OrdersID)
	if err != nil {
		return OrderGroup{}, err
	}
	return s.orderGroup(ctx, o)
}

// ownOrder gives an order of the customer who is logged in. Somebody else's is as good as none.
func (s *Server) ownOrder(ctx context.Context, id int64) (*order.Order, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.deps.Orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	if !o.OfCustomer(v.Session.CustomerID) {
		return nil, errNoOrder
	}
	return o, nil
}

var errNoOrder = fault.New(fault.NotFound, "order_not_found")

// awaited reports whether the customer still has to pay: in advance, or what was sent on account.
func awaited(o *order.Order) bool {
	p := o.Attempt.Payment
	onAccount := o.Status == order.Placed && p.Outcome == checkout.OutcomePending && !p.Captured && o.PaidAt.IsZero()
	return o.Attempt.State == checkout.Pending || onAccount && !o.Open().IsZero()
}

func (s *Server) orderGroup(ctx context.Context, o *order.Order) (OrderGroup, error) {
	lang := language(ctx)
	method, err := s.deps.Checkout.Method(ctx, o.Attempt.Payment.Code)
	if err != nil {
		return OrderGroup{}, err
	}
	group := OrderGroup{
		PrimaryOrderID: o.ID, DatePurchased: o.CreatedAt, Status: o.Standing(), Total: german(o.Attempt.Totals.Total),
		BillingAddress: orderAddress(o.Invoice, lang), DeliveryAddress: orderAddress(o.Delivery, lang),
		SubOrders: []string{}, Orders: map[string]OrderDelivery{},
	}
	if o.Status == order.Cancelled {
		group.CancelReason = o.CancelReason
	}
	if awaited(o) {
		group.Instructions, group.Further = howToPay(o), furtherOf(o, lang)
		group.GiroCode = giroCode(o, group.Instructions)
	}
	for _, l := range o.Attempt.Lines {
		group.ArticleCount += l.Quantity
	}
	for _, d := range deliveriesOf(o) {
		id := strconv.Itoa(d.Number)
		one := OrderDelivery{ID: id, Status: string(d.State), Products: []OrderProduct{}, Parcels: []OrderParcel{}, OrderDetails: orderDetails(&o.Attempt.Totals)}
		one.OrderDetails.Shipping = OrderLine{Code: "ot_shipping", Title: d.Shipping.Title.In(lang), Description: noteOf(d, lang)}
		one.OrderDetails.OTPayment.Title = method.Title.In(lang)
		for _, item := range d.Items {
			l := o.Attempt.Lines[item.Line]
			l.Quantity = item.Quantity
			one.Products = append(one.Products, orderProduct(&l, o.Attempt.Totals.NetOnly(), lang))
		}
		for _, p := range d.Parcels {
			one.Parcels = append(one.Parcels, OrderParcel{TrackingNumber: p.TrackingNumber, TrackingURL: p.TrackingURL})
		}
		group.SubOrders, group.Orders[id] = append(group.SubOrders, id), one
	}
	return group, nil
}

// noteOf is what there is to say of how a delivery comes, as long as it is to come: of goods that lie ready in a store where that is
// and until when, and not when they will.
func noteOf(d order.Delivery, lang catalog.Lang) string {
	switch d.State {
	case order.Ready:
	case order.Delivered, order.Returned, order.Expired, order.DeliveryCancelled:
		return ""
	default:
		return d.Shipping.DeliveryNote.In(lang)
	}
	said := []string{d.Shipping.Tip.In(lang)}
	if !d.DueAt.IsZero() {
		last := d.DueAt.Add(-time.Second) // the day that ends then
		said = append(said, strings.Replace(texts["heldUntil"].In(lang), "{}", lang.Date(last), 1))
	}
	return strings.TrimSpace(strings.Join(said, " "))
}

// howToPay gives the payment's instructions with what is open where that is less than all, as after a part came, and on account with
// sum and first day of the invoices that are not paid, or how many days after their dispatch goods are to be paid. It is written as
// the others are, in the order's language.
func howToPay(o *order.Order) map[string]string {
	told, due, days := maps.Clone(o.Attempt.Payment.Instructions), o.PayBy(), o.PayDays()
	if open := toPay(o); len(told) > 0 && !open.IsZero() && (open != o.Attempt.Totals.Total || !due.IsZero()) {
		told["amount"] = o.Lang.Money(open)
	}
	switch {
	case told["due_date"] == "" || days == 0:
	case due.IsZero():
		told["due_date"] = strings.Replace(texts["payDays"].In(o.Lang), "{}", strconv.Itoa(days), 1)
	default:
		told["due_date"] = o.Lang.Date(due)
	}
	return told
}

// toPay is what customers are asked for by now: of goods on account what there are invoices of, once there are some.
func toPay(o *order.Order) money.Amount {
	if !o.PayBy().IsZero() {
		return o.Invoiced()
	}
	return o.Open()
}

// giroCode draws what howToPay tells, as a data URL; "" where there is nothing to transfer, or only an operator knows how much.
func giroCode(o *order.Order, told map[string]string) string {
	if !awaited(o) || o.Unclear() {
		return ""
	}
	code := girocode.Of(told, toPay(o))
	if code == nil {
		return ""
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())
}

// FurtherInstruction is a line of how to pay that the shop has no word of its own for.
type FurtherInstruction struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func furtherOf(o *order.Order, lang catalog.Lang) (list []FurtherInstruction) {
	for _, f := range o.Attempt.Payment.Further {
		list = append(list, FurtherInstruction{f.Label.In(lang), f.Value})
	}
	return list
}

// deliveriesOf gives the deliveries as they stand; as they are planned, with the order's status, before it is placed.
func deliveriesOf(o *order.Order) []order.Delivery {
	if len(o.Deliveries) > 0 {
		return o.Deliveries
	}
	planned := order.Plan(o)
	for i := range planned {
		planned[i].State = order.DeliveryState(o.Status)
	}
	return planned
}

func orderProduct(l *checkout.Line, netOnly bool, lang catalog.Lang) OrderProduct {
	each := l.Price(netOnly)
	return OrderProduct{
		ProductID: l.ProductID, ProductName: l.Name, ProductImage: l.Image, ArticleNumber: l.ArticleNumber,
		ProductQuantity: l.Quantity, UnitPrice: german(each), Price: german(each.Times(int64(l.Quantity))),
		Warranty: l.WarrantyTitle.In(lang), Bundle: catalog.BundleText(l.Bundle, lang),
	}
}

func orderDetails(t *pricing.Totals) OrderDetails {
	line := func(code string, a money.Amount) *OrderLine { return &OrderLine{Code: code, Price: german(a)} }
	d := OrderDetails{
		OTSubtotal: line("ot_subtotal", t.Subtotal), OTShipping: line("ot_shipping", t.Shipping), OTTotal: line("ot_total", t.Total),
		OTPayment: OrderLine{Code: "ot_payment"}, OTTax: []OrderTax{}, OTCoupons: []OrderLine{}, OTCouponsBar: []OrderLine{},
	}
	if !t.Fee.IsZero() {
		d.OTPayment.Price = german(t.Fee)
	}
	if !t.NoRisk.IsZero() {
		d.OTNoRisk = line("ot_noriskmuchfun", t.NoRisk)
	}
	for _, tax := range t.Taxes {
		d.OTTax = append(d.OTTax, OrderTax{Title: percent(tax.Rate), Value: german(tax.Amount)})
	}
	for _, c := range t.Discounts {
		if c.Promotion {
			d.OTCouponsBar = append(d.OTCouponsBar, OrderLine{Code: "ot_coupon_bar", Price: german(c.Amount.Neg())})
			continue
		}
		d.OTCoupons = append(d.OTCoupons, OrderLine{Code: "ot_coupon", Title: c.Code, Price: german(c.Amount.Neg())})
	}
	return d
}

func german(a money.Amount) string { return a.Decimal(",", ".") }

// percent writes hundredths of a percent: 1900 is "19", 550 is "5,5".
func percent(rate int64) string {
	text := strconv.FormatInt(rate/100, 10)
	if rest := rate % 100; rest != 0 {
		digits := strconv.FormatInt(100+rest, 10)[1:]
		if digits[1] == '0' {
			digits = digits[:1]
		}
		text += "," + digits
	}
	return text
}

func orderAddress(a address.Address, lang catalog.Lang) OrderAddress {
	country, _ := address.CountryByID(a.CountryID)
	return OrderAddress{Address: a, CountryName: country.Name.In(lang)}
}
