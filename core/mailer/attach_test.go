package mailer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pdf/pdftest"
	"kontor.dev/kontor/core/withdrawal"
)

type papers struct {
	invoice.Store
	list []*invoice.Invoice
}

func (p papers) OfOrder(context.Context, int64) ([]*invoice.Invoice, error) { return p.list, nil }

func names(m mailer.Message) []string {
	list := []string{}
	for _, a := range m.Attachments {
		list = append(list, a.Name)
	}
	return list
}

func paperOf(kind invoice.Kind, number, request string, delivery int) *invoice.Invoice {
	return &invoice.Invoice{
		Number: number, Kind: kind, Request: request, Delivery: delivery, IssuedAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
		Seller:    invoice.Seller{Name: "Kontor GmbH"},
		Positions: []invoice.Position{{Kind: invoice.Goods, Name: "Laptop", Quantity: 1, Amount: money.Euro(119), Rate: 1900}},
		Taxes:     []invoice.Tax{{Rate: 1900, Net: money.Euro(100), Amount: money.Euro(19)}}, Net: money.Euro(100), Total: money.Euro(119),
	}
}

func TestEachMailBringsItsPaper(t *testing.T) {
	o := sample()
	o.Deliveries = []order.Delivery{{Number: 1}, {Number: 2}}
	o.Payments = []order.Operation{{Number: 1, Kind: order.RefundMoney, State: order.Done, Request: "r", Amount: money.Euro(119)}}
	deps := mailer.Deps{
		Orders: orders{o}, Method: method, ShopURL: "https://shop.example",
		Withdrawals: withdrawals{&withdrawal.Withdrawal{ID: 5001, OrderID: o.ID}},
		Invoices: papers{list: []*invoice.Invoice{
			paperOf(invoice.Bill, "2026-000001", "", 1), paperOf(invoice.Bill, "2026-000002", "", 2),
			paperOf(invoice.Credit, "2026-000003", "r", 0), paperOf(invoice.Credit, "2026-000004", order.WithdrawalRequest(5001), 0),
			paperOf(invoice.Credit, "2026-000005", invoice.UnpaidRequest(1), 0),
		}},
	}
	m := mailer.New(deps)
	for _, c := range []struct {
		template, data string
		wants          []string
		says           string
	}{
		{mail.OrderShipped, `{"orderId":1,"delivery":2}`, []string{"Rechnung-2026-000002.pdf"}, "Deine Rechnung hängt"},
		{mail.OrderReady, `{"orderId":1,"delivery":1}`, []string{"Rechnung-2026-000001.pdf"}, "Deine Rechnung hängt"},
		{mail.PickupReminder, `{"orderId":1,"delivery":1}`, []string{}, ""},
		{mail.OrderRefunded, `{"orderId":1,"request":"r"}`, []string{"Rechnungskorrektur-2026-000003.pdf"}, "Rechnungskorrektur"},
		{mail.DeliveryReturned, `{"orderId":1,"delivery":1}`, []string{"Rechnungskorrektur-2026-000005.pdf"}, "Rechnungskorrektur"},
		{mail.DeliveryCancelled, `{"orderId":1,"delivery":1}`, []string{"Rechnungskorrektur-2026-000005.pdf"}, "Rechnungskorrektur"},
		{mail.DeliveryCancelled, `{"orderId":1,"delivery":2}`, []string{}, ""},
		{mail.WithdrawalSettled, `{"withdrawalId":5001}`, []string{"Rechnungskorrektur-2026-000004.pdf"}, "Die Rechnungskorrektur hängt"},
		{mail.WithdrawalReceipt, `{"withdrawalId":5001}`, []string{}, ""},
	} {
		got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: c.template, Lang: catalog.German, Data: json.RawMessage(c.data)})
		require.NoError(t, err, c.template)
		require.Equal(t, c.wants, names(got), c.template)
		require.Contains(t, got.Text, c.says)
		require.Contains(t, got.HTML, c.says)
		for _, a := range got.Attachments {
			require.True(t, bytes.HasPrefix(a.Content, []byte("%PDF")))
		}
	}
}

