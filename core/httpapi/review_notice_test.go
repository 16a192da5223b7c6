package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/review"
)

const receiptsHour = 10 // as limit.go has it

// A notice reaches the operator with what it is about, and its sender gets a receipt that repeats nothing of it: anybody
// may give anybody's address.
func TestAnIllegalReviewIsReportedOnce(t *testing.T) {
	s := newShop(t)
	product := s.available(1)[0]
	s.post("/api/review/add", fmt.Sprintf(`{"productId": %d, "author": "Kim", "stars": 1, "title": "Betrug", "text": "Der Händler ist ein Betrüger, sagt jeder."}`, product.ID), nil)
	reviews := review.NewService(postgres.NewReviews(s.pool), clock.System{})
	list, _, err := reviews.Entries(t.Context(), review.Filter{}, pageOne)
	require.NoError(t, err)
	id := list[0].ID
	notice := func(key, text, more string) string {
		return fmt.Sprintf(`{"key": %q, "reviewId": %d, "text": %q%s}`, key, id, text, more)
	}
	key, whole := ident.New(), `, "goodFaith": true, "name": "Erika\nMuster", "email": "erika@example.org"`
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/review/notice", notice(key, "Verleumdung", whole), nil).Code, "nobody sees it yet")
	_, err = reviews.Publish(t.Context(), id)
	require.NoError(t, err)

	s.host = partnersHost
	for range 2 {
		var answer httpapi.ReviewNoticeAnswer
		s.post("/api/review/notice", notice(key, "Verleumdung", whole), &answer)
		require.True(t, answer.Taken)
	}
	rows, err := s.pool.Query(t.Context(), `
		select concat_ws('|', payload ->> 'template', payload ->> 'to', payload #>> '{data,reviewId}', payload #>> '{data,author}',
		  payload #>> '{data,title}', payload #>> '{data,why}', payload #>> '{data,name}', payload #>> '{data,host}')
		from outbox where id like 'review-notice-%' order by id`)
	require.NoError(t, err)
	mails, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{
		fmt.Sprintf("review_notice|shop@example.org|%d|Kim|Betrug|Verleumdung|Erika Muster", id),
		fmt.Sprintf("review_notice_receipt|erika@example.org|%d|grafik.example", id),
	}, mails)

	for range receiptsHour {
		s.post("/api/review/notice", notice(ident.New(), "Verleumdung", `, "goodFaith": true, "email": "Erika@example.org"`), nil)
	}
	var notices, receipts int
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select count(*) filter (where payload ->> 'template' = 'review_notice'), count(*) filter (where payload ->> 'template' = 'review_notice_receipt')
		from outbox where id like 'review-notice-%'`).Scan(&notices, &receipts))
	require.Equal(t, []int{receiptsHour + 1, receiptsHour - 1}, []int{notices, receipts}, "nobody's mailbox is filled with receipts, and every notice counts")

	for wrong, body := range map[string]string{
		"text": notice(key, " ", whole), "goodFaith": notice(key, "x", ""), "key": notice("x", "x", whole),
		"email": notice(key, "x", `, "goodFaith": true, "email": "nobody"`),
	} {
		var problem httpapi.Problem
		require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodPost, "/api/review/notice", body, &problem).Code, wrong)
		require.Equal(t, wrong, problem.Err.Fields[0].Field)
	}
}
