package main

import (
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

// amount is PayPal's money: decimal text with two places.
type amount struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func toAmount(m base.Money) amount {
	sign, minor := "", m.Minor
	if minor < 0 {
		sign, minor = "-", -minor
	}
	return amount{Currency: m.Currency, Value: fmt.Sprintf("%s%d.%02d", sign, minor/100, minor%100)}
}

// money reads PayPal's decimal text. More than two places, exponents or anything else that is not plain is an error:
// an amount that cannot be read exactly must not be booked.
func (a amount) money() (base.Money, error) {
	whole, cents, _ := strings.Cut(a.Value, ".")
	if len(cents) > 2 || strings.Trim(whole+cents, "0123456789") != "" || whole == "" || len(whole) > 15 || len(a.Currency) != 3 {
		return base.Money{}, fmt.Errorf("amount %q %q cannot be read", a.Value, a.Currency)
	}
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	return base.Money{Minor: minor, Currency: a.Currency}, err
}
