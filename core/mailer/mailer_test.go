package mailer_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/pricing"
)

type orders struct{ o *order.Order }

func (r orders) Order(context.Context, int64) (*order.Order, error)      { return r.o, nil }
func (r orders) ByAttempt(context.Context, string) (*order.Order, error) { return r.o, nil }
func (r orders) Orders(context.Context, order.Filter, page.Page) ([]*order.Order, int, error) {
	return nil, 0, nil
}

type outgoing struct {
	messages []mailer.Message
	err      error
}

func (t *outgoing) Send(_ context.Context, m mailer.Message) error {
	t.messages = append(t.messages, m)
	return t.err
}

func sample() *order.Order {
	erika := address.Address{FirstName: "Erika", LastName: "Muster<b>", StreetName: "Weg", StreetNumber: "1", ZipCode: "10115", CityName: "Berlin", CountryID: 81}
	shipTo := erika
	shipTo.StreetName, shipTo.StreetNumber, shipTo.PostNumber, shipTo.CityName = "Packstation", "145", "1234567", "Potsdam"
	return &order.Order{
		ID: 100042, Status: order.Reserved, Invoice: erika, Delivery: shipTo, CreatedAt: time.Date(2026, 3, 1, 23, 30, 0, 0, time.UTC),
		CancelReason: checkout.ReasonNotPaid,
		Attempt: checkout.Attempt{
			Lines: []checkout.Line{{Name: "Laptop", ArticleNumber: "NB-1", Quantity: 2, Unit: money.Euro(129900), Warranty: money.Euro(4900), WarrantyID: 7}},
			Deliveries: []checkout.Delivery{
				{ID: 1, Option: checkout.ShippingOption{Title: catalog.Text{DE: "Standardversand", EN: "Standard delivery"}}},
				{ID: 2, Option: checkout.ShippingOption{Title: catalog.Text{DE: "Spedition", EN: "Freight"}}},
			},
			Totals: pricing.Totals{
				NoRisk: money.Euro(5399), Subtotal: money.Euro(269600), Shipping: money.Euro(499), Discounts: []pricing.Applied{{Code: "FRÜHLING", Amount: money.Euro(1000)}},
				Taxes: []pricing.Tax{{Rate: 1900, Amount: money.Euro(42961)}}, Total: money.Euro(269099),
			},
			Payment: checkout.Payment{Code: "moneyorder", Instructions: map[string]string{"iban": "DE02 1203", "purpose": "100042", "due_date": "06.03.2026"}},
		},
	}
}

func newMailer(t *testing.T, out *outgoing, o *order.Order) *mailer.Mailer {
	return mailer.New(mailer.Deps{
		Orders: orders{o}, Sent: postgres.NewMail(pgtest.New(t)), Transport: out, ShopURL: "https://shop.example",
		Method: method,
	})
}

func method(context.Context, string) (checkout.Method, error) {
	return checkout.Method{Title: catalog.Text{DE: "Vorkasse", EN: "Bank transfer"}}, nil
}

func request(template string, lang catalog.Lang) mail.Request {
	return mail.Request{ID: "order-100042-" + template, Template: template, To: "erika@example.org", Lang: lang, Data: json.RawMessage(`{"orderId":100042}`)}
}

func event(t *testing.T, r mail.Request) outbox.Event {
	payload, err := json.Marshal(r)
	require.NoError(t, err)
	return outbox.Event{ID: r.ID, Topic: outbox.MailRequested, Payload: payload}
}

func TestAConfirmationSaysTheStateOfWhatIsNotNew(t *testing.T) {
	o := sample()
	o.Attempt.Lines = append(o.Attempt.Lines, checkout.Line{Name: "Book", Quantity: 1, Unit: money.Euro(100), Condition: catalog.Refurbished})
	for lang, said := range map[catalog.Lang]string{catalog.German: "Generalüberholt", catalog.English: "Refurbished"} {
		m, err := newMailer(t, &outgoing{}, o).Render(t.Context(), request(mail.OrderConfirmation, lang))
		require.NoError(t, err)
		require.Contains(t, m.Text, "1 x Book, "+said)
		for _, form := range []string{m.Text, m.HTML} {
			require.Equal(t, 1, strings.Count(form, said), "the other one is new")
		}
	}
}

// onlyOfAttempts is a reader that has no more of an order than was there when it was placed.
type onlyOfAttempts struct{ orders }

func (r onlyOfAttempts) Order(context.Context, int64) (*order.Order, error) {
	return nil, errors.New("nobody needs all of it")
}

