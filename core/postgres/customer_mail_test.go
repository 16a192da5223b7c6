package postgres_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

// A customer who gives another address because the old mailbox is gone gets the next code there, and at once: what the old
// one refuses is tried again and again, and holds up nobody.
func TestAMailboxThatRefusesHoldsUpNoOther(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("gone@example.org")
	got := &recorder{fail: func(e outbox.Event) error {
		if strings.Contains(string(e.Payload), `"to": "gone@example.org"`) {
			return fault.New(fault.Invalid, "mail_recipient_refused")
		}
		return nil
	}}
	ctx, stop := context.WithCancel(a.ctx)
	var relay sync.WaitGroup
	relay.Go(func() {
		_ = postgres.NewOutbox(a.pool).Run(ctx, map[string]outbox.Handler{outbox.MailRequested: got.handle})
	})
	t.Cleanup(func() { stop(); relay.Wait() })
	_, err := a.service.ChangeEmail(a.ctx, as(entry), "new@example.org", password)
	require.NoError(t, err)
	_, err = a.service.Login(a.ctx, a.visit(), "new@example.org", password)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		return a.count(`select count(*) from outbox where payload ->> 'template' = $1 and delivered_at is not null`, mail.LoginCode) == 1
	}, 5*time.Second, 20*time.Millisecond)
	require.Equal(t, 2, a.count(`select count(*) from outbox where topic = 'mail.requested' and delivered_at is null`), "the welcome and the note")
}
