package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/review"
)

// Reviews keeps what visitors write about products. It implements review.Store.
type Reviews struct{ pool *pgxpool.Pool }

var _ review.Store = (*Reviews)(nil)

// NewReviews makes the store.
func NewReviews(pool *pgxpool.Pool) *Reviews { return &Reviews{pool} }

var errNoReview = fault.New(fault.NotFound, "review_not_found")

var reviewFaults = map[string]*fault.Error{
	"product_review_product_fkey": errNoProduct,
	"product_review_once":         fault.New(fault.Conflict, "review_exists"),
	NoRows:                        errNoReview,
}

// Submit takes an entry. The submission's row makes two at once from a session wait for each other; what is refused does
// not block.
func (s *Reviews) Submit(ctx context.Context, by review.Writer, e review.Entry) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := pauseReviews(ctx, tx, by.SessionID, &e); err != nil {
			return err
		}
		if e.ReviewID != 0 {
			_, err := oneEntry(ctx, tx, `
				insert into product_review (product_id, review_id, customer_id, author, body, lang, written_at)
				select r.product_id, r.id, $2, $3, $4, $5, $6 from product_review r
				where r.id = $1 and r.review_id is null and r.state = 'published'
				returning `+entryColumns, e.ReviewID, by.CustomerID, e.Author, e.Text, e.Lang, e.WrittenAt)
			return err
		}
		_, err := oneEntry(ctx, tx, `
			insert into product_review (product_id, customer_id, author, stars, title, body, lang, written_at, verified)
			select id, $2::bigint, $3, $4, $5, $6, $7, $8, $2::bigint <> 0 and exists (
			  select from shop_order o join checkout_attempt a on a.order_id = o.id
			  where o.customer_id = $2::bigint and o.status = 'placed'
			    and a.lines @> jsonb_build_array(jsonb_build_object('productId', $1::bigint)))
			from product where id = $1 and active
			returning `+entryColumns, e.ProductID, by.CustomerID, e.Author, e.Stars, e.Title, e.Text, e.Lang, e.WrittenAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoProduct
		}
		return err
	})
	return FaultOf(err, reviewFaults)
}

// pauseReviews starts the session's pause for entries of this kind, or says until when it lasts.
func pauseReviews(ctx context.Context, tx pgx.Tx, sessionID string, e *review.Entry) error {
	tag, err := tx.Exec(ctx, `
		insert into review_submission as s (session_id, comment, submitted_at) values ($1, $2, $3)
		on conflict on constraint review_submission_pkey do update set submitted_at = excluded.submitted_at
		where s.submitted_at <= $4`, sessionID, e.ReviewID != 0, e.WrittenAt, e.WrittenAt.Add(-e.Pause()))
	if err != nil || tag.RowsAffected() == 1 {
		return err
	}
	var last time.Time
	err = tx.QueryRow(ctx, `select submitted_at from review_submission where session_id = $1 and comment = $2`,
		sessionID, e.ReviewID != 0).Scan(&last)
	if err != nil {
		return err
	}
	return &review.Blocked{Until: last.UTC().Add(e.Pause())}
}

// Published reads what the shop shows, in one round trip.
func (s *Reviews) Published(ctx context.Context, productID int64, p page.Page, comments int) ([]review.Entry, review.Rating, error) {
	var list []review.Entry
	var first []commentRow
	var rating review.Rating
	const shown = `select id from product_review where product_id = $1 and review_id is null and state = 'published'
		order by written_at desc, id desc limit $2 offset $3`
	b := &pgx.Batch{}
	b.Queue(`
		select stars, count(*) from product_review
		where product_id = $1 and review_id is null and state = 'published' group by stars`, productID).
		Query(func(rows pgx.Rows) error {
			var stars, n int
			_, err := pgx.ForEachRow(rows, []any{&stars, &n}, func() error {
				rating.Stars[stars-1], rating.Count = n, rating.Count+n
				return nil
			})
			return err
		})
	b.Queue(`select `+entryColumns+` from product_review where id in (`+shown+`) order by written_at desc, id desc`,
		productID, p.Size, p.Offset()).Query(collectEntries(&list))
	b.Queue(`select `+entryColumns+`, total from (
		select *, row_number() over (partition by review_id order by written_at, id) as place, count(*) over (partition by review_id) as total
		from product_review where review_id in (`+shown+`) and state = 'published') c
		where place <= $4 order by written_at, id`, productID, p.Size, p.Offset(), comments).Query(collectComments(&first))
	if err := s.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, rating, FaultOf(err, reviewFaults)
	}
	for i := range list {
		for _, c := range first {
			if c.ReviewID == list[i].ID {
				list[i].Comments = append(list[i].Comments, c.Entry)
				list[i].Further = c.total - len(list[i].Comments)
			}
		}
	}
	return list, rating, nil
}

// commentRow is a comment, and how many it is one of.
type commentRow struct {
	review.Entry
	total int
}

