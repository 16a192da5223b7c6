package postgres_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
)

// unpaid is a guest's draft of an order that may be placed without a payment.
func (s *shop) unpaid(email string) checkout.Draft {
	d := s.guest(map[int64]int{laptop: 1})
	_, err := s.pool.Exec(s.ctx, `update checkout set email = $2 where id = $1`, d.CheckoutID, email)
	require.NoError(s, err)
	d.Mailbox = email
	return d
}

// Anybody can order in anybody's name, as long as nothing is to be paid at once.
func TestOrdersWithoutAPaymentFillNobodysMailbox(t *testing.T) {
	const victim = "victim@example.org"
	s := newShop(t)
	s.stock(laptop, "main", 100)
	for n := range checkout.UnpaidHour {
		s.freeze(s.unpaid([]string{victim, "Victim@Example.org", "victim+label@example.org"}[n%3]))
	}
	before := s.available(laptop)
	d := s.unpaid(strings.ToUpper(victim))
	_, err := s.store.Freeze(s.ctx, d)
	many, ok := errors.AsType[*checkout.TooMany](err)
	require.True(t, ok, err)
	require.Equal(t, fault.Limited, fault.CodeOf(err))
	require.Greater(t, many.Wait, 50*time.Minute)
	require.LessOrEqual(t, many.Wait, time.Hour)
	require.Equal(t, before, s.available(laptop), "it takes no goods")
	require.Equal(t, checkout.UnpaidHour, s.count(`select count(*) from shop_order`))

	s.freeze(s.unpaid("somebody@example.org"))
	paying := s.unpaid(victim)
	paying.Mailbox = ""
	s.freeze(paying)

	proven := s.unpaid(victim)
	_, err = s.pool.Exec(s.ctx, `
		with c as (insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at, email_proven)
		           values ($2, 'x', 'V', 'V', 'de', gen_random_uuid(), now(), true) returning id)
		update checkout set customer_id = c.id from c where checkout.id = $1`, proven.CheckoutID, victim)
	require.NoError(t, err)
	s.freeze(proven)

	_, err = s.pool.Exec(s.ctx, `update login_throttle set tried_at = tried_at - interval '1 hour'`)
	require.NoError(t, err)
	s.freeze(d)
}

func TestOrdersWithoutAPaymentFillNobodysMailboxAtOnce(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 100)
	drafts := make([]checkout.Draft, 2*checkout.UnpaidHour)
	for i := range drafts {
		drafts[i] = s.unpaid("victim@example.org")
	}
	var won atomic.Int32
	var wg sync.WaitGroup
	for _, d := range drafts {
		wg.Go(func() {
			if _, err := s.store.Freeze(s.ctx, d); err == nil {
				won.Add(1)
			} else if fault.CodeOf(err) != fault.Limited {
				t.Errorf("freeze: %v", err)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, checkout.UnpaidHour, won.Load())
}
