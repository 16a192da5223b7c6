package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Every listing asked for is another one, so that none was kept.
func BenchmarkListing(b *testing.B) {
	s := newShop(b)
	n := 1000
	for b.Loop() {
		n++
		s.fetch(fmt.Sprintf("/api/category/notebooks?preis=slider&preis_max=%d", n))
	}
}

func BenchmarkListingKept(b *testing.B) {
	s := newShop(b)
	for b.Loop() {
		s.fetch("/api/category/notebooks?ram[]=16")
	}
}

func BenchmarkProduct(b *testing.B) {
	s := newShop(b)
	goods := s.available(10)
	n := 0
	for b.Loop() {
		n++
		s.fetch("/api/product/" + goods[n%len(goods)].Slug)
	}
}

func (s *shop) fetch(path string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusOK {
		s.Fatal(w.Code, w.Body.String())
	}
}
