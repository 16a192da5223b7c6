package postgres_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
)

func (a *accounts) requests() *privacy.Service {
	a.Helper()
	seal, err := customer.NewSeal(bytes.Repeat([]byte{3}, customer.SealKeyBytes), nil)
	require.NoError(a, err)
	return privacy.NewService(postgres.NewPrivacy(a.pool), seal, a.now)
}

// latest is the newest request in the database.
func (a *accounts) latest(kind privacy.Kind) (id string) {
	a.Helper()
	require.NoError(a, a.pool.QueryRow(a.ctx, `select id::text from privacy_request where kind = $1 order by requested_at desc limit 1`, kind).Scan(&id))
	return id
}

// bought gives a customer an order that is placed.
func (a *accounts) bought(customerID int64) (order int64) {
	a.Helper()
	id := ident.New()
	_, err := a.pool.Exec(a.ctx, `insert into checkout (id, cart_id, customer_id, email, done_at) values ($1, $1, $2, 'erika@example.org', now())`, id, customerID)
	require.NoError(a, err)
	require.NoError(a, a.pool.QueryRow(a.ctx, `
		insert into shop_order (checkout_id, status, lang, email, invoice, delivery, shipping, total_minor, placed_at, customer_id)
		values ($1, 'placed', 'de', 'erika@example.org', '{"lastName": "Muster"}', '{"lastName": "Muster"}', '{}', 100, $2, $3) returning id`,
		id, march, customerID).Scan(&order))
	_, err = a.pool.Exec(a.ctx, `
		insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
		values ($1, $1, $1, 1, $2, 'confirmed', 'moneyorder', '[]', '{}')`, id, order)
	require.NoError(a, err)
	_, err = a.pool.Exec(a.ctx, `
		insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping) values ($1, 1, 'shipped', '[]', 100, false, '{}')`, order)
	require.NoError(a, err)
	return order
}

// withdrawn declares a withdrawal from an order by the link of its mails. Its goods have labels for both ways.
func (a *accounts) withdrawn(order int64) {
	a.Helper()
	_, err := a.pool.Exec(a.ctx, `
		with w as (
		    insert into withdrawal (key, order_number, name, email, lang, received_at, due_at, order_id)
		    values ($1, $2::bigint::text, 'Erika Widerrufsmuster', 'erika@example.org', 'de', $3, $3, $2) returning id),
		told as (insert into withdrawal_event (withdrawal_id, kind, detail, at) select id, 'label', 'dhl RETURN-1', $3 from w),
		back as (
		    insert into withdrawal_return (withdrawal_id, carrier, reference, tracking_number, token, label_type, label)
		    select id, 'dhl', 'REF', 'RETURN-1', 'secret-' || id, 'application/pdf', 'Erika Muster' from w),
		scanned as (
		    insert into shipment_scan (plugin, scan_id, tracking_number, state, at, place)
		    select p, $1, 'PARCEL-1', 'shipped', $3, p || ' Leipzig' from unnest('{dhl,other}'::text[]) p),
		notice as (insert into order_notice (order_id, kind, detail) values ($2, 'parcel_problem', 'PARCEL-1 is late'))
		insert into order_parcel (order_id, delivery, number, plugin, tracking_number, label) values ($2, 1, 1, 'dhl', 'PARCEL-1', 'Erika Muster')`,
		ident.New(), order, march)
	require.NoError(a, err)
}

