package paper

// joined gives, for an Arabic letter, the first of its shapes in Unicode's presentation forms, and how many it has: alone and after
// another letter, and where it is 4, before another and between two as well.
var joined = func() map[rune]shapes {
	m := map[rune]shapes{}
	at := rune(0xfe80)
	for i, count := range "1222242424444422224444444400000044444442" + "24" {
		if n := count - '0'; n > 0 {
			m[0x621+rune(i)] = shapes{at, n}
			at += n
		}
	}
	// Persian and Urdu.
	for r, s := range map[rune]shapes{
		0x679: {0xfb66, 4}, 0x67e: {0xfb56, 4}, 0x686: {0xfb7a, 4}, 0x688: {0xfb88, 2}, 0x691: {0xfb8c, 2}, 0x698: {0xfb8a, 2}, 0x6a9: {0xfb8e, 4},
		0x6af: {0xfb92, 4}, 0x6ba: {0xfb9e, 2}, 0x6be: {0xfbaa, 4}, 0x6c1: {0xfba6, 4}, 0x6cc: {0xfbfc, 4}, 0x6d2: {0xfbae, 2},
	} {
		m[r] = s
	}
	return m
}()

type shapes struct{ first, count rune }

const lam, tatweel = 'ل', 'ـ'

// lamAlef are the ligatures that Arabic is never written without.
var lamAlef = map[rune]rune{'آ': 0xfef5, 'أ': 0xfef7, 'إ': 0xfef9, 'ا': 0xfefb}

// shaped gives Arabic letters the shapes that they have beside others, in the order in which they are read. Fonts in a PDF do
// not do that.
func shaped(text string) string {
	in := []rune(text)
	var out []rune
	before := false // the letter before joins the next
	for i := 0; i < len(in); i++ {
		r := in[i]
		s, known := joined[r]
		if ligature := rune(0); known && r == lam && i+1 < len(in) {
			if ligature = lamAlef[in[i+1]]; ligature != 0 {
				s, i = shapes{ligature, 2}, i+1
			}
		}
		if !known {
			out, before = append(out, r), r == tatweel
			continue
		}
		next := rune(0)
		if i+1 < len(in) {
			next = in[i+1]
		}
		after := s.count == 4 && (joined[next].count > 1 || next == tatweel)
		form := rune(0)
		switch {
		case before && s.count > 1 && after:
			form = 3
		case after:
			form = 2
		case before && s.count > 1:
			form = 1
		}
		out, before = append(out, s.first+form), after
	}
	return string(out)
}
