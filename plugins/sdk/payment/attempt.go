package payment

import (
	"slices"
	"strconv"

	"kontor.dev/kontor/plugins/sdk/base"
)

// AttemptNumber names an attempt for providers that take each number once: "K10001-2" is the second attempt of K10001. It follows
// from order and attempt, so that a payment whose answer was lost can be asked for. Attempts count from 1, and so does 0.
func AttemptNumber(orderNumber string, attempt int) string {
	return orderNumber + "-" + strconv.Itoa(max(attempt, 1))
}

// Misfits gives what every authorization needs and this one lacks, for a plugin with one method: that method, a key, an order number.
func (r AuthorizeRequest) Misfits(method string) (wrong base.Misfits) {
	wrong.Add(r.Method != method, "method", "unknown")
	wrong.Add(r.IdempotencyKey == "", "idempotency_key", "required")
	wrong.Add(r.Purchase.OrderNumber == "", "purchase.order_number", "required")
	return wrong
}

// FindMethod gives the method of a code, false when it is none of them.
func FindMethod(methods []Method, code string) (Method, bool) {
	i := slices.IndexFunc(methods, func(m Method) bool { return m.Code == code })
	if i < 0 {
		return Method{}, false
	}
	return methods[i], true
}

// Limit gives a bound of a method that takes these currencies, at least one: in euro, or in the first where euro is none of them;
// a bound of 0 is none.
func Limit(minor int64, currencies []string) base.Money {
	switch {
	case minor == 0:
		return base.Money{}
	case slices.Contains(currencies, "EUR"):
		return base.Money{Minor: minor, Currency: "EUR"}
	}
	return base.Money{Minor: minor, Currency: currencies[0]}
}
