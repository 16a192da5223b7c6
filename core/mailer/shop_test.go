package mailer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

const partnersHost = "grafik.example"

func sites(host string) (site.Site, string) {
	if host != partnersHost {
		return site.Site{}, "https://shop.example"
	}
	return site.Site{Key: site.Partner, Name: "Grafikwerk <3", Host: host, Accent: "#0b6e4f"}, "https://" + host
}

// What was bought at a partner's, and withdrawn from there, is spoken of in the partner's name, colour and links; what is the
// shop's own alone is not.
func TestMailsSpeakInTheNameOfTheSiteWhereSomethingWasBought(t *testing.T) {
	links, err := order.NewLinks([]byte("links of the tests"), nil, clock.System{})
	require.NoError(t, err)
	o, w := anOrder(), &withdrawal.Withdrawal{
		ID: 5001, Declaration: withdrawal.Declaration{Name: "Erika", OrderNumber: "100042"}, Return: &withdrawal.Return{Token: "t0ken"},
	}
	m := mailer.New(mailer.Deps{Links: links, Orders: orders{o}, Method: method, ShopURL: "https://shop.example", Site: sites, Sender: content.Trader{Name: "Kontor GmbH"}, Withdrawals: withdrawals{w}})
	for _, host := range []string{partnersHost, ""} {
		o.Attempt.Payment.Host, w.Host = host, host
		for _, template := range templates(t) {
			data := strings.Replace(everything, `"reviewId"`, `"host": "`+host+`", "reviewId"`, 1)
			if template == mail.OrderRefunded {
				data = strings.Replace(data, `"delivery": 1`, `"request": "r"`, 1)
			}
			if o.Status = order.Reserved; template == mail.PaymentReminder {
				o.Status = order.Placed
			}
			got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, To: "erika@example.org", Lang: catalog.English, Data: json.RawMessage(data)})
			require.NoError(t, err, template)
			partners := host != "" && (strings.HasPrefix(template, "order_") || template == mail.PaymentReceived || mail.AboutDelivery(template) ||
				mail.IsAboutWithdrawal(template) && !mail.ForOperator(template) || template == mail.ReviewNoticeReceipt)
			if !partners {
				require.NotContains(t, got.HTML+got.Text, partnersHost, template)
				require.NotContains(t, got.HTML, "Grafikwerk", template)
				require.Contains(t, got.HTML, ">kontor</p>", template)
				require.Empty(t, got.Sender, template)
				continue
			}
			require.NotContains(t, got.HTML+got.Text, "shop.example", template)
			require.NotContains(t, got.HTML, "#c43d17", template)
			require.NotContains(t, got.HTML, "#9c2f10", template)
			require.Contains(t, got.HTML, ">Grafikwerk &lt;3</p>", template)
			require.Contains(t, got.HTML, "Grafikwerk &lt;3 is a shop of<br>Kontor GmbH", template)
			require.Contains(t, got.Text, "\n-- \nGrafikwerk <3 is a shop of\nKontor GmbH", template) // mail programs know a signature by it
			require.Equal(t, "Grafikwerk <3", got.Sender, template)
		}
	}
}

// A colour that is written beside its element has another one where the reader's screen is dark.
func TestEveryColourHasOneForTheDark(t *testing.T) {
	frame, err := os.ReadFile("templates/frame.html")
	require.NoError(t, err)
	pages, err := filepath.Glob("templates/*.html")
	require.NoError(t, err)
	styled, colour := regexp.MustCompile(`<[^b][^>]*style="[^"]*"`), regexp.MustCompile(`(?:background:|color:|solid )#[0-9a-f]{6}`)
	for _, page := range pages {
		content, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, element := range styled.FindAllString(string(content), -1) { // but the body's
			for _, used := range colour.FindAllString(element, -1) {
				require.Contains(t, string(frame), `[style*="`+used+`"] {`, page)
			}
		}
	}
}

func TestLinksLeadToPagesInTheMailsLanguage(t *testing.T) {
	m := mailer.New(mailer.Deps{Orders: orders{sample()}, Method: method, ShopURL: "https://shop.example"})
	for _, lang := range []catalog.Lang{catalog.German, catalog.English} {
		got, err := m.Render(t.Context(), request(mail.OrderConfirmation, lang))
		require.NoError(t, err)
		for _, part := range []string{got.Text, got.HTML} {
			require.Contains(t, part, "https://shop.example"+lang.Prefix()+"/infocenter/section/revocation")
			require.Contains(t, part, "https://shop.example"+lang.Prefix()+"/infocenter/section/terms")
		}
	}
}
