package mailer_test

import (
	"encoding/base64"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/withdrawal"
)

// templates gives every template that the mail package names.
func templates(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "../mail/mail.go", nil, 0)
	require.NoError(t, err)
	var list []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
			name, err := strconv.Unquote(value.Value)
			require.NoError(t, err)
			list = append(list, name)
		}
		return true
	})
	require.Greater(t, len(list), 30)
	return list
}

// anOrder is one as customers place it: long names, two deliveries, everything that a sum is made of.
func anOrder() *order.Order {
	erika := address.Address{FirstName: "Erika", LastName: "Mustermann-Schönfelder", StreetName: "Karl-Heine-Straße", StreetNumber: "104 b", ZipCode: "04229", CityName: "Leipzig", CountryID: 81}
	office := erika
	office.Company, office.StreetName, office.StreetNumber = "Beispielwerkstatt für Holz und Metall GmbH & Co. KG", "Speicherstraße", "1"
	title := func(de, en string) catalog.Text { return catalog.Text{DE: de, EN: en} }
	lines := []checkout.Line{
		{Name: "Kontor Book Pro 16, Core Ultra 9 285H, RTX 5070, 64 GB RAM, 2 TB SSD", ArticleNumber: "NB-100234", Quantity: 1, Unit: money.Euro(249900), Warranty: money.Euro(18900), WarrantyID: 7},
		{Name: "USB-C-Kabel, 2 m", ArticleNumber: "CB-204411", Quantity: 3, Unit: money.Euro(1299)},
	}
	parcel := checkout.ShippingOption{Carrier: "DHL", Title: title("Standardversand", "Standard delivery"), DeliveryNote: title("2 bis 3 Werktage", "2 to 3 working days")}
	store := checkout.ShippingOption{
		Title: title("Abholung im Markt Hamburg", "Pick up in the Hamburg store"), Pickup: true,
		Tip: title("Speicherstraße 12, 20457 Hamburg. Wir halten deine Ware 5 Werktage für dich bereit.", "Speicherstraße 12, 20457 Hamburg. We keep your goods for 5 working days."),
	}
	return &order.Order{
		ID: 100042, Status: order.Reserved, Invoice: erika, Delivery: office, CreatedAt: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC), CancelReason: checkout.ReasonNotPaid,
		Attempt: checkout.Attempt{
			Lines: lines, Deliveries: []checkout.Delivery{{ID: 1, Option: parcel, Lines: []int{0}}, {ID: 2, Option: store, Lines: []int{1}}}, DueAt: time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC),
			Totals: pricing.Totals{
				NoRisk: money.Euro(5399), Subtotal: money.Euro(272697), Shipping: money.Euro(499), Fee: money.Euro(200),
				Discounts: []pricing.Applied{{Code: "FRÜHLING-2026", Amount: money.Euro(2500)}},
				Taxes:     []pricing.Tax{{Rate: 1900, Amount: money.Euro(43995)}}, Total: money.Euro(276295),
			},
			Payment: checkout.Payment{Code: "moneyorder", Instructions: map[string]string{
				"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001", "bank_name": "Deutsche Kreditbank Berlin",
				"amount": "2.762,95 €", "purpose": "100042", "due_date": "25.11.2026",
			}},
		},
		Deliveries: []order.Delivery{
			{Number: 1, State: order.Shipped, Amount: money.Euro(272295), Items: []order.Item{{Line: 0, Quantity: 1}, {Line: 1, Quantity: 3}}, Shipping: parcel,
				PayBy: time.Date(2020, 12, 20, 22, 59, 59, 0, time.UTC), DueAt: time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC),
				Parcels: []order.Parcel{{Number: 1, TrackingNumber: "00340434161094042557", TrackingURL: "https://www.dhl.example/track?code=00340434161094042557"}}},
			{Number: 2, Items: []order.Item{{Line: 0, Quantity: 1}}, Shipping: store, DueAt: time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC)},
		},
		Payments: []order.Operation{{Number: 1, Kind: order.RefundMoney, State: order.Done, Request: "r", Amount: money.Euro(3897)}},
	}
}

// everything is data in which every template finds its own.
const everything = `{
	"orderId": 100042, "delivery": 1, "withdrawalId": 5001,
	"firstName": "Erika", "code": "", "path": "/kundenkonto/passwort?token=u3Jt0pQm8yZrXw2fVhKc9LbNd5SgTa7E", 
	"text": "Der Knopf zum Bezahlen hat keinen Namen.\nMein Screenreader liest nur „Schaltfläche“.", "page": "/kasse", "email": "erika@example.org",
	"product": "Kontor Book Pro 16", "reviewId": 1042, "productId": 20441, "author": "Kim", "title": "Betrug", "content": "Der Händler ist ein Betrüger.", "why": "Das ist üble Nachrede:\nnichts davon ist wahr.", "name": "Erika Mustermann"}`

