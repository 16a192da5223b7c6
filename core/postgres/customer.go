package postgres

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/outbox"
)

// Customers keeps customers. It implements customer.Store.
type Customers struct{ pool *pgxpool.Pool }

var _ customer.Store = (*Customers)(nil)

// NewCustomers makes the store.
func NewCustomers(pool *pgxpool.Pool) *Customers { return &Customers{pool} }

var customerFaults = map[string]*fault.Error{
	NoRows:                     fault.New(fault.NotFound, "customer_not_found"),
	"customer_email_key":       fault.New(fault.Conflict, "email_in_use"),
	"customer_address_billing": fault.New(fault.Conflict, "address_billing_exists"),
}

var errNotConvertible = fault.New(fault.Conflict, "order_not_convertible")

const selectCustomer = `
select id, light, email, password_hash, first_name, last_name, phone, lang, business, two_factor, email_proven, cart_id::text, created_at,
       ` + campusMember + `
from customer c`

func scanCustomer(row pgx.CollectableRow) (*customer.Customer, error) {
	c := &customer.Customer{}
	err := row.Scan(&c.ID, &c.Light, &c.Email, &c.PasswordHash, &c.FirstName, &c.LastName, &c.Phone, &c.Lang, &c.Business,
		&c.TwoFactor, &c.Proven, &c.CartID, &c.CreatedAt, &c.Campus)
	c.CreatedAt = c.CreatedAt.UTC()
	return c, err
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func oneCustomer(ctx context.Context, db querier, where string, args ...any) (*customer.Customer, error) {
	rows, err := db.Query(ctx, selectCustomer+where, args...)
	if err != nil {
		return nil, FaultOf(err, customerFaults)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCustomer)
	return c, FaultOf(err, customerFaults)
}

// lockedCustomer locks a customer and then reads it. In one statement it would not do: what a statement reads beside the row
// that it waits for, as the part in the campus programme, is of before it waited.
func lockedCustomer(ctx context.Context, tx pgx.Tx, id int64) (*customer.Customer, error) {
	if _, err := tx.Exec(ctx, `select from customer where id = $1 for update`, id); err != nil {
		return nil, err
	}
	return oneCustomer(ctx, tx, ` where id = $1`, id)
}

// claimOrder makes a guest's placed order a customer's; 0 is none.
func claimOrder(ctx context.Context, tx pgx.Tx, customerID, orderID int64) error {
	if orderID == 0 {
		return nil
	}
	tag, err := tx.Exec(ctx, `
		update shop_order set customer_id = $1 where id = $2 and customer_id = 0 and placed_at is not null`, customerID, orderID)
	if err == nil && tag.RowsAffected() == 0 {
		return errNotConvertible
	}
	return err
}

// Customer reads one.
func (s *Customers) Customer(ctx context.Context, id int64) (*customer.Customer, error) {
	return oneCustomer(ctx, s.pool, ` where id = $1`, id)
}

// ByEmail finds one.
func (s *Customers) ByEmail(ctx context.Context, email string) (*customer.Customer, error) {
	return oneCustomer(ctx, s.pool, ` where lower(email) = lower(trim($1))`, email)
}

// Create stores a customer.
func (s *Customers) Create(ctx context.Context, c *customer.Customer, billing *customer.Address, fx customer.Effects) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		// The lock makes registrations of one session take turns, so that each sees whose the cart is by then.
		_, err := tx.Exec(ctx, `insert into cart as c (id) values ($1) on conflict on constraint cart_pkey do update set id = c.id`, c.CartID)
		if err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `
			insert into customer (email, password_hash, light, first_name, last_name, phone, lang, business, two_factor, cart_id, created_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
			  case when exists (select from customer where cart_id = $10) then $12::uuid else $10 end, $11) returning id, cart_id::text`,
			c.Email, c.PasswordHash, c.Light, c.FirstName, c.LastName, c.Phone, c.Lang, c.Business, c.TwoFactor, c.CartID, c.CreatedAt,
			ident.New()).Scan(&c.ID, &c.CartID)
		if err != nil {
			return err
		}
		if billing != nil {
			if _, err := tx.Exec(ctx, insertAddress, c.ID, billing.Billing, billing.Address); err != nil {
				return err
			}
		}
		if err := claimOrder(ctx, tx, c.ID, fx.OrderID); err != nil {
			return err
		}
		fx.Event.CustomerID = c.ID
		return writeEffects(ctx, tx, fx)
	})
	return FaultOf(err, customerFaults)
}

