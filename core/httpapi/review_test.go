package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/httpapi"
	paging "kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/review"
)

var pageOne = paging.Of(1, 50, 50)

func TestReviewsOfAProduct(t *testing.T) {
	s := newShop(t)
	p := s.available(1)[0]
	form := fmt.Sprintf(`{"productId": %d, "author": "Kim", "stars": 4, "title": "Leise", "text": "Auch unter Last kaum zu hören."}`, p.ID)
	var page httpapi.Product
	s.get("/api/product/"+p.Slug, &page)
	require.Equal(t, httpapi.Rating{Stars: []int{0, 0, 0, 0, 0}}, page.Reviews.Rating)

	var problem httpapi.Problem
	w := s.do(http.MethodPost, "/api/review/add", strings.Replace(form, `"stars": 4`, `"stars": 0`, 1), &problem)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Equal(t, []httpapi.ProblemField{{Field: "stars", Reason: "unchosen"}}, problem.Err.Fields)

	var first, second httpapi.ReviewAnswer
	s.post("/api/review/add", form, &first)
	require.Empty(t, first.Error)
	require.NotZero(t, first.BlockedUntil)
	s.post("/api/review/add", form, &second)
	require.Equal(t, httpapi.ReviewAnswer{Error: "review_blocked", BlockedUntil: first.BlockedUntil}, second)

	reviews := review.NewService(postgres.NewReviews(s.pool), clock.System{})
	list, total, err := reviews.Entries(t.Context(), review.Filter{State: review.Pending}, pageOne)
	require.NoError(t, err)
	require.Equal(t, 1, total)
	_, err = reviews.Publish(t.Context(), list[0].ID)
	require.NoError(t, err)
	s.CatalogChanged()
	s.get("/api/product/"+p.Slug, &page)
	require.Equal(t, httpapi.Rating{Count: 1, Tenths: 40, Stars: []int{0, 0, 0, 1, 0}}, page.Reviews.Rating)
	require.Equal(t, "Leise", page.Reviews.Reviews[0].Title)
	require.False(t, page.Reviews.Reviews[0].Verified)
	var found httpapi.Listing
	s.get("/api/search?query="+url.QueryEscape(p.ArticleNumber), &found)
	require.Equal(t, &httpapi.CardRating{Count: 1, Tenths: 40}, found.Cards[0].Rating, "cards show it too")

	var comment httpapi.ReviewAnswer
	s.post("/api/review/comment", fmt.Sprintf(`{"reviewId": %d, "author": "Robin", "text": "Danke!"}`, list[0].ID), &comment)
	require.Empty(t, comment.Error)
	require.Less(t, comment.BlockedUntil, first.BlockedUntil, "comments rest for a shorter time")
	list, _, err = reviews.Entries(t.Context(), review.Filter{State: review.Pending}, pageOne)
	require.NoError(t, err)
	_, err = reviews.Publish(t.Context(), list[0].ID)
	require.NoError(t, err)
	var shown httpapi.ProductReviews
	s.get(fmt.Sprintf("/api/reviews/%d?page=1", p.ID), &shown)
	require.Equal(t, "Robin", shown.Reviews[0].Comments[0].Author)
	require.Equal(t, 1, shown.Pages)
	for range 4 {
		s.anew()
		s.post("/api/review/comment", fmt.Sprintf(`{"reviewId": %d, "author": "Toni", "text": "Danke!"}`, shown.Reviews[0].ID), &comment)
		list, _, err = reviews.Entries(t.Context(), review.Filter{State: review.Pending}, pageOne)
		require.NoError(t, err)
		_, err = reviews.Publish(t.Context(), list[0].ID)
		require.NoError(t, err)
	}
	s.get(fmt.Sprintf("/api/reviews/%d?page=1", p.ID), &shown)
	first3 := shown.Reviews[0].Comments
	require.Len(t, first3, 3, "a page does not grow with what is said below a review")
	require.Equal(t, 2, shown.Reviews[0].Further)
	var rest httpapi.ReviewComments
	s.get(fmt.Sprintf("/api/review/comments/%d", first3[2].ID), &rest)
	require.Len(t, rest.Comments, 2)
	require.Zero(t, rest.Further)
	require.NotContains(t, first3, rest.Comments[0])
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/review/comments/999", "", nil).Code)
	s.anew()
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/review/comment", `{"reviewId": 999, "author": "Kim", "text": "Hallo"}`, nil).Code)
}
