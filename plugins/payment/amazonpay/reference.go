package main

import (
	"regexp"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// reference names a payment: the session at Amazon, and the attempt of the order that it was set to pay for. One session
// may serve several attempts, as when the customer comes back to change something, but pays for one.
type reference struct {
	session string
	attempt string // order number and attempt, in the charge permission as merchantReferenceId
}

var (
	sessionForm = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
	chargeForm  = regexp.MustCompile(`^[SPB]\d\d-\d{7}-\d{7}-C\w{6}$`)
)

// attemptReference is how Amazon shows an attempt to the merchant.
func attemptReference(order string, attempt int) string {
	return payment.AttemptNumber(base.Cut(order, 200), attempt)
}

// orderOf gives the order number of an attempt's reference.
func orderOf(attempt string) string {
	i := strings.LastIndexByte(attempt, '-')
	if i < 0 {
		return ""
	}
	return attempt[:i]
}

func (r reference) String() string { return r.session + ":" + r.attempt }

// What customInformation holds: the payment's reference, once there is one, and the checkout that the session was opened for.

const boundWord = "checkout="

func boundTo(checkout string) string {
	if checkout == "" {
		return ""
	}
	return boundWord + checkout
}

// isOf reports whether the session was opened for the checkout that the purchase is of, as far as the shop says which that is.
func (s session) isOf(p payment.Purchase) bool {
	return p.CheckoutID == "" || slices.Contains(strings.Fields(s.Merchant.Custom), boundTo(p.CheckoutID))
}

// referenceIn gives the payment's reference out of customInformation.
func referenceIn(custom string) (reference, bool) {
	text, _, _ := strings.Cut(custom, " ")
	return parseReference(text)
}

// referenceOf reads a payment's reference, or makes it of a bare session's: the shop knows no more when the answer to
// Authorize was lost.
func referenceOf(text, order string, attempt int) (reference, bool) {
	if ref, ok := parseReference(text); ok {
		return ref, true
	}
	return reference{text, attemptReference(order, attempt)}, sessionForm.MatchString(text) && order != ""
}

// parseReference gives false for what is no reference of this plugin.
func parseReference(s string) (reference, bool) {
	session, attempt, ok := strings.Cut(s, ":")
	return reference{session, attempt}, ok && sessionForm.MatchString(session) && attempt != ""
}
