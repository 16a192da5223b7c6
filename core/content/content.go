// Package content is what editors put into the shop: the banner's slides, the deals of the week, ads, and pages such as
// the imprint. They write it as files (see Read), which are imported together or not at all.
package content

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
)

// Slide is one picture of the banner.
type Slide struct {
	ID    int64        `json:"id"`
	Title catalog.Text `json:"title"`
	Text  catalog.Text `json:"text"`
	Image string       `json:"image"` // key
	URL   string       `json:"url"`
	CTA   catalog.Text `json:"cta"` // text of the button
	From  time.Time    `json:"from,omitzero"`
	Until time.Time    `json:"until,omitzero"` // no longer from here on
}

// Ad is a banner for a place of the storefront.
type Ad struct {
	ID         string            `json:"id"`
	Target     string            `json:"target"` // the place
	Title      catalog.Text      `json:"title"`
	Text       catalog.Text      `json:"text"`
	CTA        catalog.Text      `json:"cta"`
	Image      string            `json:"image"` // key
	URL        string            `json:"url"`
	Device     string            `json:"device,omitempty"`     // "mobile" or "desktop"; "" is both
	Categories []string          `json:"categories,omitempty"` // slugs; shown where the page's path has one of them
	Keywords   map[string]string `json:"keywords,omitempty"`   // all have to be the page's
	LineItem   string            `json:"lineItem,omitempty"`   // a preview asks for it
	Creative   string            `json:"creative,omitempty"`
	From       time.Time         `json:"from,omitzero"`
	Until      time.Time         `json:"until,omitzero"` // no longer from here on
}

// Page is a text in one language. Its key is its address without the slash at the front: "infocenter/section/imprint".
type Page struct {
	Key         string       `json:"key"`
	Lang        catalog.Lang `json:"lang"`
	Title       string       `json:"title"`
	Description string       `json:"description"` // for search engines
	Blocks      []Block      `json:"blocks"`
}

// Kind is what a file holds.
type Kind string

// The kinds.
const (
	SlideKind Kind = "slides"
	DealKind  Kind = "deals"
	AdKind    Kind = "ads"
	PageKind  Kind = "page"
)

// Item is the content of one file; the field of its kind is set.
type Item struct {
	Name   string   `json:"name"` // of the file without its ending: "slides", "pages/infocenter/section/imprint.de"
	Kind   Kind     `json:"kind"`
	Slides []Slide  `json:"slides,omitempty"`
	Deals  []string `json:"deals,omitempty"` // article numbers
	Ads    []Ad     `json:"ads,omitempty"`
	Page   *Page    `json:"page,omitempty"`
}

// Summary is an item as a list shows it.
type Summary struct {
	Name      string    `json:"name"`
	Kind      Kind      `json:"kind"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Change is what an import does, or would do, to an item.
type Change struct {
	Name   string `json:"name"`
	Kind   Kind   `json:"kind"`
	Effect string `json:"effect"` // created, updated, unchanged, removed
}

// Store keeps content.
type Store interface {
	// Import stores the items in one transaction and says what became of each. prune removes what is not among them; a dry
	// run only says.
	Import(ctx context.Context, items []Item, prune, dry bool) ([]Change, error)
	// Item gives one by its name; fault NotFound ("content_not_found").
	Item(ctx context.Context, name string) (*Item, error)
	// Unknown gives those of the article numbers that no product has, in their order.
	Unknown(ctx context.Context, articleNumbers []string) ([]string, error)
	// Categories gives the slugs of all categories, those in which nothing is sold too: they have their page.
	Categories(ctx context.Context) ([]string, error)
	// List gives all of them by name.
	List(ctx context.Context) ([]Summary, error)
}

// PageName is the name of a page's item.
func PageName(key string, lang catalog.Lang) string { return "pages/" + key + "." + string(lang) }

// Text gives the page as plain text, for reading it outside of the shop.
func (p *Page) Text() string {
	var b strings.Builder
	b.WriteString(p.Title + "\n" + strings.Repeat("=", len([]rune(p.Title))) + "\n")
	for _, block := range p.Blocks {
		b.WriteString("\n")
		if block.Level > 0 {
			b.WriteString(strings.Repeat("#", block.Level) + " ")
		}
		if len(block.Spans) > 0 {
			b.WriteString(plain(block.Spans) + "\n")
		}
		for i, item := range block.Items {
			mark := "- "
			if block.Kind == "ordered" {
				mark = strconv.Itoa(i+1) + ". "
			}
			b.WriteString(mark + plain(item) + "\n")
		}
	}
	return b.String()
}

func plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
		if s.URL != "" {
			b.WriteString(" (" + s.URL + ")")
		}
	}
	return b.String()
}
