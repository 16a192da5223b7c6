package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/session"
)

// critics is a shop with reviews at a time that the test sets.
type critics struct {
	testing.TB
	*review.Service
	ctx      context.Context
	pool     *pgxpool.Pool
	now      *clock.Fixed
	sessions *session.Service
}

func newCritics(t *testing.T) *critics {
	s := newShop(t)
	c := &critics{TB: t, ctx: s.ctx, pool: s.pool, now: clock.NewFixed(march)}
	c.Service = review.NewService(postgres.NewReviews(c.pool), c.now)
	c.sessions = session.NewService(postgres.NewSessions(c.pool), c.now)
	return c
}

func (c *critics) visitor() review.Writer {
	c.Helper()
	_, made, err := c.sessions.Start(c.ctx, catalog.German)
	require.NoError(c, err)
	return review.Writer{SessionID: made.ID}
}

func opinion(stars int) review.Entry {
	return review.Entry{ProductID: laptop, Author: "Kim", Stars: stars, Title: "Mein Urteil", Text: "Das ist ein langer genug Text.", Lang: catalog.German}
}

// write submits and gives the ID.
func (c *critics) write(by review.Writer, e review.Entry) (id int64) {
	c.Helper()
	_, err := c.Submit(c.ctx, by, e)
	require.NoError(c, err)
	require.NoError(c, c.pool.QueryRow(c.ctx, `select coalesce(max(id), 0) from product_review`).Scan(&id))
	return id
}

func (c *critics) shown(number, size int) ([]review.Entry, review.Rating) {
	c.Helper()
	list, rating, err := c.Published(c.ctx, laptop, page.Of(number, size, 100), 2)
	require.NoError(c, err)
	return list, rating
}

func TestReviewIsShownOncePublished(t *testing.T) {
	c := newCritics(t)
	first := c.write(c.visitor(), opinion(5))
	c.now.Advance(time.Minute)
	second := c.write(c.visitor(), opinion(2))
	list, rating := c.shown(1, 10)
	require.Empty(t, list)
	require.Zero(t, rating.Count)

	_, err := c.Publish(c.ctx, first)
	require.NoError(t, err)
	_, err = c.Publish(c.ctx, second)
	require.NoError(t, err)
	list, rating = c.shown(1, 1)
	require.Equal(t, []int64{second}, []int64{list[0].ID}, "the newest first")
	require.Equal(t, review.Rating{Count: 2, Stars: [5]int{0, 1, 0, 0, 1}}, rating)
	require.Equal(t, 35, rating.Tenths())
	require.False(t, list[0].Verified)
	list, _ = c.shown(2, 1)
	require.Equal(t, first, list[0].ID)

	e, err := c.Reject(c.ctx, first, "names a person")
	require.NoError(t, err)
	require.Equal(t, review.Rejected, e.State)
	c.now.Advance(time.Hour)
	again, err := c.Reject(c.ctx, first, "another reason")
	require.NoError(t, err)
	require.Equal(t, e, again, "the first decision stays")
	_, rating = c.shown(1, 10)
	require.Equal(t, 1, rating.Count)

	_, err = c.Reject(c.ctx, second, " ")
	require.ErrorIs(t, err, fault.New(fault.Invalid, "review_reason_missing"))
	_, err = c.Publish(c.ctx, 999)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "review_not_found"))
}

func TestRatingsOfSeveralProductsCountWhatIsPublished(t *testing.T) {
	c := newCritics(t)
	for _, stars := range []int{5, 5, 2} {
		_, err := c.Publish(c.ctx, c.write(c.visitor(), opinion(stars)))
		require.NoError(t, err)
	}
	c.write(c.visitor(), opinion(1)) // waits for an operator
	ratings, err := c.Ratings(c.ctx, []int64{laptop, laptop + 1})
	require.NoError(t, err)
	require.Equal(t, map[int64]review.Rating{laptop: {Count: 3, Stars: [5]int{0, 1, 0, 0, 2}}}, ratings)
}

func TestCardsAreToldOfADecision(t *testing.T) {
	c := newCritics(t)
	told := func() (n int) {
		require.NoError(t, c.pool.QueryRow(c.ctx, `select count(*) from outbox where topic = 'product.changed' and key::bigint = $1`, laptop).Scan(&n))
		return n
	}
	written := c.write(c.visitor(), opinion(4))
	before := told()
	_, err := c.Publish(c.ctx, written)
	require.NoError(t, err)
	require.Equal(t, before+1, told())
}

