package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/order"
)

// Invoices keeps invoices and credit notes. It implements invoice.Store.
type Invoices struct{ pool *pgxpool.Pool }

var _ invoice.Store = (*Invoices)(nil)

// NewInvoices makes the store.
func NewInvoices(pool *pgxpool.Pool) *Invoices { return &Invoices{pool} }

var invoiceFaults = map[string]*fault.Error{NoRows: invoice.ErrNotFound}

const selectInvoice = `select i.number, i.content from invoice i`

// byNumber is the order of documents' numbers, whose last part grows longer with the millionth of a year.
const byNumber = ` order by left(i.number, 4), length(i.number), i.number`

func scanInvoice(row pgx.CollectableRow) (*invoice.Invoice, error) {
	var number string
	var n invoice.Invoice
	err := row.Scan(&number, &n)
	n.Number = number
	return &n, err
}

// OfOrder reads the documents of an order.
func (s *Invoices) OfOrder(ctx context.Context, orderID int64) ([]*invoice.Invoice, error) {
	list, err := invoicesOf(ctx, s.pool, orderID)
	return list, FaultOf(err, nil)
}

func invoicesOf(ctx context.Context, db querier, orderID int64) ([]*invoice.Invoice, error) {
	rows, err := db.Query(ctx, selectInvoice+` where order_id = $1`+byNumber, orderID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanInvoice)
}

// Invoice reads one.
func (s *Invoices) Invoice(ctx context.Context, number string) (*invoice.Invoice, error) {
	rows, err := s.pool.Query(ctx, selectInvoice+` where number = $1`, number)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	n, err := pgx.CollectExactlyOneRow(rows, scanInvoice)
	return n, FaultOf(err, invoiceFaults)
}

// Issued goes through the rows as they come, so that a long list takes no memory.
func (s *Invoices) Issued(ctx context.Context, from, until time.Time, each func(invoice.Booking) error) error {
	rows, err := s.pool.Query(ctx, `
		select i.number, i.content, a.method from invoice i join checkout_attempt a on a.order_id = i.order_id
		where i.issued_at >= $1 and i.issued_at < $2`+byNumber, from, until)
	if err != nil {
		return FaultOf(err, nil)
	}
	defer rows.Close()
	for rows.Next() {
		var b invoice.Booking
		var number string
		if err := rows.Scan(&number, &b.Invoice, &b.Method); err != nil {
			return err
		}
		b.Number = number
		if err := each(b); err != nil {
			return err
		}
	}
	return FaultOf(rows.Err(), nil)
}

// Issue makes up for documents that an order should have had, and gives all that it has: those of orders that were
// dispatched before the trader was named, and are not forgotten. Fault NotFound ("order_not_found").
func (s *Invoices) Issue(ctx context.Context, orderID int64, seller invoice.Seller) (list []*invoice.Invoice, err error) {
	err = inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select from shop_order where id = $1 for update`, orderID); err != nil {
			return err
		}
		o, err := readOrder(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if err := issueInvoices(ctx, tx, o, seller); err != nil {
			return err
		}
		list, err = invoicesOf(ctx, tx, orderID)
		return err
	})
	return list, FaultOf(err, orderFaults)
}

// issueInvoices writes what is due of an order whose row is locked. Of one whose addresses are forgotten nothing is: what is
// missing was kept as long as it had to be.
func issueInvoices(ctx context.Context, tx pgx.Tx, o *order.Order, seller invoice.Seller) error {
	if o.Email == "" {
		return nil
	}
	now := time.Now().UTC().Truncate(time.Second)
	if len(invoice.Due(o, nil, seller, now)) == 0 { // most changes of an order
		return nil
	}
	issued, err := invoicesOf(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for {
		// One at a time: a credit note names the number of its invoice.
		due := invoice.Due(o, issued, seller, now)
		if len(due) == 0 {
			return nil
		}
		n := due[0]
		if n.Number, err = nextNumber(ctx, tx, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into invoice (number, kind, order_id, delivery, request, issued_at, total_minor, content)
			values ($1, $2, $3, $4, $5, $6, $7, $8)`, n.Number, n.Kind, n.OrderID, n.Delivery, n.Request, n.IssuedAt, n.Total.Minor, n)
		if err != nil {
			return err
		}
		issued = append(issued, n)
	}
}

// nextNumber takes the year's next number. Who takes one waits for those before to be written or given up.
func nextNumber(ctx context.Context, tx pgx.Tx, now time.Time) (string, error) {
	year := now.In(clock.Germany).Year()
	var last int64
	err := tx.QueryRow(ctx, `
		insert into invoice_series (year, last) values ($1, 1)
		on conflict on constraint invoice_series_pkey do update set last = invoice_series.last + 1
		returning last`, year).Scan(&last)
	return fmt.Sprintf("%d-%06d", year, last), err
}