func (r onlyOfAttempts) ByAttempt(_ context.Context, id string) (*order.Order, error) {
	if id != "a1" {
		return nil, errors.New("another's")
	}
	return r.o, nil
}

func TestAConfirmationReadsTheOrderAsItWasPlaced(t *testing.T) {
	r := request(mail.OrderConfirmation, catalog.German)
	whole, err := newMailer(t, &outgoing{}, sample()).Render(t.Context(), r)
	require.NoError(t, err)
	r.Data = json.RawMessage(`{"orderId":100042,"attemptId":"a1"}`)
	got, err := mailer.New(mailer.Deps{Orders: onlyOfAttempts{orders{sample()}}, Method: method, ShopURL: "https://shop.example"}).Render(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, whole, got)
}

func TestConfirmationSaysEverythingInBothLanguages(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	for lang, wants := range map[catalog.Lang][]string{
		catalog.German: {"100042", "02.03.2026", "2.696,00", "−10,00", "4,99", "2.690,99", "MwSt. 19 %", "429,61", "DE02 1203",
			"Vorkasse", "Lieferung 1/2", "Spedition", "53,99", "Standardversand", "Packstation 145", "Postnummer 1234567", "Potsdam", "Widerrufsbelehrung", "halten wir die Ware", "Sobald deine Zahlung da ist", "https://shop.example/infocenter/section/terms", "Garantieverlängerung"},
		catalog.English: {"€2,690.99", "included VAT 19%", "2 March 2026", "Bank transfer", "Payment reference", "Right of withdrawal", "Germany"},
	} {
		got, err := m.Render(context.Background(), request(mail.OrderConfirmation, lang))
		require.NoError(t, err)
		for _, want := range wants {
			require.Contains(t, got.Text, want)
			require.Contains(t, got.HTML, want)
		}
		require.Contains(t, got.Subject, "100042")
		require.NotContains(t, got.HTML, "Muster<b>", "what customers type is no HTML")
	}
}

func TestWhatOnePieceCostsIsSaidWhereThereAreMore(t *testing.T) {
	for pieces, says := range map[int]bool{1: false, 2: true} {
		o := sample()
		o.Attempt.Lines[0].Quantity = pieces
		got, err := newMailer(t, &outgoing{}, o).Render(t.Context(), request(mail.OrderConfirmation, catalog.German))
		require.NoError(t, err)
		for _, body := range []string{got.Text, got.HTML} {
			require.Equal(t, says, strings.Contains(body, "Einzelpreis 1.348,00"), pieces)
			require.Equal(t, 1, strings.Count(body, "1.348,00"), pieces)
		}
	}
}

// Goods on account may leave later than the order came: their invoice has the day to pay, and the confirmation how many days that gives.
func TestAConfirmationOnAccountNamesNoDay(t *testing.T) {
	o := anOrder()
	o.Status, o.PlacedAt, o.Attempt.Payment.DueAt = order.Placed, o.CreatedAt, o.CreatedAt.AddDate(0, 0, 14)
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method})
	for lang, says := range map[catalog.Lang]string{catalog.German: "Zahlbar bis: 14 Tage nach dem Versand", catalog.English: "Payment due: 14 days after dispatch"} {
		got, err := m.Render(t.Context(), request(mail.OrderConfirmation, lang))
		require.NoError(t, err)
		require.Contains(t, got.Text, says)
		require.NotContains(t, got.Text, o.Attempt.Payment.Instructions["due_date"])
	}
}

// A plugin may tell lines that the shop has no words for: a code to pay with in a store.
func TestAMailTellsWhatOnlyThePluginHasWordsFor(t *testing.T) {
	o := anOrder()
	o.Attempt.Payment.Instructions = nil
	o.Attempt.Payment.Further = []checkout.Instruction{
		{Label: catalog.Text{DE: "Zahlungscode", EN: "Payment code"}, Value: "123 456"}, {Label: catalog.Text{DE: "Anbieter", EN: "Provider"}, Value: "Muster"},
	}
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method})
	for lang, says := range map[catalog.Lang]string{
		catalog.German:  "So bezahlst du\nZahlungscode: 123 456\nAnbieter: Muster\n",
		catalog.English: "How to pay\nPayment code: 123 456\nProvider: Muster\n",
	} {
		got, err := m.Render(t.Context(), request(mail.OrderConfirmation, lang))
		require.NoError(t, err)
		require.Contains(t, got.Text, says)
		require.Contains(t, got.HTML, "123 456")
		require.NotContains(t, got.Text, "Verwendungszweck", "there is no transfer")
		require.NotContains(t, got.Text, "payment reference", "there is no transfer")
	}
}

