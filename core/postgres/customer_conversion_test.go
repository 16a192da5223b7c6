package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/vat"
)

// wien is a billing address for which a business needs a VAT id.
var wien = address.Address{
	FirstName: "Erika", LastName: "Muster", StreetName: "Ring", StreetNumber: "1", ZipCode: "1010", CityName: "Wien", CountryID: 14,
	Kind: address.Invoice,
}

const (
	wrongVATID = "ATU37675002"
	otherVATID = "ATU33864707"
)

// converting is an account that was converted to a business abroad.
type converting struct {
	*accounts
	entry  *customer.Entry
	steps  *customer.Conversions
	before string
}

func newConverting(t *testing.T) *converting {
	c := &converting{accounts: newAccounts(t)}
	c.steps = customer.NewConversions(c.store, c.now)
	c.entry = c.register("erika@example.org")
	_, err := c.service.AddAddress(c.ctx, as(c.entry), customer.Address{Address: wien})
	require.NoError(t, err)
	c.before = c.account()
	c.convert(wrongVATID)
	return c
}

func (c *converting) convert(id string) {
	c.Helper()
	require.NoError(c, c.service.BecomeBusiness(c.ctx, as(c.entry), customer.Business{
		Form: customer.Corporation, Type: customer.Consumer, Company: "Muster GmbH", VATID: id,
	}, nil))
}

// account is the account with its addresses.
func (c *converting) account() (state string) {
	c.Helper()
	require.NoError(c, c.pool.QueryRow(c.ctx, `
		select concat((select jsonb_agg(to_jsonb(c)) from customer c), (select jsonb_agg(to_jsonb(x) order by id) from customer_address x))`).
		Scan(&state))
	return state
}

// answers keeps what the authority says about a VAT id.
func (c *converting) answers(id string, valid bool) {
	c.Helper()
	require.NoError(c, postgres.NewVATEvidence(c.pool).Keep(c.ctx, vat.Evidence{
		CustomerID: c.entry.Customer.ID, ID: id, Valid: valid, AnsweredAt: c.now.Now(),
	}))
}

func (c *converting) settle() customer.Progress {
	c.Helper()
	p, err := c.steps.Settle(c.ctx, c.entry.Customer.ID)
	require.NoError(c, err)
	return p
}

func (c *converting) undo() customer.Progress {
	c.Helper()
	p, err := c.steps.Undo(c.ctx, c.entry.Customer.ID)
	require.NoError(c, err)
	return p
}

func (c *converting) letters(template string) int {
	c.Helper()
	return c.count(`select count(*) from outbox where payload ->> 'template' = $1`, template)
}

func TestAConversionIsSettledOnceTheVATIDIsKnown(t *testing.T) {
	c := newConverting(t)
	require.Equal(t, 1, c.count(`select count(*) from outbox where topic = 'account.converted'`))
	require.Equal(t, customer.Progress{Ask: true}, c.settle())
	c.answers(wrongVATID, true)
	require.Zero(t, c.settle())
	require.Zero(t, c.settle(), "once")
	require.Zero(t, c.undo(), "what is settled stays")
	require.Equal(t, 1, c.letters(mail.BusinessConfirmed))
	found, err := c.service.Customer(c.ctx, c.entry.Customer.ID)
	require.NoError(t, err)
	require.Equal(t, wrongVATID, found.Business.VATID)
	p, err := c.steps.Settle(c.ctx, c.entry.Customer.ID+1)
	require.NoError(t, err)
	require.Zero(t, p, "nobody's")
}