func TestACopyOfEverything(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	a.register("other@example.org")
	order := a.bought(entry.Customer.ID)
	_, err := a.pool.Exec(a.ctx, `
		insert into invoice (number, kind, order_id, delivery, issued_at, total_minor, content)
		values ('2026-000001', 'invoice', $1, 1, $2, 100, '{"buyer": {"lastName": "Rechnungsmuster"}}')`, order, march)
	require.NoError(t, err)
	a.withdrawn(order)
	requests, id := a.requests().Enclose(handedIn{entry.Customer.ID: {"proof.pdf": []byte("%PDF")}}), entry.Customer.ID
	var product int64
	require.NoError(t, a.pool.QueryRow(a.ctx, `
		with wanted as (select c.cart_id, (select min(id) from product) as product_id from customer c where c.id = $1),
		     kept as (insert into wishlist_item (cart_id, product_id) select cart_id, product_id from wanted)
		insert into cart (id, products, quantities, warranties) select cart_id, array[product_id], '{1}', '{0}' from wanted
		on conflict (id) do update set products = excluded.products, quantities = excluded.quantities, warranties = excluded.warranties
		returning products[1]`, id).Scan(&product))
	none, err := requests.Latest(a.ctx, id)
	require.NoError(t, err)
	require.Nil(t, none)
	require.NoError(t, requests.Ask(a.ctx, id, privacy.Export, "192.0.2.1"))
	require.Equal(t, "privacy_request_open", fault.ReasonOf(requests.Ask(a.ctx, id, privacy.Export, "192.0.2.1")))
	_, err = requests.Fetch(a.ctx, id)
	require.Equal(t, fault.NotFound, fault.CodeOf(err))

	request := a.latest(privacy.Export)
	due, err := requests.Advance(a.ctx, request)
	require.NoError(t, err)
	require.Equal(t, march.Add(privacy.Keep), due)
	again, err := requests.Advance(a.ctx, request)
	require.NoError(t, err)
	require.Equal(t, due, again)
	require.Equal(t, 1, a.count(`select count(*) from outbox where payload ->> 'template' = $1`, mail.ExportReady))

	content, err := requests.Fetch(a.ctx, id)
	require.NoError(t, err)
	_, err = requests.Fetch(a.ctx, id+1)
	require.Equal(t, fault.NotFound, fault.CodeOf(err), "nobody else's")
	files := unpack(t, content)
	require.Contains(t, files["customer"], "erika@example.org")
	require.NotContains(t, files["customer"], "argon2id")
	require.Contains(t, files["orders"], `"lastName": "Muster"`)
	require.Contains(t, files["invoices"], "Rechnungsmuster")
	require.Contains(t, files["invoices"], "2026-000001")
	require.Contains(t, files["security_events"], "registered")
	require.Contains(t, files["withdrawals"], "Widerrufsmuster", "it is about the customer's order, whoever was logged in")
	require.Contains(t, files["withdrawals"], "dhl RETURN-1", "what happened to it")
	require.Contains(t, files["withdrawals"], `"reference": "REF"`, "how the goods came back")
	require.NotContains(t, files["withdrawals"], "secret-", "what opens the label")
	require.Contains(t, files["orders"], "dhl Leipzig", "where its parcel was")
	require.NotContains(t, files["orders"], "other Leipzig", "another carrier's parcel of that number")
	require.Contains(t, files["orders"], "PARCEL-1 is late")
	require.Contains(t, files["sessions"], entry.Session.ID)
	require.NotContains(t, files["sessions"], "digest")
	for _, list := range []string{"cart", "wishlist"} {
		require.Contains(t, files[list], fmt.Sprintf(`"product_id": %d`, product))
		require.Regexp(t, `"name": "[^"]+"`, files[list], "a number says nothing to its reader")
	}
	require.Equal(t, "%PDF", files["proof.pdf"])
	readme := files["LIESMICH.txt"]
	require.Contains(t, readme, "proof.pdf: von dir eingereicht")
	delete(files, "proof.pdf")
	delete(files, "LIESMICH.txt")
	for name := range files {
		require.Regexp(t, `(?m)^`+name+`\.json: .{5,}$`, readme, "its reader is told what it is")
		require.NotContains(t, readme, name+".json: von dir eingereicht")
	}
	for name, text := range files {
		require.NotContains(t, text, "other@example.org", name)
		require.True(t, json.Valid([]byte(text)), name)
	}
	require.Equal(t, 0, a.count(`select count(*) from privacy_request where content like '%Muster%'::bytea`), "it is sealed")
	require.Positive(t, order)

	a.now.Advance(privacy.Keep)
	_, err = requests.Fetch(a.ctx, id)
	require.Equal(t, fault.NotFound, fault.CodeOf(err), "its time is over")
	due, err = requests.Advance(a.ctx, request)
	require.NoError(t, err)
	require.True(t, due.IsZero())
	require.Equal(t, 0, a.count(`select count(*) from privacy_request where content is not null`))
	require.NoError(t, requests.Ask(a.ctx, id, privacy.Export, "192.0.2.1"), "another one, later")
}

