package mailer

import (
	"cmp"
	"embed"
	"encoding/json"
	html "html/template"
	"maps"
	"regexp"
	"slices"
	"strings"
	text "text/template"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

//go:embed templates texts.json
var files embed.FS

var (
	texts   = loadTexts()
	letters = map[catalog.Lang]letter{catalog.German: letterIn(catalog.German), catalog.English: letterIn(catalog.English)}
)

// letter is the templates in one language. They are made once: to escape what they show, HTML templates are analysed
// as a whole, which takes longer than writing a mail.
type letter struct {
	html *html.Template
	text *text.Template
}

func letterIn(lang catalog.Lang) letter {
	w := words{lang}
	l := letter{html: html.New("mail").Funcs(w.funcs()), text: text.New("mail").Funcs(w.funcs())}
	folder, err := files.ReadDir("templates")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, f := range folder {
		source := string(must(files.ReadFile("templates/" + f.Name())))
		if strings.HasSuffix(f.Name(), ".html") {
			html.Must(l.html.New(f.Name()).Parse(w.fill(source, html.HTMLEscapeString)))
			continue
		}
		text.Must(l.text.New(f.Name()).Parse(w.fill(source, func(s string) string { return s })))
	}
	return l
}

var fixed = regexp.MustCompile(`\{\{say "([^"]+)"\}\}`)

// fill puts the texts that are the same in every mail into a template, which is quicker to write then.
func (w words) fill(source string, escape func(string) string) string {
	return fixed.ReplaceAllStringFunc(source, func(action string) string {
		return escape(w.say(fixed.FindStringSubmatch(action)[1]))
	})
}

func loadTexts() map[string]catalog.Text {
	content, err := files.ReadFile("texts.json")
	if err != nil {
		panic(err) // the file is embedded
	}
	var m map[string]catalog.Text
	if err := json.Unmarshal(content, &m); err != nil {
		panic(err) // every test reads it
	}
	return m
}

// page is what the templates show.
type page struct {
	shop
	Lang         catalog.Lang
	Template     string
	Order        *order.Order
	Payment      string
	Status       string // address of the page that shows how the order stands; "" for none
	Instructions []instruction
	Purpose      bool // they say what to write on a transfer
	Code         *girocode.Code
	Different    bool         // delivery goes elsewhere
	Held         bool         // money was reserved and never taken
	Back         money.Amount // what was paid of a cancelled order, which goes back
	Comes        []checkout.Delivery
	Terms        bool // they are attached
	Credit       bool // so is what corrects an invoice
	Takeback     bool // it says how to return devices and batteries
	Online       bool // it names the way to withdraw online

	WithdrawalDays int // of the period
}

// Intro is the first that the mail says, which may depend on whether the order is paid.
func (p page) Intro() string {
	w, key := words{p.Lang}, p.Template+"."+string(p.Order.Status)
	if _, ok := texts[key]; !ok {
		key = p.Template + ".intro"
	}
	return w.say(key, w.date(p.Order.CreatedAt))
}

// instruction is a line of how to pay.
type instruction struct{ Label, Value string }

// The code of a transfer goes along under this name, and HTML shows it by that.
const codeFile, codeID = "girocode.png", "girocode@kontor"

func picture(code *girocode.Code) []byte {
	if code == nil {
		return nil
	}
	return code.PNG()
}

const legalWithdrawalDays = 14 // § 355(2) BGB

func (w words) instructions(told map[string]string, further []checkout.Instruction) (list []instruction) {
	for _, key := range checkout.InstructionKeys {
		if v := told[key]; v != "" {
			list = append(list, instruction{w.say("instruction." + key), v})
		}
	}
	for _, f := range further {
		list = append(list, instruction{f.Label.In(w.lang), f.Value})
	}
	return list
}

func (m *Mailer) render(r mail.Request, o *order.Order, method checkout.Method, attached []Attachment) (Message, error) {
	w := words{r.Lang}
	subject := w.say(r.Template+".subject", o.ID)
	if subject == r.Template+".subject" {
		return Message{}, fault.New(fault.Invalid, "mail_template_unknown")
	}
	p := page{
		shop: m.of(o), Lang: r.Lang, Template: r.Template, Order: o, Payment: method.Title.In(r.Lang), Status: m.status(r, o),
		Different: o.Delivery != o.Invoice, Takeback: !m.deps.NoTakeback,
		Terms:  len(attached) > 0 && r.Template == mail.OrderConfirmation,
		Credit: len(attached) > 0 && r.Template == mail.OrderCancelled,
		Online: !m.deps.NoWithdrawal, WithdrawalDays: cmp.Or(m.deps.WithdrawalDays, legalWithdrawalDays),
		Held: slices.ContainsFunc(o.Payments, func(p order.Operation) bool { return p.Kind == order.VoidMoney }),
	}
	if p.Back = money.Euro(0); r.Template == mail.OrderCancelled {
		p.Back, _, _ = o.GivenBack()
	} else {
		p.Comes = o.Attempt.Deliveries
	}
	if r.Template == mail.OrderConfirmation {
		told := maps.Clone(o.Attempt.Payment.Instructions)
		if days := o.PayDays(); days > 0 && told["due_date"] != "" { // each invoice has the day, which depends on when its goods leave
			told["due_date"] = w.say("payDays", days)
		}
		p.Instructions, p.Purpose = w.instructions(told, o.Attempt.Payment.Further), told["purpose"] != ""
		p.Code = girocode.Of(told, o.Attempt.Totals.Total)
	}
	message, err := compose(r, w, subject, "order", p)
	message.Attachments, message.Code = attached, picture(p.Code)
	return message, err
}

// renderOrderLink leads to how an order stands, and tells nothing of the order itself.
func renderOrderLink(r mail.Request, at shop, o *order.Order, status string) (Message, error) {
	w := words{r.Lang}
	p := accountPage{shop: at, Lang: string(r.Lang), Template: r.Template, Link: status, About: toText(o.ID)}
	return compose(r, w, w.say(r.Template+".subject", o.ID), "account", p)
}

// What a mail is usually not longer than, so that writing one does not begin anew as it grows.
const usualText, usualHTML = 4 << 10, 8 << 10

// outlook gives what the Outlook of Windows alone reads: it knows no widest width.
func outlook(source string) html.HTML {
	return html.HTML("<!--[if mso]>" + source + "<![endif]-->") // of a template
}

// blank is nothing to see: behind a preheader, it keeps the list of mails from going on with what the mail begins with.
var blank = html.HTML(strings.Repeat("&#8199;&#65279;&#847; ", 60))

// letterhead says in whose name a mail speaks: a partner's, "" for the shop's own.
type letterhead interface{ partner() string }

// compose fills a pair of templates.
func compose(r mail.Request, w words, subject, template string, p letterhead) (Message, error) {
	l, ok := letters[w.lang]
	if !ok {
		l = letters[catalog.German]
	}
	var plain, rich strings.Builder
	plain.Grow(usualText)
	rich.Grow(usualHTML)
	if err := l.text.ExecuteTemplate(&plain, template+".txt", p); err != nil {
		return Message{}, err
	}
	if err := l.html.ExecuteTemplate(&rich, template+".html", p); err != nil {
		return Message{}, err
	}
	return Message{ID: r.ID, To: r.To, Sender: p.partner(), Subject: subject, Text: plain.String(), HTML: rich.String()}, nil
}

// words says things in a language.
type words struct{ lang catalog.Lang }

func (w words) funcs() map[string]any {
	return map[string]any{
		"say": w.say, "in": func(t catalog.Text) string { return t.In(w.lang) }, "money": w.money, "date": w.date,
		"cancelled": cancelled, "country": w.country, "rate": w.rate, "operator": mail.ForOperator, "has": func(key string) bool { _, ok := texts[key]; return ok },
		"unlinked":  unlinked,
		"outlook":   outlook,
		"blank":     func() html.HTML { return blank },
		"condition": func(c catalog.Condition) string { return w.say("condition." + string(c)) },
		"warranty":  w.warranty,
		"bundle":    func(parts []catalog.BundlePart) string { return catalog.BundleText(parts, w.lang) },
		"times":     func(l checkout.Line, netOnly bool) money.Amount { return l.Price(netOnly).Times(int64(l.Quantity)) },
		"unit":      func(l checkout.Line, netOnly bool) money.Amount { return l.Price(netOnly) },
	}
}

// warranty names the warranty extension of a line, which an order of an earlier program does not.
func (w words) warranty(l checkout.Line) string {
	if title := l.WarrantyTitle.In(w.lang); title != "" {
		return w.say("warrantyOf", title)
	}
	return w.say("warranty")
}

// cancelled gives the key of the text that says why an order was cancelled, "" for none: what a provider declines for without a
// text of its own is told in general.
func cancelled(reason string) string {
	for _, key := range []string{reason, checkout.ReasonDeclined} {
		if _, ok := texts["reason."+key]; ok && strings.HasPrefix(reason, key) {
			return "reason." + key
		}
	}
	return ""
}

// say gives a text with its {} filled in turn; a key without a text is given back.
func (w words) say(key string, values ...any) string {
	t, ok := texts[key]
	if !ok {
		return key
	}
	s := t.In(w.lang)
	for _, v := range values {
		s = strings.Replace(s, "{}", toText(v), 1)
	}
	return s
}

func toText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return strings.Trim(string(must(json.Marshal(v))), `"`)
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err) // only numbers and texts come here
	}
	return b
}

func (w words) money(a money.Amount) string { return w.lang.Money(a) }

func (w words) date(t time.Time) string { return w.lang.Date(t) }

func (w words) country(id int) string {
	c, _ := address.CountryByID(id)
	return c.Name.In(w.lang)
}

// rate writes hundredths of a percent: 1900 is 19.
func (w words) rate(r int64) string {
	s := money.Euro(r).Decimal(".", "")
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if w.lang == catalog.German {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}
