package mailer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/withdrawal"
)

type withdrawals struct{ w *withdrawal.Withdrawal }

func (r withdrawals) Withdrawal(context.Context, int64) (*withdrawal.Withdrawal, error) {
	return r.w, nil
}

func (r withdrawals) Withdrawals(context.Context, withdrawal.Filter, page.Page) ([]*withdrawal.Withdrawal, int, error) {
	return nil, 0, nil
}

func TestMailsAboutWithdrawals(t *testing.T) {
	received := time.Date(2026, 7, 20, 21, 59, 58, 0, time.UTC)
	w := &withdrawal.Withdrawal{
		ID: 5001, ReceivedAt: received, DueAt: received.Add(withdrawal.RefundWithin), Reason: withdrawal.ReasonBusiness, Amount: money.Euro(123456),
		Declaration: withdrawal.Declaration{
			Name: "Erika<b>", Email: "erika@example.org", OrderNumber: "100042", Items: []withdrawal.Item{{ArticleNumber: "NB-1", Quantity: 2}},
		},
		Lines:  []withdrawal.Taken{{ArticleNumber: "NB-1", Name: "Laptop", Quantity: 2}},
		Return: &withdrawal.Return{Token: "t0ken"},
	}
	m := mailer.New(mailer.Deps{Withdrawals: withdrawals{w}, ShopURL: "https://shop.example"})
	ask := func(template string, lang catalog.Lang) mailer.Message {
		got, err := m.Render(context.Background(), mail.AboutWithdrawal("x", template, "erika@example.org", lang, 5001))
		require.NoError(t, err)
		require.NotContains(t, got.HTML, "Erika<b>")
		require.NotContains(t, got.Text, template, "every text is there")
		require.NotRegexp(t, `withdrawal\.[a-z]`, got.Text, "every text is there")
		for _, content := range []string{"5001", "100042", "2 x ", "NB-1", "erika@example.org"} {
			require.Contains(t, got.Text, content)
			require.Contains(t, got.HTML, content)
		}
		return got
	}
	wants := map[string][]string{
		mail.WithdrawalReceipt:  {"20.07.2026, 23:59:58 Uhr (CEST)", "Hiermit widerrufe ich den Vertrag zur Bestellung 100042"},
		mail.WithdrawalAccepted: {"03.08.2026", "1.234,56", "https://shop.example/api/withdrawal/label/t0ken", "Laptop"},
		mail.WithdrawalRefused:  {"Unternehmen"},
		mail.WithdrawalSettled:  {"1.234,56", "unten zurückgezahlt"},
		mail.WithdrawalReminder: {"kontor withdrawal show 5001", "03.08.2026"},
	}
	for template, contents := range wants {
		german, english := ask(template, catalog.German), ask(template, catalog.English)
		require.NotEqual(t, german.Subject, english.Subject)
		for _, content := range contents {
			require.Contains(t, german.Text, content, template)
			require.Contains(t, german.HTML, content, template)
		}
	}
	require.Equal(t, "Eingang deines Widerrufs zu Bestellung 100042", ask(mail.WithdrawalReceipt, catalog.German).Subject)
	require.Equal(t, "Widerruf 5001 wartet auf dich", ask(mail.WithdrawalReminder, catalog.German).Subject)
	require.Contains(t, ask(mail.WithdrawalReceipt, catalog.English).Text, "20 July 2026, 23:59:58 CEST")
	require.NotContains(t, ask(mail.WithdrawalReceipt, catalog.German).Text, "1.234,56", "nothing was looked at yet")

	w.Return = nil
	require.Contains(t, ask(mail.WithdrawalAccepted, catalog.German).Text, "Rücksendeetikett liegt gerade nicht vor")

	w.Reason = "not_supported" // as the books of an order have it
	require.Contains(t, ask(mail.WithdrawalReminder, catalog.German).Text, "Bitte überweise den Betrag")

	w.Reason = "refund_nothing_left"
	require.Contains(t, ask(mail.WithdrawalReminder, catalog.German).Text, "ist schon zurück")

	w.Amount = money.Euro(0)
	require.Contains(t, ask(mail.WithdrawalSettled, catalog.German).Text, "Bezahlt war noch nichts")
	require.NotContains(t, ask(mail.WithdrawalSettled, catalog.German).Text, "zurückgezahlt")
}

