package mailer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
)

// A preheader is what a list of mails shows behind the subject: what the subject leaves open. It is not seen in the mail itself.

// Preheader is what the mail says first.
func (p accountPage) Preheader() string {
	return capital(words{catalog.Lang(p.Lang)}.say(p.Template+".intro", p.About))
}

// Preheader is how much a new order costs and how it goes on; of an older one, what there is to say.
func (p page) Preheader() string {
	w := words{p.Lang}
	if p.Template != mail.OrderConfirmation {
		return p.Intro()
	}
	list := []string{w.say("total") + ": " + w.money(p.Order.Attempt.Totals.Total), w.say("payment") + ": " + p.Payment}
	for _, i := range p.Instructions {
		if i.Label == w.say("instruction.due_date") {
			list = append(list, i.Label+": "+i.Value)
		}
	}
	for _, d := range p.Order.Attempt.Deliveries {
		if note := d.Option.DeliveryNote.In(p.Lang); note != "" {
			list = append(list, note)
		}
	}
	return strings.Join(list, " · ")
}

// Preheader says until when there is something to do, and where the first parcel is found.
func (p deliveryPage) Preheader() string {
	w, said := words{p.Lang}, p.Intro()
	if until := p.Template + ".until"; p.Until != "" && texts[until] != (catalog.Text{}) {
		said += " " + w.say(until, p.Until)
	}
	if p.Template == mail.OrderShipped && len(p.Parcels) > 0 {
		said += " " + w.say("parcel") + ": " + p.Parcels[0].TrackingNumber
	}
	return said
}

// Preheader is what the mail says first.
func (p withdrawalPage) Preheader() string {
	w := words{p.Lang}
	return capital(w.say(p.Intro, w.date(p.Withdrawal.DueAt)))
}

// capital begins a sentence that stands behind a greeting elsewhere.
func capital(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}
