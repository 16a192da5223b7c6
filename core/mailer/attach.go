package mailer

import (
	"context"
	"log/slog"
	"reflect"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/withdrawal"
)

// Attachment is a file that goes with a message.
type Attachment struct {
	Name    string
	Type    string // media type
	Content []byte
}

// termPages are what a customer must have on a durable medium (§ 312f BGB). A link is none: the shop can change what it
// leads to.
var termPages = []struct{ key, file string }{
	{"infocenter/section/terms", "terms"}, {"infocenter/section/revocation", "revocation"},
}

// terms gives the conditions of the contract as they are now. A page that nobody wrote is left out and logged: the
// customer's confirmation must not wait for it.
func (m *Mailer) terms(ctx context.Context, lang catalog.Lang) ([]Attachment, error) {
	if m.deps.Pages == nil {
		return nil, nil
	}
	if list, ok := m.known[lang]; ok {
		return list, nil
	}
	var list []Attachment
	for _, p := range termPages {
		page, err := m.deps.Pages(ctx, p.key, lang)
		if fault.CodeOf(err) == fault.NotFound {
			slog.WarnContext(ctx, "page missing in the order's mail", "page", p.key, "lang", lang)
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, Attachment{
			Name: words{lang}.say("attachment."+p.file) + ".pdf", Type: "application/pdf", Content: m.prints.of(p.file, lang, page),
		})
	}
	if m.deps.Notice != nil {
		mediaType, data := m.deps.Notice(lang)
		list = append(list, Attachment{Name: words{lang}.say("attachment.notice") + pictureEnds[mediaType], Type: mediaType, Content: data})
	}
	if m.known != nil {
		m.known[lang] = list
	}
	return list, nil
}

var pictureEnds = map[string]string{"image/svg+xml": ".svg", "image/png": ".png", "image/jpeg": ".jpg", "application/pdf": ".pdf"}

// prints keeps the last print of each page until the page changes: laying one out takes longer than writing a mail.
type prints struct {
	mu   sync.Mutex
	list map[printKey]printed
}

type printKey struct {
	file string
	lang catalog.Lang
}

type printed struct {
	page *content.Page
	pdf  []byte
}

// of gives a page as a document, which nobody may change.
func (p *prints) of(file string, lang catalog.Lang, page *content.Page) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := printKey{file, lang}
	if known := p.list[key]; known.page != nil && reflect.DeepEqual(known.page, page) {
		return known.pdf
	}
	made := printed{page, page.PDF(lang)}
	if p.list == nil {
		p.list = map[printKey]printed{}
	}
	p.list[key] = made
	return made.pdf
}

// papers gives the invoices or credit notes that a message about an order brings.
func (m *Mailer) papers(ctx context.Context, orderID int64, wanted func(*invoice.Invoice) bool) ([]Attachment, error) {
	if m.deps.Invoices == nil {
		return nil, nil
	}
	issued, err := m.deps.Invoices.OfOrder(ctx, orderID)
	if err != nil {
		return nil, err
	}
	var list []Attachment
	for _, n := range issued {
		if !wanted(n) {
			continue
		}
		pdf, err := paper.PDF(n)
		if err != nil {
			return nil, err
		}
		list = append(list, Attachment{Name: paper.File(n), Type: "application/pdf", Content: pdf})
	}
	return list, nil
}

// ofDelivery wants the invoice of goods that leave or were not paid for, or the credit note of money that goes back or is not to be paid any more.
func ofDelivery(template string, data mail.DeliveryData, o *order.Order) func(*invoice.Invoice) bool {
	_, _, unpaid := o.Dun(time.Now())
	return func(n *invoice.Invoice) bool {
		switch template {
		case mail.OrderShipped, mail.OrderReady:
			return n.Kind == invoice.Bill && n.Delivery == data.Delivery
		case mail.PaymentReminder:
			return n.Kind == invoice.Bill && slices.Contains(unpaid, n.Delivery)
		case mail.OrderRefunded:
			return n.Kind == invoice.Credit && n.Request == data.Request
		case mail.DeliveryReturned, mail.DeliveryCancelled:
			return n.Kind == invoice.Credit && n.Request == invoice.UnpaidRequest(data.Delivery)
		}
		return false
	}
}

// ofCancelled wants the credit notes of what a store held for nothing: all of the order is over, and none of it was paid.
func ofCancelled(n *invoice.Invoice) bool { return n.Kind == invoice.Credit && !n.Paid }

// ofWithdrawal wants the credit notes of a withdrawal that is settled.
func ofWithdrawal(template string, w *withdrawal.Withdrawal) func(*invoice.Invoice) bool {
	return func(n *invoice.Invoice) bool {
		return template == mail.WithdrawalSettled && n.Kind == invoice.Credit && order.ByWithdrawal(n.Request, w.ID)
	}
}
