package postgres

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/privacy"
)

// Privacy keeps customers' requests about their data. It implements privacy.Store.
type Privacy struct{ pool *pgxpool.Pool }

var _ privacy.Store = (*Privacy)(nil)

// NewPrivacy makes the store.
func NewPrivacy(pool *pgxpool.Pool) *Privacy { return &Privacy{pool} }

var (
	privacyFaults = map[string]*fault.Error{
		NoRows:                 fault.New(fault.NotFound, "privacy_request_not_found"),
		"privacy_request_open": fault.New(fault.Conflict, "privacy_request_open"),
	}
	exportFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "export_not_found")}
)

var requested = map[privacy.Kind]customer.Kind{privacy.Export: customer.ExportRequested, privacy.Deletion: customer.DeletionRequested}

// Begin locks the customer, so that two requests at once are seen as two.
func (s *Privacy) Begin(ctx context.Context, r privacy.Request, since time.Time, client string) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := lockedCustomer(ctx, tx, r.CustomerID); err != nil {
			return err
		}
		return beginPrivacy(ctx, tx, r, since, client)
	})
	return FaultOf(err, privacyFaults)
}

// beginPrivacy is Begin once the customer is locked.
func beginPrivacy(ctx context.Context, tx pgx.Tx, r privacy.Request, since time.Time, client string) error {
	tag, err := tx.Exec(ctx, `
		insert into privacy_request (id, customer_id, kind, state, requested_at) select $1, $2, $3, $4, $5
		where $3 <> 'export' or not exists (
		  select from privacy_request where customer_id = $2 and kind = 'export' and requested_at > $6)`,
		r.ID, r.CustomerID, r.Kind, r.State, r.RequestedAt, since)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return privacyFaults["privacy_request_open"]
	}
	event := customer.Event{Kind: requested[r.Kind], CustomerID: r.CustomerID, Client: client, At: r.RequestedAt}
	if err := insertSecurityEvent(ctx, tx, event); err != nil {
		return err
	}
	return insertEvents(ctx, tx, outbox.Event{
		ID: "privacy-" + r.ID, Topic: outbox.PrivacyRequested, Payload: json.RawMessage(`{"id":"` + r.ID + `"}`),
	})
}

const selectPrivacy = `select id::text, customer_id, kind, state, requested_at, due_at from privacy_request`

func (s *Privacy) one(ctx context.Context, where string, args ...any) (*privacy.Request, error) {
	r := &privacy.Request{}
	var due *time.Time
	err := s.pool.QueryRow(ctx, selectPrivacy+where, args...).Scan(&r.ID, &r.CustomerID, &r.Kind, &r.State, &r.RequestedAt, &due)
	r.RequestedAt = r.RequestedAt.UTC()
	if due != nil {
		r.DueAt = due.UTC()
	}
	return r, FaultOf(err, privacyFaults)
}

// Request reads one.
func (s *Privacy) Request(ctx context.Context, id string) (*privacy.Request, error) {
	return s.one(ctx, ` where id = $1`, id)
}

// Latest reads a customer's newest.
func (s *Privacy) Latest(ctx context.Context, customerID int64, kind privacy.Kind) (*privacy.Request, error) {
	r, err := s.one(ctx, ` where customer_id = $1 and kind = $2 order by requested_at desc limit 1`, customerID, kind)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	return r, err
}

// Finish stores an export. It may be repeated: the mail is asked for with the first.
func (s *Privacy) Finish(ctx context.Context, id string, sealed []byte, due time.Time, note mail.Request) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var customerID int64
		err := tx.QueryRow(ctx, `
			update privacy_request set state = 'ready', content = $2, due_at = $3 where id = $1 and state = 'asked'
			returning customer_id`, id, sealed, due).Scan(&customerID)
		if fault.CodeOf(FaultOf(err, nil)) == fault.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		events, err := mailEvents(ctx, tx, customerID, []mail.Request{note})
		if err != nil {
			return err
		}
		return insertEvents(ctx, tx, events...)
	})
	return FaultOf(err, privacyFaults)
}

// Sealed reads a customer's newest export.
func (s *Privacy) Sealed(ctx context.Context, customerID int64, now time.Time) (id string, sealed []byte, err error) {
	err = s.pool.QueryRow(ctx, `
		select id::text, content from privacy_request
		where customer_id = $1 and kind = 'export' and state = 'ready' and due_at > $2 order by requested_at desc limit 1`, customerID, now).
		Scan(&id, &sealed)
	return id, sealed, FaultOf(err, exportFaults)
}

