package sim

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"

	"kontor.dev/kontor/plugins/simulator/stage"
)

var (
	amountPattern  = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2})?$`)
	storePattern   = regexp.MustCompile(`^amzn1\.application-oa2-client\.[A-Za-z0-9]{1,64}$`)
	countryPattern = regexp.MustCompile(`^[A-Z]{2}$`)
)

// amountLimit is Amazon's in Germany, in hundredths.
const amountLimit = 150_000_00

func cents(p *price) int64 {
	if p == nil {
		return 0
	}
	n, _, _ := stage.ParseDecimal(p.Amount)
	return n
}

func euros(hundredths int64) *price { return &price{stage.FormatDecimal(hundredths), "EUR"} }

func (p *price) check(field string) *problem {
	switch {
	case p == nil:
		return missing(field)
	case !amountPattern.MatchString(p.Amount) || cents(p) <= 0:
		return wrongValue(field+".amount", p.Amount)
	case p.CurrencyCode == "":
		return missing(field + ".currencyCode")
	case p.CurrencyCode != "EUR":
		return fail(http.StatusBadRequest, "CurrencyMismatch", "the account's currency is EUR")
	case cents(p) > amountLimit:
		return fail(http.StatusBadRequest, "TransactionAmountExceeded", "%s is above the limit", field)
	}
	return nil
}

func checkURL(field, value string) *problem {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return wrongValue(field, "an absolute address is expected")
	}
	return nil
}

func checkLength(field, value string, most int) *problem {
	if utf8.RuneCountInString(value) > most {
		return wrongValue(field, "too long")
	}
	return nil
}

func (m *metadata) check() *problem {
	if m == nil {
		return nil
	}
	return first(
		checkLength("merchantReferenceId", m.MerchantReferenceID, 256), checkLength("merchantStoreName", m.MerchantStoreName, 50),
		checkLength("noteToBuyer", m.NoteToBuyer, 255), checkLength("customInformation", m.CustomInformation, 4096),
	)
}

func (d *paymentDetails) check() *problem {
	if d == nil {
		return missing("paymentDetails")
	}
	if !slices.Contains([]string{"Confirm", "Authorize", "AuthorizeWithCapture"}, d.PaymentIntent) {
		return wrongValue("paymentIntent", d.PaymentIntent)
	}
	if d.CanHandlePendingAuthorization && d.PaymentIntent != "Authorize" {
		return fail(http.StatusBadRequest, "InvalidParameterCombination", "a pending authorization needs the intent Authorize")
	}
	return first(d.ChargeAmount.check("chargeAmount"), checkLength("softDescriptor", d.SoftDescriptor, 16))
}

func (a *address) check() *problem {
	for field, value := range map[string]string{"name": a.Name, "addressLine1": a.AddressLine1, "city": a.City,
		"postalCode": a.PostalCode, "countryCode": a.CountryCode, "phoneNumber": a.PhoneNumber} {
		if value == "" {
			return missing("addressDetails." + field)
		}
	}
	if !countryPattern.MatchString(a.CountryCode) {
		return wrongValue("addressDetails.countryCode", a.CountryCode)
	}
	return nil
}

// check refuses a button's payload that Amazon could not open a session from.
func (p *payload) check(productType string) *problem {
	if !storePattern.MatchString(p.StoreID) {
		return wrongValue("storeId", p.StoreID)
	}
	if p.WebCheckoutDetails == nil {
		return missing("webCheckoutDetails")
	}
	for _, scope := range p.Scopes {
		if !slices.Contains([]string{"name", "email", "postalCode", "shippingAddress", "phoneNumber", "primeStatus", "billingAddress"}, scope) {
			return wrongValue("scopes", scope)
		}
	}
	if d := p.DeliverySpecifications; d != nil && !slices.Contains([]string{"Allowed", "NotAllowed"}, d.AddressRestrictions.Type) {
		return wrongValue("addressRestrictions.type", d.AddressRestrictions.Type)
	}
	w := p.WebCheckoutDetails
	switch w.CheckoutMode {
	case "":
		return first(checkURL("checkoutReviewReturnUrl", w.CheckoutReviewReturnURL), p.MerchantMetadata.check())
	case "ProcessOrder":
	default:
		return wrongValue("checkoutMode", w.CheckoutMode)
	}
	if p.AddressDetails != nil && productType != "PayAndShip" {
		return fail(http.StatusBadRequest, "InvalidParameterCombination", "addressDetails need the product type PayAndShip")
	}
	if p.AddressDetails == nil && productType == "PayAndShip" {
		return missing("addressDetails")
	}
	problems := []*problem{checkURL("checkoutResultReturnUrl", w.CheckoutResultReturnURL), p.PaymentDetails.check(), p.MerchantMetadata.check()}
	if p.AddressDetails != nil {
		problems = append(problems, p.AddressDetails.check())
	}
	return first(problems...)
}

func first(problems ...*problem) *problem {
	for _, p := range problems {
		if p != nil {
			return p
		}
	}
	return nil
}
