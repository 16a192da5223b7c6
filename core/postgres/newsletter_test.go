package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/session"
)

// letters is a shop's newsletter at a time that the test sets.
type letters struct {
	testing.TB
	ctx      context.Context
	pool     *pgxpool.Pool
	now      *clock.Fixed
	service  *newsletter.Service
	sessions *session.Service
}

func newLetters(t *testing.T) *letters {
	l := &letters{TB: t, ctx: context.Background(), pool: pgtest.New(t), now: clock.NewFixed(march)}
	l.service = newsletter.NewService(postgres.NewNewsletters(l.pool), l.now)
	l.sessions = session.NewService(postgres.NewSessions(l.pool), l.now)
	return l
}

// subscribe submits the form in a session of its own.
func (l *letters) subscribe(email string) {
	l.Helper()
	l.wish(newsletter.Request{Email: email, Lang: catalog.German, Client: "192.0.2.1"})
}

func (l *letters) wish(r newsletter.Request) {
	l.Helper()
	_, made, err := l.sessions.Start(l.ctx, r.Lang)
	require.NoError(l, err)
	_, err = l.service.Subscribe(l.ctx, made.ID, r)
	require.NoError(l, err)
}

// ask does what the workflow does for the one subscription there is.
func (l *letters) ask() *newsletter.Subscription {
	l.Helper()
	var id string
	require.NoError(l, l.pool.QueryRow(l.ctx, `select id::text from newsletter_subscription`).Scan(&id))
	sub, err := l.service.Ask(l.ctx, id)
	require.NoError(l, err)
	return sub
}

// mails gives the requests of a template, oldest first.
func (l *letters) mails(template string) (list []mail.NewsletterData) {
	l.Helper()
	rows, err := l.pool.Query(l.ctx, `select payload->'data' from outbox where topic = 'mail.requested' and payload->>'template' = $1 order by seq`, template)
	require.NoError(l, err)
	defer rows.Close()
	for rows.Next() {
		var content []byte
		var d mail.NewsletterData
		require.NoError(l, rows.Scan(&content))
		require.NoError(l, json.Unmarshal(content, &d))
		list = append(list, d)
	}
	return list
}

// token gives that of the newest link of a template.
func (l *letters) token(template string) string {
	l.Helper()
	list := l.mails(template)
	require.NotEmpty(l, list)
	_, token, _ := strings.Cut(list[len(list)-1].Path, "token=")
	return token
}

func (l *letters) state() (state string) {
	l.Helper()
	require.NoError(l, l.pool.QueryRow(l.ctx, `select coalesce((select state from newsletter_subscription), 'none')`).Scan(&state))
	return state
}

// Labels of one mailbox are subscriptions of their own.
func TestNewslettersFillNobodysMailboxByItsLabels(t *testing.T) {
	l := newLetters(t)
	for n := range mail.ShareHour + 2 {
		email := fmt.Sprintf("victim+%d@example.org", n)
		l.subscribe(email)
		var id string
		require.NoError(t, l.pool.QueryRow(l.ctx, `select id::text from newsletter_subscription where email = $1`, email).Scan(&id))
		_, err := l.service.Ask(l.ctx, id)
		require.NoError(t, err)
	}
	require.Len(t, l.mails(mail.NewsletterConfirm), mail.ShareHour)
}

func TestNewsletterNeedsTheClick(t *testing.T) {
	l := newLetters(t)
	l.subscribe("  Kim@Example.org ")
	sub := l.ask()
	require.Equal(t, "Kim@Example.org", sub.Email)
	require.Equal(t, march.Add(newsletter.ConfirmLife), sub.DueAt)
	l.ask()
	require.Len(t, l.mails(mail.NewsletterConfirm), 1, "a repeated step mails nothing")
	require.Empty(t, l.mails(mail.NewsletterWelcome))

	require.ErrorIs(t, l.service.Confirm(l.ctx, "guessed", "192.0.2.9"), newsletter.ErrWrongLink)
	require.Equal(t, "pending", l.state())
	l.now.Advance(time.Hour)
	token := l.token(mail.NewsletterConfirm)
	for range 2 {
		require.NoError(t, l.service.Confirm(l.ctx, token, "192.0.2.2"))
	}
	require.Len(t, l.mails(mail.NewsletterWelcome), 1)
	require.Contains(t, l.mails(mail.NewsletterWelcome)[0].OneClick, newsletter.OneClickPath)
	var asked, confirmed time.Time
	var from, at string
	require.NoError(t, l.pool.QueryRow(l.ctx, `select requested_at, confirmed_at, requested_from, confirmed_from from newsletter_subscription where state = 'active'`).
		Scan(&asked, &confirmed, &from, &at))
	require.Equal(t, time.Hour, confirmed.Sub(asked))
	require.Equal(t, "192.0.2.1 192.0.2.2", from+" "+at, "the proof of consent")
}