func TestOtherMailsLeaveOutHowToPay(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	for _, template := range []string{mail.PaymentReceived, mail.OrderCancelled} {
		got, err := m.Render(context.Background(), request(template, catalog.German))
		require.NoError(t, err)
		require.NotContains(t, got.Text, "DE02 1203")
		require.Equal(t, template == mail.OrderCancelled, strings.Contains(got.Text, "Zahlungsfrist"))
	}
	_, err := m.Render(context.Background(), request("unheard_of", catalog.German))
	require.Equal(t, "mail_template_unknown", fault.ReasonOf(err))
}

// A provider may decline days after the order what it was still looking at.
func TestACancelledOrderSaysWhy(t *testing.T) {
	o := sample()
	m := newMailer(t, &outgoing{}, o)
	for reason, says := range map[string]string{
		checkout.ReasonLapsed: "beim Zahlungsanbieter nicht rechtzeitig zustande", "payment_declined_risk": "nicht genehmigt", checkout.ReasonAmount: "anderen Betrag bestätigt",
		checkout.ReasonDeclined: "nicht genehmigt",
		"":                      "wieder freigegeben.\n\nBestellnummer",
	} {
		o.CancelReason = reason
		got, err := m.Render(t.Context(), request(mail.OrderCancelled, catalog.German))
		require.NoError(t, err)
		require.Contains(t, got.Text, says, reason)
	}
}

// Anybody can register with any address: what they call themselves must not lead its owner away from the shop.
func TestANameIsNoLink(t *testing.T) {
	m := mailer.New(mailer.Deps{ShopURL: "https://shop.example"})
	for _, template := range []string{mail.Welcome, mail.CampusConfirm} {
		r := mail.Request{ID: "x", Template: template, To: "erika@example.org", Lang: catalog.German, Data: json.RawMessage(`{"firstName": "www.evil.example"}`)}
		got, err := m.Render(t.Context(), r)
		require.NoError(t, err)
		require.NotContains(t, got.HTML+got.Text, "evil.example", template)
		require.Contains(t, got.Text, "evil.\u2060example", template)
	}
}

// Anybody can order to any address, too.
func TestAnAddressIsNoLink(t *testing.T) {
	o := sample()
	o.Invoice.Company, o.Invoice.CityName = "https://192.0.2.7/gewinn", "evil.example"
	got, err := newMailer(t, &outgoing{}, o).Render(t.Context(), mail.Request{
		ID: "x", Template: mail.OrderConfirmation, To: o.Email, Lang: catalog.German, Data: json.RawMessage(`{"orderId": 1001}`),
	})
	require.NoError(t, err)
	for _, body := range []string{got.HTML, got.Text} {
		require.NotContains(t, body, "evil.example")
		require.NotContains(t, body, "https://192.")
		require.Contains(t, body, "https:\u2060//192.0.2.7/gewinn")
	}
}

func TestMailsAboutAccounts(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	ask := func(template string, lang catalog.Lang) mailer.Message {
		got, err := m.Render(context.Background(), mail.Request{ID: "x", Template: template, To: "erika@example.org", Lang: lang,
			Data: json.RawMessage(`{"firstName":"Erika<b>","code":"012345","path":"/kundenkonto/passwort+vergessen?token=t-_1"}`)})
		require.NoError(t, err)
		require.NotContains(t, got.HTML, "Erika<b>")
		require.NotContains(t, got.Text, template, "every text is there")
		return got
	}
	for _, template := range []string{
		mail.Welcome, mail.LoginCode, mail.ResetPassword, mail.PasswordChanged, mail.EmailChanged, mail.BusinessConfirmed, mail.VATIDDoubted,
		mail.BusinessRefused, mail.AccountUnused,
	} {
		german, english := ask(template, catalog.German), ask(template, catalog.English)
		linked := template != mail.LoginCode && template != mail.EmailChanged
		require.Equal(t, linked, strings.Contains(german.Text, "https://shop.example/kundenkonto/passwort+vergessen?token=t-_1"))
		require.Equal(t, linked, strings.Contains(english.HTML, "https://shop.example/en/kundenkonto/passwort&#43;vergessen?token=t-_1"))
		require.Contains(t, german.HTML, "012345")
		require.NotEqual(t, german.Subject, english.Subject)
	}
	require.Equal(t, "012345 ist dein Code für die Anmeldung", ask(mail.LoginCode, catalog.German).Subject)
	doubted, err := m.Render(context.Background(), mail.Request{ID: "x", Template: mail.VATIDDoubted, To: "erika@example.org", Lang: catalog.German,
		Data: json.RawMessage(`{"firstName":"Erika","until":"2026-03-31T10:00:00Z"}`)})
	require.NoError(t, err)
	require.Contains(t, doubted.Text, "bis zum 31.03.2026")
	_, err = m.Render(context.Background(), mail.Request{Template: "account_unheard_of", Data: json.RawMessage(`{}`)})
	require.Equal(t, "mail_template_unknown", fault.ReasonOf(err))
}

