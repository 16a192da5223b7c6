// Package page numbers the pages of a list.
package page

// Page asks for one page of a list. Number counts from 1.
type Page struct {
	Number int
	Size   int
}

// Of makes a page, raising a number below 1 to 1 and keeping size within 1 and limit.
func Of(number, size, limit int) Page {
	return Page{Number: max(number, 1), Size: min(max(size, 1), limit)}
}

// Offset is how many entries come before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Size }

// Count gives the number of pages that total entries fill; an empty list has one, empty, page.
func (p Page) Count(total int) int { return max((total+p.Size-1)/p.Size, 1) }
