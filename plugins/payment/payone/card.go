package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

// What the browser brings back of a card check.
const (
	dataPseudo = "pseudocardpan"    // stands for the card, and is what the shop may keep
	dataMasked = "truncatedcardpan" // 411111XXXXXX1111
	dataType   = "cardtype"         // PAYONE's letter
	dataExpiry = "cardexpiredate"   // YYMM
	dataHolder = "cardholder"
)

var (
	pseudoForm = regexp.MustCompile(`^9[0-9]{15,18}$`)
	expiryForm = regexp.MustCompile(`^[0-9]{2}(0[1-9]|1[0-2])$`)
	maskedForm = regexp.MustCompile(`^[0-9]{0,6}[Xx*]+[0-9]{0,4}$`)
)

const maxHolder = 50

// card is a checked card, or a saved one: the shop keeps the same fields.
type card struct{ pseudo, masked, letter, expiry, holder string }

// readCard reads the client data of Authorize. It refuses everything that may be a real card number before it looks at
// anything else, and no error repeats a value.
func readCard(data map[string]string) (card, error) {
	if err := refuseCards(data); err != nil {
		return card{}, err
	}
	c := card{data[dataPseudo], data[dataMasked], data[dataType], data[dataExpiry], strings.TrimSpace(data[dataHolder])}
	var wrong base.Misfits
	wrong.If(!pseudoForm.MatchString(c.pseudo), "client_data."+dataPseudo)
	wrong.If(c.masked != "" && !maskedForm.MatchString(c.masked), "client_data."+dataMasked)
	wrong.If(c.letter != "" && brands[c.letter] == "", "client_data."+dataType)
	wrong.If(c.expiry != "" && !expiryForm.MatchString(c.expiry), "client_data."+dataExpiry)
	wrong.If(len(c.holder) > 4*maxHolder || len([]rune(c.holder)) > maxHolder, "client_data."+dataHolder)
	if len(wrong) > 0 {
		return card{}, base.CallerFault("card_invalid", "the card was not checked at the gateway", wrong...)
	}
	return c, nil
}

// refuseCards refuses client data in which a card number or a check value lies, under whatever name.
func refuseCards(data map[string]string) error {
	for field, value := range data {
		switch {
		case field == dataPseudo && pseudoForm.MatchString(value):
			continue // passes the Luhn check, too; but no card's number begins with 9
		case field == "cardpan" || field == "cardcvc2" || holdsCardNumber(field) || holdsCardNumber(value):
			return base.CallerFault("card_data", "card data must go to the gateway only")
		}
	}
	return nil
}

// The digits that a card number has.
const (
	fewestDigits = 12
	mostDigits   = 19
)

// holdsCardNumber reports whether 12 to 19 digits, in one or more whole groups, pass the Luhn check: what stands beside a number,
// such as its expiry date, does not hide it.
func holdsCardNumber(text string) bool {
	var run []byte
	var groups []int // where they begin in run
	apart := true
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= '0' && b <= '9':
			if apart {
				groups = append(groups, len(run))
			}
			run, apart = append(run, b), false
		case b == ' ' || b == '-' || b == '.':
			apart = true // groups of one number
		default:
			if anyCard(run, groups) {
				return true
			}
			run, groups, apart = run[:0], groups[:0], true
		}
	}
	return anyCard(run, groups)
}

func anyCard(run []byte, groups []int) bool {
	for i, from := range groups {
		for _, to := range append(groups[i+1:len(groups):len(groups)], len(run)) {
			if to-from > mostDigits {
				break
			}
			if to-from >= fewestDigits && luhn(run[from:to]) {
				return true
			}
		}
	}
	return false
}

// luhn is the check of ISO/IEC 7812: every second digit from the right is doubled, and the sum ends in 0.
func luhn(digits []byte) bool {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
