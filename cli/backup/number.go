package backup

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/outbox"
)

// Skipped is how many numbers a restored shop leaves out unless told otherwise: more than it can have given since the backup.
const Skipped = 100_000

// SkipNumbers are the statements, a line each, by which a restored shop leaves out so many numbers of orders, withdrawals and
// invoices. It gave some of them after the backup was taken, and must not give them again: they are in customers' hands, and a
// provider that is asked under the key of a payment that it has made answers with that payment.
func SkipNumbers(by int64) []string {
	statements := make([]string, 0, 3)
	for _, table := range []string{"shop_order", "withdrawal"} {
		statements = append(statements, fmt.Sprintf(`select setval(pg_get_serial_sequence('%[1]s', 'id'), nextval(pg_get_serial_sequence('%[1]s', 'id')) + %[2]d)`, table, by))
	}
	return append(statements, fmt.Sprintf(`insert into invoice_series (year, last) select extract(year from now() at time zone 'Europe/Berlin'), %[1]d `+
		`where exists (select from invoice_series) on conflict on constraint invoice_series_pkey do update set last = invoice_series.last + %[1]d`, by))
}

// Beside are the statements, a line each, by which a restored shop leaves alone whoever the one that it was taken of goes on telling:
// its other systems, and those to whom a mail waits.
func Beside() []string {
	return []string{
		`do $$ begin if to_regclass('endpoint') is not null then delete from endpoint; end if; end $$`, // not in older backups
		fmt.Sprintf(`delete from outbox where delivered_at is null and (topic = '%s' or starts_with(topic, '%s'))`, outbox.MailRequested, outbox.EndpointPrefix),
	}
}

// Skip leaves numbers out in a database that runs, whose shop does not: one that was restored by other means.
func Skip(ctx context.Context, url string, by int64) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, statement := range SkipNumbers(by) {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}
