package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// lockMailbox has transactions that mail to one address as often as it may be mailed to take turns, so that each counts what the
// others wrote.
func lockMailbox(ctx context.Context, tx pgx.Tx, email string) error {
	_, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('kontor.mailbox ' || lower($1), 0))`, email)
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
	var address string
	if err := tx.QueryRow(ctx, `select lower($1)`, m.To).Scan(&address); err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, `
		insert into login_throttle as t (key, tries, tried_at) values ($1, 1, now())
		on conflict on constraint login_throttle_pkey do update set
		  tries = case when t.tried_at <= now() - interval '1 hour' then 1 else t.tries + 1 end,
		  tried_at = case when t.tried_at <= now() - interval '1 hour' then now() else t.tried_at end
		where t.tried_at <= now() - interval '1 hour' or t.tries < $2`, ident.Digest("mails\n"+share+"\n"+address), mail.ShareHour)
	return err == nil && tag.RowsAffected() == 1, err
}
