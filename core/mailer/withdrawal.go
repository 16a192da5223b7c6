package mailer

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/withdrawal"
)

// withdrawalPage is what the templates of mails about withdrawals show.
type withdrawalPage struct {
	shop
	Lang       catalog.Lang
	Template   string
	Intro      string // key of the first words
	Withdrawal *withdrawal.Withdrawal
	ReceivedAt string // date and time with the zone: § 356a(4) BGB
	Link       string // of the return label
	Sum        bool   // something is to be paid back
	Attached   bool   // the credit note
}

// renderWithdrawal says what was declared as it was declared, and the rest as it is now.
func (m *Mailer) renderWithdrawal(ctx context.Context, r mail.Request) (Message, error) {
	var data mail.WithdrawalData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	words := words{r.Lang}
	kept, err := m.deps.Withdrawals.Withdrawal(ctx, data.WithdrawalID)
	if err != nil {
		return Message{}, err
	}
	w := asTyped(kept)
	about := any(w.ID)
	if r.Template == mail.WithdrawalReceipt {
		about = w.OrderNumber // as it was declared
	}
	subject := words.say(r.Template+".subject", about)
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	at := m.at(w.Host)
	if mail.ForOperator(r.Template) {
		at = m.own()
	}
	p := withdrawalPage{
		shop: at, Lang: r.Lang, Template: r.Template, Intro: r.Template + ".intro", Withdrawal: w,
		ReceivedAt: words.lang.Moment(w.ReceivedAt), Sum: w.Amount.Minor > 0,
	}
	if w.OrderID != 0 && r.Template == mail.WithdrawalAccepted {
		o, err := m.deps.Orders.Order(ctx, w.OrderID)
		if err != nil {
			return Message{}, err
		}
		onAccount := o.Attempt.Payment.Outcome == checkout.OutcomePending
		switch open := o.OpenWith(w.Pieces()); {
		case onAccount && o.Unpaid(): // no money goes back
			p.Intro, p.Sum = r.Template+".unpaid", false
		case onAccount && open.Minor > 0: // no more than came
			paid := *w
			paid.Amount = money.Euro(max(w.Amount.Sub(open).Minor, 0))
			p.Withdrawal, p.Intro, p.Sum = &paid, r.Template+".part", paid.Amount.Minor > 0
		}
	}
	if w.Return != nil && r.Template == mail.WithdrawalAccepted {
		p.Link = p.ShopURL + "/api/withdrawal/label/" + w.Return.Token
	}
	papers, err := m.papers(ctx, w.OrderID, ofWithdrawal(r.Template, w))
	if err != nil {
		return Message{}, err
	}
	p.Attached = len(papers) > 0
	message, err := compose(r, words, subject, "withdrawal", p)
	if mail.ForOperator(r.Template) {
		message.ReplyTo = w.Email
	}
	message.Attachments = papers
	return message, err
}

// domain is what mail programs make a link of, with what stands before an address.
var domain = regexp.MustCompile(`(\.)(\pL)|(:)(//)`)

// unlinked is a text in which mail programs find nothing to make a link of: anybody may have a mail sent to any address, and what
// they type must not lead away from the shop.
func unlinked(text string) string { return domain.ReplaceAllString(text, "$1$3\u2060$2$4") } // a word joiner, which nobody sees

// asTyped is a withdrawal with what was typed on the form, unlinked.
func asTyped(w *withdrawal.Withdrawal) *withdrawal.Withdrawal {
	typed := *w
	typed.Name, typed.OrderNumber = unlinked(w.Name), unlinked(w.OrderNumber)
	typed.Items = slices.Clone(w.Items)
	for i := range typed.Items {
		typed.Items[i].ArticleNumber = unlinked(typed.Items[i].ArticleNumber)
	}
	return &typed
}