// Change locks a customer and stores what change makes of it.
func (s *Customers) Change(ctx context.Context, id int64, change func(*customer.Customer) (customer.Effects, error)) (*customer.Customer, error) {
	return s.change(ctx, id, func(_ pgx.Tx, c *customer.Customer) (customer.Effects, error) { return change(c) })
}

// ChangeBilled reads the billing address once the customer is locked: whoever writes addresses takes that lock.
func (s *Customers) ChangeBilled(ctx context.Context, id int64, change func(*customer.Customer, *customer.Address) (customer.Effects, error)) (*customer.Customer, error) {
	return s.change(ctx, id, func(tx pgx.Tx, c *customer.Customer) (customer.Effects, error) {
		billing, err := readBilling(ctx, tx, id)
		if err != nil {
			return customer.Effects{}, err
		}
		return change(c, billing)
	})
}

func (s *Customers) change(ctx context.Context, id int64, change func(pgx.Tx, *customer.Customer) (customer.Effects, error)) (*customer.Customer, error) {
	var c *customer.Customer
	err := inTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if c, err = lockedCustomer(ctx, tx, id); err != nil {
			return err
		}
		email, hash, proven := c.Email, c.PasswordHash, c.Proven
		fx, err := change(tx, c)
		if err != nil {
			return err
		}
		if err := updateCustomer(ctx, tx, c); err != nil {
			return err
		}
		if c.Email != email || c.PasswordHash != hash {
			if err := endMailed(ctx, tx, id); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, deleteSessions, id, fx.Keep); err != nil {
				return err
			}
		}
		if proven { // else they may be somebody else's
			if err := moveAlerts(ctx, tx, email, c.Email); err != nil {
				return err
			}
		}
		if fx.Billing != nil {
			if err := putBilling(ctx, tx, id, fx.Billing); err != nil {
				return err
			}
		}
		if fx.Conversion != nil {
			if err := beginConversion(ctx, tx, id, fx.Conversion); err != nil {
				return err
			}
		}
		return writeEffects(ctx, tx, fx)
	})
	return c, FaultOf(err, customerFaults)
}

func updateCustomer(ctx context.Context, db execer, c *customer.Customer) error {
	_, err := db.Exec(ctx, `
		update customer set email = $2, password_hash = $3, first_name = $4, last_name = $5, phone = $6, business = $7,
		       two_factor = $8, light = $9, email_proven = $10
		where id = $1`, c.ID, c.Email, c.PasswordHash, c.FirstName, c.LastName, c.Phone, c.Business, c.TwoFactor, c.Light, c.Proven)
	return err
}

// Record writes an entry of the audit log.
func (s *Customers) Record(ctx context.Context, e customer.Event) error {
	return FaultOf(insertSecurityEvent(ctx, s.pool, e), customerFaults)
}

func insertSecurityEvent(ctx context.Context, db execer, e customer.Event) error {
	_, err := db.Exec(ctx, `insert into security_event (kind, customer_id, client, at) values ($1, $2, $3, $4)`,
		e.Kind, e.CustomerID, e.Client, e.At)
	return err
}

// writeEffects writes the audit entry, if there is one, and asks for the mails.
func writeEffects(ctx context.Context, tx pgx.Tx, fx customer.Effects) error {
	if fx.Event.Kind != "" {
		if err := insertSecurityEvent(ctx, tx, fx.Event); err != nil {
			return err
		}
	}
	events, err := mailEvents(ctx, tx, fx.Event.CustomerID, fx.Mails)
	if err != nil {
		return err
	}
	if fx.AskVAT {
		events = append(events, accountEvent("vat-", outbox.VATChanged, fx.Event.CustomerID))
	}
	return insertEvents(ctx, tx, events...)
}

