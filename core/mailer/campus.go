package mailer

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// renderCampus makes a mail about the campus programme, which looks like one about an account.
func renderCampus(r mail.Request, at shop) (Message, error) {
	var data mail.CampusData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	w := words{r.Lang}
	subject := w.say(r.Template + ".subject")
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	p := accountPage{shop: at, Lang: string(r.Lang), Template: r.Template, Name: unlinked(data.FirstName), Link: at.ShopURL + r.Lang.Prefix() + data.Path}
	switch {
	case data.Reason != "":
		p.Note = w.say(r.Template + ".reason." + data.Reason)
	case !data.Until.IsZero():
		p.Note = w.say(r.Template+".note", w.date(data.Until.Add(-time.Second))) // the last day, not the midnight after it
	}
	for _, o := range data.Orders {
		p.Note = strings.TrimSpace(p.Note + "\n\n" + w.say("campus.order", strconv.FormatInt(o.ID, 10), w.date(o.Until)))
	}
	return compose(r, w, subject, "account", p)
}
