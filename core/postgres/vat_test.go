package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/vat"
)

// oracle is an authority that answers what it is told to.
type oracle struct {
	asked []string
	fail  error
	valid bool
}

func (o *oracle) Ask(_ context.Context, id string) (vat.Evidence, error) {
	o.asked = append(o.asked, id)
	return vat.Evidence{Valid: o.valid, Reference: "W1", AnsweredAt: march}, o.fail
}

func TestVATIDsAreCheckedAfterTheChange(t *testing.T) {
	a := newAccounts(t)
	home := address.Address{FirstName: "Erika", LastName: "Muster", StreetName: "Ring", ZipCode: "1010", CityName: "Wien", CountryID: 14}
	entry, err := a.service.Register(a.ctx, a.visit(), customer.Registration{
		Email: "b@example.org", FirstName: "Erika", LastName: "Muster", Password: password, Lang: catalog.German, Billing: &home,
		Business: &customer.Business{Form: customer.Corporation, Type: customer.Consumer, Company: "Muster GmbH", VATID: "ATU37675002"},
	})
	require.NoError(t, err)
	a.register("private@example.org")
	require.Equal(t, 1, a.count(`select count(*) from outbox where topic = 'vat.changed'`))

	authority := &oracle{valid: true, fail: fault.New(fault.Unavailable, "vat_authority_unavailable")}
	evidence := postgres.NewVATEvidence(a.pool)
	checks := vat.NewService(evidence, authority, a.now)
	require.Equal(t, fault.Unavailable, fault.CodeOf(checks.Check(a.ctx, entry.Customer.ID)))
	kept, err := evidence.Evidence(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	require.Empty(t, kept, "no answer is no evidence")

	authority.fail = nil
	require.NoError(t, checks.Check(a.ctx, entry.Customer.ID))
	require.NoError(t, checks.Check(a.ctx, entry.Customer.ID), "an event that comes twice")
	require.NoError(t, checks.Check(a.ctx, entry.Customer.ID+1), "nobody's id")
	require.Equal(t, []string{"ATU37675002", "ATU37675002"}, authority.asked)
	require.Error(t, a.service.ChangeVATID(a.ctx, as(entry), "ATU37675003"), "a wrong check digit")
	require.NoError(t, a.service.ChangeVATID(a.ctx, as(entry), "ATU33864707"))
	require.Equal(t, 2, a.count(`select count(*) from outbox where topic = 'vat.changed'`))
	authority.fail = fault.New(fault.Invalid, "vat_id_invalid")
	require.NoError(t, checks.Check(a.ctx, entry.Customer.ID))
	kept, err = evidence.Evidence(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	require.Equal(t, []vat.Evidence{
		{CustomerID: entry.Customer.ID, ID: "ATU33864707", AnsweredAt: march},
		{CustomerID: entry.Customer.ID, ID: "ATU37675002", Valid: true, Reference: "W1", AnsweredAt: march},
	}, kept)
	require.Equal(t, 1, a.count(`select count(*) from security_event where kind = 'vat_id_changed'`))
}

func TestOperatorsDecideAboutVATIDs(t *testing.T) {
	c := newConverting(t)
	authority := &oracle{}
	checks := vat.NewService(postgres.NewVATEvidence(c.pool), authority, c.now)
	id := c.entry.Customer.ID
	private := c.register("private@example.org").Customer.ID
	for want, decide := range map[string]func() error{
		"vat_reason_missing": func() error { _, err := checks.Decide(c.ctx, id, true, "erika@desk", " "); return err },
		"vat_id_missing":     func() error { _, err := checks.Decide(c.ctx, private, true, "erika@desk", "a letter"); return err },
		"vat_id_changed": func() error {
			return postgres.NewVATEvidence(c.pool).Decide(c.ctx, vat.Evidence{CustomerID: id, ID: otherVATID, Operator: "erika@desk", Reason: "a letter"})
		},
	} {
		require.Equal(t, want, fault.ReasonOf(decide()))
	}
	require.Zero(t, c.count(`select count(*) from vat_evidence`))

	c.answers(wrongVATID, false)
	require.NotZero(t, c.settle().DueAt)
	kept, err := checks.Decide(c.ctx, id, true, "erika@desk", "a letter")
	require.NoError(t, err)
	c.answers(wrongVATID, false) // an answer that was on its way
	require.Zero(t, c.settle(), "the operator's word outranks the authority's")
	require.Equal(t, 1, c.letters(mail.BusinessConfirmed))
	require.Equal(t, 1, c.count(`select count(*) from security_event where kind = 'vat_id_accepted' and customer_id = $1`, id))
	require.Equal(t, 1, c.count(`select count(*) from outbox where topic = 'vat.changed'`))
	c.now.Advance(48 * time.Hour)
	require.NoError(t, checks.Check(c.ctx, id))
	require.Empty(t, authority.asked, "nobody asks any more")
	all, err := postgres.NewVATEvidence(c.pool).Evidence(c.ctx, id)
	require.NoError(t, err)
	require.Equal(t, kept, all[1])

	require.NoError(t, c.service.ChangeVATID(c.ctx, as(c.entry), otherVATID))
	require.NoError(t, checks.Check(c.ctx, id))
	require.Equal(t, []string{otherVATID}, authority.asked, "another id is another question")
}

func TestARejectedVATIDTakesTheConversionBackAtOnce(t *testing.T) {
	c := newConverting(t)
	_, err := vat.NewService(postgres.NewVATEvidence(c.pool), nil, c.now).Decide(c.ctx, c.entry.Customer.ID, false, "erika@desk", "another company's")
	require.NoError(t, err)
	require.Equal(t, customer.Progress{DueAt: c.now.Now()}, c.settle())
	require.Zero(t, c.letters(mail.VATIDDoubted), "there is nothing to put right")
	require.Zero(t, c.undo())
	require.Equal(t, 1, c.letters(mail.BusinessRefused))
	require.Equal(t, c.before, c.account())
	conversion, err := c.store.Conversion(c.ctx, c.entry.Customer.ID)
	require.NoError(t, err)
	require.Equal(t, customer.Undone, conversion.State)
}