func TestNewsletterLinkExpires(t *testing.T) {
	l := newLetters(t)
	l.subscribe("kim@example.org")
	id, token := l.ask().ID, l.token(mail.NewsletterConfirm)
	l.now.Advance(newsletter.ConfirmLife - time.Second)
	left, err := l.service.Expire(l.ctx, id)
	require.NoError(t, err)
	require.Equal(t, newsletter.Pending, left.State)
	l.now.Advance(time.Second)
	require.ErrorIs(t, l.service.Confirm(l.ctx, token, ""), newsletter.ErrWrongLink)
	left, err = l.service.Expire(l.ctx, id)
	require.NoError(t, err)
	require.Nil(t, left)
	require.Equal(t, "none", l.state(), "nothing is kept of an address that nobody confirmed")
	sub, err := l.service.Ask(l.ctx, id)
	require.NoError(t, err)
	require.Nil(t, sub)
}

func TestNewsletterFormIsBlockedPerSession(t *testing.T) {
	l := newLetters(t)
	_, made, err := l.sessions.Start(l.ctx, catalog.German)
	require.NoError(t, err)
	submit := func(email string) error {
		_, err := l.service.Subscribe(l.ctx, made.ID, newsletter.Request{Email: email, Lang: catalog.German})
		return err
	}
	require.Equal(t, "newsletter_invalid", fault.ReasonOf(submit("kim@")))
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = submit("kim@example.org") })
	}
	all.Wait()
	passed := 0
	for _, err := range errs {
		if err == nil {
			passed++
			continue
		}
		var blocked *newsletter.Blocked
		require.ErrorAs(t, err, &blocked)
		require.Equal(t, march.Add(time.Hour), blocked.Until)
		require.Equal(t, fault.Limited, fault.CodeOf(err))
	}
	require.Equal(t, 1, passed)
	l.now.Advance(time.Hour)
	require.NoError(t, submit("other@example.org"))
}

func TestNobodyIsFloodedWithLinks(t *testing.T) {
	l := newLetters(t)
	for range 3 { // each in a session of its own
		l.subscribe("kim@example.org")
		l.ask()
	}
	require.Len(t, l.mails(mail.NewsletterConfirm), 1)
	first := l.token(mail.NewsletterConfirm)
	l.now.Advance(newsletter.MailPause)
	l.subscribe("KIM@example.org")
	l.ask()
	require.Len(t, l.mails(mail.NewsletterConfirm), 2)
	require.ErrorIs(t, l.service.Confirm(l.ctx, first, ""), newsletter.ErrWrongLink, "the newer link counts")
	require.NoError(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), ""))
}

func TestASubscriberWhoAsksAgainIsTold(t *testing.T) {
	l := newLetters(t)
	l.subscribe("kim@example.org")
	l.ask()
	confirm := l.token(mail.NewsletterConfirm)
	require.NoError(t, l.service.Confirm(l.ctx, confirm, ""))
	l.now.Advance(2 * newsletter.MailPause)
	l.wish(newsletter.Request{Email: "kim@example.org", Lang: catalog.English, Source: "checkout"}) // as anybody may
	sub := l.ask()
	require.Equal(t, []any{newsletter.Active, catalog.German, true}, []any{sub.State, sub.Lang, sub.DueAt.IsZero()}, "it comes as it did")
	require.NoError(t, l.service.Confirm(l.ctx, confirm, ""), "its link is still good")
	require.Len(t, l.mails(mail.NewsletterKnown), 1)
	require.Len(t, l.mails(mail.NewsletterConfirm), 1)
}

func TestUnsubscribing(t *testing.T) {
	l := newLetters(t)
	require.NoError(t, l.service.RequestUnsubscribe(l.ctx, "nobody@example.org"), "the answer is the same for everyone")
	l.subscribe("kim@example.org")
	l.ask()
	confirm := l.token(mail.NewsletterConfirm)
	require.NoError(t, l.service.RequestUnsubscribe(l.ctx, "kim@example.org"))
	require.Empty(t, l.mails(mail.NewsletterFarewell), "nothing comes yet that could be ended")
	require.NoError(t, l.service.Confirm(l.ctx, confirm, ""))
	for range 2 {
		require.NoError(t, l.service.RequestUnsubscribe(l.ctx, "Kim@Example.org"))
	}
	require.Len(t, l.mails(mail.NewsletterFarewell), 1)

	require.ErrorIs(t, l.service.Unsubscribe(l.ctx, "guessed", ""), newsletter.ErrWrongLink)
	for range 2 {
		require.NoError(t, l.service.Unsubscribe(l.ctx, l.token(mail.NewsletterFarewell), "192.0.2.3"))
	}
	require.Equal(t, "ended", l.state())
	require.ErrorIs(t, l.service.Confirm(l.ctx, confirm, ""), newsletter.ErrWrongLink, "an old link does not bring it back")

	l.subscribe("kim@example.org") // at once: only the address's owner can have ended it
	require.Equal(t, newsletter.Pending, l.ask().State)
	require.NoError(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), ""))
	require.ErrorIs(t, l.service.Unsubscribe(l.ctx, l.token(mail.NewsletterFarewell), ""), newsletter.ErrWrongLink, "it is another subscription")
	require.Equal(t, "active", l.state())
}

