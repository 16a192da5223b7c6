package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/search/searchtest"
)

// waiting is a shop with sold-out goods at a time that the test sets.
type waiting struct {
	testing.TB
	ctx     context.Context
	pool    *pgxpool.Pool
	now     *clock.Fixed
	catalog *postgres.Catalog
	service *restock.Service
	store   *postgres.RestockAlerts
	goods   []int64
}

func newWaiting(t *testing.T) *waiting {
	w := &waiting{TB: t, ctx: context.Background(), pool: pgtest.New(t), now: clock.NewFixed(march)}
	w.catalog, w.store = postgres.NewCatalog(w.pool, w.now), postgres.NewRestockAlerts(w.pool)
	_, err := w.catalog.Apply(w.ctx, searchtest.Batch(8))
	require.NoError(t, err)
	_, err = w.pool.Exec(w.ctx, `update stock set available = 0`)
	require.NoError(t, err)
	rows, err := w.pool.Query(w.ctx, `select id from product order by id`)
	require.NoError(t, err)
	for rows.Next() {
		var id int64
		require.NoError(t, rows.Scan(&id))
		w.goods = append(w.goods, id)
	}
	w.service = restock.NewService(w.store, w.catalog, w.now)
	return w
}

func (w *waiting) ask(product int64, email string, proven bool) error {
	w.Helper()
	p, err := w.catalog.Product(w.ctx, product)
	require.NoError(w, err)
	return w.service.Ask(w.ctx, p, restock.Wish{Email: email, Lang: catalog.German, Proven: proven})
}

// come brings a piece of a product, as a delivery does.
func (w *waiting) come(product int64) {
	w.Helper()
	_, err := w.pool.Exec(w.ctx, `update stock set available = 1 where product_id = $1`, product)
	require.NoError(w, err)
	require.NoError(w, w.service.Changed(w.ctx, w.goods))
}

// mailed gives to whom a template went, in order, and the path of the newest.
func (w *waiting) mailed(template string) (to []string, path string) {
	w.Helper()
	rows, err := w.pool.Query(w.ctx, `
		select payload->>'to', payload->'data' from outbox where topic = 'mail.requested' and payload->>'template' = $1 order by seq`, template)
	require.NoError(w, err)
	defer rows.Close()
	for rows.Next() {
		var email string
		var content []byte
		var data mail.RestockData
		require.NoError(w, rows.Scan(&email, &content))
		require.NoError(w, json.Unmarshal(content, &data))
		require.NotEmpty(w, data.Product)
		to, path = append(to, email), data.Path
	}
	return to, path
}

func (w *waiting) token(template string) string {
	w.Helper()
	_, path := w.mailed(template)
	token, ok := strings.CutPrefix(path, restock.Path)
	require.True(w, ok, path)
	return token
}

// Nobody who did not confirm is written to, and who did is told once, when there are goods.
func TestWhoConfirmedIsToldOnceThatGoodsAreBack(t *testing.T) {
	w := newWaiting(t)
	product := w.goods[2]
	require.NoError(t, w.ask(product, " Kim@example.org", false))
	require.NoError(t, w.ask(product, "nobody@example.org", false))
	require.NoError(t, w.ask(product, "erika@example.org", true))
	require.Equal(t, "email_no_at", fault.FieldsOf(w.ask(product, "kim", false))[0].Reason)
	to, _ := w.mailed(mail.RestockConfirm)
	require.Equal(t, []string{"Kim@example.org", "nobody@example.org"}, to)
	to, _ = w.mailed(mail.RestockWaiting)
	require.Equal(t, []string{"erika@example.org"}, to)

	w.now.Advance(time.Minute)
	_, err := w.pool.Exec(w.ctx, `delete from outbox where payload->>'to' = 'nobody@example.org'`)
	require.NoError(t, err)
	token := w.token(mail.RestockConfirm)
	for range 2 {
		p, err := w.service.Confirm(w.ctx, token)
		require.NoError(t, err)
		require.Equal(t, product, p.ID)
	}
	demand, total, err := w.store.Demand(w.ctx, w.now.Now(), page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, demand, 1)
	require.Equal(t, 1, total)
	require.Equal(t, []any{product, 2, march}, []any{demand[0].ProductID, demand[0].Waiting, demand[0].Since})

	require.NoError(t, w.service.Changed(w.ctx, w.goods))
	require.NoError(t, w.service.CatchUp(w.ctx))
	w.come(w.goods[1])
	to, _ = w.mailed(mail.RestockBack)
	require.Empty(t, to, "what came is something else")
	w.come(product)
	w.come(product)
	to, path := w.mailed(mail.RestockBack)
	require.Equal(t, []string{"erika@example.org", "Kim@example.org"}, to, "the first to wait first, each once")
	require.True(t, strings.HasPrefix(path, "/produkt/") && strings.HasSuffix(path, "-"+strconv.FormatInt(product, 10)), path)

	require.Equal(t, "restock_available", fault.ReasonOf(w.ask(product, "late@example.org", false)))
	_, err = w.service.Confirm(w.ctx, token)
	require.ErrorIs(t, err, restock.ErrWrongLink, "that is over")
}

