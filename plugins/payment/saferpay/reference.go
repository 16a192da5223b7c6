package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"kontor.dev/kontor/plugins/sdk/payment"
)

// reference names a payment: the OrderId, which Saferpay keeps with the transaction, and the page's token, which ends
// after a day. As text they are joined by a tilde, which neither can contain.
type reference struct{ order, token string }

// String gives "4711-1~TOKEN".
func (r reference) String() string { return r.order + "~" + r.token }

// parseReference gives no order when the text is none of this plugin's.
func parseReference(s string) reference {
	order, token, ok := strings.Cut(s, "~")
	if !ok || order != clean(order) {
		return reference{}
	}
	return reference{order, token}
}

// orderID names an attempt at Saferpay, 1 to 80 of A-Z a-z 0-9 . : - _. It is the same for the same attempt, and never
// for two: what had to be changed to fit carries a hash.
func orderID(number string, attempt int) string {
	const longest = 50 // what every means of payment keeps whole
	id := payment.AttemptNumber(number, attempt)
	if fits := clean(id); fits == id && len(id) <= longest {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "order-" + hex.EncodeToString(sum[:16])
}

// clean drops the characters that Saferpay does not take in an id.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(".:-_", r):
			return r
		}
		return -1
	}, s)
}