func TestReviewsAndCommentsRestApart(t *testing.T) {
	c := newCritics(t)
	me := c.visitor()
	id := c.write(me, opinion(4))
	comment := review.Entry{ReviewID: id, Author: "Robin", Text: "Danke!", Lang: catalog.English}
	_, err := c.Submit(c.ctx, me, comment)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "review_not_found"), "nobody sees it yet")
	_, err = c.Publish(c.ctx, id)
	require.NoError(t, err)

	c.now.Advance(time.Hour - time.Second)
	_, err = c.Submit(c.ctx, me, opinion(1))
	var blocked *review.Blocked
	require.ErrorAs(t, err, &blocked)
	require.Equal(t, march.Add(time.Hour), blocked.Until)
	said := c.write(me, comment) // the refused one did not block
	_, err = c.Submit(c.ctx, me, comment)
	require.ErrorAs(t, err, &blocked)
	require.Equal(t, c.now.Now().Add(10*time.Minute), blocked.Until)
	c.now.Advance(time.Second)
	c.write(me, opinion(1))
	c.now.Advance(10 * time.Minute)
	c.write(me, comment)

	_, err = c.Publish(c.ctx, said)
	require.NoError(t, err)
	list, rating := c.shown(1, 10)
	require.Equal(t, 1, rating.Count, "a comment is no review")
	require.Len(t, list[0].Comments, 1)
	require.Equal(t, "Robin", list[0].Comments[0].Author)
	_, err = c.Submit(c.ctx, c.visitor(), review.Entry{ReviewID: said, Author: "Kim", Text: "Auf einen Kommentar", Lang: catalog.German})
	require.ErrorIs(t, err, fault.New(fault.NotFound, "review_not_found"))
}

func TestWhatIsNotSoldIsNotReviewed(t *testing.T) {
	c := newCritics(t)
	me := c.visitor()
	unknown := opinion(5)
	unknown.ProductID = 999_999
	_, err := c.Submit(c.ctx, me, unknown)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
	_, err = c.pool.Exec(c.ctx, `update product set active = false where id = $1`, laptop)
	require.NoError(t, err)
	_, err = c.Submit(c.ctx, me, opinion(5))
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
	_, err = c.pool.Exec(c.ctx, `update product set active = true where id = $1`, laptop)
	require.NoError(t, err)
	c.write(me, opinion(5)) // what was refused did not block
}

func TestOneReviewPerSessionWhateverComesAtOnce(t *testing.T) {
	c := newCritics(t)
	me := c.visitor()
	errs := make([]error, 8)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { _, errs[i] = c.Submit(c.ctx, me, opinion(3)) })
	}
	group.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
			continue
		}
		require.ErrorIs(t, err, fault.New(fault.Limited, "review_blocked"))
	}
	require.Equal(t, 1, taken)
}

func TestOnlyABuyerIsVerified(t *testing.T) {
	c := newCritics(t)
	buyer := c.visitor()
	buyer.CustomerID = 7
	c.order(7, laptop, "awaiting_payment")
	id := c.write(buyer, opinion(5))
	e, err := c.Publish(c.ctx, id)
	require.NoError(t, err)
	require.False(t, e.Verified, "nothing was bought yet")

	again := c.visitor()
	again.CustomerID = 7
	_, err = c.Submit(c.ctx, again, opinion(5))
	require.ErrorIs(t, err, fault.New(fault.Conflict, "review_exists"))
	_, err = c.Reject(c.ctx, id, "by themselves, to write it anew")
	require.NoError(t, err)
	c.order(7, laptop, "placed")
	require.Equal(t, []bool{true}, c.verified(c.write(again, opinion(5))), "what was refused did not block")
	other := c.visitor()
	other.CustomerID = 8
	require.Equal(t, []bool{false}, c.verified(c.write(other, opinion(5))))
	c.order(0, laptop, "placed")
	require.Equal(t, []bool{false}, c.verified(c.write(c.visitor(), opinion(5))), "a guest bought it, and any visitor may say to be that one")
	_, err = c.Submit(c.ctx, c.visitor(), review.Entry{ProductID: 999, Author: "Kim", Stars: 1, Title: "Gibt es nicht", Text: "Das ist ein langer genug Text."})
	require.Error(t, err)
}

