package worker_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
	processes "kontor.dev/kontor/workflows/client"
	workflow "kontor.dev/kontor/workflows/newsletter"
)

// subscribe submits the form and gives the subscription's ID, told to its workflow as the relay would.
func (s *shop) subscribe(service *newsletter.Service, process newsletter.Process) string {
	s.Helper()
	_, made, err := session.NewService(postgres.NewSessions(s.pool), clock.System{}).Start(s.ctx, catalog.German)
	require.NoError(s, err)
	email := ident.New() + "@example.org"
	_, err = service.Subscribe(s.ctx, made.ID, newsletter.Request{Email: email, Lang: catalog.German})
	require.NoError(s, err)
	var id string
	require.NoError(s, s.pool.QueryRow(s.ctx, `select id::text from newsletter_subscription where email = $1`, email).Scan(&id))
	require.NoError(s, process.Changed(s.ctx, id))
	return id
}

// ends waits until the subscription's workflow is over.
func (s *shop) ends(id string) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, 20*time.Second)
	defer cancel()
	require.NoError(s, s.temporal.GetWorkflow(ctx, workflow.WorkflowID(id), "").Get(ctx, nil))
}

func (s *shop) awaitMails(template string, n int) {
	s.Helper()
	require.Eventually(s, func() bool { return s.mails(template) == n }, 20*time.Second, 20*time.Millisecond)
}

func TestNewsletterIsConfirmed(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	service, process := s.deps.Newsletter, processes.NewNewsletter(s.temporal, s.deps.Queue)
	id := s.subscribe(service, process)
	s.awaitMails(mail.NewsletterConfirm, 1)

	s.rest() // the wait survives the worker
	var token string
	require.NoError(t, s.pool.QueryRow(s.ctx, `
		select split_part(payload->'data'->>'path', 'token=', 2) from outbox where payload->>'template' = $1`, mail.NewsletterConfirm).Scan(&token))
	require.NoError(t, service.Confirm(s.ctx, token, ""))
	require.NoError(t, process.Changed(s.ctx, id))
	s.work()
	s.ends(id)
	s.recordWorkflow("newsletter", "confirmed", workflow.WorkflowID(id))

	s.exec(`update newsletter_subscription set requested_at = requested_at - interval '2 hours', requests = requests + 1`)
	require.NoError(t, process.Changed(s.ctx, id))
	s.awaitMails(mail.NewsletterKnown, 1)
	s.ends(id)
	require.Equal(t, 1, s.mails(mail.NewsletterConfirm))
}

// The deadline is in the database, so moving it stands for waiting two days.
func TestNewsletterThatNobodyConfirmsIsForgotten(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	service, process := s.deps.Newsletter, processes.NewNewsletter(s.temporal, s.deps.Queue)
	id := s.subscribe(service, process)
	s.awaitMails(mail.NewsletterConfirm, 1)
	s.exec(`update newsletter_subscription set due_at = now() + interval '1 second'`)
	require.NoError(t, process.Changed(s.ctx, id)) // looks at the deadline again
	s.ends(id)
	require.Zero(t, s.count(`select count(*) from newsletter_subscription`))
	require.Equal(t, 1, s.mails(mail.NewsletterConfirm))
	s.recordWorkflow("newsletter", "expired", workflow.WorkflowID(id))
	require.NoError(t, process.Changed(s.ctx, id)) // a message that comes late finds nothing to do
	s.ends(id)
	d, err := s.temporal.DescribeWorkflowExecution(s.ctx, workflow.WorkflowID(id), "")
	require.NoError(t, err)
	require.Equal(t, enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, d.WorkflowExecutionInfo.Status)
}
