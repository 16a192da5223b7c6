package mailer

import (
	"encoding/json"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// renderBarrier tells the operator what somebody wrote, as text: it is anybody's.
func renderBarrier(r mail.Request) (Message, error) {
	var data mail.BarrierData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	w := words{r.Lang}
	note := data.Text
	if data.Page != "" {
		note += "\n\n" + w.say("barrier_report.page") + ": " + data.Page
	}
	if data.Email != "" {
		note += "\n\n" + w.say("barrier_report.email") + ": " + data.Email
	}
	p := accountPage{Lang: string(r.Lang), Template: r.Template, Note: note}
	return compose(r, w, w.say(r.Template+".subject"), "account", p)
}
