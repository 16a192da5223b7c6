package mailer

import (
	"encoding/json"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

func renderNewsletter(r mail.Request, at shop) (Message, error) {
	var data mail.NewsletterData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	w := words{r.Lang}
	subject := w.say(r.Template + ".subject")
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	// A mail about the newsletter looks like one about an account that has no name yet.
	p := accountPage{shop: at, Lang: string(r.Lang), Template: r.Template, Link: at.ShopURL + r.Lang.Prefix() + data.Path}
	p.Aside = r.Template == mail.NewsletterWelcome || r.Template == mail.NewsletterKnown
	m, err := compose(r, w, subject, "account", p)
	if data.OneClick != "" {
		m.Unsubscribe = at.ShopURL + data.OneClick
	}
	return m, err
}