// Each mail is whole in both languages, as text and as HTML. KONTOR_MAIL_PREVIEW names a folder to which they are written, to
// look at them.
func TestEveryMailIsWhole(t *testing.T) {
	w := &withdrawal.Withdrawal{
		ID: 5001, ReceivedAt: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC), DueAt: time.Date(2026, 12, 4, 9, 30, 0, 0, time.UTC),
		Reason: withdrawal.ReasonBusiness, Amount: money.Euro(249900), OrderID: 100042,
		Declaration: withdrawal.Declaration{Name: "Erika Mustermann-Schönfelder", Email: "erika.mustermann-schoenfelder@example.org", OrderNumber: "100042",
			Items: []withdrawal.Item{{ArticleNumber: "NB-100234", Quantity: 1}, {ArticleNumber: "CB-204411", Quantity: 2}}},
		Lines:  []withdrawal.Taken{{ArticleNumber: "NB-100234", Name: "Kontor Book Pro 16, Core Ultra 9 285H, RTX 5070", Quantity: 1}},
		Return: &withdrawal.Return{Token: "t0ken"},
	}
	sender := content.Trader{
		Name: "Kontor <GmbH>", Representative: "Kim Muster", Street: "Speicherstraße 1", Place: "20457 Hamburg", Phone: "040 123456",
		Email: "shop@kontor.example", Register: "Amtsgericht Hamburg HRB 1", VATID: "DE123456788",
	}
	o := anOrder()
	links, err := order.NewLinks([]byte("links of the tests"), nil, clock.System{})
	require.NoError(t, err)
	m := mailer.New(mailer.Deps{Links: links, Sender: sender, Orders: orders{o}, Method: method, ShopURL: "https://shop.example", Withdrawals: withdrawals{w}})
	folder := os.Getenv("KONTOR_MAIL_PREVIEW")
	for _, template := range templates(t) {
		for _, lang := range []catalog.Lang{catalog.German, catalog.English} {
			data := everything
			if o.Status = order.Reserved; template == mail.PaymentReminder {
				o.Status = order.Placed
			}
			if template == mail.OrderReady || template == mail.PickupReminder {
				data = strings.Replace(data, `"delivery": 1`, `"delivery": 2`, 1)
			}
			if template == mail.OrderRefunded {
				data = strings.Replace(data, `"delivery": 1`, `"request": "r"`, 1)
			}
			if template == mail.LoginCode {
				data = strings.Replace(data, `"code": ""`, `"code": "012345"`, 1)
			}
			if slices.Contains([]string{mail.VATIDDoubted, mail.AccountUnused, mail.CampusActive, mail.CampusNearExpiry}, template) {
				data = strings.Replace(data, `"firstName"`, `"until": "2027-03-31T22:00:00Z", "firstName"`, 1)
			}
			if template == mail.CampusRejected {
				data = strings.Replace(data, `"firstName"`, `"reason": "unreadable", "firstName"`, 1)
			}
			got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, To: "erika@example.org", Lang: lang, Data: json.RawMessage(data)})
			require.NoError(t, err, template)
			for _, part := range []string{got.Subject, got.Text, got.HTML} {
				require.NotEmpty(t, strings.TrimSpace(part), template)
				require.NotContains(t, part, template, "a text is missing")
				require.NotContains(t, part, "{}", "%s: a text is not filled", template)
				require.NotContains(t, part, "01.01.0001", template)
				require.NotRegexp(t, `[a-z]+_[a-z]+\.[a-z]+|\b(account|withdrawal|instruction|reason)\.[a-z]`, strings.ReplaceAll(part, "shop.example", ""), template)
			}
			require.Equal(t, !mail.ForOperator(template), strings.Contains(got.HTML+got.Text, "Fragen?") || strings.Contains(got.HTML+got.Text, "Questions?"),
				"%s: operators do not ask themselves", template)
			require.NotRegexp(t, `Hello [^\n]+,\n\n[a-z]`, got.Text, "%s: what follows a greeting begins small in German alone", template)
			require.NotContains(t, got.Text, "\n\n\n", "%s: a hole in the text", template)
			require.Equal(t, strings.TrimLeft(got.Text, "\n"), got.Text, template)
			require.True(t, strings.HasPrefix(got.HTML, "<!doctype html>"), template)
			require.Equal(t, mail.ForOperator(template), got.ReplyTo != "", template)
			if status := "https://shop.example" + lang.Prefix() + links.Path(o.ID); strings.HasPrefix(template, "order_") || mail.AboutDelivery(template) || template == mail.PaymentReceived {
				require.Contains(t, got.Text, status, "%s: a guest sees nowhere else how the order stands", template)
				require.Contains(t, got.HTML, html.EscapeString(status), template)
			}
			if slices.Contains([]string{mail.OrderConfirmation, mail.OrderReady, mail.PickupReminder}, template) {
				require.Contains(t, got.Text, "Speicherstraße 12, 20457 Hamburg", "%s: where the store is", template)
				require.Contains(t, got.HTML, "Speicherstraße 12, 20457 Hamburg", template)
			}
			for _, part := range []string{"Speicherstraße 1 · 20457 Hamburg", "Kim Muster", "Amtsgericht Hamburg HRB 1 · ", "DE123456788"} {
				require.Contains(t, got.Text, part, template)
				require.Contains(t, got.HTML, part, template)
			}
			require.NotContains(t, got.HTML, "Kontor <GmbH>", "what operators type is no HTML")
			if folder != "" {
				name := filepath.Join(folder, template+"."+string(lang))
				shown := strings.ReplaceAll(got.HTML, "cid:girocode@kontor", "data:image/png;base64,"+base64.StdEncoding.EncodeToString(got.Code))
				require.NoError(t, os.WriteFile(name+".html", []byte(shown), 0o600))
				require.NoError(t, os.WriteFile(name+".txt", []byte("Subject: "+got.Subject+"\n\n"+got.Text), 0o600))
			}
		}
	}
}
