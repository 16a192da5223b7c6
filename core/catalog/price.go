package catalog

import (
	"slices"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
)

// reductionDays is how far back the law looks for the lowest price before a reduction (§ 11 PAngV).
const reductionDays = 30

// WindowBefore says from when on the law looks at prices before a reduction at at: from the beginning of the day in Germany that is
// 30 days earlier. Hours do not count (§§ 187, 188 BGB), and what was asked in the morning of that day was asked on it.
func WindowBefore(at time.Time) time.Time {
	year, month, date := at.In(clock.Germany).Date()
	return time.Date(year, month, date-reductionDays, 0, 0, 0, 0, clock.Germany)
}

// PricePoint says that a price applied from a moment on, until the next point.
type PricePoint struct {
	From  time.Time    `json:"from"`
	Price money.Amount `json:"price"`
}

// LowestBefore gives the lowest price that applied from WindowBefore at to at, and zero when
// none did. The price that was in force when the window opened counts. Points may come in any order.
func LowestBefore(history []PricePoint, at time.Time) money.Amount {
	opens := WindowBefore(at)
	var lowest, carried money.Amount
	var carriedFrom time.Time
	for _, p := range history {
		switch {
		case !p.From.Before(at):
			continue
		case p.From.After(opens):
			lowest = lower(lowest, p.Price)
		case carried.IsZero() || p.From.After(carriedFrom):
			carried, carriedFrom = p.Price, p.From
		}
	}
	return lower(lowest, carried)
}

// Reduction gives the price to name beside price from at on (Prices.Lowest30), and zero where price is no reduction.
// named is what was named until then. Only a fall starts a reduction, only below the lowest price of the window, and
// any rise ends it. A price that falls step by step keeps the price from before the first step (§ 11 (2) PAngV) as long
// as that step lies in the window.
func Reduction(history []PricePoint, named, price money.Amount, at time.Time) money.Amount {
	before := InForce(history, at)
	switch {
	case before.IsZero() || price.Minor > before.Minor:
		return money.Amount{}
	case price.Minor == before.Minor:
		return named
	}
	reference := LowestBefore(history, at)
	if !named.IsZero() && reference.Minor < named.Minor && onlyFell(history, named, at) {
		reference = named
	}
	if price.Minor >= reference.Minor {
		return money.Amount{}
	}
	return reference
}

// Named gives what is to be named beside the last price of a history, by going through all of it.
func Named(history []PricePoint) money.Amount {
	points := slices.Clone(history)
	slices.SortFunc(points, func(a, b PricePoint) int { return a.From.Compare(b.From) })
	var named money.Amount
	for i, p := range points {
		named = Reduction(points[:i], named, p.Price, p.From)
	}
	return named
}

// onlyFell reports whether the window before at opened at named or more and every change since went down.
func onlyFell(history []PricePoint, named money.Amount, at time.Time) bool {
	opens := WindowBefore(at)
	if InForce(history, opens).Minor < named.Minor {
		return false
	}
	for _, p := range history {
		if p.From.Before(opens) || !p.From.Before(at) {
			continue
		}
		if prev := InForce(history, p.From); !prev.IsZero() && p.Price.Minor > prev.Minor {
			return false
		}
	}
	return true
}

// InForce gives the price that applied just before at, zero for none.
func InForce(history []PricePoint, at time.Time) money.Amount {
	var last PricePoint
	for _, p := range history {
		if p.From.Before(at) && (last.Price.IsZero() || p.From.After(last.From)) {
			last = p
		}
	}
	return last.Price
}

func lower(a, b money.Amount) money.Amount {
	if a.IsZero() || (!b.IsZero() && b.Minor < a.Minor) {
		return b
	}
	return a
}