type handedIn map[int64]map[string][]byte

func (h handedIn) Papers(_ context.Context, customerID int64) (map[string][]byte, error) {
	return h[customerID], nil
}

func unpack(t *testing.T, content []byte) map[string]string {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		files[strings.TrimSuffix(f.Name, ".json")] = string(text)
	}
	return files
}

func TestADeletedAccountLeavesWhatTheLawAsksFor(t *testing.T) {
	a := newAccounts(t)
	entry, stays := a.register("erika@example.org"), a.register("other@example.org")
	order, id := a.bought(entry.Customer.ID), entry.Customer.ID
	a.bought(stays.Customer.ID)
	a.withdrawn(order)
	_, err := a.pool.Exec(a.ctx, `update checkout set email = 'other@example.org' where customer_id = $1`, stays.Customer.ID)
	require.NoError(t, err)
	_, err = a.service.AddAddress(a.ctx, as(entry), customer.Address{Address: home})
	require.NoError(t, err)
	for _, sql := range []string{
		`insert into customer_key values ($1, '\x01')`,
		// An order is being paid when the account is closed, so that its checkout is needed still.
		`update checkout set invoice = '{"lastName": "Muster"}' where customer_id = $1`,
		`update checkout_attempt a set state = 'authorizing' from shop_order o where o.id = a.order_id and o.customer_id = $1`,
		`insert into outbox (id, topic, key, payload) select 'waits-' || $1::bigint, 'mail.requested', '', '{"to": "erika@example.org"}'`,
		`insert into outbox (id, topic, key, payload, dead_at) select 'dead-' || $1::bigint, 'mail.requested', '', '{"to": "Erika@example.org"}', now()`,
		`insert into invoice (number, kind, order_id, delivery, issued_at, total_minor, content)
		 select '2026-000001', 'invoice', id, 1, placed_at, 100, '{"buyer": {"lastName": "Muster"}}' from shop_order where customer_id = $1`,
	} {
		_, err = a.pool.Exec(a.ctx, sql, id)
		require.NoError(t, err, sql)
	}
	_, err = a.pool.Exec(a.ctx, `
		insert into product_review (product_id, customer_id, author, stars, title, body, lang, written_at)
		select id, $1, 'Erika', 5, 'Gut', 'Leise und hell.', 'de', now() from product limit 1`, id)
	require.NoError(t, err)
	requests := a.requests()
	require.NoError(t, requests.Ask(a.ctx, id, privacy.Deletion, "192.0.2.1"))
	request := a.latest(privacy.Deletion)
	advance := func() time.Time {
		due, err := requests.Advance(a.ctx, request)
		require.NoError(t, err)
		return due
	}

	require.Equal(t, march, advance())
	_, err = a.service.Customer(a.ctx, id)
	require.Equal(t, fault.NotFound, fault.CodeOf(err))
	a.dead(entry.Token)
	_, err = a.service.Login(a.ctx, a.visit(), "erika@example.org", password)
	require.ErrorIs(t, err, customer.ErrWrongCredentials)
	require.Equal(t, 1, a.count(`select count(*) from outbox where payload ->> 'template' = $1 and payload ->> 'to' = 'erika@example.org'`, mail.AccountDeleted))
	for _, table := range []string{"customer", "customer_address", "session", "wishlist_item"} {
		require.Zero(t, a.count(`select count(*) from `+table+` t where t::text like '%erika@example.org%' or t::text like '%Hauptstraße%'`), table)
	}
	require.Zero(t, a.count(`select count(*) from outbox where dead_at is not null`), "what was never delivered")
	require.Equal(t, 1, a.count(`select count(*) from outbox where id like 'waits-%'`), "what still goes out")
	require.Equal(t, 1, a.count(`select count(*) from checkout where customer_id = $1 and invoice is not null`, id), "a payment is under way")
	require.Equal(t, 1, a.count(`select count(*) from product_review where customer_id = 0 and author = 'Anonym'`), "its words stay, its name goes")
	require.Zero(t, a.count(`select count(*) from security_event where customer_id = $1 and client <> ''`, id))
	require.Equal(t, 1, a.count(`select count(*) from shop_order where id = $1 and locked_at is not null and email <> ''`, order), "kept, and locked")
	a.register("erika@example.org") // the address is free again

	require.Equal(t, march.Add(24*time.Hour), advance(), "a parcel is on its way")
	keys := func() int {
		return a.count(`select count(*) from customer_key`) + a.count(`select count(*) from checkout_attempt where history_key is not null`)
	}
	require.Equal(t, 3, keys())
	for _, sql := range []string{`update order_delivery set state = 'delivered'`, `update checkout_attempt set state = 'confirmed'`, `update withdrawal set status = 'settled'`} {
		_, err = a.pool.Exec(a.ctx, sql)
		require.NoError(t, err)
	}
	a.now.Advance(24 * time.Hour)
	release := time.Date(march.Year()+11, time.January, 1, 0, 0, 0, 0, time.UTC)
	require.Equal(t, release, advance())
	require.Equal(t, 1, keys(), "no history but the other customer's can be read any more")
	require.Equal(t, 1, a.count(`select count(*) from shop_order where id = $1 and email <> ''`, order))
	labels := func() int {
		return a.count(`select count(*) from order_parcel where label <> ''`) + a.count(`select count(*) from withdrawal_return where label <> ''`)
	}
	require.Equal(t, 2, labels())

	a.now.Advance(release.Sub(a.now.Now()) + time.Second)
	require.True(t, advance().IsZero())
	require.True(t, advance().IsZero(), "may be repeated")
	require.Equal(t, 1, a.count(`select count(*) from shop_order where id = $1 and email = '' and invoice = '{}' and total_minor = 100`, order))
	require.Equal(t, 1, a.count(`select count(*) from shop_order where email <> ''`), "the other customer's")
	require.Zero(t, labels(), "names and addresses stand on them")
	for _, table := range []string{"checkout", "checkout_attempt", "invoice", "withdrawal"} {
		require.Zero(t, a.count(`select count(*) from `+table+` t where t::text ilike '%erika@%' or t::text ilike '%muster%'`), table)
	}
	_, err = a.service.Customer(a.ctx, stays.Customer.ID)
	require.NoError(t, err)
}

