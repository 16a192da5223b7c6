// Package paper makes the document of an invoice or credit note: a PDF for people with the same data for programs in it
// (ZUGFeRD/Factur-X, profile EN 16931: a CII file embedded in PDF/A-3).
package paper

import (
	_ "embed"
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"time"
	"unicode"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
)

//go:embed texts.json
var textFile []byte

var texts = func() map[string]catalog.Text {
	var t map[string]catalog.Text
	if err := json.Unmarshal(textFile, &t); err != nil {
		panic(err) // the file is part of the program
	}
	return t
}()

// words says things in a language.
type words struct{ lang catalog.Lang }

// say gives a text with its {} filled in turn.
func (w words) say(key string, values ...string) string {
	s := texts[key].In(w.lang)
	for _, v := range values {
		s = strings.Replace(s, "{}", v, 1)
	}
	return s
}

func (w words) money(a money.Amount) string { return w.lang.Money(a) }

// rate writes hundredths of a percent: 1900 is 19.
func (w words) rate(r int64) string {
	s := strconv.FormatInt(r/100, 10)
	if rest := r % 100; rest != 0 {
		point := ","
		if w.lang == catalog.English {
			point = "."
		}
		s += point + strings.TrimRight(strconv.FormatInt(100+rest, 10)[1:], "0")
	}
	return s
}

func (w words) date(t time.Time) string { return w.lang.Date(t) }

// name is what a position is called.
func (w words) name(n *invoice.Invoice, p invoice.Position) string {
	switch {
	case p.Kind == invoice.Goods:
		return p.Name
	case p.Kind == invoice.Warranty && p.Warranty != "":
		return w.say("warrantyOf", p.Warranty, p.Name)
	case p.Kind == invoice.Warranty:
		return w.say("warranty", p.Name)
	case p.Kind == invoice.Service && n.Business:
		return w.say("serviceBusiness")
	case p.Kind == invoice.Refund && !n.Paid:
		return w.say("takenBack")
	}
	return w.say(string(p.Kind))
}

// lines writes an address as it stands on an envelope.
func (w words) lines(a address.Address) []string {
	country, _ := address.CountryByID(a.CountryID)
	list := []string{a.Company, strings.TrimSpace(a.FirstName + " " + a.LastName), a.PostNumber, strings.TrimSpace(a.StreetName + " " + a.StreetNumber), a.ZipCode + " " + a.CityName}
	if a.CountryID != address.Germany {
		list = append(list, country.Name.In(w.lang))
	}
	var out []string
	for _, l := range list {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}

// how says how the money goes, and where to.
func (w words) how(n *invoice.Invoice) string {
	switch {
	case n.Kind == invoice.Credit && n.Paid:
		return w.say("credited")
	case n.Kind == invoice.Credit:
		return w.say("creditedUnpaid")
	case n.Paid:
		return w.say("paid")
	}
	return w.whereTo(n) + w.further(n)
}

// whereTo says where an invoice that is not paid is to be paid to.
func (w words) whereTo(n *invoice.Invoice) string {
	t, until := n.Transfer, n.Transfer["due_date"]
	if !n.DueAt.IsZero() {
		until = w.date(n.DueAt)
	}
	switch {
	case t["iban"] == "":
		return w.say("unpaid")
	case until == "":
		return w.say("transferOpen", t["account_holder"], t["iban"], t["purpose"])
	}
	return w.say("transfer", t["account_holder"], t["iban"], t["purpose"], until)
}

// account gives the lines of a transfer that pays an invoice; none where it is paid, or in another way.
func (w words) account(n *invoice.Invoice) (rows [][2]string) {
	if n.Kind != invoice.Bill || n.Paid || n.Transfer["iban"] == "" {
		return nil
	}
	until := n.Transfer["due_date"]
	if !n.DueAt.IsZero() {
		until = w.date(n.DueAt)
	}
	for _, r := range [][2]string{
		{"holder", n.Transfer["account_holder"]}, {"iban", n.Transfer["iban"]}, {"bic", n.Transfer["bic"]},
		{"payAmount", w.money(n.Total.Sub(n.Came))}, {"purpose", n.Transfer["purpose"]}, {"until", until},
	} {
		if r[1] != "" {
			rows = append(rows, [2]string{w.say(r[0]), r[1]})
		}
	}
	return rows
}

// code is that of the transfer that account tells; nil for none.
func (w words) code(n *invoice.Invoice) *girocode.Code {
	if n.Transfer == nil {
		return nil
	}
	told, open := maps.Clone(n.Transfer), n.Total.Sub(n.Came)
	told["amount"] = w.money(open)
	return girocode.Of(told, open)
}

// further gives what else there is to know to pay, on one line: the words are a plugin's.
func (w words) further(n *invoice.Invoice) string {
	var out strings.Builder
	for _, f := range n.Further {
		out.WriteString(" " + f.Label.In(w.lang) + ": " + f.Value + ".")
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, out.String())
}

// notes are what the law wants said.
func (w words) notes(n *invoice.Invoice) []string {
	var list []string
	if n.Exempt {
		list = append(list, w.say("exempt", n.Seller.VATID, n.VATID))
	}
	for _, p := range n.Positions {
		if p.Reverse {
			list = append(list, w.say("reverse"))
			break
		}
	}
	return list
}

// File is the name under which a document is kept.
func File(n *invoice.Invoice) string {
	return texts[string(n.Kind)].In(n.Lang) + "-" + n.Number + ".pdf"
}
