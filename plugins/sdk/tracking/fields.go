package tracking

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

// Fields are what the shop's events carry in their Data, each as far as its type has it.
type Fields struct {
	ProductIDs   []Text    `json:"productIds"`
	Products     []Product `json:"products"`
	OrderID      Text      `json:"orderId"`
	ClickElement string    `json:"clickElementName"`
	Referrer     string    `json:"referrer"`
	Scrollings   []struct {
		MaxDepth json.Number `json:"maxScrollDepth"`
		Trigger  string      `json:"eventTrigger"`
	} `json:"scrollings"`
}

// Product is one product of an event.
type Product struct {
	ID       Text   `json:"productId"`
	Article  Text   `json:"articleNumber"`
	Name     string `json:"productName"`
	Quantity int64  `json:"productQuantity"` // 0 counts as 1
	Price    struct {
		Minor    int64  `json:"minor"`
		Currency string `json:"currency"`
	} `json:"productPrice"`
}

// Text is a JSON text or number.
type Text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	*t = Text(n)
	return nil
}

var errNoObject = errors.New("the data is no object")

// mostProducts and mostQuantity bound what is believed; sums of them cannot overflow.
const (
	mostProducts = 200
	mostQuantity = 1_000_000
	mostPrice    = 10_000_000_00
)

// ReadFields reads the data of an event; none is an event without fields. Products whose amounts cannot be, or that are in
// another currency, are an error.
func ReadFields(raw json.RawMessage, currency string) (Fields, error) {
	var f Fields
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return f, nil
	}
	if raw[0] != '{' {
		return f, errNoObject
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return f, err
	}
	if len(f.Products) > mostProducts || len(f.ProductIDs) > mostProducts {
		return f, errors.New("too many products")
	}
	for i := range f.Products {
		p := &f.Products[i]
		if p.Quantity == 0 {
			p.Quantity = 1
		}
		if p.Quantity < 0 || p.Quantity > mostQuantity || p.Price.Minor < 0 || p.Price.Minor > mostPrice ||
			p.Price.Minor > 0 && p.Price.Currency != currency {
			return f, errors.New("a product with an amount that cannot be")
		}
	}
	return f, nil
}

// SKU is the number under which the shop sells it.
func (p Product) SKU() string {
	if p.Article != "" {
		return string(p.Article)
	}
	return string(p.ID)
}

// Bought gives the products, with nothing but their numbers when the event tells no more. A number that is empty is no product; one
// that is told in full may have none.
func (f Fields) Bought() []Product {
	if len(f.Products) > 0 {
		return f.Products
	}
	var out []Product
	for _, id := range f.ProductIDs {
		if id != "" {
			out = append(out, Product{ID: id, Quantity: 1})
		}
	}
	return out
}

// Value gives the value of products in minor units.
func Value(products []Product) (minor int64) {
	for _, p := range products {
		minor += p.Price.Minor * p.Quantity
	}
	return minor
}

// Decimal writes minor units as a decimal number, "12.34".
func Decimal(minor int64) json.Number {
	whole, rest := strconv.FormatInt(minor/100, 10), strconv.FormatInt(minor%100+100, 10)
	return json.Number(whole + "." + rest[1:])
}
