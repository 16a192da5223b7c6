package postgres_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/privacy"
)

// statements remembers every statement with its arguments, those of batches as well.
type statements struct {
	mu   sync.Mutex
	sent []pgx.TraceQueryStartData
}

func (s *statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (s *statements) TraceBatchQuery(ctx context.Context, conn *pgx.Conn, d pgx.TraceBatchQueryData) {
	s.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: d.SQL, Args: d.Args})
}

func (s *statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, d)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// argumentsOf gives the first argument of each statement with the text.
func (s *statements) argumentsOf(text string) (first []any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sent := range s.sent {
		if strings.Contains(sent.SQL, text) {
			first = append(first, sent.Args[0])
		}
	}
	return first
}

// grown are the tables that hold as much as the shop has sold, and so may not be read from end to end for one customer.
var grown = []string{
	"product", "stock", "cart", "session", "wishlist_item", "shop_order", "checkout", "checkout_attempt", "outbox", "customer", "order_delivery",
	"order_payment", "webhook_event",
}

// No statement of a hot path reads a table from end to end, on a catalogue of the demo's size and carts beside it.
func TestHotPathsUseIndexes(t *testing.T) {
	seen := &statements{}
	url := pgtest.URL(t)
	pool, err := postgres.Open(t.Context(), url, postgres.Options{Tracer: seen})
	require.NoError(t, err)
	defer pool.Close()
	ctx := t.Context()
	for _, sql := range []string{
		`insert into category (slug, name_de, digest) values ('things', 'Dinge', '')`,
		`insert into product (id, article_number, slug, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at)
		 select n, 'NB-' || n, 'laptop-' || n, 'Laptop ' || n, 'Maker ' || n % 50, c.id, 1000 + n, '{}', '', now(), now()
		 from generate_series(1, 16538) n, category c`,
		`insert into stock (product_id, warehouse, available, imported) select id, 'main', 100, 100 from product`,
		`insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		 select 'erika-' || n || '@example.com', '', 'Erika', 'Muster', 'de', gen_random_uuid(), now() from generate_series(1, 500) n`,
		`insert into checkout (id, cart_id, type, lang, done_at) select gen_random_uuid(), gen_random_uuid(), 'guest', 'de', now() from generate_series(1, 2000)`,
		`insert into shop_order (checkout_id, customer_id, lang, email, invoice, delivery, shipping, total_minor, status, placed_at)
		 select id, n % 500, 'de', 'erika-' || n % 500 || '@example.com', '{}', '{}', '{}', 1000, 'placed', now()
		 from (select id, row_number() over () as n from checkout) c`,
		`insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, plugin, reference, lines, totals)
		 select gen_random_uuid(), c.id, c.cart_id, 1, o.id, 'confirmed', 'paypal', 'paypal', 'PAY-' || o.id, '[]', '{"total":{"minor":1000,"currency":"EUR"}}'
		 from shop_order o join checkout c on c.id = o.checkout_id`,
		`insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping)
		 select id, 1, case when id % 1000 = 0 then 'planned' else 'delivered' end, '[]', 1000, false, '{}' from shop_order`,
		`insert into order_payment (order_id, number, kind, state, amount_minor, reference)
		 select id, 1, 'capture', 'done', 1000, 'CAP-' || id from shop_order`,
		`insert into webhook_event (plugin, event_id, reference, order_id, result, handled_at)
		 select 'paypal', 'evt-' || id, 'PAY-' || id, id, '{"Outcome":"authorized"}', now() from shop_order`,
	} {
		_, err := pool.Exec(ctx, sql)
		require.NoError(t, err)
	}
	carts, catalog := postgres.NewCarts(pool), postgres.NewCatalog(pool, clock.System{})
	for range 300 { // so that a cart is one of many
		_, err := carts.Add(ctx, ident.New(), 7, 1)
		require.NoError(t, err)
	}
	_, err = pool.Exec(ctx, `analyze`)
	require.NoError(t, err)
	mine := ident.New()
	seen.sent = nil

	_, err = carts.Add(ctx, mine, 42, 1)
	require.NoError(t, err)
	_, err = carts.Cart(ctx, mine)
	require.NoError(t, err)
	_, err = carts.Content(ctx, mine)
	require.NoError(t, err)
	_, err = carts.SetQuantity(ctx, mine, 42, 2)
	require.NoError(t, err)
	require.NoError(t, carts.Remove(ctx, mine, 42))
	_, err = catalog.Product(ctx, 42)
	require.NoError(t, err)
	_, err = catalog.Products(ctx, []int64{1, 2, 3})
	require.NoError(t, err)
	_, err = catalog.ByArticleNumbers(ctx, []string{"NB-1", "NB-42"})
	require.NoError(t, err)
	_, err = postgres.NewSessions(pool).Find(ctx, []byte(strings.Repeat("d", 32)))
	require.Error(t, err, "there is none")
	_, err = postgres.NewWishlists(pool).Add(ctx, mine, 42)
	require.NoError(t, err)
	_, err = postgres.NewWishlists(pool).Items(ctx, mine)
	require.NoError(t, err)
	_, err = postgres.NewAttempt(pool).Stale(ctx, 50)
	require.NoError(t, err)
	_, err = postgres.NewAttempt(pool).Stuck(ctx)
	require.NoError(t, err)
	_, err = postgres.NewDesk(pool).Cases(ctx, checkout.CaseFilter{})
	require.NoError(t, err)
	var attempt string
	require.NoError(t, pool.QueryRow(ctx, `select id::text from checkout_attempt where order_id = 100042`).Scan(&attempt))
	_, err = postgres.NewDesk(pool).Record(ctx, attempt)
	require.NoError(t, err)
	events := postgres.NewWebhook(pool)
	require.NoError(t, events.StoreEvents(ctx, []checkout.WebhookEvent{{ID: "evt-1", Plugin: "paypal", Reference: "PAY-0"}}))
	_, err = events.Event(ctx, 2001)
	require.Error(t, err, "it is nobody's")
	for _, f := range []order.Filter{{CustomerID: 42}, {Email: "erika-42@example.com"}, {ToShip: true}, {Disputed: true},
		{ByHand: true}, {Refused: true}, {Unanswered: true}, {Unbooked: true}} {
		_, _, err = postgres.NewOrder(pool).Orders(ctx, f, page.Of(1, 10, 10))
		require.NoError(t, err)
	}
	_, _, err = postgres.NewOrder(pool).Orders(ctx, order.Filter{}, page.Of(190, 10, 10))
	require.NoError(t, err)
	var erika int64
	require.NoError(t, pool.QueryRow(ctx, `select id from customer where lower(email) = 'erika-42@example.com'`).Scan(&erika))
	deletions, asked := postgres.NewPrivacy(pool), privacy.Request{ID: ident.New(), CustomerID: erika, Kind: privacy.Deletion, State: privacy.Asked}
	require.NoError(t, deletions.Begin(ctx, asked, asked.RequestedAt, ""))
	_, _, err = deletions.UnderWay(ctx, erika)
	require.NoError(t, err)
	_, err = deletions.Gather(ctx, erika)
	require.NoError(t, err)
	require.NoError(t, deletions.Close(ctx, &asked, asked.RequestedAt))
	require.NoError(t, deletions.Forget(ctx, erika))
	require.NoError(t, deletions.Erase(ctx, erika))
	effects := postgres.NewOutbox(pool)
	_, err = effects.Backlog(ctx)
	require.NoError(t, err)
	require.NoError(t, effects.Withdraw(ctx, outbox.Tracking, "a", "b"))
	require.NoError(t, postgres.NewEndpoints(pool).Sweep(ctx))

	conn, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	// A small table is read from end to end because that is cheaper; the test asks whether there is another way.
	_, err = conn.Exec(ctx, `set enable_seqscan = off`)
	require.NoError(t, err)
	var whole string
	require.NoError(t, conn.QueryRow(ctx, `explain (format json) select 1 from product where manufacturer = 'Maker 1'`).Scan(&whole))
	require.Equal(t, []string{"product"}, scanned(t, whole, nil), "the test sees what it is there for")
	var partial []string
	require.NoError(t, conn.QueryRow(ctx, `select array_agg(indexrelid::regclass::text) from pg_index where indpred is not null`).Scan(&partial))
	explained := 0
	for _, s := range seen.sent {
		if !regexp.MustCompile(`(?is)^\s*(select|with|insert|update|delete)\b`).MatchString(s.SQL) {
			continue
		}
		var plan string
		require.NoError(t, conn.QueryRow(ctx, "explain (format json) "+s.SQL, s.Args...).Scan(&plan), s.SQL)
		if strings.Contains(s.SQL, "' told: '") { // all events of a plugin would be no better
			require.Contains(t, plan, "webhook_event_reference_idx")
			require.Contains(t, plan, "webhook_event_order_idx")
		}
		for _, table := range scanned(t, plan, partial) {
			if table == "shop_order" && regexp.MustCompile(`from shop_order o where true( order by|$)`).MatchString(s.SQL) {
				continue // all orders are listed, but only those of a page are read whole
			}
			require.NotContains(t, grown, table, "reads all of %s:\n%s", table, s.SQL)
		}
		explained++
	}
	require.Greater(t, explained, 12, "the tracer must see the statements")
}

// scanned names the tables that a plan reads from end to end: as they lie, or along an index that has all of their rows.
func scanned(t *testing.T, plan string, partial []string) []string {
	t.Helper()
	var root any
	require.NoError(t, json.Unmarshal([]byte(plan), &root))
	var tables []string
	var walk func(any)
	walk = func(node any) {
		switch n := node.(type) {
		case []any:
			for _, child := range n {
				walk(child)
			}
		case map[string]any:
			index, _ := n["Index Name"].(string)
			_, narrowed := n["Index Cond"]
			if n["Node Type"] == "Seq Scan" || index != "" && n["Relation Name"] != nil && !narrowed && !slices.Contains(partial, index) {
				tables = append(tables, n["Relation Name"].(string))
			}
			for _, child := range n {
				walk(child)
			}
		}
	}
	walk(root)
	return tables
}
