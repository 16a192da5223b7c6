package worker_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	workflow "kontor.dev/kontor/workflows/campus"
	processes "kontor.dev/kontor/workflows/client"
)

// student makes a customer who applied with a university's address; it gives the ID and the link's token.
func (s *shop) student() (id int64, token string) {
	s.Helper()
	require.NoError(s, s.pool.QueryRow(s.ctx, `
		insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		values ($1, '', 'Erika', 'Muster', 'de', $2, now()) returning id`, ident.New()+"@example.org", ident.New()).Scan(&id))
	require.NoError(s, s.deps.Campus.RegisterByEmail(s.ctx, id, 1, "erika@tu.example", true))
	var path string
	require.NoError(s, s.pool.QueryRow(s.ctx, `select payload->'data'->>'path' from outbox where payload->>'template' = $1`, mail.CampusConfirm).Scan(&path))
	return id, strings.TrimPrefix(path, campus.ConfirmPath)
}

// campusEnds waits until the customer's workflow is over.
func (s *shop) campusEnds(id int64) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, 20*time.Second)
	defer cancel()
	require.NoError(s, s.temporal.GetWorkflow(ctx, workflow.WorkflowID(id), "").Get(ctx, nil))
}

func (s *shop) awaitCampusMail(template string) {
	s.Helper()
	require.Eventually(s, func() bool { return s.mails(template) == 1 }, 20*time.Second, 20*time.Millisecond, template)
}

func (s *shop) status(id int64) campus.Status {
	s.Helper()
	_, status, err := s.deps.Campus.Record(s.ctx, id)
	require.NoError(s, err)
	return status
}

// The times are in the database, so moving them stands for waiting a year.
func TestCampusMembershipRunsToItsEnd(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	process := processes.NewCampus(s.temporal, s.deps.Queue)
	id, token := s.student()
	require.NoError(t, process.Changed(s.ctx, id))
	require.Equal(t, campus.Pending, s.status(id))
	require.NoError(t, s.deps.Campus.Confirm(s.ctx, token))
	require.NoError(t, process.Changed(s.ctx, id))

	s.rest() // the wait survives the worker
	s.exec(`update campus_membership set valid_until = now() + $1::interval + interval '1 second'`, campus.Notice)
	require.NoError(t, process.Changed(s.ctx, id))
	s.work()
	s.awaitCampusMail(mail.CampusNearExpiry)
	require.Equal(t, campus.NearExpiry, s.status(id))

	s.exec(`update campus_membership set valid_until = now() + interval '1 second'`)
	require.NoError(t, process.Changed(s.ctx, id))
	s.awaitCampusMail(mail.CampusExpired)
	s.campusEnds(id)
	require.Equal(t, campus.Expired, s.status(id))
	require.Equal(t, 1, s.mails(mail.CampusNearExpiry), "told once")
	s.recordRun("campus", "expired", workflow.WorkflowID(id))
}

func TestCampusApplicationThatNobodyConfirms(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	process := processes.NewCampus(s.temporal, s.deps.Queue)
	id, token := s.student()
	s.exec(`update campus_application set expires_at = now() + interval '1 second'`)
	require.NoError(t, process.Changed(s.ctx, id))
	s.awaitCampusMail(mail.CampusLapsed)
	s.campusEnds(id)
	require.Equal(t, campus.Deactivated, s.status(id))
	require.Equal(t, campus.ErrWrongLink, s.deps.Campus.Confirm(s.ctx, token))
	s.recordRun("campus", "lapsed", workflow.WorkflowID(id))

	require.NoError(t, process.Changed(s.ctx, id)) // a message that comes late finds nothing to do
	s.campusEnds(id)
	d, err := s.temporal.DescribeWorkflowExecution(s.ctx, workflow.WorkflowID(id), "")
	require.NoError(t, err)
	require.Equal(t, enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, d.WorkflowExecutionInfo.Status)
	require.Equal(t, 1, s.mails(mail.CampusLapsed))
}
