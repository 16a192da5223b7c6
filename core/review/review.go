// Package review is what visitors write about products: reviews with one to five stars, and comments on them. An operator
// reads each before the shop shows it.
//
//	Submit ─► pending ──publish──► published
//	             │                    │ reject
//	             └──────reject────────┴──────► rejected
//
// A comment belongs to a review and is shown below it. Nothing that was written is changed.
package review

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
)

// State is where an entry stands.
type State string

// The states.
const (
	Pending   State = "pending"
	Published State = "published"
	Rejected  State = "rejected"
)

// How long a session rests after it submitted one.
const (
	Block        = 60 * time.Minute // before the next review
	CommentBlock = 10 * time.Minute // before the next comment
)

// MaxStars is the best rating; the worst is 1.
const MaxStars = 5

// Bounds of the texts, in characters after trimming.
const (
	MinAuthor  = 2
	MaxAuthor  = 40
	MinTitle   = 3
	MaxTitle   = 100
	MinText    = 20
	MaxText    = 4000
	MinComment = 2
	MaxComment = 1000
)

// Entry is a review, or a comment on one.
type Entry struct {
	ID        int64        `json:"id"`
	ProductID int64        `json:"productId"`
	ReviewID  int64        `json:"reviewId,omitempty"` // what a comment is on; 0 for a review
	Author    string       `json:"author"`
	Stars     int          `json:"stars,omitempty"` // 0 for a comment
	Title     string       `json:"title,omitempty"`
	Text      string       `json:"text"`
	Lang      catalog.Lang `json:"lang"`
	Verified  bool         `json:"verified"` // by a customer whose order of the product was placed
	State     State        `json:"state"`
	Reason    string       `json:"reason,omitempty"` // for which it was rejected; for operators
	WrittenAt time.Time    `json:"writtenAt"`
	DecidedAt time.Time    `json:"decidedAt,omitzero"`
	Comments  []Entry      `json:"comments,omitempty"` // of a published review, the oldest first
	Further   int          `json:"further,omitempty"`  // published comments after these
}

// Writer is who submits.
type Writer struct {
	SessionID  string
	CustomerID int64 // 0 for a visitor; that of a full login otherwise
}

// Rating sums a product's published reviews up.
type Rating struct {
	Count int
	Stars [MaxStars]int // how many gave 1, 2, … stars
}

// Tenths is the average in tenths of a star, rounded half up: 43 is 4.3. Without reviews it is 0.
func (r Rating) Tenths() int {
	if r.Count == 0 {
		return 0
	}
	sum := 0
	for i, n := range r.Stars {
		sum += (i + 1) * n
	}
	return (sum*10*2 + r.Count) / (2 * r.Count)
}

// Filter selects entries for an operator.
type Filter struct {
	State     State // "" for all
	ProductID int64 // 0 for all
}

// Store keeps entries. Each call is one transaction.
type Store interface {
	// Submit takes a review (ReviewID 0) or a comment from a session that is not blocked, and blocks the session for
	// entries of this kind. The store finds out whether it is Verified. Faults: Limited, a *Blocked; Conflict
	// ("review_exists") for a customer's second review of a product; NotFound ("product_not_found", "review_not_found").
	Submit(ctx context.Context, by Writer, e Entry) error
	// Published gives a page of a product's published reviews, the newest first, each with its first comments, at most as many
	// as that, and the rating.
	Published(ctx context.Context, productID int64, p page.Page, comments int) ([]Entry, Rating, error)
	// Comments gives the published comments that come after the one, at most as many as that, and how many come after
	// these. Fault NotFound ("review_not_found") for what is no comment.
	Comments(ctx context.Context, after int64, most int) ([]Entry, int, error)
	// Ratings gives the ratings of those of the products that have any.
	Ratings(ctx context.Context, productIDs []int64) (map[int64]Rating, error)
	// Shown gives an entry that the shop shows, without comments. Fault NotFound ("review_not_found").
	Shown(ctx context.Context, id int64) (*Entry, error)
	// Entries gives a page of entries and how many there are: the pending ones first, of these the oldest first.
	Entries(ctx context.Context, f Filter, p page.Page) ([]Entry, int, error)
	// Decide publishes or rejects an entry; again does nothing. Fault NotFound ("review_not_found").
	Decide(ctx context.Context, id int64, state State, reason string, at time.Time) (*Entry, error)
}

// check trims the texts and gives what is wrong with the entry.
func check(e *Entry) error {
	var wrong []fault.Field
	field := func(name string, text *string, low, high int) {
		*text = tidy(*text)
		length := 0
		if strings.ContainsFunc(*text, seen) {
			length = utf8.RuneCountInString(*text)
		}
		if reason := reasonOf(length, low, high); reason != "" {
			wrong = append(wrong, fault.Field{Name: name, Reason: reason})
		}
	}
	e.Author, e.Title = line(e.Author), line(e.Title)
	field("author", &e.Author, MinAuthor, MaxAuthor)
	if e.ReviewID != 0 {
		field("text", &e.Text, MinComment, MaxComment)
	} else {
		if e.Stars < 1 || e.Stars > MaxStars {
			wrong = append(wrong, fault.Field{Name: "stars", Reason: "unchosen"})
		}
		field("title", &e.Title, MinTitle, MaxTitle)
		field("text", &e.Text, MinText, MaxText)
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("review_invalid", wrong...)
	}
	return nil
}

func reasonOf(length, low, high int) string {
	switch {
	case length == 0:
		return "missing"
	case length < low:
		return "too_short"
	case length > high:
		return "too_long"
	}
	return ""
}

// tidy trims a text and drops what nobody can see: control characters other than line breaks, and marks such as a space without
// a width and those that turn the direction of writing around.
func tidy(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !shapes(r)) {
			return -1
		}
		return r
	}, text))
}

// line puts a text on one line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// shapes reports whether a mark makes one sign of those around it, as of a family or a flag.
func shapes(r rune) bool { return r == '\u200c' || r == '\u200d' || 0xE0020 <= r && r <= 0xE007F }

func seen(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