// The compensation leaves the account as it was before, whoever asks how often.
func TestAConversionIsTakenBackWithItsVATID(t *testing.T) {
	c := newConverting(t)
	c.answers(wrongVATID, false)
	due := c.now.Now().Add(customer.CorrectLife)
	require.Equal(t, customer.Progress{DueAt: due}, c.settle())
	require.Equal(t, due, c.settle().DueAt)
	require.Equal(t, 1, c.letters(mail.VATIDDoubted), "told once")
	require.Equal(t, customer.Progress{DueAt: due}, c.undo(), "not before its time")

	c.now.Advance(customer.CorrectLife - time.Hour)
	require.NoError(t, c.service.ChangeVATID(c.ctx, as(c.entry), otherVATID))
	require.Equal(t, customer.Progress{Ask: true}, c.settle(), "another id is another question")
	c.answers(otherVATID, false)
	require.Equal(t, due, c.settle().DueAt, "and gives no more time")
	require.Equal(t, 2, c.letters(mail.VATIDDoubted))

	c.now.Advance(time.Hour)
	require.Zero(t, c.undo())
	require.Zero(t, c.undo())
	require.Zero(t, c.settle())
	require.Equal(t, c.before, c.account())
	require.Equal(t, 1, c.letters(mail.BusinessRefused))
	require.Zero(t, c.letters(mail.BusinessConfirmed))
	require.Equal(t, 1, c.count(`select count(*) from security_event where kind = 'business_undone'`))

	c.convert(otherVATID) // it may be tried again
	c.answers(otherVATID, true)
	require.Zero(t, c.settle())
	require.Equal(t, 1, c.letters(mail.BusinessConfirmed))
}

func TestAVATIDPutRightAtTheLastMomentStands(t *testing.T) {
	c := newConverting(t)
	c.answers(wrongVATID, false)
	c.settle()
	c.now.Advance(customer.CorrectLife)
	require.NoError(t, c.service.ChangeVATID(c.ctx, as(c.entry), otherVATID))
	require.Equal(t, customer.Progress{Ask: true}, c.undo(), "the authority is asked first")
	c.answers(otherVATID, true)
	require.Equal(t, customer.Progress{Ask: true}, c.undo())
	require.Zero(t, c.settle())
	require.Zero(t, c.letters(mail.BusinessRefused))
}

// In Germany nothing stands on the VAT id: what the authority says of it is evidence, no more.
func TestAGermanBusinessNeedsNoVATID(t *testing.T) {
	c := &converting{accounts: newAccounts(t)}
	c.steps, c.entry = customer.NewConversions(c.store, c.now), c.register("erika@example.org")
	_, err := c.service.AddAddress(c.ctx, as(c.entry), customer.Address{Address: home})
	require.NoError(t, err)
	c.convert("DE136695976")
	c.answers("DE136695976", false)
	require.Zero(t, c.settle())
	require.Equal(t, 1, c.letters(mail.BusinessConfirmed))
}

// The country decides about the VAT id, so it is read once nobody else can change it.
func TestABusinessIsMadeOfTheAddressOfItsMoment(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	_, err := a.service.AddAddress(a.ctx, as(entry), customer.Address{Address: home})
	require.NoError(t, err)
	tx, err := a.pool.Begin(a.ctx)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(a.ctx) }()
	_, err = tx.Exec(a.ctx, `select from customer where id = $1 for update`, entry.Customer.ID)
	require.NoError(t, err)
	made := make(chan error, 1)
	go func() {
		made <- a.service.BecomeBusiness(a.ctx, as(entry), customer.Business{
			Form: customer.Corporation, Type: customer.Consumer, Company: "Muster GmbH",
		}, nil)
	}()
	require.Eventually(t, func() bool {
		return a.count(`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) == 1
	}, 20*time.Second, 10*time.Millisecond, "it waits for whoever moves house")
	_, err = tx.Exec(a.ctx, `update customer_address set address = $2 where customer_id = $1`, entry.Customer.ID, wien)
	require.NoError(t, err)
	require.NoError(t, tx.Commit(a.ctx))
	require.Equal(t, []fault.Field{{Name: "ustId", Reason: address.Missing}}, fault.FieldsOf(<-made))
	require.Equal(t, 1, a.count(`select count(*) from customer_address where address ->> 'cityName' = 'Wien'`), "and nothing is written over it")
}