// What is not through keeps the keys of its histories: its workflow needs them.
func TestWhatOfACustomerIsUnderWay(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	order := a.bought(entry.Customer.ID)
	a.bought(a.register("other@example.org").Customer.ID)
	for _, c := range []struct {
		sql  string
		wait privacy.Wait
	}{
		{`update order_delivery set state = 'planned' where order_id = $1`, privacy.ForDelivery},
		{`update order_delivery set state = 'shipped' where order_id = $1`, privacy.ForDelivery},
		{`update order_delivery set state = 'delivered' where order_id = $1`, ""},
		{`update order_delivery set pay_by = '2026-04-01' where order_id = $1`, privacy.ForInvoice}, // on account
		{`update shop_order set paid_at = now() where id = $1`, ""},
		{`insert into order_payment (order_id, number, kind, state, amount_minor) values ($1, 1, 'refund', 'wanted', 100)`, privacy.ForMoney},
		{`update order_payment set state = 'working' where order_id = $1`, privacy.ForMoney},
		{`update order_payment set state = 'done' where order_id = $1`, ""},
		{`insert into withdrawal (key, order_number, name, email, lang, received_at, due_at, order_id)
		  values (gen_random_uuid(), '', '', '', 'de', now(), now(), $1)`, privacy.ForWithdrawal}, // by the link of its mails
		{`update withdrawal set status = 'refused' where order_id = $1`, ""},
		{`update withdrawal set status = 'by_hand' where order_id = $1`, privacy.ForWithdrawal},
		{`update withdrawal set status = 'settled' where order_id = $1`, ""},
		{`update shop_order set status = 'reserved' where id = $1`, privacy.ForPayment},
	} {
		_, err := a.pool.Exec(a.ctx, c.sql, order)
		require.NoError(t, err, c.sql)
		open, newest, err := postgres.NewPrivacy(a.pool).UnderWay(a.ctx, entry.Customer.ID)
		require.NoError(t, err)
		require.Equal(t, march, newest)
		if c.wait == "" {
			require.Empty(t, open, c.sql)
			continue
		}
		require.Len(t, open, 1, c.sql)
		require.Equal(t, c.wait, open[0].Wait, c.sql)
		require.Equal(t, c.wait == privacy.ForWithdrawal, open[0].Withdrawal != 0)
		require.Equal(t, c.wait != privacy.ForWithdrawal, open[0].Order == order)
	}
}

