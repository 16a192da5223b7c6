package worker_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
	campusflow "kontor.dev/kontor/workflows/campus"
	processes "kontor.dev/kontor/workflows/client"
	"kontor.dev/kontor/workflows/kit"
	workflow "kontor.dev/kontor/workflows/privacy"
)

// input is what Temporal has of the input of a workflow.
func (s *shop) input(workflowID string) *commonpb.Payloads {
	s.Helper()
	events := s.temporal.GetWorkflowHistory(s.ctx, workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	require.True(s, events.HasNext())
	e, err := events.Next()
	require.NoError(s, err)
	return e.GetWorkflowExecutionStartedEventAttributes().GetInput()
}

func TestHistoriesCannotBeReadWithoutTheirKey(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	// The workflow never ends here, and Temporal outlives the database: no other test may meet it.
	s.exec(`alter table customer alter column id restart with ` + strconv.FormatInt(1_000_000_000+rand.Int64N(1_000_000_000), 10))
	id, _ := s.student()
	require.NoError(t, processes.NewCampus(s.temporal, s.deps.Queue).Changed(s.ctx, id))
	t.Cleanup(func() { _ = s.temporal.TerminateWorkflow(s.ctx, campusflow.WorkflowID(id), "", "test over") })
	input := s.input(campusflow.WorkflowID(id))

	keys := processes.NewKeys(postgres.NewHistoryKeys(s.pool))
	var in campusflow.Input
	require.NoError(t, processes.Secret(keys).FromPayloads(input, &in))
	require.Equal(t, id, in.CustomerID)
	require.Equal(t, "binary/encrypted", string(input.Payloads[0].Metadata["encoding"]))

	require.NoError(t, postgres.NewPrivacy(s.pool).Forget(s.ctx, id))
	s.exec(`delete from customer where id = $1`, id)
	require.ErrorIs(t, processes.Secret(keys).FromPayloads(input, &in), kit.ErrForgotten)
}

// asked begins the workflow of a customer's request.
func (s *shop) asked(customerID int64, kind privacy.Kind) (request string) {
	s.Helper()
	require.NoError(s, s.deps.Privacy.Ask(s.ctx, customerID, kind, "192.0.2.1"))
	require.NoError(s, s.pool.QueryRow(s.ctx, `select id::text from privacy_request where kind = $1`, kind).Scan(&request))
	require.NoError(s, processes.NewPrivacy(s.temporal, s.deps.Queue).Begin(s.ctx, request))
	return request
}

func TestAnAccountIsExportedAndDeleted(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	var id int64
	require.NoError(t, s.pool.QueryRow(s.ctx, `
		insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		values ($1, '', 'Erika', 'Muster', 'de', $2, now()) returning id`, ident.New()+"@example.org", ident.New()).Scan(&id))
	export := s.asked(id, privacy.Export)
	require.Eventually(t, func() bool { return s.mails(mail.ExportReady) == 1 }, 20*time.Second, 20*time.Millisecond)
	deletion := s.asked(id, privacy.Deletion)
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	require.NoError(t, s.temporal.GetWorkflow(ctx, workflow.WorkflowID(deletion), "").Get(ctx, nil))
	require.Zero(t, s.count(`select count(*) from customer`))
	require.Equal(t, 1, s.mails(mail.AccountDeleted))
	require.Equal(t, 2, s.count(`select count(*) from privacy_request where state = 'done' and content is null`))
	s.recordRun("privacy", "deletion", workflow.WorkflowID(deletion))
	s.recordRun("privacy", "export", workflow.WorkflowID(export))
}
