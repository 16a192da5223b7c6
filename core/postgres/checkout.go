package postgres

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
)

// Checkout keeps checkouts. It implements checkout.Store.
type Checkout struct {
	pool      *pgxpool.Pool
	uncovered []string
	keys      *HistoryKeys // nil: nobody is told of new ones
}

var _ checkout.Store = (*Checkout)(nil)

// NewCheckout makes the store.
func NewCheckout(pool *pgxpool.Pool) *Checkout { return &Checkout{pool: pool, uncovered: []string{}} }

// Uncovered names what the no-risk-much-fun package does not cover: article numbers, OMS categories and the slugs of
// categories, which stand for those below them too.
func (s *Checkout) Uncovered(names []string) *Checkout {
	named := *s
	named.uncovered = append([]string{}, names...)
	return &named
}

// Keys tells the keys of histories of the attempts that it freezes, so that none of them is read for an attempt's beginning.
func (s *Checkout) Keys(keys *HistoryKeys) *Checkout {
	told := *s
	told.keys = keys
	return &told
}

var checkoutFaults = map[string]*fault.Error{
	NoRows:                         fault.New(fault.NotFound, "checkout_not_found"),
	"checkout_attempt_open":        fault.New(fault.Conflict, "checkout_changed"),
	"checkout_attempt_number_key":  fault.New(fault.Conflict, "checkout_changed"),
	"voucher_redemptions_in_limit": fault.New(fault.Conflict, "voucher_used_up"),
	"stock_available_not_negative": fault.New(fault.Conflict, "product_sold_out"),
}

const checkoutColumns = `
o.id, o.cart_id, o.version, o.type, o.customer_id, o.lang, o.email, o.phone, o.business, o.vat_id, o.invoice, o.delivery,
o.payment_code, o.shipping_codes, o.no_risk, o.sessions, o.order_id, o.last_reason, o.told, o.updated_at`

func checkoutTargets(c *checkout.Checkout) []any {
	return []any{&c.ID, &c.CartID, &c.Version, &c.Type, &c.CustomerID, &c.Lang, &c.Email, &c.Phone, &c.Business, &c.VATID, &c.Invoice,
		&c.Delivery, &c.PaymentCode, &c.ShippingCodes, &c.NoRisk, &c.Sessions, &c.OrderID, &c.LastReason, &c.Told, &c.UpdatedAt}
}

// Prices are those of now: the student price for members of the campus programme, warranties as the product lists them.
const itemColumns = `
l.position, l.product_id, p.article_number, p.slug, p.name, p.condition, coalesce(p.image_key, ''),
l.quantity, case when p.student_minor > 0 and m.campus then p.student_minor else p.price_minor end,
coalesce(p.student_minor, 0) > 0 and m.campus is not null,
p.uvp_minor, p.tax_rate, l.warranty_id,
case when l.warranty_id <> 0 then (
    select w from jsonb_array_elements(p.warranties) w
    where (w ->> 'id')::bigint = l.warranty_id) end,
p.bundle, p.weight_grams, p.delivery_countries, p.billing_countries, ` + uncovered + `,
(select coalesce(sum(s.available), 0)::int from stock s where s.product_id = p.id)`

// uncovered is left out in a shop that names nothing, see selectPlain.
const uncovered = `(p.article_number = any($2) or p.oms_category = any($2) or exists (
    with recursive above as (
        select slug, parent_id from category where id = p.category_id
        union all
        select c.slug, c.parent_id from category c join above a on c.id = a.parent_id)
    select from above where slug = any($2)))`

// selectSnapshot is a row for each line, in no order, and one for a cart without lines. What stands before the item is in each
// row. To get it ready takes longer than to run it, and grows with its parts: whose cart it is is asked in one place, and lines
// are put in order by who reads them.
const selectSnapshot = `
select o.id is not null, a.id is not null, p.id is not null, coalesce(c.version, 0), coalesce(c.frozen_by::text, ''), c.vouchers, l.product_id, ` +
	checkoutColumns + `, ` + attemptColumns + `, ` + itemColumns + `
from (select $1::uuid as id) k
left join cart c on c.id = k.id
left join (select true as campus where ` + campusCart + `) m on true
left join checkout o on o.cart_id = k.id and o.done_at is null
left join lateral (
    select * from checkout_attempt
    where checkout_id = (select id from checkout where cart_id = k.id order by done_at desc nulls first limit 1)
    order by number desc limit 1) a on true
left join ` + cartLines + ` on true
left join product p on p.id = l.product_id and p.active`

