package main

import (
	"embed"
	"encoding/json"
	"slices"
	"strconv"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The codes of the methods.
const (
	moneyorder = "moneyorder"
	cod        = "cod"
	cashec     = "cashec"
	invoice    = "invoice"
)

const euro = "EUR"

//go:embed texts.json logo
var files embed.FS

var texts = mustTexts()

func mustTexts() map[string]base.Text {
	raw, err := files.ReadFile("texts.json")
	if err != nil {
		panic(err) // it is compiled in
	}
	out := map[string]base.Text{}
	if err := json.Unmarshal(raw, &out); err != nil {
		panic(err)
	}
	return out
}

func known(code string) bool {
	return slices.Contains([]string{moneyorder, cod, cashec, invoice}, code)
}

// methods gives what is offered under the settings.
func (s settings) methods() []payment.Method {
	all := []payment.Method{
		{Code: moneyorder, Sort: 40, TermDays: s.prepaymentDays},
		{Code: cod, Sort: 50, Countries: s.codCountries, Fee: base.Money{Minor: s.codFee, Currency: euro},
			Max: base.Money{Minor: s.codMax, Currency: euro}, DeliveryKinds: []base.DeliveryKind{base.DeliveryHome}},
		{Code: cashec, Sort: 60, DeliveryKinds: []base.DeliveryKind{base.DeliveryPickup}},
		{Code: invoice, Sort: 30, TermDays: s.invoiceDays, Countries: s.invoiceCountries, CustomerTypes: s.invoiceTypes(),
			Max: base.Money{Minor: max(s.privateMax, s.businessMax), Currency: euro}, MaxPrivate: base.Money{Minor: s.privateMax, Currency: euro}},
	}
	var offered []payment.Method
	for _, m := range all {
		if !s.enabled[m.Code] || m.Code == invoice && len(m.CustomerTypes) == 0 {
			continue
		}
		m.Title, m.Hint = texts[m.Code+".title"], texts[m.Code+".hint"]
		m.ToggleTip = texts[m.Code+".tip"].Fill("{days}", strconv.Itoa(m.TermDays))
		m.Logo, m.Flow, m.Currencies = logo(m.Code), payment.FlowSimple, []string{euro}
		offered = append(offered, m)
	}
	return offered
}

func (s settings) invoiceTypes() []base.CustomerType {
	var types []base.CustomerType
	if s.privateMax > 0 {
		types = append(types, base.CustomerPrivate)
	}
	if s.businessMax > 0 {
		types = append(types, base.CustomerBusiness)
	}
	return types
}

func logo(code string) base.Image {
	raw, err := files.ReadFile("logo/" + code + ".svg")
	if err != nil {
		panic(err) // it is compiled in
	}
	return base.Image{MediaType: "image/svg+xml", Data: raw}
}
