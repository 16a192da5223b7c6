package httpapi

import (
	"context"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
	paging "kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/review"
)

// reviewsPerPage is how many reviews a product page shows at a time.
const reviewsPerPage = 5

// How many of a review's comments come with it, and how many at a time after these.
const (
	firstComments   = 3
	commentsPerPage = 20
)

// ProductReviews are a page of a product's published reviews, the newest first, and what all of them come to.
type ProductReviews struct {
	Rating  Rating   `json:"rating"`
	Reviews []Review `json:"reviews"`
	Page    int      `json:"page"`
	Pages   int      `json:"pages"`
}

// Rating is what the reviews come to.
type Rating struct {
	Count  int   `json:"count"`
	Tenths int   `json:"tenths" doc:"the average, in tenths of a star: 43 is 4.3; 0 without reviews"`
	Stars  []int `json:"stars" doc:"how many gave 1, 2, 3, 4 and 5 stars"`
}

// Review is what somebody wrote about a product.
type Review struct {
	ID        int64           `json:"id"`
	Author    string          `json:"author"`
	Stars     int             `json:"stars"`
	Title     string          `json:"title"`
	Text      string          `json:"text"`
	Lang      string          `json:"lang"`
	Verified  bool            `json:"verified" doc:"the shop knows that its author bought the product"`
	WrittenAt time.Time       `json:"writtenAt"`
	Comments  []ReviewComment `json:"comments" doc:"the oldest"`
	Further   int             `json:"further" doc:"comments after these"`
}

// ReviewComments are comments on a review, the oldest first.
type ReviewComments struct {
	Comments []ReviewComment `json:"comments"`
	Further  int             `json:"further" doc:"comments after these"`
}

// ReviewComment is a comment on a review.
type ReviewComment struct {
	ID        int64     `json:"id"`
	Author    string    `json:"author"`
	Text      string    `json:"text"`
	Lang      string    `json:"lang"`
	WrittenAt time.Time `json:"writtenAt"`
}

// ReviewRequest is the form below a product.
type ReviewRequest struct {
	ProductID int64  `json:"productId" minimum:"1"`
	Author    string `json:"author" maxLength:"200" doc:"2 to 40 characters, shown with the review"`
	Stars     int    `json:"stars" doc:"1 to 5"`
	Title     string `json:"title" maxLength:"400" doc:"3 to 100 characters"`
	Text      string `json:"text" maxLength:"16000" doc:"20 to 4000 characters"`
}

// ReviewCommentRequest is the form below a review.
type ReviewCommentRequest struct {
	ReviewID int64  `json:"reviewId" minimum:"1"`
	Author   string `json:"author" maxLength:"200" doc:"2 to 40 characters, shown with the comment"`
	Text     string `json:"text" maxLength:"4000" doc:"2 to 1000 characters"`
}

// ReviewAnswer is the answer to both forms: what was written is shown once the shop has read it.
type ReviewAnswer struct {
	Error        string `json:"error" doc:"translation key; empty: it went well"`
	BlockedUntil int64  `json:"blockedUntil" doc:"unix seconds: until when the session may not submit another"`
}

type commentsAfter struct {
	After int64 `path:"after" minimum:"1" doc:"id of the last comment that is known"`
}

type reviewPage struct {
	ID   int64 `path:"id" minimum:"1"`
	Page int   `query:"page" minimum:"1" maximum:"10000" default:"1"`
}

func (s *Server) registerReview(api huma.API) {
	register(api, get("product", "reviews", "/api/reviews/{id}", "A page of a product's reviews"), s.reviews)
	register(api, get("product", "reviewComments", "/api/review/comments/{after}", "The comments on a review that come after one"), s.reviewComments)
	register(api, post("product", "reviewAdd", "/api/review/add", "Write a review; an operator reads it before it is shown"), s.reviewAdd)
	register(api, post("product", "reviewComment", "/api/review/comment", "Comment on a review; an operator reads it before it is shown"), s.reviewComment)
}

func (s *Server) reviews(ctx context.Context, in *reviewPage) (ProductReviews, error) {
	if err := s.refuseUnsold(ctx, in.ID); err != nil {
		return ProductReviews{}, err
	}
	cacheControl(ctx, catalogueLife)
	return s.reviewsOf(ctx, in.ID, in.Page)
}

