package mailer

import (
	"encoding/json"
	"strings"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// accountPage is what the templates of mails about accounts show.
type accountPage struct {
	shop
	Lang     string
	Template string
	Name     string
	Code     string
	Link     string
	Aside    bool   // the link is not what the mail is for
	Note     string // what is true of this mail alone, in lines
	About    string // number of what a report is about
}

func renderAccount(r mail.Request, at shop) (Message, error) {
	var data mail.AccountData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	w := words{r.Lang}
	subject := w.say(r.Template + ".subject")
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	p := accountPage{shop: at, Lang: string(r.Lang), Template: r.Template, Name: unlinked(data.FirstName), Code: data.Code}
	if data.Path != "" {
		p.Link = at.ShopURL + r.Lang.Prefix() + data.Path
	}
	if !data.Until.IsZero() {
		p.Note = w.say(r.Template+".note", w.date(data.Until))
	}
	// A code is read off the list of mails, where the rest of the subject may not fit.
	subject = strings.TrimSpace(data.Code + " " + subject)
	return compose(r, w, subject, "account", p)
}
