package mailer

import (
	"encoding/json"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// deliveryPage is what the templates of mails about deliveries and refunds show.
type deliveryPage struct {
	Lang     catalog.Lang
	Template string
	Order    *order.Order
	Delivery order.Delivery
	Lines    []checkout.Line // with the pieces that are in the delivery
	Parcels  []order.Parcel  // that the customer can follow
	Until    string          // the last day on which a store holds the goods
	Refund   money.Amount
	ByHand   bool // the refund is transferred, not booked back
	Payment  string
	Attached bool // the invoice, or the credit note
	Credit   bool // it is the latter
}

func renderDelivery(r mail.Request, data mail.DeliveryData, o *order.Order, method checkout.Method, papers []Attachment) (Message, error) {
	w := words{r.Lang}
	subject := w.say(r.Template+".subject", o.ID)
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	p := deliveryPage{
		Lang: r.Lang, Template: r.Template, Order: o, Payment: method.Title.In(r.Lang), Refund: money.Euro(0), Attached: len(papers) > 0,
		Credit: r.Template != mail.OrderShipped && r.Template != mail.OrderReady,
	}
	for _, d := range o.Deliveries {
		if d.Number != data.Delivery {
			continue
		}
		p.Delivery = d
		for _, i := range d.Items {
			l := o.Attempt.Lines[i.Line]
			l.Quantity = i.Quantity
			p.Lines = append(p.Lines, l)
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
	for _, n := range o.Payments {
		if n.Kind == order.RefundMoney && n.Request == data.Request && n.State != order.Refused {
			p.Refund, p.ByHand = p.Refund.Add(n.Amount), p.ByHand || n.State == order.ByHand
		}
	}
	message, err := compose(r, w, subject, "delivery", p)
	message.Attachments = papers
	return message, err
}

func deliveryData(r mail.Request) (mail.DeliveryData, error) {
	var data mail.DeliveryData
	err := json.Unmarshal(r.Data, &data)
	return data, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
}