func TestMailsAboutTheNewsletter(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	for _, template := range []string{mail.NewsletterConfirm, mail.NewsletterWelcome, mail.NewsletterKnown, mail.NewsletterFarewell} {
		for lang, page := range map[catalog.Lang]string{catalog.German: "https://shop.example/n?token=t", catalog.English: "https://shop.example/en/n?token=t"} {
			got, err := m.Render(context.Background(), mail.Request{ID: "x", Template: template, To: "kim@example.org", Lang: lang,
				Data: json.RawMessage(`{"path":"/n?token=t","oneClick":"/api/n?token=t"}`)})
			require.NoError(t, err)
			require.Contains(t, got.Text, page)
			require.Contains(t, got.HTML, page)
			require.NotContains(t, got.Text+got.Subject, template, "every text is there")
			require.NotContains(t, got.Text, "Hallo", "nobody's name is known")
			require.Equal(t, "https://shop.example/api/n?token=t", got.Unsubscribe)
		}
	}
	got, err := m.Render(context.Background(), mail.Request{Template: mail.NewsletterConfirm, Lang: catalog.German, Data: json.RawMessage(`{"path":"/n"}`)})
	require.NoError(t, err)
	require.Empty(t, got.Unsubscribe, "there is nothing to end yet")
}

func TestMailsAboutReports(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	ask := func(template string, lang catalog.Lang) mailer.Message {
		got, err := m.Render(context.Background(), mail.Request{ID: "x", Template: template, Lang: lang, Data: json.RawMessage(`{
			"reviewId": 1042, "productId": 7, "author": "Kim", "title": "Betrug<b>", "content": "Alles gelogen.", "why": "Verleumdung", "email": "erika@example.org"}`)})
		require.NoError(t, err)
		require.NotContains(t, got.Text+got.HTML+got.Subject, template, "every text is there")
		require.NotContains(t, got.Text+got.HTML, "{}", "every text is filled")
		require.NotContains(t, got.HTML, "Betrug<b>")
		require.Contains(t, got.Text, "1042")
		return got
	}
	for _, lang := range []catalog.Lang{catalog.German, catalog.English} {
		for _, want := range []string{"Verleumdung", "Kim: Betrug", "Alles gelogen.", "kontor review reject 1042", "erika@example.org"} {
			require.Contains(t, ask(mail.ReviewNotice, lang).Text, want)
		}
		receipt := ask(mail.ReviewNoticeReceipt, lang)
		for _, theirs := range []string{"Verleumdung", "Betrug", "gelogen", "erika@example.org"} {
			require.NotContains(t, receipt.Text+receipt.HTML, theirs, "whom it reaches may have sent nothing")
		}
	}
}

func TestHowToReturnDevicesIsSaidUnlessItIsSwitchedOff(t *testing.T) {
	for off, says := range map[bool]bool{false: true, true: false} {
		m := mailer.New(mailer.Deps{Orders: orders{sample()}, Method: method, NoTakeback: off})
		got, err := m.Render(context.Background(), request(mail.OrderConfirmation, catalog.German))
		require.NoError(t, err)
		require.Equal(t, says, strings.Contains(got.Text, "Altgeräte"))
		require.Equal(t, says, strings.Contains(got.HTML, "Altgeräte"))
	}
}

// The period is the shop's own, and the way to withdraw online is named where there is one.
func TestTheConfirmationSaysHowLongAndHowToWithdraw(t *testing.T) {
	for deps, says := range map[*mailer.Deps][]any{
		{}:                                       {"binnen 14 Tagen", true},
		{WithdrawalDays: 30, NoWithdrawal: true}: {"binnen 30 Tagen", false},
	} {
		deps.Orders, deps.Method = orders{sample()}, method
		got, err := mailer.New(*deps).Render(context.Background(), request(mail.OrderConfirmation, catalog.German))
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Contains(t, part, says[0])
			require.Equal(t, says[1], strings.Contains(part, "„Vertrag widerrufen“"))
		}
	}
}

