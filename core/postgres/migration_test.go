package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/tern/v2/migrate"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/postgres"
)

func (s *shop) migrator() *migrate.Migrator {
	s.Helper()
	conn, err := s.pool.Acquire(s.ctx)
	require.NoError(s, err)
	s.Cleanup(conn.Release)
	m, err := migrate.NewMigrator(s.ctx, conn.Conn(), "public.schema_version")
	require.NoError(s, err)
	require.NoError(s, m.LoadMigrations(postgres.Migrations()))
	return m
}

// before is the version ahead of a migration's.
func before(m *migrate.Migrator, name string) int32 {
	i := slices.IndexFunc(m.Migrations, func(step *migrate.Migration) bool { return strings.HasSuffix(step.Name, name) })
	return m.Migrations[i].Sequence - 1
}

// An order of the time before there were several deliveries is one delivery of all its lines.
func TestAnOrderSoFarIsOneDelivery(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 3)
	s.stock(cable, "main", 3)
	d := s.guest(map[int64]int{laptop: 1, cable: 2})
	a := s.freeze(d)

	m := s.migrator()
	require.NoError(t, m.MigrateTo(s.ctx, before(m, "_delivery.sql")))
	require.Equal(t, 1, s.count(`select count(*) from checkout where shipping_code = 'dhl_standard'`))
	require.NoError(t, m.Migrate(s.ctx))

	got, err := s.attempts.Attempt(s.ctx, a.ID)
	require.NoError(t, err)
	require.Equal(t, []checkout.Delivery{{
		ID: 1, Option: checkout.ShippingOption{ID: "dhl_standard"}, Lines: []int{0, 1}, Parcels: []checkout.Parcel{},
	}}, got.Deliveries)
	snap, err := s.store.Snapshot(s.ctx, a.CartID)
	require.NoError(t, err)
	require.Equal(t, []string{"dhl_standard"}, snap.Checkout.ShippingCodes)
}
