// Package voucher is discount codes: how much they take off, when, and how often.
package voucher

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// MaxPerOrder is how many vouchers one order takes.
const MaxPerOrder = 1

// MaxLength is how many characters a code has at most; the form of the checkout (features/checkout/voucher.tsx) knows it, too.
const MaxLength = 64

// Voucher is a code and what it gives: an amount off the goods, or a rate of them.
type Voucher struct {
	Code           string // upper case
	Amount         money.Amount
	Percent        int64        // hundredths of a percent; used when Amount is zero
	Minimum        money.Amount // of the goods
	ValidFrom      time.Time
	ValidUntil     time.Time // zero: for ever
	MaxRedemptions int       // 0: no limit
	Redeemed       int
}

// Store keeps vouchers.
type Store interface {
	// Voucher finds a code; fault NotFound ("voucher_unknown").
	Voucher(ctx context.Context, code string) (*Voucher, error)
	// Vouchers gives those of codes that exist, in that order.
	Vouchers(ctx context.Context, codes []string) ([]*Voucher, error)
	// All gives every voucher, by code.
	All(ctx context.Context) ([]*Voucher, error)
	// Save makes a voucher or changes it; how often it was redeemed stays.
	Save(ctx context.Context, v *Voucher) error
}

// Code gives a code as it is stored: trimmed, upper case, with single spaces between its words, for nobody sees how many a leaflet has.
func Code(text string) string { return strings.ToUpper(strings.Join(strings.Fields(text), " ")) }

// Typed gives what somebody typed as a code; fault Invalid "voucher_too_long" for what is longer than any.
func Typed(text string) (string, error) {
	code := Code(text)
	if utf8.RuneCountInString(code) > MaxLength {
		return "", fault.New(fault.Invalid, "voucher_too_long")
	}
	return code, nil
}

// Check says why the voucher does not apply to goods of that value now, or nil. Faults are Conflict: "voucher_expired",
// "voucher_not_yet_valid", "voucher_used_up", "voucher_minimum".
func (v *Voucher) Check(now time.Time, goods money.Amount) error {
	switch {
	case now.Before(v.ValidFrom):
		return fault.New(fault.Conflict, "voucher_not_yet_valid")
	case !v.ValidUntil.IsZero() && !now.Before(v.ValidUntil):
		return fault.New(fault.Conflict, "voucher_expired")
	case v.MaxRedemptions > 0 && v.Redeemed >= v.MaxRedemptions:
		return fault.New(fault.Conflict, "voucher_used_up")
	case goods.Minor < v.Minimum.Minor:
		return fault.New(fault.Conflict, "voucher_minimum")
	}
	return nil
}

// Discount is the voucher as pricing takes it.
func (v *Voucher) Discount() pricing.Discount {
	return pricing.Discount{Code: v.Code, Amount: v.Amount, Percent: v.Percent, Minimum: v.Minimum}
}

// Discounts gives what the codes take off goods of that value now; a code that does not apply is left out.
func Discounts(list []*Voucher, now time.Time, goods money.Amount) []pricing.Discount {
	var discounts []pricing.Discount
	for _, v := range list {
		if v.Check(now, goods) == nil {
			discounts = append(discounts, v.Discount())
		}
	}
	return discounts
}
