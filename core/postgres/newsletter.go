package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/outbox"
)

// Newsletters keeps subscriptions. It implements newsletter.Store.
type Newsletters struct{ pool *pgxpool.Pool }

var _ newsletter.Store = (*Newsletters)(nil)

// NewNewsletters makes the store.
func NewNewsletters(pool *pgxpool.Pool) *Newsletters { return &Newsletters{pool} }

var newsletterFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "newsletter_link_invalid")}

var evidenceFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "newsletter_unknown")}

// Submit takes a wish. The submission's row makes two at once from a session wait for each other.
func (s *Newsletters) Submit(ctx context.Context, sessionID string, r newsletter.Request) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := block(ctx, tx, sessionID, r.At); err != nil {
			return err
		}
		var id string
		err := tx.QueryRow(ctx, `
			insert into newsletter_subscription as n
			  (id, email, lang, source, state, requested_at, requested_from, unsubscribe_token)
			values ($1, $2, $3, $4, 'pending', $5, $6, $7)
			on conflict (lower(email)) do update set
			  state = case when n.state = 'ended' then 'pending' else n.state end,
			  lang = case when n.state = 'active' then n.lang else excluded.lang end,
			  source = case when n.state = 'active' then n.source else excluded.source end,
			  confirm_digest = case when n.state = 'ended' then null else n.confirm_digest end,
			  due_at = case when n.state = 'ended' then null else n.due_at end,
			  unsubscribe_token = case when n.state = 'ended' then excluded.unsubscribe_token else n.unsubscribe_token end,
			  requests = n.requests + 1,
			  requested_at = excluded.requested_at, requested_from = excluded.requested_from
			where n.state = 'ended' or n.requested_at <= $8
			returning id::text`,
			ident.New(), r.Email, r.Lang, r.Source, r.At, r.Client, ident.Token(), r.At.Add(-newsletter.MailPause)).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) { // its mail is on the way
			return nil
		}
		if err != nil {
			return err
		}
		return subscriptionChanged(ctx, tx, id)
	})
	return FaultOf(err, newsletterFaults)
}

// block starts the session's pause, or says until when it lasts.
func block(ctx context.Context, tx pgx.Tx, sessionID string, at time.Time) error {
	tag, err := tx.Exec(ctx, `
		insert into newsletter_submission as s (session_id, submitted_at) values ($1, $2)
		on conflict on constraint newsletter_submission_pkey do update set submitted_at = excluded.submitted_at
		where s.submitted_at <= $3`, sessionID, at, at.Add(-newsletter.Block))
	if err != nil || tag.RowsAffected() == 1 {
		return err
	}
	var last time.Time
	err = tx.QueryRow(ctx, `select submitted_at from newsletter_submission where session_id = $1`, sessionID).Scan(&last)
	if err != nil {
		return err
	}
	return &newsletter.Blocked{Until: last.UTC().Add(newsletter.Block)}
}

// Ask mails what the wishes up to now are owed.
func (s *Newsletters) Ask(ctx context.Context, id string, digest []byte, at time.Time, letters newsletter.Letters) (*newsletter.Subscription, error) {
	var sub *newsletter.Subscription
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var requests, asked int
		err := tx.QueryRow(ctx, `select requests, asked from newsletter_subscription where id = $1 for update`, id).Scan(&requests, &asked)
		if err != nil {
			return err
		}
		if asked < requests {
			_, err := tx.Exec(ctx, `
				update newsletter_subscription set asked = requests,
				  confirm_digest = case when state = 'pending' then $2 else confirm_digest end,
				  due_at = case when state = 'pending' then $3 else due_at end
				where id = $1`, id, digest, at.Add(newsletter.ConfirmLife))
			if err != nil {
				return err
			}
		}
		if sub, err = oneSubscription(ctx, tx, `id = $1`, id); err != nil || asked == requests || sub.State == newsletter.Ended {
			return err
		}
		if within, err := countShare(ctx, tx, "newsletter", sub.Email); err != nil || !within { // it has as many subscriptions as labels
			return err
		}
		return writeLetter(ctx, tx, sub, fmt.Sprintf("newsletter-%s-%d", id, requests), letters)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return sub, FaultOf(err, newsletterFaults)
}

