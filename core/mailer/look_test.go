package mailer_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// preheader gives what the list of mails shows behind the subject.
func preheader(t *testing.T, m mailer.Message) string {
	t.Helper()
	found := regexp.MustCompile(`(?s)<div lang="(?:de|en)">\n<div style="display:none[^"]*">(.*?)&#8199;`).FindStringSubmatch(m.HTML)
	require.Len(t, found, 2, "it comes before all that is seen")
	return found[1]
}

// What a list of mails shows behind the subject is what the subject leaves open, not the letterhead.
func TestAPreheaderSaysWhatTheSubjectLeavesOpen(t *testing.T) {
	o := anOrder()
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method, ShopURL: "https://shop.example"})
	for template, says := range map[string]string{
		mail.OrderConfirmation: "Gesamtsumme: 2.762,95\u00a0€ · Zahlungsart: Vorkasse · Zahlbar bis: 25.11.2026 · 2 bis 3 Werktage",
		mail.OrderShipped:      "Wir haben deine Artikel an DHL übergeben. Sendungsnummer: 00340434161094042557",
		mail.OrderReady:        "Du kannst sie jetzt abholen. Wir halten sie bis einschließlich 27.11.2026 für dich bereit.",
		mail.PaymentDue:        "Für deine Bestellung sind noch 2.762,95\u00a0€ offen.",
		mail.PaymentReceived:   "Vielen Dank, wir haben den Betrag für deine Bestellung vom 20.11.2026 erhalten.",
		mail.ResetPassword:     "Für dein Kundenkonto wurde ein neues Passwort angefordert.",
		mail.RestockBack:       "Kontor Book Pro 16 kann wieder bestellt werden.",
	} {
		got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, Lang: catalog.German, Data: json.RawMessage(everything)})
		require.NoError(t, err, template)
		require.Contains(t, preheader(t, got), says)
		require.NotContains(t, got.Text, "\u2007", "it is for lists of mails alone")
	}
}

// Whose order comes in parts sees what comes in which.
func TestAConfirmationSaysWhatComesInWhichDelivery(t *testing.T) {
	o := anOrder()
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method})
	got, err := m.Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
	require.NoError(t, err)
	require.Contains(t, got.Text, "Lieferung 1/2: Standardversand (2 bis 3 Werktage)\n- 1 x Kontor Book Pro 16, ")
	require.Regexp(t, `Lieferung 2/2: Abholung im Markt Hamburg\nSpeicherstraße 12.*\n- 3 x USB-C-Kabel, 2 m\n`, got.Text)
	require.Regexp(t, `(?s)Lieferung 1/2:</strong>[^\n]*\n?[^\n]*1 x Kontor Book Pro 16.*Lieferung 2/2:</strong>.*3 x USB-C-Kabel`, got.HTML)
	o.Attempt.Deliveries = []checkout.Delivery{{ID: 1, Lines: []int{0, 1}}}
	got, err = m.Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(got.Text, "USB-C-Kabel"), "of one, there is nothing to tell apart")
	require.Equal(t, 1, strings.Count(got.HTML, "USB-C-Kabel"))
}

// How to pay names the day that the words around it speak of, and none that is over.
func TestHowToPayNamesTheDay(t *testing.T) {
	for template, day := range map[string]string{mail.PaymentDue: "27.11.2026", mail.PaymentInPart: "27.11.2026", mail.PaymentReminder: ""} {
		o := anOrder()
		if template == mail.PaymentReminder {
			o.Status = order.Placed
		}
		got, err := mailer.New(mailer.Deps{Orders: orders{o}, Method: method}).Render(t.Context(), mail.Request{
			ID: "x", Template: template, Lang: catalog.German, Data: json.RawMessage(everything),
		})
		require.NoError(t, err)
		require.Equal(t, day != "", strings.Contains(got.Text, "Zahlbar bis: "+day+"\n"), template)
		require.Equal(t, day != "", strings.Contains(got.Text, "Zahlbar bis: "), template)
		require.Equal(t, day != "", strings.Contains(got.Text, "Bis dahin"), template)
	}
}

// Outlook for Windows knows no widest width and no space around a link; webmail keeps neither the page's language nor its background;
// and a narrow screen has no place for two columns.
func TestEveryMailProgramGetsAMailThatItCanShow(t *testing.T) {
	m := mailer.New(mailer.Deps{Orders: orders{anOrder()}, Method: method, ShopURL: "https://shop.example"})
	for _, template := range []string{mail.OrderConfirmation, mail.OrderShipped, mail.ResetPassword} {
		got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, Lang: catalog.English, Data: json.RawMessage(everything)})
		require.NoError(t, err)
		require.Contains(t, got.HTML, `<!--[if mso]><table role="presentation" width="600"`)
		require.Contains(t, got.HTML, `<!--[if mso]></td></tr></table><![endif]-->`)
		require.Equal(t, strings.Count(got.HTML, "<table"), strings.Count(got.HTML, "</table>"))
		require.Equal(t, strings.Count(got.HTML, "<table"), strings.Count(got.HTML, `<table role="presentation"`), "tables are for layout")
		require.Equal(t, strings.Count(got.HTML, "border-radius:999px;mso-padding-alt:11px 20px"), strings.Count(got.HTML, "padding:11px 20px;background:#c43d17"))
		require.Contains(t, got.HTML, `<div lang="en">`)
		require.Contains(t, got.HTML, `cellspacing="0" style="background:#e8eced"`)
		require.Contains(t, got.HTML, `supported-color-schemes`)
	}
	got, err := m.Render(t.Context(), request(mail.OrderConfirmation, catalog.English))
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(got.HTML, `class="beside"`), "how to pay, and the addresses")
}

// What of a cancelled order was paid is the first that its customer asks for; when it would have come, nobody.
func TestACancelledOrderSaysWhatGoesBack(t *testing.T) {
	o := anOrder()
	o.Status, o.CancelReason, o.Payments = order.Cancelled, order.ReasonCancelled, nil
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method})
	for _, paid := range []bool{false, true} {
		if paid {
			o.Payments = []order.Operation{
				{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(276295)},
				{Number: 2, Kind: order.RefundMoney, State: order.Wanted, Request: "cancel-1", Amount: money.Euro(276295), Capture: 1},
			}
		}
		got, err := m.Render(t.Context(), request(mail.OrderCancelled, catalog.German))
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Equal(t, paid, strings.Contains(part, "Du bekommst 2.762,95\u00a0€ zurück."))
			require.NotContains(t, part, "Werktage")
		}
	}
}

// Whose parcel has left wants to know when it comes.
func TestWhatIsOnItsWaySaysWhenItComes(t *testing.T) {
	m := mailer.New(mailer.Deps{Orders: orders{anOrder()}, Method: method})
	for template, says := range map[string]bool{mail.OrderShipped: true, mail.DeliveryReturned: false} {
		got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, Lang: catalog.English, Data: json.RawMessage(everything)})
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Equal(t, says, strings.Contains(part, "2 to 3 working days"), template)
		}
	}
}
