package stage

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseDecimal reads "12.34" as 1234 hundredths. ok is false for anything that is not a plain decimal; places is how
// many digits followed the point, so that a caller can refuse more than two (which are then not part of the result).
func ParseDecimal(s string) (hundredths int64, places int, ok bool) {
	digits, neg := strings.CutPrefix(s, "-")
	whole, frac, _ := strings.Cut(digits, ".")
	if whole == "" && frac == "" || strings.Trim(whole+frac, "0123456789") != "" || len(whole) > 15 {
		return 0, 0, false
	}
	if strings.HasSuffix(digits, ".") {
		return 0, 0, false
	}
	cents := (frac + "00")[:2]
	n, err := strconv.ParseInt(whole+cents, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	if neg {
		n = -n
	}
	return n, len(frac), true
}

// German writes the decimal "1299.00" as "1.299,00", for a provider's pages; its places are two.
func German(value string) string {
	whole, frac, _ := strings.Cut(value, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	return whole + "," + (frac + "00")[:2]
}

// FormatDecimal writes 1234 hundredths as "12.34".
func FormatDecimal(hundredths int64) string {
	sign := ""
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	return fmt.Sprintf("%s%d.%02d", sign, hundredths/100, hundredths%100)
}
