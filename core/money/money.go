// Package money holds amounts as whole minor units of a currency. There are no floats: JSON, the database and the wire
// carry the same integers.
package money

import (
	"fmt"
	"math/big"
	"strings"
)

// Currency is an ISO 4217 code.
type Currency string

// EUR is the shop's currency.
const EUR Currency = "EUR"

// Amount is a number of minor units (cents) of a currency. The zero value is "no amount".
type Amount struct {
	Minor    int64    `json:"minor"`
	Currency Currency `json:"currency"`
}

// Euro makes an amount of cents.
func Euro(cents int64) Amount { return Amount{Minor: cents, Currency: EUR} }

// Add gives a+b. Adding amounts of two currencies is a defect and panics; the zero Amount adds to anything.
func (a Amount) Add(b Amount) Amount {
	return Amount{Minor: a.Minor + b.Minor, Currency: a.common(b)}
}

// Sub gives a-b, under the rule of Add.
func (a Amount) Sub(b Amount) Amount {
	return Amount{Minor: a.Minor - b.Minor, Currency: a.common(b)}
}

// Times gives a times n.
func (a Amount) Times(n int64) Amount { return Amount{Minor: a.Minor * n, Currency: a.Currency} }

// Neg gives -a.
func (a Amount) Neg() Amount { return a.Times(-1) }

// IsZero reports whether the amount is nothing.
func (a Amount) IsZero() bool { return a.Minor == 0 }

// Share gives part/whole of a, rounded half away from zero. whole must not be 0.
func (a Amount) Share(part, whole int64) Amount {
	return Amount{Minor: divRound(a.Minor, part, whole), Currency: a.Currency}
}

// IncludedTax gives the tax contained in the gross amount a at a rate in hundredths of a percent (1900 is 19 %),
// rounded half away from zero.
func (a Amount) IncludedTax(rate int64) Amount { return a.Share(rate, 10000+rate) }

// Allocate splits a in proportion to weights so that the parts add up to a exactly; what rounding leaves over goes to
// the largest remainders, earlier parts first. Weights must not be negative; if all are 0 the first part takes all, and
// of none there are no parts.
func (a Amount) Allocate(weights []int64) []Amount {
	parts := make([]Amount, len(weights))
	var total int64
	for _, w := range weights {
		total += w
	}
	left := a.Minor
	remainders := make([]int64, len(weights))
	for i, w := range weights {
		parts[i].Currency = a.Currency
		if total == 0 {
			continue
		}
		q, r := mulDiv(a.Minor, w, total)
		parts[i].Minor, remainders[i] = q, r
		left -= q
	}
	if total == 0 {
		if len(parts) > 0 {
			parts[0].Minor = left
		}
		return parts
	}
	step := int64(1)
	if left < 0 {
		step = -1
	}
	for ; left != 0; left -= step {
		best := 0
		for i, r := range remainders {
			if r*step > remainders[best]*step {
				best = i
			}
		}
		parts[best].Minor += step
		remainders[best] = 0
	}
	return parts
}

// String formats for a person in German: "1.234,56 €", with a no-break space before the sign.
func (a Amount) String() string { return a.Decimal(",", ".") + "\u00a0" + a.sign() }

// Decimal formats the number alone, with the given decimal and grouping separators.
func (a Amount) Decimal(point, group string) string {
	minor, neg := a.Minor, ""
	if minor < 0 {
		minor, neg = -minor, "-"
	}
	whole := fmt.Sprint(minor / 100)
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(d)
	}
	return fmt.Sprintf("%s%s%s%02d", neg, b.String(), point, minor%100)
}

func (a Amount) sign() string {
	if a.Currency == EUR || a.Currency == "" {
		return "€"
	}
	return string(a.Currency)
}

func (a Amount) common(b Amount) Currency {
	switch {
	case a.Currency == b.Currency || b.Currency == "":
		return a.Currency
	case a.Currency == "":
		return b.Currency
	}
	panic("money: " + string(a.Currency) + " with " + string(b.Currency))
}

// divRound gives n*part/whole rounded half away from zero, without overflow in the product.
func divRound(n, part, whole int64) int64 {
	q, r := mulDiv(n, part, whole)
	r2 := new(big.Int).Mul(big.NewInt(r), big.NewInt(2))
	if r2.CmpAbs(big.NewInt(whole)) >= 0 {
		if (r < 0) != (whole < 0) {
			return q - 1
		}
		return q + 1
	}
	return q
}

func mulDiv(n, part, whole int64) (quotient, remainder int64) {
	p := new(big.Int).Mul(big.NewInt(n), big.NewInt(part))
	q, r := new(big.Int).QuoRem(p, big.NewInt(whole), new(big.Int))
	return q.Int64(), r.Int64()
}
