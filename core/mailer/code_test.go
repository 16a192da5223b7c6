package mailer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"

	message "github.com/emersion/go-message/mail"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/order"
)

// scanned gives what a phone reads in a mail's picture.
func scanned(t *testing.T, data []byte) string {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	bits, err := gozxing.NewBinaryBitmapFromImage(picture)
	require.NoError(t, err)
	found, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	require.NoError(t, err)
	return found.GetText()
}

// A mail that asks for a transfer shows the code of what it tells: of all of an order, and later of what is open.
func TestAMailToPayIsPaidWithAPhone(t *testing.T) {
	o := anOrder()
	m := mailer.New(mailer.Deps{Orders: orders{o}, Method: method})
	render := func(template string) mailer.Message {
		got, err := m.Render(t.Context(), mail.Request{ID: "x", Template: template, Lang: catalog.German, Data: json.RawMessage(everything)})
		require.NoError(t, err)
		require.Equal(t, got.Code != nil, strings.Contains(got.HTML, `<img src="cid:girocode@kontor" width="164" height="164" alt="QR-Code`))
		return got
	}
	for template, asks := range map[string]string{mail.OrderConfirmation: "2762.95", mail.PaymentDue: "2762.95", mail.PaymentInPart: "2762.95", mail.PaymentReminder: "2722.95"} {
		if o.Status = order.Reserved; template == mail.PaymentReminder {
			o.Status = order.Placed
		}
		got := render(template)
		require.Equal(t, "BCD\n002\n1\nSCT\nBYLADEM1001\nKontor GmbH\nDE02120300000000202051\nEUR"+asks+"\n\n\n100042", scanned(t, got.Code), template)
		require.Contains(t, got.Text, "DE02 1203 0000 0000 2020 51", "who has no such app types it in")
	}
	o.Status = order.Placed
	require.Nil(t, render(mail.OrderShipped).Code)
	o.Attempt.Payment.Instructions["amount"] = "1.000,00 €"
	require.Nil(t, render(mail.OrderConfirmation).Code, "the code never asks for another sum than the words")
	delete(o.Attempt.Payment.Instructions, "amount")
	require.Nil(t, render(mail.OrderConfirmation).Code, "on account each invoice says how much")
}

// The picture is a part of the HTML, and no file that the mail brings.
func TestTheCodeIsShownInTheMail(t *testing.T) {
	server := newAccepting(t, 10)
	out, err := mailer.NewSMTP(server.Addr().String(), "Kontor <shop@kontor.example>")
	require.NoError(t, err)
	err = out.Send(t.Context(), mailer.Message{
		ID: "x", To: "erika@example.org", Subject: "Danke", Text: "Danke", HTML: `<img src="cid:girocode@kontor" alt="">`, Code: []byte("\x89PNG"),
	})
	require.NoError(t, err)
	server.mu.Lock()
	defer server.mu.Unlock()
	r, err := message.CreateReader(strings.NewReader(server.source))
	require.NoError(t, err)
	var shown []string
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		require.IsType(t, &message.InlineHeader{}, part.Header)
		body, err := io.ReadAll(part.Body)
		require.NoError(t, err)
		shown = append(shown, part.Header.Get("Content-Id")+string(body))
	}
	require.Equal(t, []string{"Danke", `<img src="cid:girocode@kontor" alt="">`, "<girocode@kontor>\x89PNG"}, shown)
}
