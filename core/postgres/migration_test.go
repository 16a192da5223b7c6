package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/tern/v2/migrate"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/postgres"
)

// An order of the time before there were several deliveries is one delivery of all its lines.
func TestAnOrderSoFarIsOneDelivery(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 3)
	s.stock(cable, "main", 3)
	d := s.guest(map[int64]int{laptop: 1, cable: 2})
	a := s.freeze(d)

	conn, err := s.pool.Acquire(s.ctx)
	require.NoError(t, err)
	defer conn.Release()
	m, err := migrate.NewMigrator(s.ctx, conn.Conn(), "public.schema_version")
	require.NoError(t, err)
	require.NoError(t, m.LoadMigrations(postgres.Migrations()))
	var before, newest int32
	for _, step := range m.Migrations {
		if strings.HasSuffix(step.Name, "_delivery.sql") {
			before = step.Sequence - 1
		}
		newest = step.Sequence
	}
	require.NoError(t, m.MigrateTo(s.ctx, before))
	require.Equal(t, 1, s.count(`select count(*) from checkout where shipping_code = 'dhl_standard'`))
	require.NoError(t, m.MigrateTo(s.ctx, newest))

	got, err := s.attempts.Attempt(s.ctx, a.ID)
	require.NoError(t, err)
	require.Equal(t, []checkout.Delivery{{
		ID: 1, Option: checkout.ShippingOption{ID: "dhl_standard"}, Lines: []int{0, 1}, Parcels: []checkout.Parcel{},
	}}, got.Deliveries)
	snap, err := s.store.Snapshot(s.ctx, a.CartID)
	require.NoError(t, err)
	require.Equal(t, []string{"dhl_standard"}, snap.Checkout.ShippingCodes)
}