// Move sets the state.
func (s *Privacy) Move(ctx context.Context, id string, to privacy.State, due time.Time) error {
	_, err := s.pool.Exec(ctx, `
		update privacy_request set state = $2, due_at = $3, content = case when $2 = 'done' then null else content end where id = $1`,
		id, to, nullTime(due))
	return FaultOf(err, privacyFaults)
}

// ofCustomer holds for withdrawals w of the customer $1: declared while logged in, or, as by the link of an order's mails, of
// one of the customer's orders.
const ofCustomer = `(w.customer_id = $1 or w.order_id in (select id from shop_order where customer_id = $1))`

// UnderWay lists what a workflow still works on. Goods on account are through once they are paid for: until then their customer
// may have to be reminded.
func (s *Privacy) UnderWay(ctx context.Context, customerID int64) (open []privacy.Open, newest time.Time, err error) {
	rows, err := s.pool.Query(ctx, `
		select o.id, 0, wait from shop_order o cross join lateral (select case
		    when o.status in ('awaiting_payment', 'reserved') then 'payment'
		    when exists (select from order_delivery d where d.order_id = o.id and d.state in ('planned', 'dispatching', 'shipped', 'ready')) then 'delivery'
		    when exists (select from order_payment p where p.order_id = o.id and p.state in ('wanted', 'working')) then 'money'
		    when `+overdueBy("'infinity'", "'"+order.ReasonUnpaid+"'")+` then 'invoice' end) waits (wait)
		where o.customer_id = $1 and wait is not null
		union all
		select 0, w.id, 'withdrawal' from withdrawal w where `+ofCustomer+` and w.status not in ('settled', 'refused')
		order by 2, 1`, customerID)
	if err != nil {
		return nil, newest, FaultOf(err, privacyFaults)
	}
	if open, err = pgx.CollectRows(rows, pgx.RowToStructByPos[privacy.Open]); err != nil {
		return nil, newest, FaultOf(err, privacyFaults)
	}
	var last *time.Time
	err = s.pool.QueryRow(ctx, `select max(placed_at) from shop_order where customer_id = $1`, customerID).Scan(&last)
	if last != nil {
		newest = last.UTC()
	}
	return open, newest, FaultOf(err, privacyFaults)
}

// Locked finds whose locked order it is.
func (s *Privacy) Locked(ctx context.Context, email string) (customerID int64, err error) {
	err = s.pool.QueryRow(ctx, `
		select customer_id from shop_order where lower(email) = lower($1) and locked_at is not null order by id desc limit 1`, email).Scan(&customerID)
	return customerID, FaultOf(err, customerFaults)
}

// Forget destroys keys.
func (s *Privacy) Forget(ctx context.Context, customerID int64) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		b.Queue(`delete from customer_key where customer_id = $1`, customerID)
		b.Queue(`
			update checkout_attempt a set history_key = null from shop_order o
			where o.id = a.order_id and o.customer_id = $1 and a.history_key is not null`, customerID)
		return tx.SendBatch(ctx, b).Close()
	})
	return FaultOf(err, privacyFaults)
}

// Erase takes names and addresses out of what was kept, also where the rules of retention are not applied.
func (s *Privacy) Erase(ctx context.Context, customerID int64) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		b.Queue(`
			update shop_order set email = '', phone = '', vat_id = '', invoice = '{}', delivery = '{}', shipping = '{}'
			where customer_id = $1 and locked_at is not null`, customerID)
		b.Queue(`update checkout_attempt a set payment = '{}' from shop_order o where o.id = a.order_id and o.customer_id = $1`, customerID)
		b.Queue(`update checkout set email = '', phone = '', vat_id = '', invoice = null, delivery = null where customer_id = $1`, customerID)
		b.Queue(`
			delete from invoice i using shop_order o
			where o.id = i.order_id and o.customer_id = $1 and o.locked_at is not null`, customerID)
		b.Queue(`update order_parcel p set label = null from shop_order o where o.id = p.order_id and o.customer_id = $1 and p.label is not null`, customerID)
		b.Queue(`update withdrawal_return r set label = '' from withdrawal w where w.id = r.withdrawal_id and `+ofCustomer, customerID)
		b.Queue(`update withdrawal w set name = '', email = '' where `+ofCustomer, customerID)
		b.Queue(`delete from vat_evidence where customer_id = $1`, customerID)
		return tx.SendBatch(ctx, b).Close()
	})
	return FaultOf(err, privacyFaults)
}

