package mailer

import (
	"html/template"

	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/site"
)

// The shop's own colours, of what a mail is for and of links in a text.
const ownAccent, ownInk = "#c43d17", "#9c2f10"

// shop is under which name, in which colour and at which address a mail speaks: the shop's own, or the partner's at whose
// site was bought what the mail is about. Who runs both is said below each mail.
type shop struct {
	Brand   string // the partner's name; "" for the shop's own
	ShopURL string // no slash at the end
	accent  string // #rrggbb; "" for the shop's own
}

// own is the shop itself. Accounts, campus programme and newsletter are its own alone.
func (m *Mailer) own() shop { return shop{ShopURL: m.deps.ShopURL} }

// at is the shop that has a host; see checkout.Payment.Host.
func (m *Mailer) at(host string) shop {
	if m.deps.Site == nil {
		return m.own()
	}
	found, address := m.deps.Site(host)
	return shop{Brand: found.Name, ShopURL: address, accent: found.Accent}
}

// of is the shop at which an order was placed.
func (m *Mailer) of(o *order.Order) shop { return m.at(o.Attempt.Payment.Host) }

// Button is the look of what a mail is for.
func (s shop) Button() template.CSS {
	return template.CSS("display:inline-block;padding:11px 20px;background:" + s.or(ownAccent) + ";color:#ffffff;border-radius:999px;font-weight:600;text-decoration:none") // a colour, see site.New
}

// button is what the template of one shows.
type button struct {
	Link, Says     string
	Around, Button template.CSS
}

// ButtonTo is a link as what the mail is for.
func (s shop) ButtonTo(link, says string) button {
	around := template.CSS("background:" + s.or(ownAccent) + ";border-radius:999px;mso-padding-alt:11px 20px") // a colour, see site.New
	return button{link, says, around, s.Button()}
}

// Ink is the colour of links in a text.
func (s shop) Ink() template.CSS { return template.CSS(s.or(ownInk)) } // a colour, see site.New

func (s shop) partner() string { return s.Brand }

func (s shop) or(colour string) string {
	if s.accent != "" {
		return s.accent
	}
	return colour
}

// Sites finds the site of a host and its address, no slash at the end; "" is the shop's own host.
type Sites func(host string) (site.Site, string)
