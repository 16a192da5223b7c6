package main

import (
	"context"
	"crypto/hmac"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// accepted is the answer that PAYONE asks for; it repeats a notification until it gets it.
var accepted = base.WebhookReply{Status: http.StatusOK, ContentType: "text/plain; charset=utf-8", Body: []byte("TSOK")}

// HandleWebhook proves a notification by the hash of the portal key that it carries, and says what happened. Actions that
// the shop has no use for are answered with success, so that PAYONE does not repeat them.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	form, err := a.genuine(r)
	if err != nil {
		return payment.WebhookAnswer{}, err
	}
	answer := payment.WebhookAnswer{Reply: accepted}
	e, ok := a.event(form)
	a.hear(form, e)
	if !ok {
		slog.InfoContext(ctx, "notification without use", "txaction", clean(form.Get("txaction")), "txid", clean(form.Get("txid")))
		return answer, nil
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}

// genuine reads the form and holds it against the account.
func (a *account) genuine(r base.WebhookRequest) (url.Values, error) {
	media, _, _ := mime.ParseMediaType(r.Headers.Get("Content-Type"))
	form, err := url.ParseQuery(string(r.Body))
	if err != nil || media != "application/x-www-form-urlencoded" {
		return nil, base.Forged("no form")
	}
	if !hmac.Equal([]byte(form.Get("key")), []byte(keyHash(a.key))) {
		return nil, base.Forged("the key is wrong")
	}
	if form.Get("portalid") != a.portal || form.Get("aid") != a.account || form.Get("mode") != a.mode {
		return nil, base.Forged("for another portal, account or mode")
	}
	return form, nil
}

// event translates a notification; false when the shop has no use for it. A capture of nothing is how a preauthorization
// ends.
func (a *account) event(form url.Values) (payment.Event, bool) {
	txid, action, sequence := form.Get("txid"), form.Get("txaction"), form.Get("sequencenumber")
	if !txidForm.MatchString(txid) {
		return payment.Event{}, false
	}
	e := payment.Event{ID: strings.Join([]string{txid, sequence, action, form.Get("txtime")}, "-"), Reference: txid,
		OrderNumber: a.orderNumber(form.Get("reference"))}
	if seconds, err := strconv.ParseInt(form.Get("txtime"), 10, 64); err == nil {
		e.OccurredAt = time.Unix(seconds, 0).UTC()
	}
	price, priced := money(form.Get("price"), form.Get("currency"))
	receivable, due := money(form.Get("receivable"), form.Get("currency"))
	switch action {
	case "appointed":
		e.Kind, e.Amount = payment.EventAuthorized, price
		if form.Get("transaction_status") == "pending" {
			e.Kind = payment.EventPending
		}
		return readable(e, priced)
	case "capture":
		e.Kind, e.Amount, e.OperationReference = payment.EventCaptured, receivable, txid+"-"+sequence
		if due && receivable.Minor == 0 {
			e.Kind = payment.EventVoided
		}
		return readable(e, due)
	case "refund":
		e.Kind, e.OperationReference = payment.EventRefunded, txid+"-"+sequence
		return e, true
	case "cancelation": // the card's holder has the money back from the bank, which the merchant may contest there
		e.Kind = payment.EventDisputed
		e.Dispute = payment.Dispute{ID: txid + "-" + sequence, State: payment.DisputeOpen, Reason: "chargeback"}
		return e, true
	case "failed":
		e.Kind, e.Code = payment.EventDeclined, payment.CodeRefused
		return e, true
	}
	return payment.Event{}, false
}

// readable gives no event at all when its amount could not be read.
func readable(e payment.Event, ok bool) (payment.Event, bool) {
	if !ok {
		return payment.Event{}, false
	}
	return e, true
}

// hear writes what a proven notification says into the ledger: of every one that a number is used, and of those that
// mean something to the shop what.
func (a *account) hear(form url.Values, e payment.Event) {
	txid := form.Get("txid")
	if !txidForm.MatchString(txid) {
		return
	}
	known := a.ledger.numbered(txid)
	if reference := form.Get("reference"); reference != "" {
		known = a.ledger.join(reference, txid)
	}
	const most = 127 // PAYONE counts no further
	if n, err := strconv.Atoi(form.Get("sequencenumber")); err == nil && n >= 0 && n <= most {
		known.used(n, form.Get("txaction"))
	}
	switch e.Kind {
	case payment.EventAuthorized:
		known.settle(payment.Authorized{Reference: txid, Amount: e.Amount})
	case payment.EventDeclined:
		known.settle(payment.Declined{Code: e.Code, Reference: txid})
	}
}

// money reads an amount of a notification, a decimal with a point. More than two places, or anything else that is not
// plain, is none: an amount that cannot be read exactly must not be booked.
func money(value, currency string) (base.Money, bool) {
	whole, cents, _ := strings.Cut(value, ".")
	if len(cents) > 2 || whole == "" || len(whole) > 12 || strings.Trim(whole+cents, "0123456789") != "" || !currencyForm.MatchString(currency) {
		return base.Money{}, false
	}
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	return base.Money{Minor: minor, Currency: currency}, err == nil
}