// Anybody may have a receipt sent to anybody: nothing in it may lead to where the sender wants.
func TestNothingTypedIntoAWithdrawalBecomesALink(t *testing.T) {
	w := &withdrawal.Withdrawal{ID: 5001, Declaration: withdrawal.Declaration{
		Name: "Gewinn auf evil.example", OrderNumber: "evil.example/1", Items: []withdrawal.Item{{ArticleNumber: "evil.example/2", Quantity: 1}},
	}}
	m := mailer.New(mailer.Deps{Withdrawals: withdrawals{w}, ShopURL: "https://shop.example"})
	got, err := m.Render(t.Context(), mail.AboutWithdrawal("x", mail.WithdrawalReceipt, "fremd@example.org", catalog.German, 5001))
	require.NoError(t, err)
	for _, part := range []string{got.Subject, got.Text, got.HTML} {
		require.NotContains(t, part, "evil.example")
		require.Contains(t, part, "evil.\u2060example/1", "it is told all the same")
	}
	require.Equal(t, "Gewinn auf evil.example", w.Name, "what was declared stays as it is")
}

// Who has paid nothing yet is promised nothing.
func TestAWithdrawalFromGoodsOnAccountPromisesNoMoney(t *testing.T) {
	w := &withdrawal.Withdrawal{
		ID: 5001, OrderID: 100042, DueAt: time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC), Amount: money.Euro(123456),
		Declaration: withdrawal.Declaration{Name: "Erika", OrderNumber: "100042"},
	}
	for _, paid := range []bool{true, false} {
		o := sample()
		o.Attempt.Payment.Outcome, o.Attempt.Payment.Captured = checkout.OutcomePending, paid
		m := mailer.New(mailer.Deps{Withdrawals: withdrawals{w}, Orders: orders{o}, ShopURL: "https://shop.example"})
		got, err := m.Render(t.Context(), mail.AboutWithdrawal("x", mail.WithdrawalAccepted, "erika@example.org", catalog.German, 5001))
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Equal(t, []bool{paid, paid, !paid}, []bool{
				strings.Contains(part, "Du bekommst dein Geld"), strings.Contains(part, "1.234,56"), strings.Contains(part, "Bezahlt hast du noch nichts"),
			})
		}
	}
}

// Who has paid a part is promised no more than that.
func TestAWithdrawalFromGoodsPaidInPartPromisesThePart(t *testing.T) {
	w := &withdrawal.Withdrawal{
		ID: 5001, OrderID: 100042, DueAt: time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC), Amount: money.Euro(95399),
		Declaration: withdrawal.Declaration{Name: "Erika", OrderNumber: "100042"}, Lines: []withdrawal.Taken{{Line: 0, Quantity: 1, Name: "Laptop"}},
	}
	for came, promised := range map[int64]string{30000: "300,00", 95399: "953,99"} {
		o := sample()
		o.Status, o.Attempt.Totals.Total, o.Attempt.Payment.Outcome = order.Placed, money.Euro(95399), checkout.OutcomePending
		o.Deliveries = []order.Delivery{{Number: 1, State: order.Shipped, Amount: money.Euro(95399), PayBy: w.DueAt, Items: []order.Item{{Line: 0, Quantity: 1}}}}
		o.Came(checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(came)}, w.DueAt)
		m := mailer.New(mailer.Deps{Withdrawals: withdrawals{w}, Orders: orders{o}, ShopURL: "https://shop.example"})
		got, err := m.Render(t.Context(), mail.AboutWithdrawal("x", mail.WithdrawalAccepted, "erika@example.org", catalog.German, 5001))
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Contains(t, part, promised)
			require.Equal(t, came == 95399, strings.Contains(part, "953,99"))
			require.Equal(t, came == 95399, strings.Contains(part, "Du bekommst dein Geld"))
			require.Contains(t, part, "03.08.2026")
		}
	}
}