// takenBack leaves nothing of a wish that was not confirmed beside the one that was.
const takenBack = `requested_at = coalesce(wished_at, requested_at), lang = coalesce(wished_lang, lang), source = coalesce(wished_source, source),
	requested_from = case when wished_at is null then requested_from else wished_from end, confirm_digest = null, due_at = null`

// Expire takes a wish back that nobody confirmed.
func (s *Newsletters) Expire(ctx context.Context, id string, at time.Time) (*newsletter.Subscription, error) {
	_, err := s.pool.Exec(ctx, `
		with due as (select id, ended_at from newsletter_subscription where id = $1 and state = 'pending' and due_at <= $2 for update),
		again as (update newsletter_subscription set state = 'ended', `+takenBack+`
		  where id in (select id from due where ended_at is not null))
		delete from newsletter_subscription where id in (select id from due where ended_at is null)`, id, at)
	if err != nil {
		return nil, FaultOf(err, newsletterFaults)
	}
	sub, err := oneSubscription(ctx, s.pool, `id = $1`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return sub, FaultOf(err, newsletterFaults)
}

// Confirm follows a link.
func (s *Newsletters) Confirm(ctx context.Context, digest []byte, by newsletter.Proof, letters newsletter.Letters) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		sub, err := oneSubscription(ctx, tx, `confirm_digest = $1 and state <> 'ended' for update`, digest)
		if err != nil || sub.State == newsletter.Active {
			return err
		}
		if !by.At.Before(sub.DueAt) {
			return pgx.ErrNoRows
		}
		_, err = tx.Exec(ctx, `
			update newsletter_subscription set state = 'active', confirmed_at = $2, confirmed_from = $3, due_at = null, ended_at = null,
			  wished_at = requested_at, wished_from = requested_from, wished_lang = lang, wished_source = source where id = $1`,
			sub.ID, by.At, by.Client)
		if err != nil {
			return err
		}
		if err := writeLetter(ctx, tx, sub, "newsletter-"+sub.ID+"-welcome-"+ident.New(), letters); err != nil {
			return err
		}
		return subscriptionChanged(ctx, tx, sub.ID)
	})
	return FaultOf(err, newsletterFaults)
}

// Unsubscribe ends one. One that is pending ends as well: whoever has the token has the address.
func (s *Newsletters) Unsubscribe(ctx context.Context, token string, by newsletter.Proof) error {
	return FaultOf(s.end(ctx, `unsubscribe_token = $1`, token, by), newsletterFaults)
}

// End ends that of an address.
func (s *Newsletters) End(ctx context.Context, email string, by newsletter.Proof) (*newsletter.Evidence, error) {
	if err := s.end(ctx, `lower(email) = lower($1)`, email, by); err != nil {
		return nil, FaultOf(err, evidenceFaults)
	}
	return s.Evidence(ctx, email)
}

func (s *Newsletters) end(ctx context.Context, where, arg string, by newsletter.Proof) error {
	return inTx(ctx, s.pool, func(tx pgx.Tx) error {
		sub, err := oneSubscription(ctx, tx, where+` for update`, arg)
		if err != nil || sub.State == newsletter.Ended {
			return err
		}
		_, err = tx.Exec(ctx, `
			update newsletter_subscription set state = 'ended', ended_at = coalesce(ended_at, $2),
			  ended_from = case when ended_at is null then $3 else ended_from end, asked = requests, `+takenBack+`
			where id = $1`, sub.ID, by.At, by.Client)
		if err != nil {
			return err
		}
		return subscriptionChanged(ctx, tx, sub.ID)
	})
}

// Recipients goes through the rows as they come, so that a long list takes no memory.
func (s *Newsletters) Recipients(ctx context.Context, lang catalog.Lang, each func(newsletter.Recipient) error) error {
	rows, err := s.pool.Query(ctx, `
		select email, lang, confirmed_at, unsubscribe_token from newsletter_subscription
		where state = 'active' and ($1 = '' or lang = $1) order by confirmed_at, id`, lang)
	if err != nil {
		return FaultOf(err, nil)
	}
	var r newsletter.Recipient
	_, err = pgx.ForEachRow(rows, []any{&r.Email, &r.Lang, &r.ConfirmedAt, &r.Token}, func() error {
		r.ConfirmedAt = r.ConfirmedAt.UTC()
		return each(r)
	})
	return FaultOf(err, nil)
}

