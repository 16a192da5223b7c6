package withdrawal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
)

// The limits of a declaration.
const (
	MaxName        = 100
	MaxOrderNumber = 40
	MaxItems       = 100 // as many as a cart has lines: an order can be given back but for one
	MaxQuantity    = 999

	ReceiptsHour = 10 // mailed to an address that is not the order's, or for one order to its own
)

var (
	uuid    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	article = regexp.MustCompile(`^[A-Za-z0-9._/-]{1,40}$`)
)

// Check trims a declaration and refuses one that says too little or too much: fault Invalid ("withdrawal_invalid") with
// the fields. It never asks whether the order exists.
func Check(d *Declaration) error {
	var wrong []fault.Field
	mark := func(name, reason string) {
		if reason != "" {
			wrong = append(wrong, fault.Field{Name: name, Reason: reason})
		}
	}
	d.Key = strings.ToLower(strings.TrimSpace(d.Key))
	if !uuid.MatchString(d.Key) {
		mark("key", "invalid")
	}
	d.Name = strings.Join(strings.Fields(d.Name), " ")
	mark("name", text(d.Name, MaxName))
	if advertises(d.Name) {
		mark("name", "invalid")
	}
	d.OrderNumber = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(d.OrderNumber), "#"))
	reason := text(d.OrderNumber, MaxOrderNumber)
	if reason == "" && (!article.MatchString(d.OrderNumber) || advertises(d.OrderNumber)) {
		reason = "order_number_invalid"
	}
	mark("orderNumber", reason)
	d.Email, reason = address.Email(d.Email)
	mark("email", reason)
	if len(d.Items) > MaxItems {
		mark("items", address.TooLong)
	}
	for i := range d.Items {
		d.Items[i].ArticleNumber = strings.TrimSpace(d.Items[i].ArticleNumber)
		if n := d.Items[i].ArticleNumber; !article.MatchString(n) || advertises(n) {
			mark(fmt.Sprintf("items.%d.articleNumber", i), "article_number_invalid")
		}
		if n := d.Items[i].Quantity; n < 1 || n > MaxQuantity {
			mark(fmt.Sprintf("items.%d.quantity", i), "quantity_invalid")
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("withdrawal_invalid", wrong...)
	}
	return nil
}

// advertises reports whether a text leads elsewhere: the receipt goes to whatever address was typed, and what is typed must
// not make an advertisement of it.
func advertises(text string) bool {
	return strings.Contains(text, "://") || strings.Contains(strings.ToLower(text), "www.")
}

func text(s string, longest int) string {
	switch {
	case s == "":
		return address.Missing
	case utf8.RuneCountInString(s) > longest:
		return address.TooLong
	case strings.ContainsFunc(s, unicode.IsControl):
		return "invalid"
	}
	return ""
}

// NumberOf gives the order that a typed number names; 0 when it is none of the shop's.
func NumberOf(typed string) int64 {
	n, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