// Links hold for as long as they say, the newest of them.
func TestTheLinksOfAnAlert(t *testing.T) {
	w := newWaiting(t)
	product := w.goods[0]
	require.NoError(t, w.ask(product, "kim@example.org", false))
	old := w.token(mail.RestockConfirm)
	w.now.Advance(restock.MailPause - time.Second)
	require.NoError(t, w.ask(product, "KIM@example.org", false))
	require.Equal(t, old, w.token(mail.RestockConfirm), "its mail is on the way")
	w.now.Advance(time.Second)
	require.NoError(t, w.ask(product, "kim@example.org", false))
	token := w.token(mail.RestockConfirm)
	require.NotEqual(t, old, token)
	_, err := w.service.Confirm(w.ctx, old)
	require.ErrorIs(t, err, restock.ErrWrongLink)

	w.now.Advance(restock.ConfirmLife)
	_, err = w.service.Confirm(w.ctx, token)
	require.ErrorIs(t, err, restock.ErrWrongLink, "too late")
	require.NoError(t, w.ask(product, "kim@example.org", false))
	token = w.token(mail.RestockConfirm)
	_, err = w.service.Confirm(w.ctx, token)
	require.NoError(t, err)

	// Goods that are there when it is confirmed are told of at once; here they are not, and it is ended.
	for range 2 {
		require.NoError(t, w.service.Cancel(w.ctx, token))
	}
	w.come(product)
	to, _ := w.mailed(mail.RestockBack)
	require.Empty(t, to)

	other := w.goods[1]
	require.NoError(t, w.ask(other, "kim@example.org", false))
	_, err = w.pool.Exec(w.ctx, `update stock set available = 1 where product_id = $1`, other)
	require.NoError(t, err)
	p, err := w.service.Confirm(w.ctx, w.token(mail.RestockConfirm))
	require.NoError(t, err)
	require.Positive(t, p.Available())
	to, _ = w.mailed(mail.RestockBack)
	require.Equal(t, []string{"kim@example.org"}, to)
}

// Who is logged in is believed, also after having asked as a guest; who waits is not asked to confirm anew.
func TestAProvenWishNeedsNoConfirmation(t *testing.T) {
	w := newWaiting(t)
	product := w.goods[0]
	require.NoError(t, w.ask(product, "kim@example.org", false))
	require.NoError(t, w.ask(product, "kim@example.org", true))
	require.NoError(t, w.ask(product, "kim@example.org", true))
	to, _ := w.mailed(mail.RestockWaiting)
	require.Equal(t, []string{"kim@example.org"}, to)
	w.now.Advance(restock.MailPause)
	require.NoError(t, w.ask(product, "kim@example.org", false))
	to, _ = w.mailed(mail.RestockWaiting)
	require.Len(t, to, 2, "waits already")
	w.now.Advance(restock.WaitLife)
	w.come(product)
	to, _ = w.mailed(mail.RestockBack)
	require.Empty(t, to, "half a year is over")
	_, err := w.pool.Exec(w.ctx, `update stock set available = 0`)
	require.NoError(t, err)
	require.NoError(t, w.ask(product, "kim@example.org", false))
	to, _ = w.mailed(mail.RestockConfirm)
	require.Len(t, to, 2, "and is asked anew")
}

// Whoever types an address that waits changes nothing of what its owner confirmed: neither its language nor its end.
func TestAStrangersWishLeavesAnAlertAsItIs(t *testing.T) {
	w := newWaiting(t)
	p, err := w.catalog.Product(w.ctx, w.goods[0])
	require.NoError(t, err)
	ask := func(lang catalog.Lang, proven bool) {
		require.NoError(t, w.service.Ask(w.ctx, p, restock.Wish{Email: "kim@example.org", Lang: lang, Proven: proven}))
	}
	languages := func(template string) int {
		n := 0
		require.NoError(t, w.pool.QueryRow(w.ctx, `
			select count(*) from outbox where payload->>'template' = $1 and payload->>'lang' = 'en'`, template).Scan(&n))
		return n
	}
	ask(catalog.English, false)
	w.now.Advance(restock.MailPause)
	ask(catalog.German, false)
	require.Equal(t, 1, languages(mail.RestockConfirm), "nobody has confirmed the first")
	_, err = w.service.Confirm(w.ctx, w.token(mail.RestockConfirm))
	require.NoError(t, err)
	w.now.Advance(restock.MailPause)
	ask(catalog.English, false)
	require.Zero(t, languages(mail.RestockWaiting))
	w.now.Advance(restock.MailPause)
	ask(catalog.English, true)
	require.Equal(t, 1, languages(mail.RestockWaiting))
	w.now.Advance(restock.WaitLife - time.Hour)
	ask(catalog.German, false)
	require.Equal(t, 2, languages(mail.RestockWaiting))
	w.now.Advance(time.Hour)
	w.come(w.goods[0])
	to, _ := w.mailed(mail.RestockBack)
	require.Empty(t, to, "its time is over")
	_, err = w.pool.Exec(w.ctx, `update stock set available = 0`)
	require.NoError(t, err)
	ask(catalog.German, true)
	w.come(w.goods[0])
	require.Zero(t, languages(mail.RestockBack))
}