// All of an order lay in a store, and nobody came and paid.
func TestTheEndOfAnOrderBringsWhatCorrectsItsInvoice(t *testing.T) {
	o := sample()
	refunded, never := paperOf(invoice.Credit, "2026-000002", "r", 0), paperOf(invoice.Credit, "2026-000003", invoice.UnpaidRequest(1), 0)
	refunded.Paid = true
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method, ShopURL: "https://shop.example", Invoices: papers{list: []*invoice.Invoice{
		paperOf(invoice.Bill, "2026-000001", "", 1), refunded, never,
	}}})
	got, err := m.Render(t.Context(), request(mail.OrderCancelled, catalog.German))
	require.NoError(t, err)
	require.Equal(t, []string{"Rechnungskorrektur-2026-000003.pdf"}, names(got))
	for _, part := range []string{got.Text, got.HTML} {
		require.Contains(t, part, "Rechnungskorrektur hängt")
		require.NotContains(t, part, "Bedingungen deines Vertrags hängen")
	}
}

// The terms are a part of the mail, not a link that the shop could change.
func TestTheConfirmationBringsTheWholeTerms(t *testing.T) {
	wording := "Der ganze Wortlaut."
	pages := func(_ context.Context, key string, lang catalog.Lang) (*content.Page, error) {
		if lang == catalog.English && key == "infocenter/section/revocation" {
			return nil, fault.New(fault.NotFound, "content_not_found")
		}
		return &content.Page{Title: key, Blocks: []content.Block{{Kind: "paragraph", Spans: []content.Span{{Text: wording}}}}}, nil
	}
	notice := func(lang catalog.Lang) (string, []byte) { return "image/png", []byte("notice " + lang) }
	m := mailer.New(mailer.Deps{Orders: orders{sample()}, Method: method, Pages: pages, Notice: notice})
	got, err := m.Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
	require.NoError(t, err)
	require.Equal(t, []string{"AGB.pdf", "Widerrufsbelehrung.pdf", "Gewährleistung.png"}, names(got))
	require.Equal(t, "notice de", string(got.Attachments[2].Content))
	require.Contains(t, string(pdftest.Unpacked(t, got.Attachments[0].Content)), "Der ganze Wortlaut.")
	require.Contains(t, got.Text, "hängen an dieser Mail")
	require.Contains(t, got.HTML, "hängen an dieser Mail")
	require.Contains(t, got.Text, "durchgestrichene Mülltonne", "the battery notes stand in the order's mail")
	require.Contains(t, got.HTML, "durchgestrichene Mülltonne")
	got, err = m.Render(t.Context(), request(mail.OrderConfirmation, catalog.English))
	require.NoError(t, err, "a page that nobody wrote holds up no confirmation")
	require.Equal(t, []string{"Terms.pdf", "Legal guarantee.png"}, names(got))
	got, err = m.Render(t.Context(), request(mail.PaymentReceived, catalog.German))
	require.NoError(t, err)
	require.Empty(t, got.Attachments)
	wording = "Seit heute anders."
	got, err = m.Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
	require.NoError(t, err)
	require.Contains(t, string(pdftest.Unpacked(t, got.Attachments[0].Content)), "Seit heute anders.", "as the page is now")
}

func TestTheOperatorHearsOfABarrier(t *testing.T) {
	m := mailer.New(mailer.Deps{})
	got, err := m.Render(t.Context(), mail.Request{
		ID: "barrier-1", Template: mail.BarrierReport, To: "shop@example.org", Lang: catalog.German,
		Data: json.RawMessage(`{"text":"Der <b>Knopf</b>","page":"/kasse","email":"erika@example.org"}`),
	})
	require.NoError(t, err)
	require.Equal(t, "Eine Barriere wurde gemeldet", got.Subject)
	require.Equal(t, "erika@example.org", got.ReplyTo)
	for _, want := range []string{"/kasse", "erika@example.org"} {
		require.Contains(t, got.Text, want)
		require.Contains(t, got.HTML, want)
	}
	require.NotContains(t, got.HTML, "<b>Knopf", "what people type is no HTML")
}
