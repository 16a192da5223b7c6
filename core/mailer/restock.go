package mailer

import (
	"encoding/json"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

func renderRestock(r mail.Request, at shop) (Message, error) {
	var data mail.RestockData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	w := words{r.Lang}
	subject := w.say(r.Template+".subject", data.Product)
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	// It looks like a mail about an account that has no name.
	return compose(r, w, subject, "account", accountPage{
		shop: at, Lang: string(r.Lang), Template: r.Template, Link: at.ShopURL + r.Lang.Prefix() + data.Path, About: data.Product, Aside: r.Template == mail.RestockWaiting,
	})
}
