package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// lockMailbox has transactions that mail to one address as often as it may be mailed to take turns, so that each counts what the
// others wrote.
func lockMailbox(ctx context.Context, tx pgx.Tx, email string) error {
	_, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('kontor.mailbox ' || $1, 0))`, mail.Mailbox(email))
	return err
}

// withinShare leaves out the mails to an address that had its share of them, see mail.Share. Anybody can make an account with
// anybody's address; once a mailed code or link has proven that it is the account's, nothing is left out.
func withinShare(ctx context.Context, tx pgx.Tx, mails []mail.Request) ([]mail.Request, error) {
	var within []mail.Request
	for _, m := range mails {
		wanted, err := inShare(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		if wanted {
			within = append(within, m)
		}
	}
	return within, nil
}

// inShare counts a mail, beside the tries to log in, which are counted and forgotten alike: tried_at is when the share began. The
// row makes transactions at once take turns.
func inShare(ctx context.Context, tx pgx.Tx, m mail.Request) (bool, error) {
	share := mail.Share(m.Template)
	if share == "" {
		return true, nil
	}
	var proven bool
	err := tx.QueryRow(ctx, `select exists (select from customer where lower(email) = lower($1) and email_proven)`, m.To).Scan(&proven)
	if err != nil || proven {
		return proven, err
	}
	return countShare(ctx, tx, share, m.To)
}

// countShare counts a mail to an address and reports whether it is within the share.
func countShare(ctx context.Context, tx pgx.Tx, share, address string) (bool, error) {
	tag, err := tx.Exec(ctx, `insert into login_throttle as t (key, tries, tried_at) select $1, 1, now()`+orCount, shareKey(share, address), mail.ShareHour)
	return err == nil && tag.RowsAffected() == 1, err
}

// orCount counts in the row $1 that is there, up to $2 in an hour.
const orCount = `
	on conflict on constraint login_throttle_pkey do update set
	  tries = case when t.tried_at <= now() - interval '1 hour' then 1 else t.tries + 1 end,
	  tried_at = case when t.tried_at <= now() - interval '1 hour' then now() else t.tried_at end
	where t.tried_at <= now() - interval '1 hour' or t.tries < $2`

func shareKey(share, address string) []byte {
	return ident.Digest("mails\n" + share + "\n" + mail.Mailbox(address))
}

// queueUnpaid counts an order of a checkout that may be placed without a payment, see checkout.UnpaidHour, and says whether it is
// within the bound, or how long the address has to wait.
func queueUnpaid(b *pgx.Batch, checkoutID, email string, within *bool, wait *time.Duration) {
	b.Queue(`
		with proven as (
		    select from checkout o join customer c on c.id = o.customer_id where o.id = $3 and c.email_proven and lower(c.email) = lower(o.email)),
		counted as (
		    insert into login_throttle as t (key, tries, tried_at) select $1, 1, now() where not exists (select from proven)`+orCount+`
		    returning key)
		select exists (select from proven) or exists (select from counted),
		       coalesce((select extract(epoch from tried_at + interval '1 hour' - now()) from login_throttle where key = $1), 0)::bigint`,
		shareKey("unpaid", email), checkout.UnpaidHour, checkoutID).QueryRow(func(row pgx.Row) error {
		var seconds int64
		err := row.Scan(within, &seconds)
		*wait = time.Duration(seconds) * time.Second
		return err
	})
}