// order writes an order of a product as the checkout leaves it.
func (c *critics) order(customer, product int64, status string) {
	c.Helper()
	_, err := c.pool.Exec(c.ctx, `
		with co as (insert into checkout (id, cart_id, done_at) values (gen_random_uuid(), gen_random_uuid(), now()) returning id, cart_id),
		o as (insert into shop_order (checkout_id, customer_id, lang, email, invoice, delivery, shipping, total_minor, status)
		      select id, $1, 'de', 'kim@example.org', '{}', '{}', '{}', 100, $3 from co returning id, checkout_id)
		insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
		select gen_random_uuid(), co.id, co.cart_id, 1, o.id, 'confirmed', 'moneyorder', $2, '{}' from o join co on co.id = o.checkout_id`,
		customer, fmt.Sprintf(`[{"productId": %d, "quantity": 1}]`, product), status)
	require.NoError(c, err)
}

func (c *critics) verified(id int64) (list []bool) {
	c.Helper()
	entries, _, err := c.Entries(c.ctx, review.Filter{ProductID: laptop}, page.Of(1, 100, 100))
	require.NoError(c, err)
	for _, e := range entries {
		if e.ID == id {
			list = append(list, e.Verified)
		}
	}
	return list
}

func TestOperatorSeesWhatWaitsFirst(t *testing.T) {
	c := newCritics(t)
	var ids []int64
	for range 3 {
		ids = append(ids, c.write(c.visitor(), opinion(4)))
		c.now.Advance(time.Minute)
	}
	_, err := c.Publish(c.ctx, ids[0])
	require.NoError(t, err)
	list, total, err := c.Entries(c.ctx, review.Filter{}, page.Of(1, 2, 100))
	require.NoError(t, err)
	require.Equal(t, 3, total)
	require.Equal(t, []int64{ids[1], ids[2]}, []int64{list[0].ID, list[1].ID})
	list, total, err = c.Entries(c.ctx, review.Filter{State: review.Published, ProductID: laptop}, page.Of(1, 10, 100))
	require.NoError(t, err)
	require.Equal(t, []any{1, ids[0]}, []any{total, list[0].ID})
}

func TestAReviewComesWithItsFirstCommentsAndTheOthersAreReadOn(t *testing.T) {
	c := newCritics(t)
	publish := func(e review.Entry) int64 {
		id := c.write(c.visitor(), e)
		_, err := c.Publish(c.ctx, id)
		require.NoError(t, err)
		return id
	}
	talked, quiet := publish(opinion(5)), publish(opinion(1))
	var said []int64
	for range 5 { // two at each time
		said = append(said, publish(review.Entry{ReviewID: talked, Author: "Robin", Text: "Danke!", Lang: catalog.German}))
		if len(said)%2 == 0 {
			c.now.Advance(time.Minute)
		}
	}
	c.write(c.visitor(), review.Entry{ReviewID: talked, Author: "Robin", Text: "Nicht gelesen.", Lang: catalog.German})
	ids := func(list []review.Entry) (ids []int64) {
		for _, e := range list {
			ids = append(ids, e.ID)
		}
		return ids
	}
	list, _ := c.shown(1, 10)
	require.Equal(t, []int64{quiet, talked}, ids(list))
	require.Empty(t, list[0].Comments)
	require.Zero(t, list[0].Further)
	require.Equal(t, said[:2], ids(list[1].Comments))
	require.Equal(t, 3, list[1].Further)

	_, err := c.Reject(c.ctx, said[1], "names a person")
	require.NoError(t, err)
	next, further, err := c.Comments(c.ctx, said[1], 2)
	require.NoError(t, err, "who has seen it reads on from it")
	require.Equal(t, said[2:4], ids(next))
	require.Equal(t, 1, further)
	next, further, err = c.Comments(c.ctx, said[3], 2)
	require.NoError(t, err)
	require.Equal(t, said[4:], ids(next))
	require.Zero(t, further)

	_, _, err = c.Comments(c.ctx, talked, 2)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "review_not_found"), "a review is no comment")
	_, err = c.Reject(c.ctx, talked, "names a person")
	require.NoError(t, err)
	next, _, err = c.Comments(c.ctx, said[0], 2)
	require.NoError(t, err)
	require.Empty(t, next, "what the shop does not show has no comments")
}
