package postgres_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

// accounts is a shop's customers at a time that the test sets.
type accounts struct {
	*shop
	now      *clock.Fixed
	sessions *session.Service
	service  *customer.Service
	store    *postgres.Customers
}

const password = "Zug7Berg"

func newAccounts(t *testing.T) *accounts {
	a := &accounts{shop: newShop(t), now: clock.NewFixed(march)}
	a.store = postgres.NewCustomers(a.pool)
	a.restart()
	return a
}

// restart begins anew with what the database has.
func (a *accounts) restart() {
	a.sessions = session.NewService(postgres.NewSessions(a.pool), a.now)
	a.service = customer.NewService(a.store, a.sessions, a.now, address.BilledCountry)
}

func (a *accounts) visit() customer.Visit {
	a.Helper()
	token, made, err := a.sessions.Start(a.ctx, catalog.German)
	require.NoError(a, err)
	return customer.Visit{Token: token, Session: made, Client: "192.0.2.1", Lang: catalog.German}
}

func (a *accounts) register(email string) *customer.Entry {
	a.Helper()
	entry, err := a.service.Register(a.ctx, a.visit(), customer.Registration{
		Email: email, FirstName: "Erika", LastName: "Muster", Password: password, Lang: catalog.German,
	})
	require.NoError(a, err)
	return entry
}

// enter logs in from a new browser.
func (a *accounts) enter(email string) *customer.Entry {
	a.Helper()
	v := a.visit()
	_, err := a.service.Login(a.ctx, v, email, password)
	require.NoError(a, err)
	entry, err := a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	require.NoError(a, err)
	return entry
}

// as is the visit of somebody who is logged in.
func as(e *customer.Entry) customer.Visit {
	return customer.Visit{Token: e.Token, Session: e.Session, Client: "192.0.2.1", Lang: catalog.German}
}

// mailed gives what the newest mail of a template says.
func (a *accounts) mailed(template string) mail.AccountData {
	a.Helper()
	var payload []byte
	require.NoError(a, a.pool.QueryRow(a.ctx, `
		select payload from outbox where topic = 'mail.requested' and payload ->> 'template' = $1 order by seq desc limit 1`, template).Scan(&payload))
	var r mail.Request
	require.NoError(a, json.Unmarshal(payload, &r))
	var data mail.AccountData
	require.NoError(a, json.Unmarshal(r.Data, &data))
	return data
}

func (a *accounts) count(query string, args ...any) int {
	a.Helper()
	var n int
	require.NoError(a, a.pool.QueryRow(a.ctx, query, args...).Scan(&n))
	return n
}

func (a *accounts) dead(token string) {
	a.Helper()
	_, err := a.sessions.Fresh(a.ctx, token)
	require.ErrorIs(a, err, errNoSession)
}

func TestRegisteringLogsInUnderANewToken(t *testing.T) {
	a := newAccounts(t)
	v := a.visit()
	entry, err := a.service.Register(a.ctx, v, customer.Registration{
		Email: "Erika@Example.org", FirstName: "Erika", LastName: "Muster", Password: password, Lang: catalog.German,
	})
	require.NoError(t, err)
	require.Zero(t, entry.Customer.CustomerID(), "light until there is a billing address")
	require.NotEqual(t, v.Token, entry.Token)
	a.dead(v.Token)
	found, err := a.sessions.Fresh(a.ctx, entry.Token)
	require.NoError(t, err)
	require.Equal(t, entry.Session, found)
	require.True(t, a.sessions.Full(found))
	require.Equal(t, v.Session.CartID, found.CartID)

	_, err = a.service.Register(a.ctx, a.visit(), customer.Registration{
		Email: "erika@example.ORG", FirstName: "Eva", LastName: "Muster", Password: password, Lang: catalog.German,
	})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "email_in_use"))
	stored, err := a.store.ByEmail(a.ctx, "ERIKA@example.org ")
	require.NoError(t, err)
	require.Equal(t, "Erika", stored.FirstName)
	require.Nil(t, stored.Business)
	require.Contains(t, stored.PasswordHash, "$argon2id$v=19$m=19456,t=2,p=1$")
	require.Equal(t, 1, a.count(`select count(*) from security_event where kind = 'registered' and customer_id = $1`, stored.ID))
}

