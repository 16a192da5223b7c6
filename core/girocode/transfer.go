package girocode

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/money"
)

// The guideline's limits, in characters, cents and bytes.
const (
	longestName, longestText = 70, 140
	mostCents                = 999_999_999_99
	mostBytes                = 331
)

// payload writes a transfer as the guideline has it, version 002 in UTF-8; "" for what does not fit.
func payload(told map[string]string, amount money.Amount) string {
	name, text := strings.TrimSpace(told["account_holder"]), strings.TrimSpace(told["purpose"])
	iban, bic := compact(told["iban"]), compact(told["bic"])
	switch {
	case !line(name, longestName) || name == "" || !line(text, longestText):
		return ""
	case !validIBAN(iban) || bic != "" && !bicForm.MatchString(bic) || bic == "" && strings.Contains(needBIC, iban[:2]):
		return ""
	case amount.Currency != money.EUR || amount.Minor < 1 || amount.Minor > mostCents || figures(told["amount"]) != strconv.FormatInt(amount.Minor, 10):
		return ""
	}
	const purposeCode, reference = "", "" // no code of ISO 20022's list, and none of ISO 11649
	content := strings.Join([]string{
		"BCD", "002", "1", "SCT", bic, name, iban, "EUR" + amount.Decimal(".", ""), purposeCode, reference, text,
	}, "\n")
	if len(content) > mostBytes {
		return ""
	}
	return content
}

// line reports whether a text is one line of at most so many characters.
func line(text string, longest int) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= longest && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// compact takes out the spaces with which an account is written on paper.
func compact(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }

// figures gives the digits of an amount as it is told, "1.303,99 €", which are its cents unless it is told without them.
func figures(told string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, told), "0")
}

var (
	ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]+$`)
	bicForm  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// lengths are those of the IBANs of SEPA's countries, as ISO 13616 registers them.
var lengths = map[string]int{
	"AD": 24, "AL": 28, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27,
	"GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24,
	"ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "RS": 22, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}

// needBIC are the countries of SEPA outside the European Economic Area.
const needBIC = "AD AL CH GB GI MC MD ME MK RS SM VA"

// validIBAN checks country, length and check digits: the rearranged number is 1 modulo 97.
func validIBAN(iban string) bool {
	if !ibanForm.MatchString(iban) || len(iban) != lengths[iban[:2]] {
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
