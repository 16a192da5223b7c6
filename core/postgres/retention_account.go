package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/retention"
)

const (
	// unusedNotice is how long before an unused account's end its customer is told.
	unusedNotice = 30 * 24 * time.Hour
	// mostUnused bounds how many customers are told, and accounts ended, in one run: the next takes the rest.
	mostUnused = 1000
)

// Unused makes it end accounts that nobody used for so many months: their customers get a mail, and 30 days after it the account
// is deleted as if they had asked for it, unless they log in before. 0 ends none.
func (r *Retention) Unused(months int) *Retention { return &Retention{r.pool, months} }

func (r *Retention) unusedRule() retention.Rule {
	return retention.Rule{
		Name: "unused_account", Period: fmt.Sprintf("%d months after the last use, and 30 days after a mail says so", r.months), Source: "GDPR Art. 5(1)(e)",
	}
}

// endUnused asks for the deletion of accounts whose customers were told in time, and tells others.
func (r *Retention) endUnused(ctx context.Context, tx pgx.Tx, now time.Time) (rows, mails int, err error) {
	ended, err := unused(ctx, tx, `c.unused_noticed_at > c.seen_at and c.unused_noticed_at <= $1`, now.Add(-unusedNotice))
	if err != nil {
		return 0, 0, err
	}
	for _, c := range ended {
		asked := privacy.Request{ID: ident.New(), CustomerID: c.ID, Kind: privacy.Deletion, State: privacy.Asked, RequestedAt: now}
		if err := beginPrivacy(ctx, tx, asked, now, "retention"); err != nil {
			return 0, 0, err
		}
	}
	told, err := unused(ctx, tx, `(c.unused_noticed_at is null or c.unused_noticed_at <= c.seen_at) and c.seen_at <= $1`, now.AddDate(0, -r.months, 0))
	if err != nil {
		return 0, 0, err
	}
	for _, c := range told {
		if err := tellUnused(ctx, tx, c, now); err != nil {
			return 0, 0, err
		}
	}
	return len(ended), len(told), nil
}

// unusedAccount is whom to tell.
type unusedAccount struct {
	ID        int64
	Email     string
	FirstName string
	Lang      catalog.Lang
}

// unused locks accounts, in the order in which all do, that are not being deleted already.
func unused(ctx context.Context, tx pgx.Tx, which string, at time.Time) ([]unusedAccount, error) {
	rows, err := tx.Query(ctx, `
		select c.id, c.email, c.first_name, c.lang from customer c
		where `+which+` and not exists (select from privacy_request p where p.customer_id = c.id and p.kind = 'deletion')
		order by c.id limit $2 for update of c`, at, mostUnused)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[unusedAccount])
}

func tellUnused(ctx context.Context, tx pgx.Tx, c unusedAccount, now time.Time) error {
	content, err := json.Marshal(mail.AccountData{FirstName: c.FirstName, Path: "/kundenkonto/login", Until: now.Add(unusedNotice)})
	if err != nil {
		return err
	}
	note := mail.Request{ID: mail.AccountUnused + "-" + ident.New(), Template: mail.AccountUnused, To: c.Email, Lang: c.Lang, Data: content}
	if _, err := tx.Exec(ctx, `update customer set unused_noticed_at = $2 where id = $1`, c.ID, now); err != nil {
		return err
	}
	return writeEffects(ctx, tx, customer.Effects{Event: customer.Event{CustomerID: c.ID}, Mails: []mail.Request{note}})
}