func TestMailsAboutTheCampusProgramme(t *testing.T) {
	m := newMailer(t, &outgoing{}, sample())
	for template, note := range map[string]string{
		mail.CampusConfirm: "", mail.CampusReceived: "", mail.CampusActive: "bis zum 31.03.2026", mail.CampusLapsed: "",
		mail.CampusNearExpiry: "am 31.03.2026", mail.CampusExpired: "",
	} {
		for lang, page := range map[catalog.Lang]string{catalog.German: "https://shop.example/k?token=t", catalog.English: "https://shop.example/en/k?token=t"} {
			data := `{"firstName":"Erika<b>","path":"/k?token=t"}`
			if note != "" {
				data = `{"firstName":"Erika<b>","path":"/k?token=t","until":"2026-03-31T22:00:00Z"}`
			}
			got, err := m.Render(context.Background(), mail.Request{ID: "x", Template: template, To: "erika@tu.example", Lang: lang, Data: json.RawMessage(data)})
			require.NoError(t, err)
			require.Contains(t, got.Text, page)
			require.NotContains(t, got.Text+got.Subject, "campus_", "every text is there")
			require.NotContains(t, got.HTML, "Erika<b>")
			if lang == catalog.German {
				require.Contains(t, got.HTML, note)
			}
		}
	}
	got, err := m.Render(context.Background(), mail.Request{Template: mail.CampusLapsed, Lang: catalog.German,
		Data: json.RawMessage(`{"path":"/k","orders":[{"id":100007,"until":"2026-03-20T12:00:00Z"}]}`)})
	require.NoError(t, err)
	for _, text := range []string{got.Text, got.HTML} {
		require.Regexp(t, `Bestellung 100007 .* bis zum 20\.03\.2026 nicht, stornieren`, text)
	}
	for _, reason := range campus.Reasons {
		got, err := m.Render(context.Background(), mail.Request{Template: mail.CampusRejected, Lang: catalog.German,
			Data: json.RawMessage(`{"path":"/k","reason":"` + string(reason) + `"}`)})
		require.NoError(t, err)
		require.Contains(t, got.Text, "Grund: ")
		require.NotContains(t, got.Text, "campus_")
	}
}

func TestARequestIsSentOnce(t *testing.T) {
	out := &outgoing{}
	m := newMailer(t, out, sample())
	e := event(t, request(mail.OrderConfirmation, catalog.German))
	for range 3 {
		require.NoError(t, m.Handle(context.Background(), []outbox.Event{e}))
	}
	require.Len(t, out.messages, 1)
}

// watching is a transport that looks, before each message, which of the ones before are recorded as sent.
type watching struct {
	outgoing
	sent     mailer.Sent
	t        *testing.T
	refuses  string
	recorded map[string][]bool // of those before, by message
}

func (w *watching) Send(ctx context.Context, m mailer.Message) error {
	for _, before := range w.messages {
		mine, err := w.sent.Claim(ctx, before.ID, mail.OrderConfirmation, "")
		require.False(w.t, mine)
		w.recorded[m.ID] = append(w.recorded[m.ID], err == nil) // else it is still being sent
	}
	if m.ID == w.refuses {
		return errors.New("no route")
	}
	return w.outgoing.Send(ctx, m)
}

// A worker may die with any mail: those before it must not be sent again.
func TestEachMailOfABatchIsRecordedBeforeTheNextIsSent(t *testing.T) {
	out := &watching{sent: postgres.NewMail(pgtest.New(t)), t: t, refuses: "c", recorded: map[string][]bool{}}
	m := mailer.New(mailer.Deps{Orders: orders{sample()}, Sent: out.sent, Transport: out, Method: method})
	var batch []outbox.Event
	for _, id := range []string{"a", "b", "b", "a", "c", "d"} {
		r := request(mail.OrderConfirmation, catalog.German)
		r.ID = id
		batch = append(batch, event(t, r))
	}
	require.ErrorContains(t, m.Handle(t.Context(), batch), "no route")
	require.Equal(t, map[string][]bool{"b": {true}, "c": {true, true}}, out.recorded)
	out.refuses = ""
	require.NoError(t, m.Handle(t.Context(), batch))
	require.Len(t, out.messages, 4, "each of them once")
	mine, err := out.sent.Claim(t.Context(), "d", mail.OrderConfirmation, "")
	require.NoError(t, err, "the last is recorded as well")
	require.False(t, mine)
}

