package mailer

import (
	"encoding/json"
	"strings"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
)

// renderBarrier tells the operator what somebody wrote, as text: it is anybody's.
func renderBarrier(r mail.Request, at shop) (Message, error) {
	var data mail.BarrierData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	m, err := renderReport(r, at, "", data.Text, line{"barrier_report.page", data.Page}, line{"report.answer", data.Email})
	m.ReplyTo = data.Email
	return m, err
}

// renderNotice tells the operator of an illegal review, or its sender that the notice has come in.
func (m *Mailer) renderNotice(r mail.Request) (Message, error) {
	var data mail.NoticeData
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return Message{}, fault.Wrap(err, fault.Invalid, "mail_request_invalid")
	}
	id := toText(data.ReviewID)
	if r.Template == mail.ReviewNoticeReceipt {
		return renderReport(r, m.at(data.Host), id, "")
	}
	content := strings.TrimSpace(data.Title + "\n" + data.Content)
	message, err := renderReport(r, m.own(), id, data.Why, line{"review_notice.content", data.Author + ": " + content},
		line{"review_notice.product", toText(data.ProductID)}, line{"review_notice.name", data.Name}, line{"report.answer", data.Email})
	message.ReplyTo = data.Email
	return message, err
}

// line is something that a report says below its text; one without a value is left out.
type line struct{ label, value string }

// renderReport writes what somebody reported; subject and intro name what it is about, if anything.
func renderReport(r mail.Request, at shop, about, note string, lines ...line) (Message, error) {
	w := words{r.Lang}
	p := accountPage{shop: at, Lang: string(r.Lang), Template: r.Template, About: about, Note: note}
	for _, l := range lines {
		if l.value != "" {
			p.Note += "\n\n" + w.say(l.label) + ": " + l.value
		}
	}
	return compose(r, w, w.say(r.Template+".subject", about), "account", p)
}