func TestLoginNeedsTheMailedCodeOnce(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	v := a.visit()
	entry, err := a.service.Login(a.ctx, v, "erika@example.org", password)
	require.NoError(t, err)
	require.Nil(t, entry, "a code is awaited")
	awaits, err := a.service.Awaits(a.ctx, v)
	require.NoError(t, err)
	require.True(t, awaits)
	code := a.mailed(mail.LoginCode).Code
	require.Len(t, code, 6)

	other := a.visit()
	_, err = a.service.Confirm(a.ctx, other, code)
	require.ErrorIs(t, err, customer.ErrWrongCode, "a code is one session's")
	_, err = a.service.Confirm(a.ctx, v, "")
	require.ErrorIs(t, err, customer.ErrWrongCode)

	// Of many at once, one enters.
	var entered atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := a.service.Confirm(a.ctx, v, code); err == nil {
				entered.Add(1)
			}
		})
	}
	group.Wait()
	require.EqualValues(t, 1, entered.Load())
	a.dead(v.Token)
}

func TestCodesEndByTriesTimeAndResending(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	begin := func() (customer.Visit, string) {
		v := a.visit()
		_, err := a.service.Login(a.ctx, v, "erika@example.org", password)
		require.NoError(t, err)
		return v, a.mailed(mail.LoginCode).Code
	}
	wrong := func(code string) string { return string('0'+(code[0]-'0'+1)%10) + code[1:] }

	v, code := begin()
	for range 5 {
		_, err := a.service.Confirm(a.ctx, v, wrong(code))
		require.ErrorIs(t, err, customer.ErrWrongCode)
	}
	_, err := a.service.Confirm(a.ctx, v, code)
	require.ErrorIs(t, err, customer.ErrWrongCode, "the right one after too many wrong ones")
	_, err = a.service.Confirm(a.ctx, a.visit(), code)
	require.ErrorIs(t, err, customer.ErrWrongCode, "none was mailed")
	require.Equal(t, customer.CodeTries, a.count(`select count(*) from security_event where kind = 'code_failed'`), "only what could have been right is noted")

	require.NoError(t, a.service.Resend(a.ctx, v))
	second := a.mailed(mail.LoginCode).Code
	_, err = a.service.Confirm(a.ctx, v, second)
	require.NoError(t, err, "a new code has tries of its own")

	v, code = begin()
	a.later(customer.CodeLife)
	_, err = a.service.Confirm(a.ctx, v, code)
	require.ErrorIs(t, err, customer.ErrWrongCode, "too late")

	v, code = begin()
	for range customer.CodeSends - 1 {
		require.NoError(t, a.service.Resend(a.ctx, v))
	}
	var out *customer.SentOut
	require.ErrorAs(t, a.service.Resend(a.ctx, v), &out)
	require.WithinDuration(t, time.Now().Add(customer.CodeLife), out.Until, time.Minute, "the last one holds as long")
	if code != a.mailed(mail.LoginCode).Code {
		_, err = a.service.Confirm(a.ctx, v, code)
		require.ErrorIs(t, err, customer.ErrWrongCode, "the first one was replaced")
	}
	a.later(customer.CodeLife)
	require.ErrorIs(t, a.service.Resend(a.ctx, v), customer.ErrLoginAgain, "and then the password is asked for")
	require.ErrorIs(t, a.service.Resend(a.ctx, a.visit()), customer.ErrNoResend, "nothing is awaited")
}

func TestWrongPasswordsAreThrottledAcrossRestarts(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	for _, email := range []string{"erika@example.org", "nobody@example.org"} {
		v := a.visit()
		for range 4 {
			_, err := a.service.Login(a.ctx, v, email, "Falsch1x")
			require.ErrorIs(t, err, customer.ErrWrongCredentials)
		}
		a.restart()
		var blocked *customer.Blocked
		_, err := a.service.Login(a.ctx, v, email, "Falsch1x")
		require.ErrorAs(t, err, &blocked, "the same for an account that is none")
		require.WithinDuration(t, time.Now().Add(time.Minute), blocked.Until, 30*time.Second)
		first := blocked.Until
		a.restart()
		_, err = a.service.Login(a.ctx, v, email, password)
		require.ErrorAs(t, err, &blocked, "the right one has to wait as well")
		require.Equal(t, first, blocked.Until, "trying does not make it longer")
	}
	elsewhere := a.visit()
	elsewhere.Client = "198.51.100.7"
	_, err := a.service.Login(a.ctx, elsewhere, "erika@example.org", password)
	require.NoError(t, err, "the owner is not locked out by somebody at another address")
	a.later(time.Minute)
	_, err = a.service.Login(a.ctx, a.visit(), "erika@example.org", password)
	require.NoError(t, err)
	require.Equal(t, 1, a.count(`select count(*) from security_event where kind = 'login_blocked' and customer_id > 0`))
}