// What an authority said of a customer is kept for the books, in which there is no order.
func TestADeletedAccountWithoutOrdersLeavesNoEvidence(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	_, err := a.pool.Exec(a.ctx, `
		insert into vat_evidence (customer_id, vat_id, valid, reference, name, address, answered_at)
		values ($1, 'DE136695976', true, 'WAPI', 'Muster GmbH', 'Hauptstraße 1', $2)`, entry.Customer.ID, march)
	require.NoError(t, err)
	requests := a.requests()
	require.NoError(t, requests.Ask(a.ctx, entry.Customer.ID, privacy.Deletion, "192.0.2.1"))
	request, due := a.latest(privacy.Deletion), march
	for !due.IsZero() {
		due, err = requests.Advance(a.ctx, request)
		require.NoError(t, err)
	}
	require.Zero(t, a.count(`select count(*) from vat_evidence`))
}

// A table that comes to know customers, or hangs on what is theirs, is to be thought of here: in the copy, and in the deletion.
func TestEveryTableAboutCustomersIsKnown(t *testing.T) {
	a := newAccounts(t)
	rows, err := a.pool.Query(a.ctx, `
		select distinct table_name from information_schema.columns
		where table_schema = 'public' and column_name in
		  ('customer_id', 'email', 'phone', 'client', 'order_id', 'withdrawal_id', 'tracking_number') order by 1`)
	require.NoError(t, err)
	var tables []string
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, []string{
		"account_conversion",      // goes with the customer
		"campus_application",      // likewise
		"campus_membership",       // likewise
		"campus_order",            // goes with the order
		"checkout",                // emptied
		"checkout_attempt",        // client: a widget's tokens, emptied once the payment began
		"customer_address",        // goes with the customer
		"customer_card",           // likewise
		"customer_key",            // destroyed once nothing is under way
		"delivery_goods",          // names nobody
		"invoice",                 // kept with the orders, then deleted
		"login_challenge",         // goes with the customer
		"newsletter_subscription", // deleted by the address
		"order_delivery",          // names nobody
		"order_dispute",           // likewise
		"order_notice",            // likewise
		"order_parcel",            // its label is emptied
		"order_payment",           // names nobody
		"password_reset",          // goes with the customer
		"privacy_request",         // the proof that the wish was done
		"product_review",          // stays, and is nobody's
		"restock_alert",           // deleted by the address
		"security_event",          // kept without the address
		"session",                 // goes with the customer
		"shipment_scan",           // deleted after a time
		"shop_order",              // locked, then emptied
		"vat_evidence",            // kept with the orders
		"webhook_event",           // deleted after a time
		"withdrawal",              // kept with the orders, then emptied
		"withdrawal_event",        // names nobody
		"withdrawal_return",       // its label is emptied
	}, without(tables, "customer"))
}

func without(list []string, name string) []string {
	var left []string
	for _, one := range list {
		if one != name {
			left = append(left, one)
		}
	}
	return left
}
