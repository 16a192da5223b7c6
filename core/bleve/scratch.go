package bleve

import "sync"

// scratch is the working memory of one query, reused by the next: a query allocates little more than its answer.
type scratch struct {
	hits   []uint32  // documents that match the text, in the order found
	score  []float32 // per document: sum over the words so far; valid where word is not 0
	best   []float32 // per document: the best match of the current word
	word   []uint8   // per document: the last word that matched, counted from 1
	result []uint32  // documents that pass all filters
	only   [][]uint32
	member bitset
	counts []uint32
	keys   []uint64
}

var scratches = sync.Pool{New: func() any { return &scratch{} }}

func newScratch(docs int) *scratch {
	s := scratches.Get().(*scratch)
	if len(s.word) < docs {
		n := docs + docs/4
		s.score, s.best, s.word = make([]float32, n), make([]float32, n), make([]uint8, n)
		s.member = newBitset(n)
	}
	return s
}

// free gives the memory back, clean.
func (s *scratch) free() {
	for _, n := range s.hits {
		s.word[n] = 0
	}
	s.hits, s.result, s.keys = s.hits[:0], s.result[:0], s.keys[:0]
	scratches.Put(s)
}

// onlyLists gives n empty lists.
func (s *scratch) onlyLists(n int) [][]uint32 {
	for len(s.only) < n {
		s.only = append(s.only, nil)
	}
	for i := range n {
		s.only[i] = s.only[i][:0]
	}
	return s.only[:n]
}

// zeroCounts gives n counters at 0.
func (s *scratch) zeroCounts(n int) []uint32 {
	if cap(s.counts) < n {
		s.counts = make([]uint32, n+n/4)
	}
	counts := s.counts[:n]
	clear(counts)
	return counts
}
