package sim

import (
	"bytes"
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	products       = []string{"V01PAK", "V53WPAK", "V54EPAK", "V62WP", "V62KP", "V66WPI"}
	billingPattern = regexp.MustCompile(`^\w{10}\d{2}\w{2}$`)
	countryPattern = regexp.MustCompile(`^[A-Z]{3}$`)
	postPattern    = regexp.MustCompile(`^[0-9]{6,10}$`)
	germanZip      = regexp.MustCompile(`^[0-9]{5}$`)
)

const maxGrams = 31500

// checker collects validation messages, with the property names as DHL gives them.
type checker struct{ messages []message }

func (c *checker) error(property, text string) {
	c.messages = append(c.messages, message{Property: property, Message: text, State: "Error"})
}

func (c *checker) need(property, value string) {
	if strings.TrimSpace(value) == "" {
		c.error(property, "a required value is missing")
	}
}

func (c *checker) most(property, value string, most int) {
	if utf8.RuneCountInString(value) > most {
		c.error(property, "the value is too long")
	}
}

// read decodes one shipment strictly and checks it against the documented rules; today is the earliest shipping date.
func read(raw json.RawMessage, today time.Time) (shipmentRequest, []message) {
	var r shipmentRequest
	c := &checker{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		c.error("shipments", strings.TrimPrefix(err.Error(), "json: "))
		return r, c.messages
	}
	if !slices.Contains(products, r.Product) {
		c.error("product", "unknown product")
	}
	if !billingPattern.MatchString(r.BillingNumber) {
		c.error("billingNumber", "10 characters, 2 digits of the procedure and 2 of the participation are needed")
	}
	if n := utf8.RuneCountInString(r.RefNo); r.RefNo != "" && (n < 8 || n > 35) {
		c.error("refNo", "8 to 35 characters are needed")
	}
	if r.ShipDate != "" {
		day, err := time.ParseInLocation(time.DateOnly, r.ShipDate, today.Location())
		if err != nil {
			c.error("shipDate", "not a date of the form YYYY-MM-DD")
		} else if day.Before(today) {
			c.error("shipDate", "the date lies in the past")
		}
	}
	if r.Shipper == nil {
		c.error("shipper", "a required value is missing")
	} else {
		r.Shipper.street(c, "shipper")
	}
	r.consignee(c)
	r.weight(c)
	r.services(c)
	return r, c.messages
}

func (a *contact) street(c *checker, at string) {
	c.need(at+".name1", a.Name1)
	c.need(at+".addressStreet", a.AddressStreet)
	c.need(at+".city", a.City)
	c.country(at, a.Country, true)
	c.most(at+".name1", a.Name1, 50)
	c.most(at+".name2", a.Name2, 50)
	c.most(at+".addressStreet", a.AddressStreet, 50)
	c.most(at+".addressHouse", a.AddressHouse, 10)
	c.most(at+".additionalAddressInformation1", a.Additional1, 60)
	c.most(at+".city", a.City, 40)
	if n := len(a.PostalCode); a.PostalCode != "" && (n < 3 || n > 10) {
		c.error(at+".postalCode", "3 to 10 characters are needed")
	}
	if a.Country == "DEU" && !germanZip.MatchString(a.PostalCode) {
		c.error(at+".postalCode", "a German postal code has 5 digits")
	}
}

func (c *checker) country(at, code string, required bool) {
	if code == "" && !required {
		return
	}
	if !countryPattern.MatchString(code) {
		c.error(at+".country", "an ISO 3166-1 alpha-3 code is needed")
	}
}

// consignee is a street address, a Packstation or a post office; which one is told by its own number.
func (r *shipmentRequest) consignee(c *checker) {
	a := r.Consignee
	switch {
	case a == nil:
		c.error("consignee", "a required value is missing")
	case a.LockerID != 0:
		c.need("consignee.name", a.Name)
		if a.LockerID < 100 || a.LockerID > 999 {
			c.error("consignee.lockerID", "a number from 100 to 999 is needed")
		}
		if !postPattern.MatchString(a.PostNumber) {
			c.error("consignee.postNumber", "6 to 10 digits are needed")
		}
		c.need("consignee.postalCode", a.PostalCode)
		c.need("consignee.city", a.City)
		c.country("consignee", a.Country, false)
	case a.RetailID != 0:
		c.need("consignee.name", a.Name)
		if a.RetailID < 401 || a.RetailID > 999 {
			c.error("consignee.retailID", "a number from 401 to 999 is needed")
		}
		if a.PostNumber == "" && a.Email == "" {
			c.error("consignee.postNumber", "a post number or an e-mail address is needed")
		}
		c.need("consignee.postalCode", a.PostalCode)
		c.need("consignee.city", a.City)
	default:
		a.street(c, "consignee")
	}
}

func (r *shipmentRequest) weight(c *checker) {
	if r.Details == nil || r.Details.Weight == nil {
		c.error("details.weight", "a required value is missing")
		return
	}
	w := r.Details.Weight
	grams, ok := new(big.Rat).SetString(w.Value.String())
	if !ok || grams.Sign() <= 0 {
		c.error("details.weight.value", "a positive number is needed")
		return
	}
	switch w.UOM {
	case "kg":
		grams.Mul(grams, big.NewRat(1000, 1))
	case "g":
	default:
		c.error("details.weight.uom", "g or kg is needed")
	}
	if grams.Cmp(big.NewRat(maxGrams, 1)) > 0 {
		c.error("details.weight.value", "the weight is too high")
	}
}

func (r *shipmentRequest) services(c *checker) {
	s := r.Services
	if s == nil {
		return
	}
	if s.VisualCheckOfAge != "" && s.VisualCheckOfAge != "A16" && s.VisualCheckOfAge != "A18" {
		c.error("services.visualCheckOfAge", "A16 or A18 is needed")
	}
	if s.Endorsement != "" && s.Endorsement != "RETURN" && s.Endorsement != "ABANDON" {
		c.error("services.endorsement", "RETURN or ABANDON is needed")
	}
	if cod := s.CashOnDelivery; cod != nil {
		if cod.Amount == nil || cod.Amount.Currency == "" || cod.Amount.Value == "" {
			c.error("services.cashOnDelivery.amount", "a required value is missing")
		}
		c.need("services.cashOnDelivery.transferNote1", cod.TransferNote1)
		c.most("services.cashOnDelivery.transferNote1", cod.TransferNote1, 35)
		if cod.BankAccount == nil && cod.AccountReference == "" {
			c.error("services.cashOnDelivery.bankAccount", "an account or an account reference is needed")
		}
	}
}