// Evidence reads what was kept of consent and its end.
func (s *Newsletters) Evidence(ctx context.Context, email string) (*newsletter.Evidence, error) {
	rows, err := s.pool.Query(ctx, `
		select email, state, coalesce(wished_lang, lang), coalesce(wished_source, source), case when confirmed_at is null then requested_at else coalesce(wished_at, requested_at) end,
		  case when confirmed_at is null or wished_at is null then requested_from else wished_from end,
		  confirmed_at, confirmed_from, ended_at, ended_from
		from newsletter_subscription where lower(email) = lower($1)`, email)
	if err != nil {
		return nil, FaultOf(err, evidenceFaults)
	}
	e, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*newsletter.Evidence, error) {
		e := &newsletter.Evidence{}
		var confirmed, ended *time.Time
		err := row.Scan(&e.Email, &e.State, &e.Lang, &e.Source, &e.RequestedAt, &e.RequestedFrom, &confirmed, &e.ConfirmedFrom, &ended, &e.EndedFrom)
		e.RequestedAt = e.RequestedAt.UTC()
		if confirmed != nil {
			e.ConfirmedAt = confirmed.UTC()
		}
		if ended == nil { // it began anew
			e.EndedFrom = ""
		} else {
			e.EndedAt = ended.UTC()
		}
		return e, err
	})
	return e, FaultOf(err, evidenceFaults)
}

// Farewell mails the link to unsubscribe.
func (s *Newsletters) Farewell(ctx context.Context, email string, at time.Time, letters newsletter.Letters) error {
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var id string
		var n int
		err := tx.QueryRow(ctx, `
			update newsletter_subscription set farewell_at = $2, farewells = farewells + 1
			where lower(email) = lower($1) and state = 'active' and (farewell_at is null or farewell_at <= $3)
			returning id::text, farewells`, email, at, at.Add(-newsletter.MailPause)).Scan(&id, &n)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		sub, err := oneSubscription(ctx, tx, `id = $1`, id)
		if err != nil {
			return err
		}
		return writeLetter(ctx, tx, sub, fmt.Sprintf("newsletter-%s-farewell-%d", id, n), letters)
	})
	return FaultOf(err, newsletterFaults)
}

func oneSubscription(ctx context.Context, db querier, where string, arg any) (*newsletter.Subscription, error) {
	rows, err := db.Query(ctx, `
		select id::text, email, lang, source, state, requested_at, confirmed_at, ended_at, due_at, unsubscribe_token
		from newsletter_subscription where `+where, arg)
	if err != nil {
		return nil, err
	}
	return pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*newsletter.Subscription, error) {
		sub := &newsletter.Subscription{}
		var confirmed, ended, due *time.Time
		err := row.Scan(&sub.ID, &sub.Email, &sub.Lang, &sub.Source, &sub.State, &sub.RequestedAt, &confirmed, &ended, &due,
			&sub.UnsubscribeToken)
		sub.RequestedAt = sub.RequestedAt.UTC()
		for at, to := range map[*time.Time]*time.Time{confirmed: &sub.ConfirmedAt, ended: &sub.EndedAt, due: &sub.DueAt} {
			if at != nil {
				*to = at.UTC()
			}
		}
		return sub, err
	})
}

// subscriptionChanged tells the subscription's process, whatever becomes of this one.
func subscriptionChanged(ctx context.Context, tx pgx.Tx, id string) error {
	return insertEvents(ctx, tx, outbox.Event{
		ID: "newsletter-" + id + "-" + ident.New(), Topic: outbox.NewsletterChanged, Key: id, Payload: json.RawMessage(`{"id":"` + id + `"}`),
	})
}

func writeLetter(ctx context.Context, tx pgx.Tx, sub *newsletter.Subscription, id string, letters newsletter.Letters) error {
	m, err := letters(sub, id)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return insertEvents(ctx, tx, outbox.Event{ID: m.ID, Topic: outbox.MailRequested, Key: "newsletter-" + sub.ID, Payload: payload})
}