// accountEvent says that something is for the customer's workflow.
func accountEvent(prefix, topic string, id int64) outbox.Event {
	customerID := strconv.FormatInt(id, 10)
	return outbox.Event{ID: prefix + ident.New(), Topic: topic, Key: "customer-" + customerID, Payload: json.RawMessage(`{"id":` + customerID + `}`)}
}

// mailEvents asks for mails, but for those that are more than an address's share.
func mailEvents(ctx context.Context, tx pgx.Tx, customerID int64, mails []mail.Request) ([]outbox.Event, error) {
	mails, err := withinShare(ctx, tx, mails)
	if err != nil {
		return nil, err
	}
	events := make([]outbox.Event, len(mails))
	for i, m := range mails {
		payload, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		events[i] = outbox.Event{ID: m.ID, Topic: outbox.MailRequested, Key: mailKey(customerID, m), Payload: payload}
	}
	return events, nil
}

// mailKey lets a customer's mails to an address come in their order. Another address, as the one before a change, whose mailbox
// may be gone, holds up none of them.
func mailKey(customerID int64, m mail.Request) string {
	if customerID == 0 {
		return m.ID
	}
	return "customer-" + strconv.FormatInt(customerID, 10) + "-" + hex.EncodeToString(ident.Digest(m.To)[:8])
}

// JoinCart moves a visitor's cart and wishlist into the customer's, unless they have become another customer's.
func (s *Customers) JoinCart(ctx context.Context, id int64, cartID string) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var own string
		var taken bool
		err := tx.QueryRow(ctx, `
			select cart_id::text, exists (select from customer where cart_id = $2) from customer where id = $1 for update`, id, cartID).
			Scan(&own, &taken)
		if err != nil || taken {
			return err
		}
		if err := moveWishlist(ctx, tx, cartID, own); err != nil {
			return err
		}
		return moveCart(ctx, tx, cartID, own)
	})
	return FaultOf(err, customerFaults)
}

// MoveCart moves everything to another cart.
func (s *Customers) MoveCart(ctx context.Context, from, to string) error {
	return FaultOf(inTx(ctx, s.pool, func(tx pgx.Tx) error { return moveCart(ctx, tx, from, to) }), customerFaults)
}

// moveCart locks both carts in order of their IDs. An empty cart moves nothing and leaves the other as it is, so that a
// payment under way elsewhere goes on. What is more than a cart takes is dropped, of what comes along the last. A payment under
// way for what is moved goes along: should it come to an order, its goods are taken out of the other cart, and whoever has that
// sees the order. It is locked before the carts, as by its result.
func moveCart(ctx context.Context, tx pgx.Tx, from, to string) error {
	_, err := tx.Exec(ctx, `
		update checkout_attempt set cart_id = $2
		where checkout_id = (select id from checkout where cart_id = $1 and done_at is null)
		  and state in ('created', 'authorizing', 'redirected', 'unknown')`, from, to)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into cart (id) values ($1) on conflict on constraint cart_pkey do nothing`, to)
	if err != nil {
		return err
	}
	if _, err = tx.Exec(ctx, `select id from cart where id in ($1, $2) order by id for update`, from, to); err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.Queue(`
		update cart c set frozen_by = null, version = c.version + 1, updated_at = now(),
		  vouchers = case when c.vouchers = '{}' then left_behind.vouchers else c.vouchers end,
		  (products, quantities, warranties) = (
		    select `+gathered+` from (
		      select product_id, max(quantity) as quantity,
		        row_number() over (order by min(position) filter (where own), min(position)) as position,
		        coalesce(nullif(max(warranty_id) filter (where own), 0), max(warranty_id)) as warranty_id
		      from (
		        select product_id, quantity, warranty_id, position, true as own from `+cartLines+`
		        union all
		        select *, false from unnest(left_behind.products, left_behind.quantities, left_behind.warranties)
		          with ordinality l (product_id, quantity, warranty_id, position)) lines
		      group by product_id
		      order by position limit $3) joined)
		from cart left_behind where c.id = $2 and left_behind.id = $1 and left_behind.products <> '{}'`, from, to, cart.MaxLines)
	b.Queue(`
		update cart set frozen_by = null, version = version + 1, updated_at = now(), vouchers = '{}', `+noLines+`
		where id = $1 and products <> '{}'`, from)
	return tx.SendBatch(ctx, b).Close()
}
