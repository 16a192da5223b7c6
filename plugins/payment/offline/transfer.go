package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

var berlin = mustLocation("Europe/Berlin")

func mustLocation(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the time zones are compiled in
	}
	return l
}

// endOfDay gives the last second of the day that lies days after at, in Germany.
func endOfDay(at time.Time, days int) time.Time {
	at = at.In(berlin)
	return time.Date(at.Year(), at.Month(), at.Day()+days, 23, 59, 59, 0, berlin).UTC()
}

// transfer tells the customer where to send the money. The purpose is the order number, by which the payment is found.
func (s settings) transfer(p payment.Purchase, amount string, due time.Time) []payment.Instruction {
	lines := [][2]string{
		{"account_holder", s.holder}, {"iban", grouped(s.iban)}, {"bic", s.bic}, {"bank_name", s.bank},
		{"amount", amount}, {"purpose", p.OrderNumber}, {"due_date", day(due, p.Locale)},
	}
	var out []payment.Instruction
	for _, l := range lines {
		if l[1] != "" {
			out = append(out, payment.Instruction{Key: l[0], Label: texts["instruction."+l[0]], Value: l[1]})
		}
	}
	return out
}

// grouped writes an IBAN in blocks of four, as it stands on paper.
func grouped(iban string) string {
	var b strings.Builder
	for i, r := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// formatted writes "1.303,99 €" in German and "€1,303.99" in English.
func formatted(m base.Money, locale string) string {
	whole := strconv.FormatInt(m.Minor/100, 10)
	var b strings.Builder
	english := strings.HasPrefix(locale, "en")
	group, point := ".", ","
	if english {
		group, point = ",", "."
	}
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(r)
	}
	figure := fmt.Sprintf("%s%s%02d", b.String(), point, m.Minor%100)
	if english {
		return "€" + figure
	}
	return figure + "\u00a0€"
}

func day(at time.Time, locale string) string {
	layout := "02.01.2006"
	if strings.HasPrefix(locale, "en") {
		layout = "2 January 2006"
	}
	return at.In(berlin).Format(layout)
}