// Somebody tries an account from everywhere, without pause, to keep its owner out.
func TestAttackFromManyAddressesDoesNotLockTheOwnerOut(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	owner := func() (*customer.Entry, error) {
		v := a.visit()
		if _, err := a.service.Login(a.ctx, v, "erika@example.org", password); err != nil {
			return nil, err
		}
		return a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	}
	entry, err := owner()
	require.NoError(t, err)
	attacker := a.visit()
	attack := func(n int) (err error) {
		for i := range n {
			attacker.Client = fmt.Sprintf("198.51.100.%d", i%200)
			_, err = a.service.Login(a.ctx, attacker, "erika@example.org", "Falsch1x")
		}
		return err
	}
	var blocked *customer.Blocked
	require.ErrorAs(t, attack(60), &blocked, "spreading it does not help the attacker")
	require.LessOrEqual(t, time.Until(blocked.Until), time.Minute)
	stranger := a.visit()
	stranger.Client = "203.0.113.9"
	_, err = a.service.Login(a.ctx, stranger, "erika@example.org", password)
	require.ErrorAs(t, err, &blocked, "from a new address the owner waits a minute at most")

	_, err = owner()
	require.NoError(t, err, "from where the owner entered before, at once")
	a.now.Advance(session.FullLogin)
	found, err := a.sessions.Fresh(a.ctx, entry.Token)
	require.NoError(t, err)
	require.Error(t, attack(60))
	_, err = a.service.Login(a.ctx, customer.Visit{Token: entry.Token, Session: found, Client: "203.0.113.10"}, "erika@example.org", password)
	require.NoError(t, err, "and from wherever the owner's session is")
}

func TestGuessingAtOnceIsNoBetterThanInTurn(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	v := a.visit()
	var looked atomic.Int32
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			_, err := a.service.Login(a.ctx, v, "erika@example.org", "Falsch1x")
			if fault.ReasonOf(err) == customer.ErrWrongCredentials.Reason {
				looked.Add(1)
			}
		})
	}
	group.Wait()
	require.LessOrEqual(t, looked.Load(), int32(4))
}

func TestFullLoginEndsAndComesBackByPasswordAlone(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	a.now.Advance(session.FullLogin)
	found, err := a.sessions.Fresh(a.ctx, entry.Token)
	require.NoError(t, err)
	require.True(t, a.sessions.Soft(found))
	again, err := a.service.Login(a.ctx, customer.Visit{Token: entry.Token, Session: found, Client: "192.0.2.1"}, "erika@example.org", password)
	require.NoError(t, err)
	require.NotNil(t, again, "no second code in a browser that gave one")
	require.True(t, a.sessions.Full(again.Session))
	require.Equal(t, entry.Session.CartID, again.Session.CartID)
	a.dead(entry.Token)
}

