package worker_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/vat"
	workflow "kontor.dev/kontor/workflows/account"
	processes "kontor.dev/kontor/workflows/client"
)

// authority knows the VAT ids that it was told of, while it is there.
type authority struct {
	mu    sync.Mutex
	away  bool
	known map[string]bool
	asked int
}

func (a *authority) Ask(_ context.Context, id string) (vat.Evidence, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	if a.away {
		return vat.Evidence{}, fault.New(fault.Unavailable, "vat_authority_unavailable")
	}
	return vat.Evidence{Valid: a.known[id], AnsweredAt: time.Now()}, nil
}

func (a *authority) set(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
}

func (a *authority) times() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asked
}

const vatID = "ATU37675002"

// converted is a student who made the account one of a business in Austria.
type converted struct {
	*shop
	id        int64
	authority *authority
	process   *processes.Account
	service   *customer.Service
	visit     customer.Visit
}

func newConverted(t *testing.T) *converted {
	s := newShop(t, checkout.DefaultPolicy)
	c := &converted{shop: s, authority: &authority{known: map[string]bool{}}, process: processes.NewAccount(s.temporal, s.deps.Queue)}
	s.rest()
	s.deps.VAT = vat.NewService(postgres.NewVATEvidence(s.pool), c.authority, s.clock)
	s.work()
	// A workflow may outlive its database: no other test may meet it.
	s.exec(`alter table customer alter column id restart with ` + strconv.FormatInt(2_000_000_000+rand.Int64N(1_000_000_000), 10))
	var token string
	c.id, token = s.student()
	require.NoError(t, s.deps.Campus.Confirm(s.ctx, token))
	sessions := session.NewService(postgres.NewSessions(s.pool), clock.System{})
	c.service = customer.NewService(postgres.NewCustomers(s.pool), sessions, clock.System{}, address.BilledCountry)
	c.visit = customer.Visit{Session: &session.Session{CustomerID: c.id}, Client: "192.0.2.1"}
	wien := berlin
	wien.CountryID, wien.ZipCode, wien.CityName = 14, "1010", "Wien"
	require.NoError(t, c.service.BecomeBusiness(s.ctx, c.visit, customer.Business{
		Form: customer.Corporation, Type: customer.Consumer, Company: "Muster GmbH", VATID: vatID,
	}, &wien))
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'account.converted' and payload ->> 'id' = $1`, strconv.FormatInt(c.id, 10)))
	return c
}

// changed tells the workflow, as the relay would.
func (c *converted) changed() {
	c.Helper()
	require.NoError(c, c.process.Changed(c.ctx, c.id))
}

// over waits until the workflow is.
func (c *converted) over() {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, 20*time.Second)
	defer cancel()
	require.NoError(c, c.temporal.GetWorkflow(ctx, workflow.WorkflowID(c.id), "").Get(ctx, nil))
}

func (c *converted) business() bool {
	c.Helper()
	found, err := c.service.Customer(c.ctx, c.id)
	require.NoError(c, err)
	return found.Business != nil
}

// The authority may be away as long as it likes: the account is a business's from the beginning.
func TestAConversionEndsWithTheAuthoritysAnswer(t *testing.T) {
	c := newConverted(t)
	c.authority.set(func() { c.authority.away, c.authority.known[vatID] = true, true })
	c.changed()
	c.changed() // an event that comes twice
	require.Eventually(t, func() bool { return c.authority.times() > 1 }, 20*time.Second, 20*time.Millisecond)
	require.True(t, c.business())
	require.Zero(t, c.mails(mail.BusinessConfirmed))
	require.Equal(t, campus.Valid, c.status(c.id), "not over yet")
	c.authority.set(func() { c.authority.away = false })
	c.over()
	require.Equal(t, 1, c.mails(mail.BusinessConfirmed))
	require.Equal(t, campus.Expired, c.status(c.id))
	require.Equal(t, 1, c.count(`select count(*) from vat_evidence where valid`))
	c.recordRun("account", "settled", workflow.WorkflowID(c.id))

	c.changed() // a message that comes late finds nothing to do
	c.over()
	require.Equal(t, 1, c.mails(mail.BusinessConfirmed))
}

// The compensation: nobody puts the VAT id right, so the account is private again and the student a student.
func TestAConversionIsTakenBack(t *testing.T) {
	c := newConverted(t)
	c.changed()
	c.awaitMails(mail.VATIDDoubted, 1)
	require.True(t, c.business(), "there is time to put it right")
	c.rest() // the wait survives the worker
	c.exec(`update account_conversion set due_at = now() - interval '1 hour'`)
	c.work()
	c.changed()
	c.over()
	require.False(t, c.business())
	require.Equal(t, 1, c.mails(mail.BusinessRefused))
	require.Equal(t, campus.Valid, c.status(c.id))
	billing, err := c.service.Billing(c.ctx, c.id)
	require.NoError(t, err)
	require.Empty(t, billing.Company)
	c.recordRun("account", "undone", workflow.WorkflowID(c.id))
}

func TestAVATIDIsPutRight(t *testing.T) {
	c := newConverted(t)
	c.changed()
	c.awaitMails(mail.VATIDDoubted, 1)
	c.authority.set(func() { c.authority.known["ATU33864707"] = true })
	require.NoError(t, c.service.ChangeVATID(c.ctx, c.visit, "ATU33864707"))
	c.changed()
	c.over()
	require.True(t, c.business())
	require.Equal(t, []int{1, 0}, []int{c.mails(mail.BusinessConfirmed), c.mails(mail.BusinessRefused)})
	c.recordRun("account", "corrected", workflow.WorkflowID(c.id))
}

// Where the authority does not know an id, a person may: what the operator decides settles the conversion at once.
func TestAnOperatorDecidesAboutAVATID(t *testing.T) {
	for valid, want := range map[bool][]int{true: {1, 0}, false: {0, 1}} {
		t.Run(strconv.FormatBool(valid), func(t *testing.T) {
			c := newConverted(t)
			c.changed()
			c.awaitMails(mail.VATIDDoubted, 1)
			asked := c.authority.times()
			_, err := c.deps.VAT.Decide(c.ctx, c.id, valid, "erika@desk", "letter of the tax office")
			require.NoError(t, err)
			c.changed()
			c.over()
			require.Equal(t, valid, c.business())
			require.Equal(t, want, []int{c.mails(mail.BusinessConfirmed), c.mails(mail.BusinessRefused)})
			require.Equal(t, asked, c.authority.times(), "the operator's word is the last")
			c.recordRun("account", map[bool]string{true: "accepted", false: "rejected"}[valid], workflow.WorkflowID(c.id))
		})
	}
}
