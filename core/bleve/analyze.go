package bleve

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"golang.org/x/text/unicode/norm"

	"kontor.dev/kontor/core/search"
)

// word is a token of a text: folded is its lower-case form without umlauts and accents, stem the German stem of that.
type word struct{ folded, stem string }

// analyzer turns text into words with Bleve's German filters. It remembers the words it has seen, up to a limit, because
// the same few ten thousand words make up the whole catalogue. It is safe for concurrent use.
type analyzer struct {
	fold  analysis.TokenFilter
	stem  analysis.TokenFilter
	stop  analysis.TokenMap
	same  map[string][]string // stem → stems that mean the same
	known sync.Map            // lower-case token → word
	size  int
	mu    sync.Mutex
}

const maxKnownWords = 200_000

func newAnalyzer() *analyzer {
	stop := analysis.NewTokenMap()
	if err := stop.LoadBytes(de.GermanStopWords); err != nil {
		panic(err) // the list is part of the program
	}
	a := &analyzer{fold: de.NewGermanNormalizeFilter(), stem: de.NewGermanLightStemmerFilter(), stop: stop, same: map[string][]string{}}
	for word, others := range search.Synonyms() {
		stem := a.word(word).stem
		for _, other := range others {
			a.same[stem] = append(a.same[stem], a.word(other).stem)
		}
	}
	return a
}

// word analyses one token, which must be in lower case.
func (a *analyzer) word(token string) word {
	if w, ok := a.known.Load(token); ok {
		return w.(word)
	}
	folded := a.filter(a.fold, unaccent(token))
	w := word{folded: folded, stem: folded}
	if !hasDigit(folded) {
		w.stem = a.filter(a.stem, folded)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.size < maxKnownWords {
		a.size++
		a.known.Store(strings.Clone(token), w)
	}
	return w
}

func (a *analyzer) filter(f analysis.TokenFilter, token string) string {
	out := f.Filter(analysis.TokenStream{{Term: []byte(token)}})
	return string(out[0].Term)
}

func (a *analyzer) isStop(token string) bool { return a.stop[token] }

// chunk is a run of text between spaces, as its parts of letters and digits: "i7-12700k" is "i7", "12700k".
type chunk []string

// chunks splits text at white space and each piece at everything that is neither letter nor digit, in lower case.
func chunks(text string) []chunk {
	fields := strings.FieldsFunc(strings.ToLower(norm.NFC.String(text)), unicode.IsSpace)
	list := make([]chunk, 0, len(fields))
	for _, field := range fields {
		parts := strings.FieldsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(parts) > 0 {
			list = append(list, parts)
		}
	}
	return list
}

// runs splits a token where letters meet digits: "rtx4060ti" is "rtx", "4060", "ti". A token of one kind gives nil.
func runs(token string) []string {
	var parts []string
	start, digits := 0, false
	for i, r := range token {
		d := unicode.IsDigit(r)
		if i > 0 && d != digits {
			parts = append(parts, token[start:i])
			start = i
		}
		digits = d
	}
	if parts == nil {
		return nil
	}
	return append(parts, token[start:])
}

// joinable reports whether two neighbouring tokens are also looked for as one: "16" "gb", "rtx" "4060".
func joinable(left, right string) bool {
	const longest = 5
	switch {
	case allDigits(left):
		return len(right) <= longest && !hasDigit(right)
	case hasDigit(left):
		return false
	}
	first, _ := utf8.DecodeRuneInString(right)
	return len(left) <= longest && unicode.IsDigit(first)
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

func allDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// unaccent takes the accents off Latin letters that are not German.
func unaccent(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return accents.Replace(s)
		}
	}
	return s
}

var accents = strings.NewReplacer("é", "e", "è", "e", "ê", "e", "ë", "e", "á", "a", "à", "a", "â", "a", "å", "a", "ã", "a",
	"ó", "o", "ò", "o", "ô", "o", "ø", "o", "õ", "o", "ú", "u", "ù", "u", "û", "u", "í", "i", "ì", "i", "î", "i", "ï", "i",
	"ç", "c", "ñ", "n", "š", "s", "ž", "z", "č", "c", "ý", "y")
