package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

func newCards(t *testing.T, a *accounts) *customer.Cards {
	seal, err := customer.NewSeal(customer.NewSealKey(), nil)
	require.NoError(t, err)
	return customer.NewCards(postgres.NewCards(a.pool), seal, a.now)
}

func cardOf(alias string) customer.Card {
	return customer.Card{Alias: alias, Type: "V", Masked: "411111XXXXXX1111", Expiry: "3012", Holder: "Erika Muster"}
}

func TestSavedCards(t *testing.T) {
	a := newAccounts(t)
	cards := newCards(t, a)
	own, other := a.register("a@example.org").Customer.ID, a.register("b@example.org").Customer.ID
	first, err := cards.Save(a.ctx, own, cardOf("9410010000181846692"))
	require.NoError(t, err)
	second, err := cards.Save(a.ctx, own, cardOf("9410010000181846693"))
	require.NoError(t, err)
	again, err := cards.Save(a.ctx, own, cardOf("9410010000181846692"))
	require.NoError(t, err)
	require.Equal(t, first, again, "the same card")
	theirs, err := cards.Save(a.ctx, other, cardOf("9410010000181846692"))
	require.NoError(t, err)
	require.NotEqual(t, first, theirs)

	var row string
	require.NoError(t, a.pool.QueryRow(a.ctx, `select encode(sealed, 'escape') || encode(digest, 'escape') from customer_card where id::text = $1`, first).Scan(&row))
	for _, part := range []string{"9410010000181846692", "411111", "Erika"} {
		require.NotContains(t, row, part, "the database cannot read it")
	}

	_, err = cards.Use(a.ctx, other, first)
	require.Equal(t, "card_not_found", fault.ReasonOf(err))
	a.now.Advance(365 * 24 * time.Hour) // used after it was saved
	used, err := cards.Use(a.ctx, own, second)
	require.NoError(t, err)
	require.Equal(t, "9410010000181846693", used.Alias)

	require.Equal(t, "card_not_found", fault.ReasonOf(cards.Remove(a.ctx, own, []string{first, theirs})))
	list, err := cards.List(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, list, 2, "all or none")
	require.NoError(t, cards.Remove(a.ctx, own, []string{first, first}))
	list, err = cards.List(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, second, list[0].ID)

	a.now.Advance(20 * 365 * 24 * time.Hour)
	_, err = cards.Use(a.ctx, own, second)
	require.Equal(t, "card_expired", fault.ReasonOf(err))
}

// A lost key costs the cards that it sealed, and not paying by any card: a list that fails would close the card's form.
func TestCardsOfALostKeyAreLeftOut(t *testing.T) {
	a := newAccounts(t)
	own := a.register("a@example.org").Customer.ID
	lost, err := newCards(t, a).Save(a.ctx, own, cardOf("9410010000181846692"))
	require.NoError(t, err)
	cards := newCards(t, a)
	list, err := cards.List(a.ctx, own)
	require.NoError(t, err)
	require.Empty(t, list)
	_, err = cards.Use(a.ctx, own, lost)
	require.Equal(t, "card_not_found", fault.ReasonOf(err))
	again, err := cards.Save(a.ctx, own, cardOf("9410010000181846692"))
	require.NoError(t, err)
	list, err = cards.List(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, again, list[0].ID)
}

func TestCardsAreLimitedAtOnce(t *testing.T) {
	a := newAccounts(t)
	cards := newCards(t, a)
	own := a.register("a@example.org").Customer.ID
	var wg sync.WaitGroup
	refused := make(chan error, 2*customer.MaxCards)
	for i := range customer.MaxCards + 5 {
		wg.Go(func() {
			if _, err := cards.Save(a.ctx, own, cardOf(fmt.Sprintf("94100100001818%05d", i))); err != nil {
				refused <- err
			}
		})
	}
	wg.Wait()
	close(refused)
	n := 0
	for err := range refused {
		require.Equal(t, "card_limit", fault.ReasonOf(err))
		n++
	}
	require.Equal(t, 5, n)
	list, err := cards.List(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, list, customer.MaxCards)
}

func TestNobodyHasCards(t *testing.T) {
	a := newAccounts(t)
	_, err := newCards(t, a).Save(a.ctx, 1, cardOf("9410010000181846692"))
	require.Equal(t, "customer_not_found", fault.ReasonOf(err))
	require.Equal(t, "card_not_found", fault.ReasonOf(postgres.NewCards(a.pool).UseCard(a.ctx, 1, ident.New(), a.now.Now())))
}