// Snapshot reads all parts in one statement, as of one moment: an order being placed is seen before or after, not halfway.
func (s *Checkout) Snapshot(ctx context.Context, cartID string) (*checkout.Snapshot, error) {
	b := &pgx.Batch{}
	b.Queue(onePlan)
	return s.snapshot(ctx, b, cartID)
}

// selectPlain is selectSnapshot in a shop that names nothing: what can never be true costs time to get ready for.
var selectPlain = strings.Replace(selectSnapshot, uncovered, "false", 1)

// snapshot runs a batch and reads the checkout after it, in one round trip and one transaction.
func (s *Checkout) snapshot(ctx context.Context, b *pgx.Batch, cartID string) (*checkout.Snapshot, error) {
	snap := &checkout.Snapshot{}
	sql, args := selectSnapshot, []any{cartID, s.uncovered}
	if len(s.uncovered) == 0 {
		sql, args = selectPlain, args[:1]
	}
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		var lines []snapshotLine
		for rows.Next() {
			if err := scanSnapshot(rows, snap, &lines); err != nil {
				return err
			}
		}
		slices.SortFunc(lines, func(a, b snapshotLine) int { return cmp.Compare(a.position, b.position) })
		for _, l := range lines {
			snap.Items = append(snap.Items, l.Item)
		}
		return rows.Err()
	})
	if err := s.pool.SendBatch(ctx, b).Close(); err != nil || len(snap.Gone) == 0 {
		return snap, FaultOf(err, checkoutFaults)
	}
	return snap, FaultOf(s.nameGone(ctx, snap), checkoutFaults)
}

// nameGone names what is no longer sold, which is rare enough to ask for it apart.
func (s *Checkout) nameGone(ctx context.Context, snap *checkout.Snapshot) error {
	ids := make([]int64, len(snap.Gone))
	for n, one := range snap.Gone {
		ids[n] = one.ID
	}
	names, err := productNames(ctx, s.pool, ids)
	for n := range snap.Gone {
		snap.Gone[n].Name = names[snap.Gone[n].ID]
	}
	return err
}

// snapshotLine is an item with its place in the cart.
type snapshotLine struct {
	checkout.Item
	position int
}

// scanSnapshot adds a row. It reads the flags first, which tell what else there is.
func scanSnapshot(row pgx.Rows, snap *checkout.Snapshot, lines *[]snapshotLine) error {
	var open, tried, sold bool
	var c checkout.Checkout
	var last checkout.Attempt
	var due *time.Time
	var i snapshotLine
	var unit, uvp int64
	var warranty *catalog.Warranty // nil where the product has no such one by now
	var product *int64             // nil of a cart without lines
	flags := []any{&open, &tried, &sold, &snap.CartVersion, &snap.FrozenBy, &snap.Vouchers, &product}
	ofCheckout, ofLast := checkoutTargets(&c), attemptTargets(&last, &due)
	ofItem := []any{&i.position, &i.ProductID, &i.ArticleNumber, &i.Slug, &i.Name, &i.Condition, &i.Image, &i.Quantity, &unit, &i.Campus, &uvp,
		&i.TaxRate, &i.WarrantyID, &warranty, &i.Bundle, &i.WeightGrams, &i.DeliveryCountries, &i.BillingCountries, &i.Uncovered, &i.Available}
	if err := row.Scan(append(flags, make([]any, len(ofCheckout)+len(ofLast)+len(ofItem))...)...); err != nil {
		return err
	}
	left := func(there bool, targets []any) []any {
		if !there {
			clear(targets)
		}
		return targets
	}
	newOpen, newLast := open && snap.Checkout == nil, tried && snap.Last == nil
	err := row.Scan(slices.Concat(make([]any, len(flags)), left(newOpen, ofCheckout), left(newLast, ofLast), left(sold, ofItem))...)
	if err != nil {
		return err
	}
	if newOpen {
		snap.Checkout = &c
	}
	if newLast {
		setDue(&last, due)
		snap.Last = &last
	}
	if sold {
		i.Unit, i.UVP = money.Euro(unit), euro(uvp)
		if warranty == nil {
			i.WarrantyID = 0
		} else {
			i.Warranty, i.WarrantyTitle = euro(warranty.Price.Minor), warranty.Title
		}
		*lines = append(*lines, i)
	} else if product != nil {
		snap.Gone = append(snap.Gone, checkout.ProductGone{ID: *product})
	}
	return nil
}

