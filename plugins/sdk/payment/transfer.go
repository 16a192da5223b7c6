package payment

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest that a SEPA credit transfer has room for, in characters.
const (
	maxHolder  = 70
	maxPurpose = 140
)

// CheckTransfer says why the shop draws no code for banking apps of instructions with an IBAN: account, bank, holder or purpose are
// none of a SEPA credit transfer. It is nil for a transfer, and for instructions without an IBAN.
func CheckTransfer(list []Instruction) error {
	value := func(key string) string {
		i := slices.IndexFunc(list, func(i Instruction) bool { return i.Key == key })
		if i < 0 {
			return ""
		}
		return list[i].Value
	}
	iban, bic := compact(value("iban")), compact(value("bic"))
	switch {
	case iban == "":
		return nil
	case !ValidIBAN(iban):
		return errors.New("iban: form or check digits are wrong")
	case bic != "" && !bicForm.MatchString(bic):
		return errors.New("bic: 8 or 11 letters and figures")
	case !fits(value("account_holder"), maxHolder):
		return fmt.Errorf("account_holder: one line of at most %d characters", maxHolder)
	case !fits(value("purpose"), maxPurpose):
		return fmt.Errorf("purpose: one line of at most %d characters", maxPurpose)
	}
	return nil
}

func compact(s string) string { return strings.Join(strings.Fields(s), "") }

func fits(text string, longest int) bool {
	return utf8.RuneCountInString(text) <= longest && !strings.ContainsFunc(text, unicode.IsControl)
}

var (
	ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	bicForm  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// ValidIBAN checks form and check digits of an IBAN without spaces (ISO 13616: the rearranged number is 1 modulo 97).
func ValidIBAN(iban string) bool {
	if !ibanForm.MatchString(iban) {
		return false
	}
	var digits strings.Builder
	for _, r := range iban[4:] + iban[:4] {
		if r >= 'A' {
			digits.WriteString(strconv.Itoa(int(r-'A') + 10))
		} else {
			digits.WriteRune(r)
		}
	}
	n, ok := new(big.Int).SetString(digits.String(), 10)
	return ok && new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}
