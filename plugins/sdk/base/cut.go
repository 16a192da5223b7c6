package base

import "unicode/utf8"

// Cut shortens a text to what a provider takes: its first characters, at most that many.
func Cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
}