// Close ends the account in one go. What hangs on the customer's row goes with it.
func (s *Privacy) Close(ctx context.Context, r *privacy.Request, now time.Time) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := lockedCustomer(ctx, tx, r.CustomerID)
		if fault.CodeOf(err) == fault.NotFound {
			_, err = tx.Exec(ctx, `update privacy_request set state = 'locked' where id = $1 and state = 'asked'`, r.ID)
			return err
		}
		if err != nil {
			return err
		}
		if err := tx.SendBatch(ctx, closing(c, r, now)).Close(); err != nil {
			return err
		}
		content, err := json.Marshal(mail.AccountData{FirstName: c.FirstName})
		if err != nil {
			return err
		}
		farewell := mail.Request{ID: mail.AccountDeleted + "-" + ident.New(), Template: mail.AccountDeleted, To: c.Email, Lang: c.Lang, Data: content}
		return writeEffects(ctx, tx, customer.Effects{
			Event: customer.Event{Kind: customer.AccountDeleted, CustomerID: c.ID, At: now}, Mails: []mail.Request{farewell},
		})
	})
	return FaultOf(err, privacyFaults)
}

func closing(c *customer.Customer, r *privacy.Request, now time.Time) *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue(`update privacy_request set state = 'locked' where id = $1`, r.ID)
	b.Queue(`update privacy_request set state = 'done', due_at = null, content = null where customer_id = $1 and kind = 'export'`, c.ID)
	b.Queue(`update shop_order set locked_at = $2 where customer_id = $1 and locked_at is null`, c.ID, now)
	b.Queue(`
		update checkout set email = '', phone = '', vat_id = '', invoice = null, delivery = null
		where customer_id = $1 and not exists (select from checkout_attempt a where a.checkout_id = checkout.id
		  and a.state in ('created', 'authorizing', 'redirected', 'unknown'))`, c.ID)
	if c.Proven { // else what hangs on the address alone may be somebody else's
		b.Queue(`delete from newsletter_subscription where lower(email) = lower($1)`, c.Email)
		b.Queue(`delete from restock_alert where lower(email) = lower($1)`, c.Email)
	}
	b.Queue(`update cart set `+noLines+` where id = $1`, c.CartID)
	b.Queue(`delete from wishlist_item where cart_id = $1`, c.CartID)
	b.Queue(`
		update product_review set customer_id = 0, author = case lang when 'en' then 'Anonymous' else 'Anonym' end
		where customer_id = $1`, c.ID)
	b.Queue(`delete from outbox where topic = $1 and dead_at is not null and lower(payload ->> 'to') = lower($2)`, outbox.MailRequested, c.Email)
	b.Queue(`update security_event set client = '' where customer_id = $1`, c.ID)
	b.Queue(`delete from customer where id = $1`, c.ID)
	return b
}