// What proves a consent is the wish that was confirmed, whatever is asked for afterwards, by the subscriber or anybody.
func TestTheEvidenceIsOfTheWishThatWasConfirmed(t *testing.T) {
	l := newLetters(t)
	store := postgres.NewNewsletters(l.pool)
	_, err := store.Evidence(l.ctx, "erika@example.org")
	require.Equal(t, "newsletter_unknown", fault.ReasonOf(err))
	l.subscribe("erika@example.org")
	l.ask()
	asked := l.now.Now()
	l.now.Advance(10 * time.Minute)
	require.NoError(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), "192.0.2.7"))
	confirmed := l.now.Now()
	want := &newsletter.Evidence{
		Email: "erika@example.org", State: newsletter.Active, Lang: catalog.German, Source: "footer",
		RequestedAt: asked, RequestedFrom: "192.0.2.1", ConfirmedAt: confirmed, ConfirmedFrom: "192.0.2.7",
	}
	got, err := store.Evidence(l.ctx, "Erika@example.org")
	require.NoError(t, err)
	require.Equal(t, want, got)

	l.now.Advance(24 * time.Hour)
	_, made, err := l.sessions.Start(l.ctx, catalog.English)
	require.NoError(t, err)
	_, err = l.service.Subscribe(l.ctx, made.ID, newsletter.Request{Email: "erika@example.org", Lang: catalog.English, Source: "checkout"}) // as anybody may
	require.NoError(t, err)
	got, err = store.Evidence(l.ctx, "erika@example.org")
	require.NoError(t, err)
	require.Equal(t, want, got)

	l.ask()
	require.NoError(t, l.service.Unsubscribe(l.ctx, l.token(mail.NewsletterKnown), "192.0.2.9"))
	want.State, want.EndedAt, want.EndedFrom = newsletter.Ended, l.now.Now(), "192.0.2.9"
	got, err = store.Evidence(l.ctx, "erika@example.org")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// Whose subscription ended can be subscribed again by anybody: until the owner confirms that, the proof of what was stays whole.
func TestAWishOfAnybodyTakesNoEvidence(t *testing.T) {
	l := newLetters(t)
	store := postgres.NewNewsletters(l.pool)
	l.subscribe("erika@example.org")
	l.ask()
	require.NoError(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), "192.0.2.7"))
	leave := l.token(mail.NewsletterWelcome)
	l.now.Advance(24 * time.Hour)
	require.NoError(t, l.service.Unsubscribe(l.ctx, leave, "192.0.2.9"))
	want, err := store.Evidence(l.ctx, "erika@example.org")
	require.NoError(t, err)

	l.now.Advance(24 * time.Hour)
	stranger := newsletter.Request{Email: "erika@example.org", Lang: catalog.English, Source: "checkout", Client: "198.51.100.1"}
	for range 2 { // it waits, and may be entered again
		l.wish(stranger)
		sub := l.ask()
		require.Equal(t, []any{newsletter.Pending, catalog.English}, []any{sub.State, sub.Lang}, "the link is written to whoever asked now")
		got, err := store.Evidence(l.ctx, "erika@example.org")
		require.NoError(t, err)
		pending := *want
		pending.State = newsletter.Pending
		require.Equal(t, &pending, got)
		l.now.Advance(newsletter.MailPause)
	}
	traces := func() (n int) {
		require.NoError(t, l.pool.QueryRow(l.ctx, `
			select count(*) from newsletter_subscription n where to_jsonb(n)::text ~ '198.51.100.1|checkout|"en"'`).Scan(&n))
		return n
	}

	l.now.Advance(newsletter.ConfirmLife)
	left, err := l.service.Expire(l.ctx, l.ask().ID)
	require.NoError(t, err)
	require.Equal(t, newsletter.Ended, left.State)
	got, err := store.Evidence(l.ctx, "erika@example.org")
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.ErrorIs(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), ""), newsletter.ErrWrongLink)
	require.Zero(t, traces(), "nothing is kept of a wish that nobody confirmed")

	l.wish(stranger)
	l.ask()
	got, err = store.End(l.ctx, "erika@example.org", newsletter.Proof{At: l.now.Now()})
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Zero(t, traces())

	stranger.Client = "192.0.2.2" // it was the owner
	l.wish(stranger)
	l.ask()
	require.NoError(t, l.service.Confirm(l.ctx, l.token(mail.NewsletterConfirm), "192.0.2.8"))
	got, err = store.Evidence(l.ctx, "erika@example.org")
	require.NoError(t, err)
	require.Equal(t, &newsletter.Evidence{
		Email: "erika@example.org", State: newsletter.Active, Lang: catalog.English, Source: "checkout",
		RequestedAt: l.now.Now(), RequestedFrom: "192.0.2.2", ConfirmedAt: l.now.Now(), ConfirmedFrom: "192.0.2.8",
	}, got)
	var list []newsletter.Recipient
	require.NoError(t, store.Recipients(l.ctx, catalog.English, func(r newsletter.Recipient) error { list = append(list, r); return nil }))
	require.Len(t, list, 1)
}
