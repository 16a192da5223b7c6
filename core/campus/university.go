package campus

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// University is one whose members prove themselves by their e-mail address.
type University struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Country string   `json:"country"` // DE, AT
	Domains []string `json:"domains"`
}

// ReadUniversities reads a list and sorts it by name. IDs, names and domains must be there, and IDs be unique.
func ReadUniversities(r io.Reader) ([]University, error) {
	var list []University
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("universities: %w", err)
	}
	seen := map[int64]bool{}
	for i, u := range list {
		if u.ID <= 0 || seen[u.ID] || u.Name == "" || len(u.Domains) == 0 || slices.Contains(u.Domains, "") {
			return nil, fmt.Errorf("universities: entry %d (%q) lacks an ID of its own, a name or domains", i+1, u.Name)
		}
		seen[u.ID] = true
	}
	slices.SortStableFunc(list, func(a, b University) int { return strings.Compare(sortKey(a.Name), sortKey(b.Name)) })
	return list, nil
}

var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss")

// sortKey puts umlauts where a German reader looks for them.
func sortKey(name string) string { return umlauts.Replace(strings.ToLower(name)) }

// Owns reports whether an address is the university's: of one of its domains, or of one below them.
func (u University) Owns(email string) bool {
	domain := strings.ToLower(email[strings.LastIndexByte(email, '@')+1:])
	return slices.ContainsFunc(u.Domains, func(own string) bool {
		own = strings.ToLower(own)
		return domain == own || strings.HasSuffix(domain, "."+own)
	})
}
