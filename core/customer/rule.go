package customer

import (
	"slices"
	"strings"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// unchosen is the reason for a choice that still has its placeholder. It is a translation key.
const unchosen = "unchosen"

// Registration is what somebody tells to get an account. Businesses give their billing address at once.
type Registration struct {
	Email     string
	FirstName string
	LastName  string
	Password  string
	Phone     string
	Lang      catalog.Lang
	Business  *Business
	Billing   *address.Address // set with Business
}

// Check gives the registration as it is stored, and the fields that break the rules under their names in the form.
func (r Registration) Check() (Registration, []fault.Field) {
	var wrong fields
	var reason string
	r.Email, reason = address.Email(r.Email)
	wrong.add("email", reason)
	r.FirstName, r.LastName = squeeze(r.FirstName), squeeze(r.LastName)
	wrong.append("", checkNames(r.FirstName, r.LastName))
	wrong.add("password", CheckPassword(r.Password))
	country := address.Germany
	if r.Billing != nil {
		billing := r.Billing.Normal()
		billing.Kind = address.Invoice // whatever a call makes it
		r.Billing, country = &billing, billing.CountryID
		wrong.append("address.", billing.Check())
	}
	r.Phone, reason = address.Phone(r.Phone, country)
	wrong.add("telephoneNumber", reason)
	if r.Business != nil {
		business, inBusiness := r.Business.check(country)
		r.Business = &business
		wrong.append("", inBusiness)
	}
	return r, wrong
}

// check gives the business as it is stored and what is wrong with it, for a billing address in a country.
func (b Business) check(countryID int) (Business, []fault.Field) {
	var wrong fields
	b.Company = squeeze(b.Company)
	b.OwnerFirstName, b.OwnerLastName = squeeze(b.OwnerFirstName), squeeze(b.OwnerLastName)
	if !b.Form.known() {
		wrong.add("businessForm", unchosen)
	}
	if b.Type != Consumer && b.Type != Reseller {
		wrong.add("businessType", unchosen)
	}
	wrong.append("", checkCompany(b.Company))
	if b.Form.OwnerRequired() {
		wrong.append("", checkOwner(b.OwnerFirstName, b.OwnerLastName))
	} else {
		b.OwnerFirstName, b.OwnerLastName = "", ""
	}
	var reason string
	b.VATID, reason = address.VATID(b.VATID, countryID)
	wrong.add("ustId", reason)
	return b, wrong
}

// checkNames holds a person's names against the rules of the address form.
func checkNames(first, last string) []fault.Field {
	return only(address.Address{FirstName: first, LastName: last}.Check(), "firstName", "lastName")
}

func checkOwner(first, last string) []fault.Field {
	wrong := checkNames(first, last)
	for i, f := range wrong {
		wrong[i].Name = "owner" + strings.ToUpper(f.Name[:1]) + f.Name[1:]
	}
	return wrong
}

func checkCompany(company string) []fault.Field {
	if company == "" {
		return []fault.Field{{Name: "company", Reason: address.Missing}}
	}
	return only(address.Address{Company: company}.Check(), "company")
}

func only(wrong []fault.Field, names ...string) []fault.Field {
	return slices.DeleteFunc(wrong, func(f fault.Field) bool { return !slices.Contains(names, f.Name) })
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// fields collects what is wrong; a reason of "" is nothing.
type fields []fault.Field

func (f *fields) add(name, reason string) {
	if reason != "" {
		*f = append(*f, fault.Field{Name: name, Reason: reason})
	}
}

func (f *fields) append(prefix string, more []fault.Field) {
	for _, one := range more {
		f.add(prefix+one.Name, one.Reason)
	}
}
