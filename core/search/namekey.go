package search

import (
	"strings"
	"unicode"
)

// NameKey gives the text by which names are sorted, byte by byte: case and punctuation do not count, umlauts stand with
// their vowels, and numbers are in order of their value ("RAM 8 GB" before "RAM 16 GB").
func NameKey(name string) string {
	const width = 8 // digits of a number that are compared
	var b strings.Builder
	b.Grow(len(name) + width)
	digits := make([]byte, 0, width)
	flush := func() {
		if len(digits) == 0 {
			return
		}
		for range width - len(digits) {
			b.WriteByte('0')
		}
		b.Write(digits)
		digits = digits[:0]
	}
	for _, r := range name {
		if r >= '0' && r <= '9' {
			digits = append(digits, byte(r))
			continue
		}
		flush()
		r = unicode.ToLower(r)
		switch {
		case plain[r] != "":
			b.WriteString(plain[r])
		case unicode.IsLetter(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), " "):
			b.WriteByte(' ')
		}
	}
	flush()
	return b.String()
}

var plain = map[rune]string{
	'ä': "a", 'ö': "o", 'ü': "u", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e", 'á': "a", 'à': "a", 'ó': "o", 'ø': "o",
	'å': "a", 'ç': "c", 'ñ': "n",
}
