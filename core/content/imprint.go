package content

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// The pages that the shop has a part in.
const (
	ImprintKey = "infocenter/section/imprint" // who runs the shop, § 5 DDG
	TermsKey   = "infocenter/section/terms"   // the conditions of the contract
)

// Trader is who runs the shop, as the law wants it said. What is empty is left out.
type Trader struct {
	Name           string // with the legal form
	Representative string
	Street         string // with the number
	Place          string // postcode and town
	Email          string
	Phone          string
	Register       string // court and number
	VATID          string
	WEEE           string // numbers of the registers for devices, packaging and batteries
	Packaging      string
	Battery        string
	Disputes       string // "no", or the board that the trader takes part in, § 36 VSBG
}

// Imprint writes the page.
func (t Trader) Imprint(lang catalog.Lang) *Page {
	in := func(de, en string) string { return catalog.Text{DE: de, EN: en}.In(lang) }
	p := &Page{Key: ImprintKey, Lang: lang, Title: in("Impressum", "Imprint")}
	p.Description = in("Wer den Shop betreibt und wie du uns erreichst.", "Who runs the shop and how to reach us.")
	add := func(heading string, lines ...[]Span) {
		var said []Span
		for _, line := range lines {
			if len(line) > 0 && len(said) > 0 {
				said = append(said, Span{Text: "\n"})
			}
			said = append(said, line...)
		}
		if len(said) > 0 {
			p.Blocks = append(p.Blocks, Block{Kind: "heading", Level: 2, Spans: []Span{{Text: heading}}}, Block{Kind: "paragraph", Spans: said})
		}
	}
	add(in("Anbieter", "Provider"), line("", t.Name), line("", t.Street), line("", t.Place), line("", in("Deutschland", "Germany")))
	add(in("Vertreten durch", "Represented by"), line("", t.Representative))
	add(in("Kontakt", "Contact"), link("E-Mail: ", t.Email, "mailto:"+t.Email), link(in("Telefon: ", "Telephone: "), t.Phone, dialled(t.Phone)))
	add(in("Register", "Register"), line("", t.Register))
	add(in("Umsatzsteuer-Identifikationsnummer", "VAT identification number"), line("", t.VATID))
	add(in("Elektrogeräte, Verpackungen, Batterien", "Electrical devices, packaging, batteries"),
		line("WEEE: ", t.WEEE), line("LUCID: ", t.Packaging), line(in("Batterieregister: ", "Battery register: "), t.Battery))
	p.Blocks = append(p.Blocks, t.disputes(lang)...)
	return p
}

// disputes says whether the trader takes part in dispute resolution. The law wants it on the site and with the terms of the
// contract (§ 36(2) VSBG).
func (t Trader) disputes(lang catalog.Lang) []Block {
	said := catalog.Text{
		DE: "Wir nehmen an Streitbeilegungsverfahren vor dieser Verbraucherschlichtungsstelle teil: " + t.Disputes,
		EN: "We take part in dispute resolution before this consumer arbitration board: " + t.Disputes,
	}
	switch t.Disputes {
	case "":
		return nil
	case "no":
		said = catalog.Text{
			DE: "Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.",
			EN: "We are neither willing nor obliged to take part in dispute resolution before a consumer arbitration board.",
		}
	}
	heading := catalog.Text{DE: "Streitbeilegung", EN: "Dispute resolution"}
	return []Block{
		{Kind: "heading", Level: 2, Spans: line("", heading.In(lang))}, {Kind: "paragraph", Spans: line("", said.In(lang))},
	}
}

func line(before, text string) []Span {
	if text == "" {
		return nil
	}
	return []Span{{Text: before + text}}
}

func link(before, text, url string) []Span {
	if text == "" {
		return nil
	}
	return []Span{{Text: before}, {Text: text, URL: url}}
}

// dialled is a number's address: what is not dialled in "+49 (0) 40" and the like would lead elsewhere.
func dialled(phone string) string {
	return "tel:" + strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ReplaceAll(phone, "(0)", ""))
}
