package mailer

import (
	"html"
	"strings"

	"kontor.dev/kontor/core/content"
)

// sign puts who runs the shop below a message, as on every letter of a company (§ 35a GmbHG, § 80 AktG): name and legal form, seat,
// register, who represents it; below one in a partner's name also that the partner's shop is that company's. Without a name nothing is
// known, and nothing is said.
func sign(m Message, w words, t content.Trader) Message {
	if t.Name == "" {
		return m
	}
	var lines []string
	if m.Sender != "" {
		lines = append(lines, w.say("sender.partner", m.Sender))
	}
	lines = append(lines, join(" · ", t.Name, t.Street, t.Place))
	if t.Representative != "" {
		lines = append(lines, w.say("sender.representative", t.Representative))
	}
	vat := ""
	if t.VATID != "" {
		vat = w.say("sender.vat", t.VATID)
	}
	lines = append(lines, join(" · ", t.Register, vat), join(" · ", t.Phone, t.Email))
	var plain, rich strings.Builder
	for _, line := range lines {
		if line != "" {
			plain.WriteString("\n" + line)
			rich.WriteString("<br>" + html.EscapeString(line))
		}
	}
	m.Text = strings.TrimRight(m.Text, "\n") + "\n\n-- " + plain.String() + "\n"
	const block = `<p style="margin:0 auto;padding:0 28px 24px;max-width:544px;font-size:12px;color:#465157;text-align:center">`
	m.HTML = strings.Replace(m.HTML, "</div>\n</body>", block+strings.TrimPrefix(rich.String(), "<br>")+"</p>\n</div>\n</body>", 1)
	return m
}

// join leaves empty parts out.
func join(between string, parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, between)
}
