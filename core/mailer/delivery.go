package mailer

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// deliveryPage is what the templates of mails about deliveries and refunds show.
type deliveryPage struct {
	shop
	Lang     catalog.Lang
	Template string
	Order    *order.Order
	Delivery order.Delivery
	Lines    []checkout.Line // with the pieces that are in the delivery
	Parcels  []order.Parcel  // that the customer can follow
	Until    string          // the last day on which a store holds the goods, or on which Open is or was payable
	Open     money.Amount    // that the customer is reminded of, or told of as a part came
	Refund   money.Amount
	Collect  *money.Amount // what is paid as the goods are handed over; nil where nothing is
	ByHand   bool          // the refund is transferred, not booked back
	Late     bool          // what goes back came after the order was cancelled
	Payment  string
	More     bool   // of the order is still to leave
	Attached bool   // the invoice, or the credit note
	Credit   bool   // it is the latter
	Status   string // address of the page that shows how the order stands; "" for none

	Instructions []instruction // how to pay what is open
	Purpose      bool          // they say what to write on a transfer
	Code         *girocode.Code
}

// errSettled says that there is nothing to remind of any more.
var errSettled = fault.New(fault.Conflict, "mail_not_needed")

func renderDelivery(
	r mail.Request, at shop, data mail.DeliveryData, o *order.Order, method checkout.Method, status string, papers []Attachment,
) (Message, error) {
	w := words{r.Lang}
	subject := w.say(r.Template+".subject", o.ID)
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	p := deliveryPage{
		shop: at, Lang: r.Lang, Template: r.Template, Order: o, Payment: method.Title.In(r.Lang), Refund: money.Euro(0), Open: money.Euro(0),
		Attached: len(papers) > 0, Credit: !bringsBill(r.Template), Status: status,
		Late: r.Template == mail.OrderRefunded && o.CameLate(data.Request),
	}
	for _, d := range o.Deliveries {
		if d.Number != data.Delivery {
			continue
		}
		p.Delivery = d
		p.Lines = linesOf(o, d)
		if due := o.OnHandover(&d); due.Minor > 0 && takesMoney(r.Template) {
			p.Collect = &due
		}
		for _, n := range d.Parcels {
			if n.TrackingURL != "" {
				p.Parcels = append(p.Parcels, n)
			}
		}
		if !d.DueAt.IsZero() {
			p.Until = w.date(d.DueAt.Add(-time.Second)) // the day that ends then
		}
	}
	p.More = slices.ContainsFunc(o.Deliveries, func(d order.Delivery) bool { return d.State == order.Planned || d.State == order.Dispatching })
	for _, n := range o.Payments {
		if n.Kind == order.RefundMoney && n.Request == data.Request && n.State != order.Refused {
			p.Refund, p.ByHand = p.Refund.Add(n.Amount), p.ByHand || n.State == order.ByHand
		}
	}
	var err error
	switch r.Template {
	case mail.PaymentReminder:
		err = p.remind(w)
	case mail.PaymentInPart:
		err = p.askRest(w)
	case mail.PaymentDue:
		err = p.askAll(w)
	}
	if err != nil {
		return Message{}, err
	}
	message, err := compose(r, w, subject, "delivery", p)
	message.Attachments, message.Code = papers, picture(p.Code)
	return message, err
}

// remind fills in what is open as the order stands now, and of which deliveries. Fault errSettled where that is nothing.
func (p *deliveryPage) remind(w words) error {
	open, since, unpaid := p.Order.Dun(time.Now())
	if len(unpaid) == 0 {
		return errSettled
	}
	p.Open, p.Until, p.Lines = open, "", nil
	for _, d := range p.Order.Deliveries {
		if slices.Contains(unpaid, d.Number) {
			p.Lines = append(p.Lines, linesOf(p.Order, d)...)
		}
	}
	p.instruct(w)
	p.Until = w.date(since) // which is over
	return nil
}

// askRest fills in what is left to pay of what came in part. Fault errSettled where that is nothing any more.
func (p *deliveryPage) askRest(w words) error {
	if p.Open = p.Order.Open(); p.Open.IsZero() || p.Order.Status == order.Cancelled {
		return errSettled
	}
	p.Until = ""
	if due := p.Order.Attempt.DueAt; p.Order.Status == order.Reserved && !due.IsZero() {
		p.Until = w.date(due.Add(-time.Second))
	}
	p.instruct(w)
	return nil
}

// askAll is askRest of an order of which nothing need have come yet. Where a withdrawal may take some of it away, nobody is asked.
func (p *deliveryPage) askAll(w words) error {
	if p.Order.Status != order.Reserved || p.Order.Unclear() {
		return errSettled
	}
	p.Lines = p.Order.Attempt.Lines
	return p.askRest(w)
}

// instruct says how to pay what is open, if the plugin told how.
func (p *deliveryPage) instruct(w words) {
	payment := p.Order.Attempt.Payment
	if payment.Instructions["iban"] != "" || len(payment.Further) > 0 {
		told := map[string]string{}
		maps.Copy(told, payment.Instructions)
		told["amount"], told["due_date"] = w.money(p.Open), p.Until
		p.Instructions, p.Purpose = w.instructions(told, payment.Further), told["purpose"] != ""
		p.Code = girocode.Of(told, p.Open)
	}
}

// Intro is the first that the mail says.
func (p deliveryPage) Intro() string {
	w, key := words{p.Lang}, p.Template+".intro"
	switch {
	case p.Refund.Minor != 0:
		return w.say(key, w.money(p.Refund))
	case p.Open.Minor != 0:
		return w.say(key, w.money(p.Open), p.Until)
	case p.Template == mail.OrderShipped:
		return w.say(key, p.Delivery.Shipping.Carrier)
	case p.Template == mail.DeliveryCancelled && p.Delivery.State == order.Expired: // its time in a store ended
		return w.say("delivery_cancelled.uncollected")
	}
	return w.say(key)
}

func linesOf(o *order.Order, d order.Delivery) (lines []checkout.Line) {
	for _, i := range d.Items {
		l := o.Attempt.Lines[i.Line]
		l.Quantity = i.Quantity
		lines = append(lines, l)
	}
	return lines
}

// takesMoney reports whether a mail is about goods on the way to where they may be paid.
func takesMoney(template string) bool {
	return template == mail.OrderShipped || template == mail.OrderReady || template == mail.PickupReminder
}

// bringsBill reports whether a mail comes with invoices, where others come with credit notes.
func bringsBill(template string) bool {
	return template == mail.OrderShipped || template == mail.OrderReady || template == mail.PaymentReminder
}

func deliveryData(r mail.Request) (mail.DeliveryData, error) {
	var data mail.DeliveryData
	err := json.Unmarshal(r.Data, &data)
	return data, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
}