// export is what a copy has of each table, by the customer and the customer's cart and e-mail address. What proves who
// somebody is, and what sealed contents are, is left out, and the pictures of labels, which say what their order does. What hangs on
// the address alone is told to who is proven to read its mail.
var export = []struct{ name, sql string }{
	{"customer", `select to_jsonb(c) - 'password_hash' - 'cart_id' from customer c where id = $1`},
	{"addresses", `select to_jsonb(a) - 'customer_id' from customer_address a where customer_id = $1 order by id`},
	{"cards", `select jsonb_build_object('id', id, 'savedAt', saved_at, 'usedAt', used_at) from customer_card where customer_id = $1 order by saved_at`},
	{"orders", `
		select to_jsonb(o) - 'checkout_id' || jsonb_build_object('payment', a.method, 'lines', a.lines, 'totals', a.totals,
		       'deliveries', (select coalesce(jsonb_agg(to_jsonb(d) order by d.number), '[]') from order_delivery d where d.order_id = o.id),
		       'parcels', (select coalesce(jsonb_agg(to_jsonb(p) - 'label' order by p.delivery, p.number), '[]') from order_parcel p where p.order_id = o.id),
		       'scans', (select coalesce(jsonb_agg(to_jsonb(s) - 'id' order by s.at, s.id), '[]') from shipment_scan s where exists (
		           select from order_parcel p where p.order_id = o.id and p.tracking_number = s.tracking_number and p.plugin = s.plugin)),
		       'money', (select coalesce(jsonb_agg(to_jsonb(m) order by m.number), '[]') from order_payment m where m.order_id = o.id),
		       'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'id' order by n.id), '[]') from order_notice n where n.order_id = o.id),
		       'disputes', (select coalesce(jsonb_agg(to_jsonb(d) order by d.number), '[]') from order_dispute d where d.order_id = o.id))
		from shop_order o join checkout_attempt a on a.order_id = o.id where o.customer_id = $1 order by o.id`},
	{"invoices", `
		select i.content || jsonb_build_object('number', i.number, 'kind', i.kind, 'order', i.order_id, 'issuedAt', i.issued_at)
		from invoice i join shop_order o on o.id = i.order_id where o.customer_id = $1` + byNumber},
	{"checkouts", `select to_jsonb(c) - 'cart_id' from checkout c where customer_id = $1 and done_at is null order by created_at`},
	{"withdrawals", `
		select to_jsonb(w) - 'key' || jsonb_build_object(
		       'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'id' order by e.id), '[]') from withdrawal_event e where e.withdrawal_id = w.id),
		       'return', (select to_jsonb(r) - 'token' - 'label' from withdrawal_return r where r.withdrawal_id = w.id))
		from withdrawal w where ` + ofCustomer + ` order by w.id`},
	{"campus_membership", `select to_jsonb(m) - 'digest' from campus_membership m where customer_id = $1`},
	{"campus_order", `select to_jsonb(w) from campus_order w where customer_id = $1`},
	{"campus_application", `select to_jsonb(a) - 'digest' - 'document' from campus_application a where customer_id = $1`},
	{"newsletter", `select to_jsonb(n) - 'confirm_digest' - 'unsubscribe_token' from newsletter_subscription n where lower(email) = lower($3) and ` + proven},
	{"restock_alerts", `select to_jsonb(r) - 'digest' from restock_alert r where lower(email) = lower($3) and ` + proven + ` order by asked_at`},
	{"cart", `
		select to_jsonb(l) || ` + named + ` from cart c, ` + cartLines + ` left join product p on p.id = l.product_id
		where c.id = $2 order by l.position`},
	{"wishlist", `
		select to_jsonb(w) - 'cart_id' || ` + named + ` from wishlist_item w left join product p on p.id = w.product_id
		where w.cart_id = $2 order by w.position`},
	{"reviews", `select to_jsonb(r) from product_review r where customer_id = $1 order by id`},
	{"sessions", `select to_jsonb(s) - 'digest' - 'predecessor' - 'cart_id' from session s where customer_id = $1 order by created_at`},
	{"security_events", `select to_jsonb(e) from security_event e where customer_id = $1 order by id`},
	{"vat_checks", `select to_jsonb(e) - 'operator' from vat_evidence e where customer_id = $1 order by id`},
	{"conversion", `select to_jsonb(v) from account_conversion v where customer_id = $1`},
	{"requests", `select to_jsonb(r) - 'content' from privacy_request r where customer_id = $1 order by requested_at`},
}

// named says which product p a number is of.
const named = `jsonb_build_object('article_number', p.article_number, 'name', p.name)`

const proven = `(select email_proven from customer where id = $1)`

// Gather reads all tables at one moment.
func (s *Privacy) Gather(ctx context.Context, customerID int64) (*privacy.Copy, error) {
	found := &privacy.Copy{}
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		c, err := oneCustomer(ctx, tx, ` where id = $1`, customerID)
		if err != nil {
			return err
		}
		found.Files = nil
		for _, e := range export {
			var content []byte
			err := tx.QueryRow(ctx, `
				with given as (select $1::bigint, $2::uuid, $3::text), part(content) as (`+e.sql+`)
				select jsonb_pretty(coalesce(jsonb_agg(content), '[]')) from part`,
				customerID, c.CartID, c.Email).Scan(&content)
			if err != nil {
				return err
			}
			found.Files = append(found.Files, privacy.File{Name: e.name + ".json", Content: content})
		}
		found.Mail = func(data mail.AccountData) (mail.Request, error) {
			data.FirstName = c.FirstName
			content, err := json.Marshal(data)
			id := mail.ExportReady + "-" + strconv.FormatInt(c.ID, 10) + "-" + ident.New()
			return mail.Request{ID: id, Template: mail.ExportReady, To: c.Email, Lang: c.Lang, Data: content}, err
		}
		return nil
	})
	return found, FaultOf(err, customerFaults)
}