func TestChangesOfPasswordAndEmailRenewTheSession(t *testing.T) {
	a := newAccounts(t)
	here := a.register("erika@example.org")
	a.register("other@example.org")
	second := a.enter("erika@example.org")
	_, err := a.service.ChangePassword(a.ctx, as(here), "Falsch1x", "Neu7Haus")
	require.ErrorIs(t, err, customer.ErrWrongOldPassword)
	_, err = a.service.ChangePassword(a.ctx, as(here), password, password)
	require.ErrorIs(t, err, customer.ErrSamePassword)
	token, err := a.service.ChangePassword(a.ctx, as(here), password, "Neu7Haus")
	require.NoError(t, err)
	a.dead(here.Token)
	a.dead(second.Token)

	here.Token = token
	for _, email := range []string{"ERIKA@example.org", "other@example.org", "no-address"} {
		_, err = a.service.ChangeEmail(a.ctx, as(here), email, "Neu7Haus")
		require.Equal(t, customer.ErrNewEmail.Reason, fault.ReasonOf(err), email)
	}
	_, err = a.service.ChangeEmail(a.ctx, as(here), "new@example.org", password)
	require.ErrorIs(t, err, customer.ErrWrongPassword)
	token, err = a.service.ChangeEmail(a.ctx, as(here), "new@example.org", "Neu7Haus")
	require.NoError(t, err)
	a.dead(here.Token)
	var to string
	require.NoError(t, a.pool.QueryRow(a.ctx, `select payload ->> 'to' from outbox where payload ->> 'template' = $1`, mail.EmailChanged).Scan(&to))
	require.Equal(t, "erika@example.org", to)
	_, err = a.sessions.Fresh(a.ctx, token)
	require.NoError(t, err)
}

var home = address.Address{FirstName: "Erika", LastName: "Muster", StreetName: "Hauptstraße", StreetNumber: "12a", ZipCode: "10115", CityName: "Berlin"}

func TestAddressBook(t *testing.T) {
	a := newAccounts(t)
	entry, stranger := a.register("erika@example.org"), a.register("other@example.org")
	v := as(entry)
	first, err := a.service.AddAddress(a.ctx, v, customer.Address{Address: home})
	require.NoError(t, err)
	c, err := a.service.Customer(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	require.False(t, c.Light, "the first address is the billing address, and makes the account a full one")
	work := home
	work.CityName = "Potsdam"
	second, err := a.service.AddAddress(a.ctx, v, customer.Address{Address: work})
	require.NoError(t, err)
	_, err = a.service.AddAddress(a.ctx, v, customer.Address{Address: work, Billing: true})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "address_billing_exists"))
	abroad := home
	abroad.CountryID, abroad.ZipCode = 14, "1010"
	_, err = a.service.AddAddress(a.ctx, v, customer.Address{Address: abroad})
	require.Equal(t, address.OtherCountry, fault.FieldsOf(err)[0].Reason)

	book, err := a.service.Addresses(a.ctx, c.ID)
	require.NoError(t, err)
	require.Equal(t, []int64{first, second}, []int64{book[0].ID, book[1].ID})
	require.Equal(t, []address.Kind{address.Invoice, address.Delivery}, []address.Kind{book[0].Kind, book[1].Kind})
	book[1].CityName = "Cottbus"
	require.NoError(t, a.service.UpdateAddress(a.ctx, v, book[1]))

	missing := fault.New(fault.NotFound, "address_not_found")
	require.ErrorIs(t, a.service.UpdateAddress(a.ctx, as(stranger), book[1]), missing)
	require.ErrorIs(t, a.service.DeleteAddress(a.ctx, as(stranger), second), missing)
	_, err = a.service.Address(a.ctx, stranger.Customer.ID, second)
	require.ErrorIs(t, err, missing)
	require.ErrorIs(t, a.service.DeleteAddress(a.ctx, v, first), fault.New(fault.Conflict, "address_is_billing"))
	require.NoError(t, a.service.DeleteAddress(a.ctx, v, second))
	require.ErrorIs(t, a.service.DeleteAddress(a.ctx, v, second), missing)
	for i := range customer.MaxAddresses - 1 {
		work.StreetNumber = strconv.Itoa(1 + i)
		_, err = a.service.AddAddress(a.ctx, v, customer.Address{Address: work})
		require.NoError(t, err)
	}
	_, err = a.service.AddAddress(a.ctx, v, customer.Address{Address: home})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "address_limit"))
}