func (s *Server) reviewsOf(ctx context.Context, productID int64, number int) (ProductReviews, error) {
	if s.deps.Reviews == nil {
		return ProductReviews{Rating: ratingOf(review.Rating{}), Reviews: []Review{}, Page: 1, Pages: 1}, nil
	}
	window := paging.Of(number, reviewsPerPage, reviewsPerPage)
	list, rating, err := s.deps.Reviews.Published(ctx, productID, window, firstComments)
	if err != nil {
		return ProductReviews{}, err
	}
	answer := ProductReviews{
		Rating: ratingOf(rating), Reviews: make([]Review, len(list)), Page: window.Number, Pages: window.Count(rating.Count),
	}
	for i, e := range list {
		answer.Reviews[i] = reviewOf(e)
	}
	return answer, nil
}

func (s *Server) reviewComments(ctx context.Context, in *commentsAfter) (ReviewComments, error) {
	if s.deps.Reviews == nil {
		return ReviewComments{}, fault.New(fault.Unavailable, "review_off")
	}
	list, further, err := s.deps.Reviews.Comments(ctx, in.After, commentsPerPage)
	if err != nil {
		return ReviewComments{}, err
	}
	if len(list) > 0 {
		if err := s.refuseUnsold(ctx, list[0].ProductID); err != nil {
			return ReviewComments{}, err
		}
	}
	cacheControl(ctx, catalogueLife)
	return ReviewComments{Comments: commentsOf(list), Further: further}, nil
}

func ratingOf(r review.Rating) Rating {
	return Rating{Count: r.Count, Tenths: r.Tenths(), Stars: r.Stars[:]}
}

func reviewOf(e review.Entry) Review {
	return Review{
		ID: e.ID, Author: e.Author, Stars: e.Stars, Title: e.Title, Text: e.Text, Lang: string(e.Lang), Verified: e.Verified,
		WrittenAt: e.WrittenAt, Comments: commentsOf(e.Comments), Further: e.Further,
	}
}

func commentsOf(list []review.Entry) []ReviewComment {
	comments := make([]ReviewComment, len(list))
	for i, c := range list {
		comments[i] = ReviewComment{ID: c.ID, Author: c.Author, Text: c.Text, Lang: string(c.Lang), WrittenAt: c.WrittenAt}
	}
	return comments
}

func (s *Server) reviewAdd(ctx context.Context, in *body[ReviewRequest]) (ReviewAnswer, error) {
	if err := s.refuseUnsold(ctx, in.Body.ProductID); err != nil {
		return ReviewAnswer{}, err
	}
	return s.submitReview(ctx, review.Entry{
		ProductID: in.Body.ProductID, Author: in.Body.Author, Stars: in.Body.Stars, Title: in.Body.Title, Text: in.Body.Text,
	})
}

func (s *Server) reviewComment(ctx context.Context, in *body[ReviewCommentRequest]) (ReviewAnswer, error) {
	if siteOf(ctx).WhiteLabel() && s.deps.Reviews != nil {
		about, err := s.deps.Reviews.Shown(ctx, in.Body.ReviewID)
		if err == nil {
			err = s.refuseUnsold(ctx, about.ProductID)
		}
		if err != nil {
			return ReviewAnswer{}, err
		}
	}
	return s.submitReview(ctx, review.Entry{ReviewID: in.Body.ReviewID, Author: in.Body.Author, Text: in.Body.Text})
}

func (s *Server) submitReview(ctx context.Context, e review.Entry) (ReviewAnswer, error) {
	if s.deps.Reviews == nil {
		return ReviewAnswer{}, fault.New(fault.Unavailable, "review_off")
	}
	v := visitOf(ctx)
	if err := s.limiter.allow(limitForm, v.client); err != nil {
		return ReviewAnswer{}, err
	}
	current, err := s.ensureSession(ctx)
	if err != nil {
		return ReviewAnswer{}, err
	}
	by := review.Writer{SessionID: current.ID}
	if s.deps.Sessions.Full(current) { // whose login is over may write as anybody may
		by.CustomerID = current.CustomerID
	}
	e.Lang = v.lang
	until, err := s.deps.Reviews.Submit(ctx, by, e)
	if blocked, ok := errors.AsType[*review.Blocked](err); ok {
		return ReviewAnswer{Error: fault.ReasonOf(err), BlockedUntil: restUntil(blocked.Until)}, nil
	}
	if err != nil {
		return ReviewAnswer{}, err
	}
	return ReviewAnswer{BlockedUntil: restUntil(until)}, nil
}
