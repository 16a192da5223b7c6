package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The results that a notification address names.
const (
	resultSuccess = "success"
	resultFail    = "fail"
)

// notification gives the addresses that Saferpay calls. Its calls carry nothing of their own and no signature, so each
// address carries the order and a proof that this plugin made it.
func (a *account) notification(webhook, order, number string) *notification {
	address := func(result string) string {
		q := url.Values{"order": {order}, "number": {number}, "result": {result}, "proof": {a.proof(order, number, result)}}
		join := "?"
		if strings.Contains(webhook, "?") {
			join = "&"
		}
		return webhook + join + q.Encode()
	}
	return &notification{Success: address(resultSuccess), Fail: address(resultFail)}
}

// proof is an HMAC under a key made of the API password, which never leaves the plugin in a form to read.
func (a *account) proof(parts ...string) string {
	mac := hmac.New(sha256.New, []byte("notification of "+a.password.Reveal()))
	mac.Write([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

// HandleWebhook takes the call of a notification address. The call is never believed: a success is looked up, and what
// the lookup does not settle (a failure, a payment to be turned down) is reported as approved, so that the shop calls
// Complete, which asserts the page.
func (p *plugin) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	a := p.account.Load()
	q, err := url.ParseQuery(r.Query)
	if err != nil || (r.Method != http.MethodGet && r.Method != http.MethodPost) {
		return payment.WebhookAnswer{}, base.Forged("no notification address of this plugin")
	}
	order, number, result := q.Get("order"), q.Get("number"), q.Get("result")
	if !hmac.Equal([]byte(q.Get("proof")), []byte(a.proof(order, number, result))) {
		return payment.WebhookAnswer{}, base.Forged("the proof in the notification address is wrong")
	}
	answer := payment.WebhookAnswer{Reply: base.WebhookReply{Status: http.StatusOK}}
	e := payment.Event{ID: order + "-" + result, Kind: payment.EventApproved, OrderNumber: number, OccurredAt: r.ReceivedAt}
	if result == resultSuccess {
		if err := a.lookUp(ctx, order, &e); err != nil {
			return payment.WebhookAnswer{}, err
		}
	}
	answer.Events = []payment.Event{e}
	return answer, nil
}

// lookUp fills in what the transaction says. A success that cannot be found yet is an error, so that it comes again.
func (a *account) lookUp(ctx context.Context, order string, e *payment.Event) error {
	d, err := a.inquire(ctx, transactionReference{OrderID: order})
	if refusal(err).ErrorName == "TRANSACTION_NOT_FOUND" {
		return nil // it may be pending: the page knows
	}
	if err != nil {
		return err
	}
	t := d.Transaction
	if e.Amount, err = t.Amount.money(); err != nil {
		return badAnswer(err.Error())
	}
	e.ID, e.OperationReference = t.ID+"-"+strings.ToLower(t.Status), t.ID
	if !t.Date.IsZero() {
		e.OccurredAt = t.Date
	}
	switch {
	case t.Status == "CANCELED":
		e.Kind = payment.EventVoided
	case t.Status == "CAPTURED":
		e.Kind, e.OperationReference = payment.EventCaptured, t.CaptureID
	case t.Status == "AUTHORIZED" && a.keeps(d):
		e.Kind = payment.EventAuthorized
	}
	return nil
}