func TestACustomersAlertsGoToTheNewAddress(t *testing.T) {
	w := newWaiting(t)
	customers := postgres.NewCustomers(w.pool)
	c := &customer.Customer{Email: "Old@example.org", Lang: catalog.German, CartID: ident.New(), CreatedAt: w.now.Now()}
	require.NoError(t, customers.Create(w.ctx, c, nil, customer.Effects{}))
	_, err := w.pool.Exec(w.ctx, `update customer set email_proven = true`)
	require.NoError(t, err)
	require.NoError(t, w.ask(w.goods[0], "old@example.org", true))
	require.NoError(t, w.ask(w.goods[1], "old@example.org", true))
	require.NoError(t, w.ask(w.goods[1], "new@example.org", false))
	require.NoError(t, w.ask(w.goods[2], "old@example.org", false))
	require.NoError(t, w.ask(w.goods[3], "new@example.org", true))
	require.NoError(t, w.ask(w.goods[3], "old@example.org", false))
	for _, email := range []string{"OLD@example.org", "new@example.org"} {
		_, err := customers.Change(w.ctx, c.ID, func(c *customer.Customer) (customer.Effects, error) {
			c.Email = email
			return customer.Effects{}, nil
		})
		require.NoError(t, err)
	}
	for _, id := range w.goods[:4] {
		w.come(id)
	}
	to, _ := w.mailed(mail.RestockBack)
	require.Equal(t, []string{"new@example.org", "new@example.org", "new@example.org"}, to, "once each; nobody confirmed the third")
}

// An address gets no more than a few links that it has not followed, whoever asks for them.
func TestNobodyFillsAMailbox(t *testing.T) {
	w := newWaiting(t)
	for _, product := range w.goods {
		require.NoError(t, w.ask(product, "victim@example.org", false))
	}
	to, _ := w.mailed(mail.RestockConfirm)
	require.Len(t, to, restock.MostOpen)
	w.now.Advance(restock.MailPause)
	require.NoError(t, w.ask(w.goods[0], "victim@example.org", false))
	to, _ = w.mailed(mail.RestockConfirm)
	require.Len(t, to, restock.MostOpen+1, "the link of one of them anew")
	w.now.Advance(restock.ConfirmLife)
	require.NoError(t, w.ask(w.goods[7], "victim@example.org", false))
	to, _ = w.mailed(mail.RestockConfirm)
	require.Len(t, to, restock.MostOpen+2)
}

func TestNobodyFillsAMailboxByItsLabels(t *testing.T) {
	w := newWaiting(t)
	for n := range mail.ShareHour + 2 {
		require.NoError(t, w.ask(w.goods[0], fmt.Sprintf("victim+%d@example.org", n), false))
	}
	to, _ := w.mailed(mail.RestockConfirm)
	require.Len(t, to, mail.ShareHour)
}

// Many requests at once mail no more than as many in turn.
func TestNobodyFillsAMailboxAtOnce(t *testing.T) {
	w := newWaiting(t)
	start, asked := make(chan struct{}), make(chan error)
	for _, product := range w.goods {
		go func() {
			<-start
			asked <- w.ask(product, "victim@example.org", false)
		}()
	}
	close(start)
	for range w.goods {
		require.NoError(t, <-asked)
	}
	to, _ := w.mailed(mail.RestockConfirm)
	require.Len(t, to, restock.MostOpen)
}

// Goods that came unnoticed are noticed by who looks at all that is waited for.
func TestGoodsThatCameUnnoticedAreCaughtUpWith(t *testing.T) {
	w := newWaiting(t)
	require.NoError(t, w.ask(w.goods[0], "kim@example.org", true))
	_, err := w.pool.Exec(w.ctx, `update stock set available = 1`)
	require.NoError(t, err)
	require.NoError(t, w.service.Changed(w.ctx, nil))
	to, _ := w.mailed(mail.RestockBack)
	require.Empty(t, to, "nothing changed")
	for range 2 {
		require.NoError(t, w.service.CatchUp(w.ctx))
	}
	to, _ = w.mailed(mail.RestockBack)
	require.Equal(t, []string{"kim@example.org"}, to)
}

// What is not sold any more is not there again.
func TestGoodsThatAreNotSoldTellNobody(t *testing.T) {
	w := newWaiting(t)
	product := w.goods[0]
	require.NoError(t, w.ask(product, "kim@example.org", true))
	require.NoError(t, w.ask(w.goods[1], "kim@example.org", false))
	_, err := w.pool.Exec(w.ctx, `update product set active = false`)
	require.NoError(t, err)
	w.come(product)
	to, _ := w.mailed(mail.RestockBack)
	require.Empty(t, to)
	_, err = w.service.Confirm(w.ctx, w.token(mail.RestockConfirm))
	require.Equal(t, "product_not_found", fault.ReasonOf(err))
}
