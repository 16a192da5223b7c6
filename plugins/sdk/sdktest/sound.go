package sdktest

import (
	"errors"
	"fmt"
	"mime"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// What the shop does with an answer that is held against these: it leaves it out, takes it for another, or makes an error of it.

// keepable reports a name that the shop cannot keep.
func keepable(what, name string) error {
	if len(name) > base.MaxReference {
		return fmt.Errorf("%s of %d bytes: at most %d", what, len(name), base.MaxReference)
	}
	return nil
}

// soundCode reports a code that is a sentence, or none.
func soundCode(what, code string) error {
	if !codeForm.MatchString(code) {
		return fmt.Errorf("%s: code %q: a stable word in snake case, %q", what, code, payment.CodeRefused)
	}
	return nil
}

// ahead reports an end that is over already, as by a clock or a time zone that is wrong.
func ahead(what string, end time.Time) error {
	if !end.IsZero() && end.Before(time.Now()) {
		return fmt.Errorf("%s ended at %s, before it began", what, end.UTC().Format(time.RFC3339))
	}
	return nil
}

// sound holds an outcome against what the shop takes of any.
func sound(o payment.Outcome) error {
	wrong := keepable("a reference", payment.ReferenceOf(o))
	switch o := o.(type) {
	case payment.Authorized:
		wrong = errors.Join(wrong, ahead("the authorization", o.ExpiresAt))
	case payment.Pending:
		wrong = errors.Join(wrong, ahead("the time to pay", o.DueAt))
	case payment.Redirect:
		wrong = errors.Join(wrong, ahead("the provider's page", o.ExpiresAt))
	case payment.Declined:
		wrong = errors.Join(wrong, soundCode("declined", o.Code))
	}
	return wrong
}

// soundEvent holds an event against what the shop takes of any.
func soundEvent(e payment.Event) error {
	wrong := []error{keepable("an event's id", e.ID), keepable("an event's reference", e.Reference), keepable("an operation's reference", e.OperationReference)}
	if e.Kind == payment.EventDeclined || e.Code != "" {
		wrong = append(wrong, soundCode(fmt.Sprintf("event %q", e.ID), e.Code))
	}
	if e.Amount.Minor < 0 || e.Amount.Minor != 0 && !e.Amount.IsSet() {
		wrong = append(wrong, fmt.Errorf("event %+v: an amount that is not negative, with its currency", e))
	}
	switch disputed := e.Kind == payment.EventDisputed; {
	case disputed && (e.Dispute.ID == "" || e.Dispute.State == payment.DisputeUnspecified):
		wrong = append(wrong, fmt.Errorf("event %+v: a dispute has its id and its state", e))
	case !disputed && e.Dispute != (payment.Dispute{}):
		wrong = append(wrong, fmt.Errorf("event %+v: the dispute goes with the kind disputed alone", e))
	}
	return errors.Join(wrong...)
}

// soundReply reports an answer to a provider that the shop would not give.
func soundReply(r base.WebhookReply) error {
	if r.Status != 0 && (r.Status < 200 || r.Status > 299) {
		return fmt.Errorf("reply with status %d: 200 to 299, or 0; what shall come again is answered with an error", r.Status)
	}
	if media, _, _ := mime.ParseMediaType(r.ContentType); len(r.Body) > 0 && media != "text/plain" && media != "application/json" {
		return fmt.Errorf("reply with content type %q: text/plain or application/json, or the shop sends no body", r.ContentType)
	}
	return nil
}

// inCurrency reports a sum of another currency than the payment's, or of none.
func (a *attempt) inCurrency(what string, m base.Money) error {
	if m.Minor != 0 && m.Currency != a.amount().Currency {
		return fmt.Errorf("%s %s: want it in %s", what, money(m), a.amount().Currency)
	}
	return nil
}

// receives holds a receipt against what the shop takes of any.
func (a *attempt) receives(r payment.Receipt) error {
	wrong := errors.Join(keepable("a receipt's reference", r.Reference), a.inCurrency("receipt over", r.Amount))
	switch r.State {
	case payment.ReceiptUnspecified:
		return errors.Join(wrong, errors.New("the receipt has no state"))
	case payment.ReceiptDeclined:
		if r.Code != "" {
			return errors.Join(wrong, soundCode("declined receipt", r.Code))
		}
	}
	return wrong
}

var errNoEvent = errors.New("no webhook gave an event with the payment's reference, the one of Authorize, or without any and with the order number")

// approvedBy holds what the notifications tell of a payment, which the customer approved and of which whatever was taken or given back
// was all, against that. An event without an amount is believed; one of another amount or kind ends the payment. To some providers
// the return of all of it is its end.
func (a *attempt) approvedBy(about []notice, returned bool) error {
	for _, n := range about {
		for _, e := range n.events {
			over := e.Kind == payment.EventDeclined || e.Kind == payment.EventVoided && !returned
			switch {
			case over:
				return fmt.Errorf("event %q of kind %d says that a payment which the customer approved is over", e.ID, e.Kind)
			case e.Kind <= payment.EventRefunded && e.Amount.IsSet() && e.Amount != a.amount():
				return fmt.Errorf("event %q is about %s, want %s", e.ID, money(e.Amount), money(a.amount()))
			}
		}
	}
	return nil
}

// declinedBy looks at what the notifications tell of a payment that was declined. That its customer had approved it may be true.
func declinedBy(about []notice) error {
	for _, n := range about {
		for _, e := range n.events {
			switch e.Kind {
			case payment.EventAuthorized, payment.EventCaptured:
				return fmt.Errorf("event %q of kind %d says that a payment which was declined is good", e.ID, e.Kind)
			}
		}
	}
	return nil
}
