package catalog

import (
	"strconv"
	"strings"
	"unicode"
)

// ValidEAN reports whether s is an EAN-13 or EAN-8 with the right check digit.
func ValidEAN(s string) bool {
	if len(s) != 13 && len(s) != 8 {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s[len(s)-1] == EANCheckDigit(s[:len(s)-1])
}

// EANCheckDigit gives the digit that completes the digits of an EAN: weights 3 and 1 alternate from the right.
func EANCheckDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		weight := 1
		if (len(digits)-i)%2 == 1 {
			weight = 3
		}
		sum += int(digits[i]-'0') * weight
	}
	return byte('0' + (10-sum%10)%10)
}

// Slug makes the part of a product's address that names it: lower case ASCII words and the id, "acme-book-15-100234".
func Slug(name string, id int64) string {
	words := Slugify(name)
	if words == "" {
		return strconv.FormatInt(id, 10)
	}
	return words + "-" + strconv.FormatInt(id, 10)
}

const maxSlugLength = 80

// Slugify gives lower case ASCII words joined by hyphens, umlauts spelled out, at most 80 characters cut at a word.
func Slugify(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case spelled[r] != "":
			b.WriteString(spelled[r])
		case unicode.IsMark(r) || r == '\'' || r == '’':
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	out := strings.Trim(b.String(), "-")
	if len(out) <= maxSlugLength {
		return out
	}
	out = out[:maxSlugLength+1]
	if cut := strings.LastIndexByte(out, '-'); cut > 0 {
		return out[:cut]
	}
	return out[:maxSlugLength]
}

var spelled = map[rune]string{
	'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e", 'á': "a", 'à': "a", 'â': "a", 'ó': "o",
	'ô': "o", 'í': "i", 'ú': "u", 'ç': "c", 'ñ': "n", 'ø': "oe", 'å': "aa", '&': "und", '+': "plus", '²': "2",
}