func TestAFailedMailIsTriedAgain(t *testing.T) {
	out := &outgoing{err: errors.New("no route")}
	m := newMailer(t, out, sample())
	e := event(t, request(mail.OrderConfirmation, catalog.German))
	require.Error(t, m.Handle(context.Background(), []outbox.Event{e}))
	out.err = nil
	require.NoError(t, m.Handle(context.Background(), []outbox.Event{e}))
	require.Len(t, out.messages, 2)
}

func TestMailsAboutDeliveries(t *testing.T) {
	o := sample()
	o.Deliveries = []order.Delivery{
		{Number: 1, Items: []order.Item{{Line: 0, Quantity: 1}}, Shipping: checkout.ShippingOption{Carrier: "DHL"},
			Parcels: []order.Parcel{{Number: 1, TrackingNumber: "JD0123", TrackingURL: "https://dhl.example/JD0123?a=1&b=2"}}},
		{Number: 2, Items: []order.Item{{Line: 0, Quantity: 1}}, DueAt: time.Date(2026, 3, 7, 23, 0, 0, 0, time.UTC),
			Shipping: checkout.ShippingOption{Title: catalog.Text{DE: "Abholung in Leipzig", EN: "Collect in Leipzig"}}},
	}
	o.Payments = []order.Operation{
		{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(269099)},
		{Number: 2, Kind: order.RefundMoney, State: order.Done, Request: "r", Amount: money.Euro(1000)},
		{Number: 3, Kind: order.RefundMoney, State: order.ByHand, Request: "h", Amount: money.Euro(2050)},
		{Number: 4, Kind: order.RefundMoney, State: order.Refused, Request: "r", Amount: money.Euro(99)},
		{Number: 5, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(3030), At: o.CreatedAt.Add(time.Hour)},
		{Number: 6, Kind: order.RefundMoney, State: order.ByHand, Request: "l", Amount: money.Euro(3030), Capture: 5},
	}
	o.CancelledAt = o.CreatedAt.Add(time.Minute)
	m := newMailer(t, &outgoing{}, o)
	for name, c := range map[string]struct {
		template, data string
		de, en         []string
	}{
		"shipped": {mail.OrderShipped, `{"orderId":1,"delivery":1}`,
			[]string{"JD0123", "DHL", "Laptop", "Potsdam", "verfolgen"}, []string{"JD0123", "Track", "NB-1"}},
		"ready": {mail.OrderReady, `{"orderId":1,"delivery":2}`,
			[]string{"Abholung in Leipzig", "einschließlich 07.03.2026"}, []string{"Collect in Leipzig", "7 March 2026"}},
		"reminder":  {mail.PickupReminder, `{"orderId":1,"delivery":2}`, []string{"07.03.2026", "stornieren"}, []string{"7 March 2026"}},
		"cancelled": {mail.DeliveryCancelled, `{"orderId":1,"delivery":2}`, []string{"liefern wir nicht mehr", "Laptop"}, []string{"will not deliver"}},
		"refunded":  {mail.OrderRefunded, `{"orderId":1,"request":"r"}`, []string{"10,00", "Vorkasse"}, []string{"€10.00", "Bank transfer"}},
		"by hand":   {mail.OrderRefunded, `{"orderId":1,"request":"h"}`, []string{"20,50", "überweisen"}, []string{"transfer the amount"}},
		"late":      {mail.OrderRefunded, `{"orderId":1,"request":"l"}`, []string{"30,30", "schon storniert"}, []string{"had been cancelled"}},
	} {
		t.Run(name, func(t *testing.T) {
			for lang, wants := range map[catalog.Lang][]string{catalog.German: c.de, catalog.English: c.en} {
				got, err := m.Render(context.Background(), mail.Request{ID: "x", Template: c.template, Lang: lang, Data: json.RawMessage(c.data)})
				require.NoError(t, err)
				for _, want := range append(wants, "100042") {
					require.Contains(t, got.Text, want)
					require.Contains(t, got.HTML, want)
				}
				require.NotContains(t, got.Text+got.HTML, c.template, "every text is there")
				require.NotContains(t, got.Text+got.HTML, "{}", "every text is filled")
				require.NotContains(t, got.HTML, "Muster<b>")
			}
		})
	}
}