// unhurried ends a statement whose change does not wait for the disk: a crash of the database may take the last half
// second of what a customer told with it. What is bought is safe, because the freeze waits for all that was logged before.
const unhurried = ` returning set_config('synchronous_commit', 'off', true)`

// Open makes a checkout for a cart with goods unless one is open, which goes on in the language it is opened in now.
func (s *Checkout) Open(ctx context.Context, cartID string, lang catalog.Lang) (*checkout.Snapshot, error) {
	b := &pgx.Batch{}
	b.Queue(onePlan)
	b.Queue(`
		insert into checkout (id, cart_id, type, lang)
		select $1, $2, $3, $4 where exists (
		    select from cart c cross join `+cartLines+` join product p on p.id = l.product_id and p.active where c.id = $2)
		on conflict (cart_id) where done_at is null do nothing`+unhurried, ident.New(), cartID, checkout.Guest, lang)
	// Not by the conflict, which would lock the row, and wait for the disk, also where nothing changes.
	b.Queue(`update checkout set lang = $2 where cart_id = $1 and done_at is null and lang <> $2`+unhurried, cartID, lang)
	return s.snapshot(ctx, b, cartID)
}

// SetGuest stores what a guest tells.
func (s *Checkout) SetGuest(ctx context.Context, cartID string, g checkout.GuestData) (*checkout.Snapshot, error) {
	return s.update(ctx, `
		email = $2, phone = $3, business = $4, vat_id = $5, invoice = $6, delivery = $7, no_risk = no_risk and business = $4`,
		cartID, g.Email, g.Phone, g.Business, g.VATID, g.Invoice, nullAddress(g.Delivery))
}

// SetOwner makes the checkout a customer's, or brings it up to date with the account. An invoice address without an id is not
// of the address book: an express provider told it, and the e-mail address with it.
func (s *Checkout) SetOwner(ctx context.Context, cartID string, o checkout.Owner) (*checkout.Snapshot, error) {
	return s.update(ctx, `
		type = case when customer_id = $2 and type <> $8 then type else $9 end,
		email = case when customer_id = $2 and type <> $8 and (invoice ->> 'id')::bigint = 0 then email else $3 end,
		phone = case when customer_id = $2 and phone <> '' then phone else $4 end,
		business = $5, vat_id = $6, no_risk = no_risk and business = $5,
		invoice = case when customer_id = $2 and type <> $8 and (invoice ->> 'id')::bigint = 0 then invoice else $7 end,
		delivery = case when customer_id = $2 then delivery end,
		payment_code = case when customer_id = $2 then payment_code else '' end,
		sessions = case when customer_id = $2 then sessions else '{}' end,
		customer_id = $2`,
		cartID, o.CustomerID, o.Email, o.Phone, o.Business, o.VATID, nullAddress(o.Invoice), checkout.Lite, o.Type())
}

// SetDelivery stores where the goods go.
func (s *Checkout) SetDelivery(ctx context.Context, cartID string, to *address.Address) (*checkout.Snapshot, error) {
	return s.update(ctx, `delivery = $2`, cartID, nullAddress(to))
}

