package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

// fields are what an event may carry in its data.
type fields struct {
	ProductIDs   []text    `json:"productIds"`
	Products     []product `json:"products"`
	OrderID      text      `json:"orderId"`
	ClickElement string    `json:"clickElementName"`
	Referrer     string    `json:"referrer"`
	Scrollings   []struct {
		MaxDepth json.Number `json:"maxScrollDepth"`
		Trigger  string      `json:"eventTrigger"`
	} `json:"scrollings"`
}

type product struct {
	ID       text   `json:"productId"`
	Article  text   `json:"articleNumber"`
	Name     string `json:"productName"`
	Quantity int64  `json:"productQuantity"` // 0 counts as 1
	Price    struct {
		Minor    int64  `json:"minor"`
		Currency string `json:"currency"`
	} `json:"productPrice"`
}

// text is a JSON text or number.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	*t = text(n)
	return nil
}

var errNoObject = errors.New("the data is no object")

// mostProducts and mostQuantity bound what is believed; sums of them cannot overflow.
const (
	mostProducts = 200
	mostQuantity = 1_000_000
	mostPrice    = 10_000_000_00
)

// read reads the data of an event; none is an event without fields.
func read(raw json.RawMessage, currency string) (fields, error) {
	var f fields
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

// sku is under which number the shop sells it.
func (p product) sku() string {
	if p.Article != "" {
		return string(p.Article)
	}
	return string(p.ID)
}

// bought gives the products, with nothing but their numbers when the event tells no more.
func (f fields) bought() []product {
	if len(f.Products) > 0 {
		return f.Products
	}
	var out []product
	for _, id := range f.ProductIDs {
		out = append(out, product{ID: id, Quantity: 1})
	}
	return out
}

// sum gives the value of products in minor units.
func sum(products []product) (minor int64) {
	for _, p := range products {
		minor += p.Price.Minor * p.Quantity
	}
	return minor
}

// decimal writes minor units as a decimal number, "12.34".
func decimal(minor int64) json.Number {
	whole, rest := strconv.FormatInt(minor/100, 10), strconv.FormatInt(minor%100+100, 10)
	return json.Number(whole + "." + rest[1:])
}
