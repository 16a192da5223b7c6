package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/vat"
)

// Countries is one of the four country lists.
type Countries struct {
	Countries []Country `json:"countries"`
}

// Country is a country that the shop serves, by the ids of its forms.
type Country struct {
	ID          int    `json:"id"`
	ISO         string `json:"iso"`
	Name        string `json:"name"`
	CallingCode string `json:"callingCode" doc:"digits, 49"`
	ZipPattern  string `json:"zipPattern" doc:"regular expression for a whole postcode, as people write it; the address has it in the country's own form"`
}

// Rules are the rules of the address form, from the table by which the server checks.
type Rules struct {
	Fields       []FieldRule `json:"fields"`
	Keywords     []string    `json:"keywords" doc:"not allowed in names, whatever their case"`
	FullName     int         `json:"fullName" doc:"most characters of first and last name of a delivery address together"`
	HouseNumber  string      `json:"houseNumber" doc:"regular expression"`
	EmailPattern string      `json:"emailLocalPart" doc:"regular expression for what stands before the @"`
	Anywhere     bool        `json:"deliveryAnywhere" doc:"goods for a private customer may go to another country than the billed one"`
	VATIDs       []vat.Rule  `json:"vatIds" doc:"form and check digits of VAT ids, by prefix"`
}

// FieldRule is the rule of one field. Lengths count characters after trimming.
type FieldRule struct {
	Field     string `json:"field"`
	Required  bool   `json:"required"`
	Min       int    `json:"min"`
	Max       int    `json:"max"`
	Forbidden string `json:"forbidden,omitempty" doc:"characters that must not occur"`
}

type countryRequest struct {
	List string `query:"list" enum:"private-billing,private-delivery,business-billing,business-delivery" default:"private-billing"`
}

func (s *Server) registerCountry(api huma.API) {
	register(api, get("checkout", "countries", "/api/checkout/countries", "A country list of the address forms"), countries)
	register(api, get("checkout", "rules", "/api/rules", "The rules of the address form"), s.rules)
}

func countries(ctx context.Context, in *countryRequest) (Countries, error) {
	lang := language(ctx)
	answer := Countries{Countries: []Country{}}
	for _, c := range address.CountriesIn(address.List(in.List), lang) {
		answer.Countries = append(answer.Countries, Country{
			ID: c.ID, ISO: c.ISO, Name: c.Name.In(lang), CallingCode: c.CallingCode, ZipPattern: c.ZipPattern,
		})
	}
	cacheControl(ctx, "public, max-age=300")
	return answer, nil
}

func (s *Server) rules(ctx context.Context, _ *none) (Rules, error) {
	answer := Rules{
		Keywords: address.Keywords(), FullName: address.MaxFullName, HouseNumber: address.HouseNumber,
		EmailPattern: address.EmailLocalPart, VATIDs: vat.Rules(),
		Anywhere: s.deps.Checkout != nil && s.deps.Checkout.Reach(false) == address.ServedCountries,
	}
	for _, r := range address.Rules() {
		answer.Fields = append(answer.Fields, FieldRule(r))
	}
	cacheControl(ctx, "public, max-age=300")
	return answer, nil
}