// SetInvoice stores where the bill goes.
func (s *Checkout) SetInvoice(ctx context.Context, cartID string, to address.Address) (*checkout.Snapshot, error) {
	return s.update(ctx, `invoice = $2`, cartID, to)
}

// SetContact stores e-mail and telephone number.
func (s *Checkout) SetContact(ctx context.Context, cartID, email string, phone *string) (*checkout.Snapshot, error) {
	return s.update(ctx, `email = coalesce(nullif($2, ''), email), phone = coalesce($3, phone)`, cartID, email, phone)
}

// SetChoices stores the codes of payment and shipping.
func (s *Checkout) SetChoices(ctx context.Context, cartID, payment string, shipping []string) (*checkout.Snapshot, error) {
	return s.update(ctx, `
		type = case when $2 in ('', payment_code) or type not in ('expressPayPalCheckout', 'expressAmazonPayCheckoutInit')
		       then type when customer_id <> 0 then 'customer' else 'guest' end,
		payment_code = coalesce(nullif($2, ''), payment_code), shipping_codes = coalesce(nullif($3::text[], '{}'), shipping_codes)`,
		cartID, payment, shipping)
}

// SetNoRisk adds the no-risk-much-fun package or takes it off. What changes the kind of customer takes it off, too.
func (s *Checkout) SetNoRisk(ctx context.Context, cartID string, add bool) (*checkout.Snapshot, error) {
	return s.update(ctx, `no_risk = $2`, cartID, add)
}

// SetExpress stores what an express provider told.
func (s *Checkout) SetExpress(ctx context.Context, cartID string, kind checkout.Type, method string, g checkout.GuestData) (*checkout.Snapshot, error) {
	var invoice *address.Address
	if g.Invoice != (address.Address{}) {
		invoice = &g.Invoice
	}
	return s.update(ctx, `type = $2, payment_code = $3, email = $4, phone = $5, invoice = $6, delivery = $7,
		business = business and (customer_id <> 0 or $8), no_risk = no_risk and (not business or customer_id <> 0 or $8),
		vat_id = case when customer_id <> 0 or $8 then vat_id else '' end`,
		cartID, kind, method, g.Email, g.Phone, nullAddress(invoice), nullAddress(g.Delivery), g.Invoice.Company != "")
}

// KeepSession remembers a session at a provider.
func (s *Checkout) KeepSession(ctx context.Context, checkoutID, method string, kept checkout.OpenSession) error {
	_, err := s.pool.Exec(ctx, `
		update checkout set sessions = sessions || jsonb_build_object($2::text, $3::jsonb) where id = $1`, checkoutID, method, kept)
	return FaultOf(err, checkoutFaults)
}

// Told notes what the customer was shown.
func (s *Checkout) Told(ctx context.Context, checkoutID string) error {
	_, err := s.pool.Exec(ctx, `update checkout set told = true where id = $1 and not told`, checkoutID)
	return FaultOf(err, checkoutFaults)
}

// update changes the open checkout of the cart unless an attempt of it is under way; what the last attempt failed with
// is history then. The cart is the first argument.
func (s *Checkout) update(ctx context.Context, set, cartID string, args ...any) (*checkout.Snapshot, error) {
	changed := int64(0)
	b := &pgx.Batch{}
	b.Queue(onePlan)
	b.Queue(`
		update checkout set version = version + 1, updated_at = now(), last_reason = '', `+set+`
		where cart_id = $1 and done_at is null and not exists (
		    select from checkout_attempt a
		    where a.checkout_id = checkout.id and a.state in ('created', 'authorizing', 'redirected', 'unknown'))`+unhurried,
		append([]any{cartID}, args...)...).
		Exec(func(tag pgconn.CommandTag) error { changed = tag.RowsAffected(); return nil })
	snap, err := s.snapshot(ctx, b, cartID)
	if err == nil && changed == 0 {
		err = fault.New(fault.Conflict, checkout.ReasonUnderWay)
	}
	return snap, err
}

func nullAddress(a *address.Address) any {
	if a == nil {
		return nil
	}
	return a
}

// nullTime is a time for the database: null where there is none.
func nullTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
