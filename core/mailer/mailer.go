// Package mailer renders the shop's mails and sends them by SMTP, each request once.
package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/withdrawal"
)

// Message is a rendered mail.
type Message struct {
	ID      string // of the request; the Message-ID is made of it, so that a repeated delivery is recognised
	To      string
	Sender  string // in whose name it is sent, a partner's; "" for the shop's own
	ReplyTo string // who reads an answer; "" for the sender
	Subject string
	Text    string
	HTML    string
	// Unsubscribe is the address where a mail program posts its unsubscribe button (RFC 8058); "" for none.
	Unsubscribe string
	Attachments []Attachment
	Code        []byte // PNG that HTML shows as codeID; nil for none
}

// Transport hands a message to a mail server. Faults: Unavailable when there is none to be reached, Invalid
// ("mail_recipient_refused", "mail_to_invalid") for a recipient to whom nothing can ever be sent.
type Transport interface {
	Send(ctx context.Context, m Message) error
}

// Connection is a transport that keeps its connection from one message to the next.
type Connection interface {
	Transport
	Close()
}

// Sent remembers which requests were sent; core/postgres implements it.
type Sent interface {
	// Claim gives the right to send the request for a while. False: it was sent. Fault Conflict ("mail_being_sent") when
	// another has the right. It does what Done does for before, another request, "" for none.
	Claim(ctx context.Context, id, template, before string) (bool, error)
	// Done records that it was sent; twice is once.
	Done(ctx context.Context, id string) error
	// Release gives the right back after a failure.
	Release(ctx context.Context, id string) error
}

// Deps are what the mailer works with.
type Deps struct {
	Orders    order.Reader
	Sent      Sent
	Transport Transport
	// Method finds a payment method for its title; checkout.Service.Method does.
	Method  func(ctx context.Context, code string) (checkout.Method, error)
	ShopURL string       // the storefront's address, no slash at the end
	Site    Sites        // nil: the shop's own alone
	Links   *order.Links // to how an order stands; nil: mails have none

	Withdrawals withdrawal.Reader
	Invoices    invoice.Store  // nil: none go along
	Sender      content.Trader // who runs the shop, said below each mail; without a name nobody is
	NoTakeback  bool           // confirmations do not tell how to return devices and batteries

	NoWithdrawal   bool // confirmations do not name the way to withdraw online
	WithdrawalDays int  // of the period that confirmations name; 0: the legal 14
	// Notice gives the file of the notice on the legal guarantee, which goes along with Pages; nil: none does.
	Notice func(lang catalog.Lang) (mediaType string, data []byte)
	// Pages gives an editors' page, for what customers must have in writing; content.Service.Page does. nil: none go along.
	Pages func(ctx context.Context, key string, lang catalog.Lang) (*content.Page, error)
}

// Mailer sends mails.
type Mailer struct {
	deps   Deps
	prints *prints
	known  map[catalog.Lang][]Attachment // the terms that go along with a batch of mails; nil outside of one
	sent   string                        // the request of a batch that was sent last, and is recorded with the next one's claim
}

// New makes a mailer.
func New(deps Deps) *Mailer { return &Mailer{deps: deps, prints: &prints{}} }

// Handle is the outbox handler of outbox.MailRequested. A request whose ID was sent before is left out. A server that
// goes down between sending and recording gets the mail sent again, under the same Message-ID.
func (m *Mailer) Handle(ctx context.Context, events []outbox.Event) (err error) {
	m = &Mailer{deps: m.deps, prints: m.prints, known: map[catalog.Lang][]Attachment{}}
	if t, ok := m.deps.Transport.(interface{ Connection() Connection }); ok {
		c := t.Connection()
		defer c.Close()
		m.deps.Transport = c
	}
	defer func() { err = errors.Join(err, m.record(ctx)) }()
	for _, e := range events {
		var r mail.Request
		if err := json.Unmarshal(e.Payload, &r); err != nil {
			return fault.Wrap(err, fault.Invalid, "mail_request_invalid")
		}
		if err := m.send(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

var tracer = otel.Tracer("kontor.dev/kontor/core/mailer")

func (m *Mailer) send(ctx context.Context, r mail.Request) (err error) {
	ctx, span := tracer.Start(ctx, "mail "+r.Template)
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, "") // whom it goes to may be in the error, and is not for traces
		}
		span.End()
	}()
	if r.ID == m.sent {
		return nil // asked for twice
	}
	mine, err := m.deps.Sent.Claim(ctx, r.ID, r.Template, m.sent)
	if err != nil {
		return err
	}
	m.sent = ""
	if !mine {
		return nil
	}
	message, err := m.Render(ctx, r)
	switch {
	case err == nil:
		err = m.deps.Transport.Send(ctx, message)
	case errors.Is(err, errSettled): // while the mail waited for its server
		err = nil
	}
	if err != nil {
		if again := m.deps.Sent.Release(context.WithoutCancel(ctx), r.ID); again != nil {
			slog.WarnContext(ctx, "mail claim kept", "mail", r.ID, "error", again)
		}
		return err
	}
	m.sent = r.ID
	return nil
}

