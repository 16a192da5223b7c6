package postgres_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// Each thing is kept to the last day of its period and forgotten on the next; the order itself stays in the books.
func TestWhatIsKeptNoLongerIsForgotten(t *testing.T) {
	r := newReturns(t)
	fulfilment := postgres.NewFulfilment(r.pool).Bill(invoice.Seller{Name: "Kontor GmbH"})
	_, err := fulfilment.Change(r.ctx, r.orderID, send)
	require.NoError(t, err)
	w := r.declare(ident.New(), "erika@example.org")
	_, err = r.store.Change(r.ctx, w.ID, func(w *withdrawal.Withdrawal, _ *withdrawal.Contract) (withdrawal.Effects, error) {
		w.Status, w.SettledAt = withdrawal.Settled, time.Date(2026, 3, 1, 13, 0, 0, 0, time.UTC)
		w.Return = &withdrawal.Return{Carrier: "dhl", Token: "t", Label: []byte("%PDF")}
		return withdrawal.Effects{}, nil
	})
	require.NoError(t, err)
	r.guest(map[int64]int{cable: 1}) // entered, never submitted
	for _, sql := range []string{
		`update shop_order set placed_at = '2026-01-01 00:30+01', created_at = '2025-12-31 23:30+01'`,
		`alter table invoice disable trigger invoice_never_changes`,
		`update invoice set issued_at = '2027-06-01'`,
		`update order_delivery set state = 'delivered', done_at = '2026-03-01 12:00Z'`,
		`insert into order_parcel (order_id, delivery, number, plugin, tracking_number, label) select id, 1, 1, 'dhl', 'JD', '%PDF' from shop_order`,
		// Another parcel never arrived, as far as anybody knows.
		`insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping, dispatched_at)
		 select id, 2, 'shipped', '[]', 0, false, '{}', '2026-03-01 12:00Z' from shop_order`,
		`insert into order_parcel (order_id, delivery, number, plugin, tracking_number, label) select id, 2, 1, 'dhl', 'JD2', '%PDF' from shop_order`,
		// A third one has its label, and never left.
		`insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping) select id, 3, 'dispatching', '[]', 0, false, '{}' from shop_order`,
		`insert into order_parcel (order_id, delivery, number, plugin, tracking_number, label) select id, 3, 1, 'dhl', 'JD3', '%PDF' from shop_order`,
		`update checkout set updated_at = '2026-03-01 12:00Z' where done_at is null`,
		`with c as (insert into checkout (id, cart_id, done_at) values (gen_random_uuid(), gen_random_uuid(), now()) returning id, cart_id),
		 o as (insert into shop_order (checkout_id, status, lang, email, invoice, delivery, shipping, total_minor, created_at)
		       select id, 'abandoned', 'de', 'erika@example.org', '{"lastName": "Muster"}', '{}', '{}', 0, '2026-03-01 13:00Z' from c returning id, checkout_id)
		 insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
		 select gen_random_uuid(), c.id, c.cart_id, 1, o.id, 'failed', 'consors', '[]', '{}' from o join c on c.id = o.checkout_id`,
		// What a customer took along to a provider's page.
		`update checkout_attempt set payment = payment || '{"fields": {"lastName": "Muster"}, "redirectUrl": "https://bank.example/?name=Muster"}'`,
		`insert into newsletter_subscription (id, email, lang, source, state, requested_at, requested_from, confirmed_at, ended_at, unsubscribe_token) values
		   (gen_random_uuid(), 'gone@example.org', 'de', 'footer', 'ended', '2025-05-01', '203.0.113.7', '2025-05-02', '2026-03-01 12:00Z', 'gone'),
		   (gen_random_uuid(), 'reader@example.org', 'de', 'footer', 'active', '2025-05-01', '203.0.113.7', '2025-05-02', null, 'reader')`,
		`insert into restock_alert (id, product_id, email, lang, digest, asked_at, confirmed_at, due_at)
		 select gen_random_uuid(), max(id), 'erika@example.org', 'de', '', '2026-03-01 12:00Z', '2026-03-01 12:00Z', '2026-08-28 12:00Z' from product`,
		`insert into product_review (product_id, author, stars, body, lang, state, written_at, decided_at)
		 select max(id), 'Erika', 1, 'Muster', 'de', s, '2026-02-01', '2026-03-01 12:00Z' from product, unnest('{published,rejected}'::text[]) s group by s`,
		`insert into webhook_event (id, plugin, event_id, result, received_at) overriding system value
		 select n, 'paypal', n, '{}', '2026-03-01 10:00Z' from generate_series(1, 3) n`,
		`insert into outbox (id, topic, key, payload, delivered_at, dead_at) values
		   ('webhook-1', 'webhook.stored', 'k', '{}', now(), null), ('webhook-2', 'webhook.stored', 'k', '{}', null, now())`,
		`insert into outbox (id, topic, key, payload, dead_at, created_at) values
		   ('mail-1', 'mail.requested', 'k', '{"to": "erika@example.org"}', '2026-03-01 10:00Z', '2026-02-01 10:00Z'),
		   ('event-1', 'tracking.event', 'k', '{"tid": "t"}', '2026-03-01 10:00Z', '2026-02-01 10:00Z'),
		   ('mail-2', 'mail.requested', 'k', '{"to": "erika@example.org"}', null, '2026-02-01 10:00Z')`,
		`delete from shipment_scan`,
		`insert into shipment_scan (plugin, scan_id, tracking_number, state, at, place, received_at) values ('dhl', '1', 'JD', 'delivered', now(), 'Leipzig', '2026-03-01 12:00Z')`,
		`delete from mail_sent`,
		`insert into mail_sent (id, template, claimed_until, sent_at) values ('order-100001-order_confirmation', 'order_confirmation', '2026-03-01 12:00Z', '2026-03-01 13:00Z')`,
		`insert into audit_entry (at, actor, action, subject) values ('2025-03-01 12:00Z', 'erika@desk-3', 'order.refund', 'order-100001')`,
	} {
		_, err := r.pool.Exec(r.ctx, sql)
		require.NoError(t, err, sql)
	}
	germany, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	newYear := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, germany) }
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	forgotten := map[string]time.Time{
		"unfinished_checkout": noon.AddDate(0, 0, 30), "abandoned_order": noon.Add(time.Hour).AddDate(0, 0, 30), "parcel_label": noon.AddDate(0, 0, 90), "return_label": noon.Add(time.Hour).AddDate(0, 0, 90),
		"withdrawal": newYear(2033), "order": newYear(2035), "invoice": newYear(2036),
		"ended_newsletter": newYear(2030), "restock_alert": noon.AddDate(0, 0, 180), "rejected_review": noon.AddDate(0, 0, 190), "provider_notice": noon.Add(-2*time.Hour).AddDate(0, 0, 90), "operator_log": newYear(2034),
		"undelivered": noon.Add(-2*time.Hour).AddDate(0, 0, 30), "parcel_scan": noon.AddDate(1, 0, 0), "sent_mail": noon.Add(time.Hour).AddDate(1, 0, 0),
	}
	// Of three notices the delivery of one was given up, and may be taken up again; one mail is still tried.
	rows := map[string]int{"provider_notice": 2, "undelivered": 2}
	retention := postgres.NewRetention(r.pool)
	run := func(at time.Time, dry bool) map[string]int {
		list, err := retention.Run(r.ctx, at, dry)
		require.NoError(t, err)
		rows := map[string]int{}
		for _, f := range list {
			rows[f.Rule] = f.Rows
		}
		return rows
	}
	require.Len(t, forgotten, len(postgres.RetentionRules))
	left := noon.AddDate(0, 0, 180)
	labels := func() int { return r.count(`select count(*) from order_parcel where label is not null`) }
	rules := slices.SortedFunc(maps.Keys(forgotten), func(a, b string) int { return forgotten[a].Compare(forgotten[b]) })
	for _, rule := range rules {
		due := forgotten[rule]
		n := cmp.Or(rows[rule], 1)
		if due.After(left) && labels() > 1 {
			run(left.Add(-time.Second), false)
			require.Equal(t, 2, labels(), "of a parcel of which nobody heard that it arrived, and of one that never left")
			require.Equal(t, 1, run(left, false)["parcel_label"])
		}
		require.Zero(t, run(due.Add(-time.Second), false)[rule], "%s is kept to the last moment", rule)
		require.Equal(t, n, run(due, true)[rule], "%s is due", rule)
		require.Equal(t, n, run(due, false)[rule], "%s: the dry run changed nothing", rule)
		require.Zero(t, run(due, false)[rule], "%s is forgotten once", rule)
	}
	require.Equal(t, 1, r.count(`select count(*) from outbox where id = 'mail-2'`))
	require.Zero(t, r.count(`select count(*) from shop_order where email <> '' or invoice <> '{}'`))
	require.Equal(t, 1, r.count(`select count(*) from shop_order where total_minor > 0`))
	require.Zero(t, r.count(`select count(*) from order_parcel where label is not null`))
	require.Zero(t, r.count(`select count(*) from checkout_attempt where payment::text like '%Muster%'`))
	require.Equal(t, 1, r.count(`select count(*) from checkout_attempt where payment ->> 'code' <> ''`), "how it was paid stays in the books")
	require.Zero(t, r.count(`select count(*) from invoice`))
	require.Zero(t, r.count(`select count(*) from withdrawal where name <> ''`))
	require.Equal(t, 1, r.count(`select count(*) from newsletter_subscription`), "who still gets it")
	require.Equal(t, 1, r.count(`select count(*) from product_review where state = 'published'`))
	require.Equal(t, 2, r.count(`select id from webhook_event`))
}

// The page on privacy says the same periods as the rules, in both languages.
func TestThePrivacyPageSaysEachPeriod(t *testing.T) {
	germanUnit := strings.NewReplacer("d", "T", "y", "J")
	number := regexp.MustCompile(`^\d+ [dyTJ]`) // of days or years
	for _, lang := range []string{"de", "en"} {
		raw, err := os.ReadFile("../../storefront/messages/" + lang + ".json")
		require.NoError(t, err)
		var texts struct {
			Retention struct {
				Of map[string]struct{ What, Period string }
			}
		}
		require.NoError(t, json.Unmarshal(raw, &texts))
		require.Len(t, texts.Retention.Of, len(postgres.RetentionRules))
		for _, rule := range postgres.RetentionRules {
			said := texts.Retention.Of[rule.Name]
			require.NotEmpty(t, said.What, rule.Name)
			want, got := number.FindString(rule.Period), number.FindString(said.Period)
			require.NotEmpty(t, want, rule.Period)
			if lang == "de" {
				want = germanUnit.Replace(want)
			}
			require.Equal(t, want, got, "%s: %s", lang, rule.Name)
		}
	}
}
