package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestWhatWasSold(t *testing.T) {
	pool := pgtest.New(t)
	const (
		two = `[{"articleNumber":"A","name":"Alt","quantity":3,"unit":{"minor":11900,"currency":"EUR"},"taxRate":1900},
			{"articleNumber":"B","name":"Buch","quantity":1,"unit":{"minor":1070,"currency":"EUR"},"taxRate":700}]`
		later  = `[{"articleNumber":"A","name":"Neu","quantity":1,"unit":{"minor":11900,"currency":"EUR"},"warranty":{"minor":1190,"currency":"EUR"},"taxRate":1900}]`
		taxed  = `{"taxes":[{"rate":1900}]}`
		untied = `{"taxes":[]}` // to a business in another country of the Union
	)
	place := func(status, placed, lines, totals string) (id int64) {
		t.Helper()
		require.NoError(t, pool.QueryRow(t.Context(), `
			with c as (insert into checkout (id, cart_id, done_at) values (gen_random_uuid(), gen_random_uuid(), now()) returning id),
			o as (insert into shop_order (checkout_id, lang, email, invoice, delivery, shipping, total_minor, status, placed_at)
			      select id, 'de', 'a@example.org', '{}', '{}', '{}', 1, $1, $2::timestamptz from c returning id, checkout_id)
			insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
			select gen_random_uuid(), checkout_id, gen_random_uuid(), 1, id, 'confirmed', 'bill', $3, $4 from o returning order_id`,
			status, placed, lines, totals).Scan(&id))
		return id
	}
	first := place("placed", "2026-03-01T00:00:00Z", two, taxed)
	_, err := pool.Exec(t.Context(), `
		insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping) values
		($1, 1, 'returned', '[{"line": 0, "quantity": 1}]', 0, false, '{}'), ($1, 2, 'shipped', '[{"line": 0, "quantity": 1}]', 0, false, '{}'),
		($1, 3, 'cancelled', '[{"line": 0, "quantity": 1}, {"line": 1, "quantity": 1}]', 0, false, '{}')`, first)
	require.NoError(t, err)
	place("reserved", "2026-03-02T00:00:00Z", later, untied)
	place("cancelled", "2026-03-03T00:00:00Z", later, taxed)
	place("placed", "2026-04-01T00:00:00Z", two, taxed)
	place("placed", "2026-02-28T23:59:59Z", two, taxed)

	from, until := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	report, err := order.ReportOf(t.Context(), postgres.NewOrder(pool), from, until)
	require.NoError(t, err)
	require.Equal(t, &order.Report{Orders: 3, Pieces: 6, Back: 4, Revenue: money.Euro(22900), Sellers: []order.Seller{
		{ArticleNumber: "A", Name: "Neu", Orders: 3, Pieces: 5, Back: 3, Revenue: money.Euro(22900)}, // 119, and 110 net
		{ArticleNumber: "B", Name: "Buch", Orders: 1, Pieces: 1, Back: 1, Revenue: money.Euro(0)},
	}}, report)
}