// Comments reads on from a comment, whatever has become of it since.
func (s *Reviews) Comments(ctx context.Context, after int64, most int) ([]review.Entry, int, error) {
	var known bool
	var rows []commentRow
	b := &pgx.Batch{}
	b.Queue(`select exists (select from product_review where id = $1 and review_id is not null)`, after).
		QueryRow(func(row pgx.Row) error { return row.Scan(&known) })
	b.Queue(`select `+entryColumns+`, count(*) over () as total from product_review
		where review_id = (select r.id from product_review o join product_review r on r.id = o.review_id where o.id = $1 and r.state = 'published')
		  and state = 'published' and (written_at, id) > (select written_at, id from product_review where id = $1)
		order by written_at, id limit $2`, after, most).Query(collectComments(&rows))
	err := s.pool.SendBatch(ctx, b).Close()
	if err == nil && !known {
		err = errNoReview
	}
	if err != nil || len(rows) == 0 {
		return nil, 0, FaultOf(err, reviewFaults)
	}
	list := make([]review.Entry, len(rows))
	for i, row := range rows {
		list[i] = row.Entry
	}
	return list, rows[0].total - len(rows), nil
}

// Ratings sums up for a page of cards.
func (s *Reviews) Ratings(ctx context.Context, productIDs []int64) (map[int64]review.Rating, error) {
	ratings := map[int64]review.Rating{}
	rows, err := s.pool.Query(ctx, `
		select product_id, stars, count(*) from product_review
		where product_id = any($1) and review_id is null and state = 'published' group by product_id, stars`, productIDs)
	if err != nil {
		return nil, FaultOf(err, reviewFaults)
	}
	var id int64
	var stars, n int
	_, err = pgx.ForEachRow(rows, []any{&id, &stars, &n}, func() error {
		rating := ratings[id]
		rating.Stars[stars-1], rating.Count = n, rating.Count+n
		ratings[id] = rating
		return nil
	})
	return ratings, FaultOf(err, reviewFaults)
}

// Shown reads one. A comment shows with its review.
func (s *Reviews) Shown(ctx context.Context, id int64) (*review.Entry, error) {
	e, err := oneEntry(ctx, s.pool, `
		select `+entryColumns+` from product_review p where id = $1 and state = 'published'
		and (review_id is null or exists (select from product_review r where r.id = p.review_id and r.state = 'published'))`, id)
	if err != nil {
		return nil, FaultOf(err, reviewFaults)
	}
	return e, nil
}

// Entries lists for an operator.
func (s *Reviews) Entries(ctx context.Context, f review.Filter, p page.Page) ([]review.Entry, int, error) {
	const where = ` from product_review where ($1 = '' or state = $1) and ($2 = 0 or product_id = $2)`
	var list []review.Entry
	var total int
	b := &pgx.Batch{}
	b.Queue(`select count(*)`+where, f.State, f.ProductID).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	b.Queue(`select `+entryColumns+where+`
		order by state <> 'pending', case when state = 'pending' then written_at end, written_at desc, id limit $3 offset $4`,
		f.State, f.ProductID, p.Size, p.Offset()).Query(collectEntries(&list))
	err := s.pool.SendBatch(ctx, b).Close()
	return list, total, FaultOf(err, reviewFaults)
}

// Decide settles an entry. One that stands there already keeps its time and its reason. Cards show the rating, so that
// what was kept of the product is told to go.
func (s *Reviews) Decide(ctx context.Context, id int64, state review.State, reason string, at time.Time) (e *review.Entry, err error) {
	err = inTx(ctx, s.pool, func(tx pgx.Tx) error {
		e, err = oneEntry(ctx, tx, `
			update product_review set
			  decided_at = case when state = $2 then decided_at else $4 end,
			  reason = case when state = $2 then reason else $3 end, state = $2
			where id = $1 returning `+entryColumns, id, state, reason, at)
		if err != nil {
			return err
		}
		key := strconv.FormatInt(e.ProductID, 10)
		return insertEvents(ctx, tx, outbox.Event{
			ID: ident.New(), Topic: outbox.ProductChanged, Key: key, Payload: json.RawMessage(`{"id":` + key + `}`), At: at,
		})
	})
	if err != nil {
		return nil, FaultOf(err, reviewFaults)
	}
	return e, nil
}

const entryColumns = `id, product_id, coalesce(review_id, 0) as review_id, author, coalesce(stars, 0) as stars, title, body, lang,
	verified, state, reason, written_at, decided_at`

func oneEntry(ctx context.Context, db querier, sql string, args ...any) (*review.Entry, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	e, err := pgx.CollectExactlyOneRow(rows, scanPlainEntry)
	return &e, err
}

func collectEntries(list *[]review.Entry) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*list, err = pgx.CollectRows(rows, scanPlainEntry)
		return err
	}
}

func collectComments(list *[]commentRow) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c commentRow, err error) {
			c.Entry, err = scanEntry(row, &c.total)
			return c, err
		})
		return err
	}
}

func scanPlainEntry(row pgx.CollectableRow) (review.Entry, error) { return scanEntry(row) }

// scanEntry reads the columns of an entry, and those that follow them into more.
func scanEntry(row pgx.CollectableRow, more ...any) (e review.Entry, err error) {
	var decided *time.Time
	err = row.Scan(append([]any{&e.ID, &e.ProductID, &e.ReviewID, &e.Author, &e.Stars, &e.Title, &e.Text, &e.Lang, &e.Verified, &e.State,
		&e.Reason, &e.WrittenAt, &decided}, more...)...)
	e.WrittenAt = e.WrittenAt.UTC()
	if decided != nil {
		e.DecidedAt = decided.UTC()
	}
	return e, err
}
