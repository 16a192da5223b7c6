package main

import (
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

// price is Amazon's money: decimal text with two places.
type price struct {
	Amount   decimal `json:"amount"`
	Currency string  `json:"currencyCode"`
}

// decimal is written as text; read, it may also be a JSON number.
type decimal string

// UnmarshalJSON takes the digits as they stand, so that no float comes in between.
func (d *decimal) UnmarshalJSON(raw []byte) error {
	*d = decimal(strings.Trim(string(raw), `"`))
	return nil
}

func toPrice(m base.Money) price {
	return price{Amount: decimal(fmt.Sprintf("%d.%02d", m.Minor/100, m.Minor%100)), Currency: m.Currency}
}

// money reads Amazon's decimal text. More than two places (but for zeros), exponents or anything else that is not plain
// is an error: an amount that cannot be read exactly must not be booked.
func (p price) money() (base.Money, error) {
	whole, cents, _ := strings.Cut(string(p.Amount), ".")
	for len(cents) > 2 && strings.HasSuffix(cents, "0") {
		cents = cents[:len(cents)-1]
	}
	if len(cents) > 2 || strings.Trim(whole+cents, "0123456789") != "" || whole == "" || len(whole) > 15 || len(p.Currency) != 3 {
		return base.Money{}, fmt.Errorf("amount %.40q %.10q cannot be read", p.Amount, p.Currency)
	}
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	if err != nil {
		return base.Money{}, err
	}
	return base.Money{Minor: minor, Currency: p.Currency}, nil
}

// orNone reads an amount that may be missing; one that is missing or nothing is not set.
func (p *price) orNone() (base.Money, error) {
	if p == nil || p.Currency == "" {
		return base.Money{}, nil
	}
	m, err := p.money()
	if err != nil {
		return base.Money{}, badAnswer(err)
	}
	if m.Minor == 0 {
		return base.Money{}, nil
	}
	return m, nil
}