func TestBusinessKeepsWhatOnlyTheShopChanges(t *testing.T) {
	a := newAccounts(t)
	billing := home
	billing.Company = "Muster GmbH"
	entry, err := a.service.Register(a.ctx, a.visit(), customer.Registration{
		Email: "b@example.org", FirstName: "Erika", LastName: "Muster", Password: password, Lang: catalog.German, Billing: &billing,
		Business: &customer.Business{Form: customer.Partnership, Type: customer.Reseller, Company: "Muster GmbH", OwnerFirstName: "Erika", OwnerLastName: "Muster"},
	})
	require.NoError(t, err)
	v := as(entry)
	book, err := a.service.Addresses(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	changed := book[0]
	changed.FirstName, changed.Company, changed.CityName = "Eva", "Anders GmbH", "Potsdam"
	require.NoError(t, a.service.UpdateAddress(a.ctx, v, changed))
	kept, err := a.service.Billing(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Erika", "Muster GmbH", "Potsdam"}, []string{kept.FirstName, kept.Company, kept.CityName})
	require.ErrorIs(t, a.service.ChangeCompany(a.ctx, v, "Anders GmbH"), customer.ErrNotAllowed)
	require.NoError(t, a.service.ChangeOwner(a.ctx, v, "Eva", "Anders"))
	require.NoError(t, a.service.ChangeVATID(a.ctx, v, "DE 136 695 976"))
	require.ErrorIs(t, a.service.UpdateAddress(a.ctx, v, changed), fault.New(fault.Conflict, "address_locked"))
	c, err := a.service.Customer(a.ctx, entry.Customer.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Eva", "DE136695976"}, []string{c.Business.OwnerFirstName, c.Business.VATID})
	require.ErrorIs(t, a.service.ChangeOwner(a.ctx, as(a.register("p@example.org")), "Eva", "Anders"), customer.ErrNotAllowed)
}

func TestCartsJoinAtLoginAndPartAtTransfer(t *testing.T) {
	a := newAccounts(t)
	a.stock(laptop, "main", 10)
	a.stock(cable, "main", 10)
	carts := postgres.NewCarts(a.pool)
	put := func(cart string, product int64, n int) {
		_, err := carts.Add(a.ctx, cart, product, n)
		require.NoError(t, err)
	}
	content := func(id string) map[int64]int {
		c, err := carts.Cart(a.ctx, id)
		require.NoError(t, err)
		got := map[int64]int{}
		for _, l := range c.Lines {
			got[l.ProductID] = l.Quantity
		}
		return got
	}
	entry := a.register("erika@example.org")
	own := entry.Session.CartID
	put(own, laptop, 2)

	v := a.visit()
	put(v.Session.CartID, laptop, 1)
	put(v.Session.CartID, cable, 3)
	require.NoError(t, carts.SetVouchers(a.ctx, v.Session.CartID, []string{"WELCOME"}))
	_, err := a.service.Login(a.ctx, v, "erika@example.org", password)
	require.NoError(t, err)
	second, err := a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	require.NoError(t, err)
	require.Equal(t, own, second.Session.CartID, "all sessions of a customer have one cart")
	require.Equal(t, map[int64]int{laptop: 2, cable: 3}, content(own))
	require.Empty(t, content(v.Session.CartID))
	joined, err := carts.Cart(a.ctx, own)
	require.NoError(t, err)
	require.Equal(t, []string{"WELCOME"}, joined.Vouchers)

	_, err = a.pool.Exec(a.ctx, `update cart set frozen_by = $2 where id = $1`, own, ident.New())
	require.NoError(t, err)
	idle := a.visit()
	put(idle.Session.CartID, cable, 1)
	require.NoError(t, carts.Remove(a.ctx, idle.Session.CartID, cable))
	require.NoError(t, a.store.JoinCart(a.ctx, entry.Customer.ID, idle.Session.CartID))
	require.Equal(t, 1, a.count(`select count(*) from cart where frozen_by is not null`), "an empty cart disturbs no payment elsewhere")

	other, err := a.service.Register(a.ctx, as(second), customer.Registration{
		Email: "other@example.org", FirstName: "Eva", LastName: "Muster", Password: password, Lang: catalog.German,
	})
	require.NoError(t, err)
	require.NotEqual(t, own, other.Session.CartID)
	require.Equal(t, map[int64]int{laptop: 2, cable: 3}, content(own), "who was logged in before keeps the cart")
	second = a.enter("erika@example.org")

	token, err := a.service.LogoutAndTransfer(a.ctx, as(second))
	require.NoError(t, err)
	a.dead(second.Token)
	guest, err := a.sessions.Fresh(a.ctx, token)
	require.NoError(t, err)
	require.Zero(t, guest.CustomerID)
	require.Equal(t, map[int64]int{laptop: 2, cable: 3}, content(guest.CartID))
	require.Empty(t, content(own))
}
