package bleve

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"kontor.dev/kontor/core/search"
)

// How much a word counts by where it stands in a product, and by how it was matched.
const (
	inCategory     = 8.0
	inName         = 6.0
	inManufacturer = 5.0
	inKeywords     = 2.0

	partOfToken = 0.7 // "4060" of "rtx4060"
)

// posting says that a document has a term, with what weight.
type posting struct {
	doc    uint32
	weight float32
}

// segment is an immutable inverted index over some documents. Terms are of two kinds: folded words, sorted in words for
// prefixes, and stems, whose key starts with stemMark.
type segment struct {
	postings map[string][]posting
	words    []string
	stems    []fuzzyTerm // by length
	byLength []int       // byLength[n] is where stems of length n begin
}

const stemMark = "~"

// fuzzyTerm is a stem with the set of characters it is made of, to tell quickly that it cannot be close to another.
type fuzzyTerm struct {
	stem  string
	chars uint64
}

// newSegment indexes the documents with these numbers, which must rise. Many are analysed on all processors.
func newSegment(a *analyzer, docs []*record, numbers []uint32) *segment {
	const worthwhile = 2000
	workers := 1
	if len(numbers) >= worthwhile {
		workers = runtime.GOMAXPROCS(0)
	}
	parts := make([]map[string][]posting, workers)
	var wg sync.WaitGroup
	for i := range parts {
		from, to := len(numbers)*i/workers, len(numbers)*(i+1)/workers
		wg.Go(func() { parts[i] = postingsOf(a, docs, numbers[from:to]) })
	}
	wg.Wait()
	s := &segment{postings: parts[0]}
	for _, part := range parts[1:] {
		for term, list := range part {
			s.postings[term] = append(s.postings[term], list...)
		}
	}
	s.index()
	return s
}

func postingsOf(a *analyzer, docs []*record, numbers []uint32) map[string][]posting {
	postings := make(map[string][]posting, len(numbers))
	var terms []weighted
	for _, n := range numbers {
		terms = documentTerms(a, &docs[n].doc, terms[:0])
		slices.SortFunc(terms, func(x, y weighted) int {
			return cmp.Or(strings.Compare(x.term, y.term), cmp.Compare(y.weight, x.weight))
		})
		for i, t := range terms {
			if i == 0 || terms[i-1].term != t.term {
				postings[t.term] = append(postings[t.term], posting{doc: n, weight: t.weight})
			}
		}
	}
	return postings
}

func (s *segment) index() {
	for term := range s.postings {
		stem, isStem := strings.CutPrefix(term, stemMark)
		if !isStem {
			s.words = append(s.words, term)
			continue
		}
		if !hasDigit(stem) {
			s.stems = append(s.stems, fuzzyTerm{stem: stem, chars: charSet(stem)})
		}
	}
	slices.Sort(s.words)
	slices.SortFunc(s.stems, func(x, y fuzzyTerm) int {
		if len(x.stem) != len(y.stem) {
			return len(x.stem) - len(y.stem)
		}
		return strings.Compare(x.stem, y.stem)
	})
	longest := 0
	if len(s.stems) > 0 {
		longest = len(s.stems[len(s.stems)-1].stem)
	}
	s.byLength = make([]int, longest+2)
	for n := range s.byLength {
		s.byLength[n] = sort.Search(len(s.stems), func(i int) bool { return len(s.stems[i].stem) >= n })
	}
}

// prefixed gives the words that begin with prefix.
func (s *segment) prefixed(prefix string) []string {
	from, _ := slices.BinarySearch(s.words, prefix)
	to := from
	for to < len(s.words) && strings.HasPrefix(s.words[to], prefix) {
		to++
	}
	return s.words[from:to]
}

// near calls yield with the stems within the given number of typing errors of stem.
func (s *segment) near(stem string, errors int, yield func(stem string, distance int)) {
	chars := charSet(stem)
	from, to := max(len(stem)-errors, 0), min(len(stem)+errors+1, len(s.byLength)-1)
	if from >= to {
		return
	}
	for _, t := range s.stems[s.byLength[from]:s.byLength[to]] {
		// An error changes the set of characters by two at most.
		if bits.OnesCount64(chars^t.chars) > 2*errors {
			continue
		}
		if d := distance(stem, t.stem, errors); d <= errors {
			yield(t.stem, d)
		}
	}
}

type weighted struct {
	term   string
	weight float32
}

// documentTerms appends the terms of a product, repeated ones included.
func documentTerms(a *analyzer, d *search.Document, terms []weighted) []weighted {
	for _, name := range d.CategoryNames {
		terms = textTerms(a, name, inCategory, terms)
	}
	terms = textTerms(a, d.Card.Name, inName, terms)
	terms = textTerms(a, d.Card.Manufacturer, inManufacturer, terms)
	terms = textTerms(a, d.Card.ArticleNumber, inName, terms)
	for _, keyword := range d.Keywords {
		terms = textTerms(a, keyword, inKeywords, terms)
	}
	if d.EAN != "" {
		terms = append(terms, weighted{term: d.EAN, weight: inName})
	}
	return terms
}

// textTerms appends the terms of one text: its words and stems, the parts of mixed tokens, and the joined forms under
// which people look for them ("16gb" for "16 GB", "i712700k" for "i7-12700K", "wifi6" for "Wi-Fi 6").
func textTerms(a *analyzer, text string, weight float32, terms []weighted) []weighted {
	add := func(token string, weight float32) {
		w := a.word(token)
		terms = append(terms, weighted{w.folded, weight}, weighted{stemMark + w.stem, weight})
	}
	last, whole := "", "" // what came before: the token, and all of its chunk
	for _, c := range chunks(text) {
		if whole != "" && joinable(whole, c[0]) {
			add(whole+c[0], weight)
		}
		whole = ""
		if len(c) > 1 {
			whole = strings.Join(c, "")
			add(whole, weight)
		}
		for _, token := range c {
			if a.isStop(token) {
				last = ""
				continue
			}
			add(token, weight)
			for _, part := range runs(token) {
				if len(part) > 1 {
					add(part, weight*partOfToken)
				}
			}
			if last != "" && joinable(last, token) {
				add(last+token, weight)
			}
			last = token
		}
	}
	return terms
}

func charSet(s string) uint64 {
	var set uint64
	for i := range len(s) {
		set |= 1 << (s[i] & 63)
	}
	return set
}

// distance gives the number of typing errors (a character too many, missing, wrong, or two swapped) between a and b,
// or limit+1 when it is more than limit.
func distance(a, b string, limit int) int {
	const longest = 64
	if len(a) > longest || len(b) > longest {
		return limit + 1
	}
	var rows [3][longest + 1]int
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
