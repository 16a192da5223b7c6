package paper

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// printed gives a text with what the fonts can print of it: letters that all of them lack become question marks, symbols (most
// emoji are), marks that no letter with them exists of, and what joins or directs letters are left out. PDF/A has no place for
// a glyph that is not there.
func printed(text string) string {
	return shaped(strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\u2010' || r == '\u2011': // hyphens, which need no other font
			return '-'
		case r == '\u00a0' || r == '\u202f' || r == '\u2007': // spaces at which no line ends
			return '\u00a0'
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.M, unicode.C): // the soft hyphen is one
			return -1
		case faceOf(string(r)) >= 0:
			return r
		case unicode.In(r, unicode.L, unicode.N):
			return '?'
		}
		return -1
	}, norm.NFC.String(apart.Replace(text)))))
}

// apart takes ligatures apart, which texts bring that were copied from print.
var apart = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "ſt", "ﬆ", "st")

// wrap breaks a text into lines of a width, counted as widthOf does.
func wrap(text string, width float64) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		put := func(piece string) {
			if line != "" && widthOf(strings.TrimRight(line+piece, " ")) > width {
				lines, line = append(lines, strings.TrimRight(line, " ")), ""
			}
			line += piece
		}
		for word := range strings.SplitAfterSeq(paragraph, " ") {
			if widthOf(word) <= width && strings.IndexFunc(word, spaceless) < 0 {
				put(word)
				continue
			}
			for _, r := range word {
				put(string(r))
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// spaceless reports whether a letter's language writes without spaces between words.
func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// visual puts a line into the order in which its letters stand from left to right.
func visual(line string) string {
	var paragraph bidi.Paragraph
	if _, err := paragraph.SetString(line); err != nil {
		return line
	}
	order, err := paragraph.Order()
	if err != nil {
		return line
	}
	// The package tells directions and not levels: a number after letters that go to the left belongs to them.
	base := 0
	if i := strings.IndexFunc(line, strong); i >= 0 && leftward([]rune(line[i:])[0]) {
		base = 1
	}
	var texts []string
	var levels []int
	for i := range order.NumRuns() {
		part := order.Run(i)
		level, text := 0, part.String()
		switch {
		case part.Direction() == bidi.RightToLeft:
			level, text = 1, bidi.ReverseString(text)
		case base == 1 || i > 0 && strings.IndexFunc(text, strong) < 0 && strings.IndexFunc(text, unicode.IsDigit) >= 0:
			level = 2
		}
		texts, levels = append(texts, text), append(levels, level)
	}
	for level := 2; level > 0; level-- { // rule L2 of the bidirectional algorithm, run by run
		for from := 0; from < len(texts); from++ {
			to := from
			for to < len(texts) && levels[to] >= level {
				to++
			}
			for a, b := from, to-1; a < b; a, b = a+1, b-1 {
				texts[a], texts[b], levels[a], levels[b] = texts[b], texts[a], levels[b], levels[a]
			}
			from = max(from, to-1)
		}
	}
	return strings.Join(texts, "")
}

func leftward(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

func strong(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.L || leftward(r)
}
