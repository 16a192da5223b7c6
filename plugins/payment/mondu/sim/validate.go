package sim

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"
)

var (
	countryPattern = regexp.MustCompile(`^[A-Z]{2}$`)
	methods        = []string{"invoice", "direct_debit", "installment", "installment_by_invoice", "pay_now", "billing_statement"}
	languages      = []string{"en", "de", "nl", "fr", "es", "it"}
	currencies     = []string{"EUR", "GBP"}
	netTerms       = []int{0, 14, 30, 45, 60, 90}
)

// checker collects what is wrong with a request.
type checker struct{ errors []fieldProblem }

func (c *checker) add(field, details string) {
	c.errors = append(c.errors, fieldProblem{field, details})
}

// text asks for 1 to 1024 characters.
func (c *checker) text(field, value string) {
	switch n := utf8.RuneCountInString(value); {
	case n == 0:
		c.add(field, "must be filled")
	case n > 1024:
		c.add(field, "is too long")
	}
}

func (c *checker) oneOf(field, value string, allowed []string) {
	if !slices.Contains(allowed, value) {
		c.add(field, "is not allowed")
	}
}

func (c *checker) uri(field, value string) {
	if u, err := url.Parse(value); err != nil || u.Host == "" {
		c.add(field, "must be a URL")
	}
}

func (c *checker) problem() *problem {
	if len(c.errors) == 0 {
		return nil
	}
	return &problem{http.StatusUnprocessableEntity, c.errors}
}

func (q *orderRequest) check() *problem {
	c := &checker{}
	c.oneOf("currency", q.Currency, currencies)
	c.oneOf("payment_method", q.PaymentMethod, methods)
	c.oneOf("language", q.Language, languages)
	c.oneOf("source", q.Source, []string{"hosted"})
	c.oneOf("state_flow", q.StateFlow, []string{"authorization_flow"})
	c.text("external_reference_id", q.ExternalID)
	if q.GrossAmount < 1 {
		c.add("gross_amount_cents", "must be greater than 0")
	}
	if !slices.Contains(netTerms, q.NetTerm) || q.NetTerm != 0 && q.PaymentMethod == "installment" {
		c.add("net_term", "is not allowed")
	}
	c.uri("success_url", q.SuccessURL)
	c.uri("cancel_url", q.CancelURL)
	c.uri("declined_url", q.DeclinedURL)
	if q.Buyer == nil {
		c.add("buyer", "is missing")
	} else {
		c.text("buyer.email", q.Buyer.Email)
		c.text("buyer.first_name", q.Buyer.FirstName)
		c.text("buyer.last_name", q.Buyer.LastName)
	}
	q.BillingAddress.check(c, "billing_address")
	q.ShippingAddress.check(c, "shipping_address")
	if len(q.Lines) == 0 {
		c.add("lines", "must be filled")
	}
	var sum int64
	for i, l := range q.Lines {
		sum += l.check(c, fmt.Sprintf("lines.%d", i))
	}
	if sum-q.TotalDiscount != q.GrossAmount && len(c.errors) == 0 {
		c.add("gross_amount_cents", "does not match the lines")
	}
	return c.problem()
}

func (q *adjustRequest) check() *problem {
	c := &checker{}
	c.oneOf("currency", q.Currency, currencies)
	c.text("external_reference_id", q.ExternalID)
	if q.Amount.Gross < 1 || q.Amount.Net+q.Amount.Tax != q.Amount.Gross {
		c.add("amount", "does not add up")
	}
	if len(q.Lines) == 0 {
		c.add("lines", "must be filled")
	}
	var sum int64
	for i, l := range q.Lines {
		sum += l.check(c, fmt.Sprintf("lines.%d", i))
	}
	if sum != q.Amount.Gross && len(c.errors) == 0 {
		c.add("amount", "does not match the lines")
	}
	return c.problem()
}

func (a *address) check(c *checker, at string) {
	if a == nil {
		c.add(at, "is missing")
		return
	}
	if !countryPattern.MatchString(a.CountryCode) {
		c.add(at+".country_code", "is invalid")
	}
	c.text(at+".city", a.City)
	c.text(at+".zip_code", a.ZipCode)
	c.text(at+".address_line1", a.Line1)
}

// check gives what the line costs: net prices, tax, shipping and fee, less the discount.
func (l line) check(c *checker, at string) int64 {
	if l.Tax < 0 || l.Shipping < 0 || l.BuyerFee < 0 || l.Discount < 0 {
		c.add(at, "must not be negative")
	}
	if len(l.LineItems) == 0 {
		c.add(at+".line_items", "must be filled")
	}
	var net, tax int64
	seen := map[string]bool{}
	for i, item := range l.LineItems {
		field := fmt.Sprintf("%s.line_items.%d", at, i)
		c.text(field+".external_reference_id", item.ExternalID)
		c.text(field+".title", item.Title)
		c.oneOf(field+".item_type", item.ItemType, []string{"PHYSICAL", "VIRTUAL"})
		if seen[item.ExternalID] {
			c.add(field+".external_reference_id", "is taken")
		}
		seen[item.ExternalID] = true
		off := item.NetPerItem*item.Quantity - item.Net
		if item.Quantity < 1 || item.Net < 0 || item.Tax < 0 || off > item.Quantity || off < -item.Quantity {
			c.add(field+".net_price_cents", "does not match")
		}
		net += item.Net
		tax += item.Tax
	}
	if tax != l.Tax {
		c.add(at+".tax_cents", "does not match")
	}
	return net + tax + l.Shipping + l.BuyerFee - l.Discount
}
