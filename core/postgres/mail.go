package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
)

// Mail remembers which mails were sent. It implements mailer.Sent. It does not wait for the disk: a crash of the database may
// take the last half second with it, and a mail of that time is sent again, as after any crash between sending and noting.
// Once the mail's event is marked as delivered, which waits, all of it is safe.
type Mail struct{ pool *pgxpool.Pool }

// NewMail makes the store.
func NewMail(pool *pgxpool.Pool) *Mail { return &Mail{pool} }

// Claim gives the right to send for two minutes, longer than sending takes. A claim for longer was made while the clock was wrong.
func (s *Mail) Claim(ctx context.Context, id, template, before string) (bool, error) {
	var mine, sent bool
	err := s.pool.QueryRow(ctx, `
		with noted as (
		    update mail_sent set sent_at = now() where id = $3`+unhurried+`),
		claimed as (
		    insert into mail_sent as m (id, template, claimed_until) values ($1, $2, now() + interval '2 minutes')
		    on conflict on constraint mail_sent_pkey do update set claimed_until = excluded.claimed_until
		    where m.sent_at is null and (m.claimed_until < now() or m.claimed_until > now() + interval '3 minutes')
		    returning id, set_config('synchronous_commit', 'off', true))
		select exists (select from claimed), exists (select from mail_sent where id = $1 and sent_at is not null)`,
		id, template, before).Scan(&mine, &sent)
	switch {
	case err != nil:
		return false, FaultOf(err, nil)
	case mine, sent:
		return mine, nil
	}
	return false, fault.New(fault.Conflict, "mail_being_sent")
}

// Done records that the mail was sent.
func (s *Mail) Done(ctx context.Context, id string) error {
	_, err := s.pool.Exec(ctx, `update mail_sent set sent_at = now() where id = $1`+unhurried, id)
	return FaultOf(err, nil)
}

// Release ends a claim.
func (s *Mail) Release(ctx context.Context, id string) error {
	_, err := s.pool.Exec(ctx, `update mail_sent set claimed_until = now() where id = $1 and sent_at is null`, id)
	return FaultOf(err, nil)
}