// record notes the last mail of a batch.
func (m *Mailer) record(ctx context.Context) error {
	if m.sent == "" {
		return nil
	}
	return m.deps.Sent.Done(context.WithoutCancel(ctx), m.sent)
}

// Render makes the message of a request, one about an order from the order as it is now.
func (m *Mailer) Render(ctx context.Context, r mail.Request) (Message, error) {
	message, err := m.write(ctx, r)
	if err != nil {
		return Message{}, err
	}
	return sign(message, words{r.Lang}, m.deps.Sender), nil
}

func (m *Mailer) write(ctx context.Context, r mail.Request) (Message, error) {
	if mail.AboutAccount(r.Template) {
		return renderAccount(r, m.own())
	}
	if mail.AboutCampus(r.Template) {
		return renderCampus(r, m.own())
	}
	if mail.IsAboutWithdrawal(r.Template) {
		return m.renderWithdrawal(ctx, r)
	}
	if r.Template == mail.BarrierReport {
		return renderBarrier(r, m.own())
	}
	if r.Template == mail.ReviewNotice || r.Template == mail.ReviewNoticeReceipt {
		return m.renderNotice(r)
	}
	if mail.AboutNewsletter(r.Template) {
		return renderNewsletter(r, m.own())
	}
	if mail.AboutRestock(r.Template) {
		return renderRestock(r, m.own())
	}
	data, err := deliveryData(r) // which begins as mail.OrderData does
	if err != nil {
		return Message{}, err
	}
	o, err := m.order(ctx, r, data.OrderID)
	if err != nil {
		return Message{}, err
	}
	if r.Template == mail.OrderLink {
		return renderOrderLink(r, m.of(o), o, m.status(r, o))
	}
	method, err := m.deps.Method(ctx, o.Attempt.Payment.Code)
	if err != nil {
		return Message{}, err
	}
	if mail.AboutDelivery(r.Template) {
		papers, err := m.papers(ctx, o.ID, ofDelivery(r.Template, data, o))
		if err != nil {
			return Message{}, err
		}
		return renderDelivery(r, m.of(o), data, o, method, m.status(r, o), papers)
	}
	var attached []Attachment
	switch r.Template {
	case mail.OrderConfirmation:
		attached, err = m.terms(ctx, r.Lang)
	case mail.OrderCancelled:
		attached, err = m.papers(ctx, o.ID, ofCancelled)
	}
	if err != nil {
		return Message{}, err
	}
	return m.render(r, o, method, attached)
}

// order reads what a mail is about. A confirmation tells nothing of what came after the order, so that it is read without.
func (m *Mailer) order(ctx context.Context, r mail.Request, id int64) (*order.Order, error) {
	var data mail.OrderData
	if r.Template == mail.OrderConfirmation && json.Unmarshal(r.Data, &data) == nil && data.AttemptID != "" {
		return m.deps.Orders.ByAttempt(ctx, data.AttemptID)
	}
	return m.deps.Orders.Order(ctx, id)
}

// status is the address at which the mail's reader sees how the order stands; "" for none.
func (m *Mailer) status(r mail.Request, o *order.Order) string {
	if m.deps.Links == nil {
		return ""
	}
	return m.of(o).ShopURL + r.Lang.Prefix() + m.deps.Links.Path(o.ID)
}
