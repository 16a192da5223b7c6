package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/tern/v2/migrate"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func migrator(t *testing.T, pool *pgxpool.Pool) *migrate.Migrator {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	t.Cleanup(conn.Release)
	m, err := migrate.NewMigrator(t.Context(), conn.Conn(), "public.schema_version")
	require.NoError(t, err)
	require.NoError(t, m.LoadMigrations(postgres.Migrations()))
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

	m := migrator(t, s.pool)
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

// What some browsers make of a domain with umlauts was another address, and another account.
func TestAddressesWithUmlautsGetTheirOneForm(t *testing.T) {
	a := newAccounts(t)
	m := migrator(t, a.pool)
	require.NoError(t, m.MigrateTo(a.ctx, before(m, "_email_umlaut.sql")))
	for i, email := range []string{
		"one@xn--mller-kva.de", "Two@mail.XN--STRAE-OQA.de", "three@xn--80ak6aa92e.com", "four@xn--rger-bcher-p5a80a.de", "six@example.org",
		"both@xn--mller-kva.de", "both@müller.de", "bad@xn--9.de", "long@xn--99999999999999999.de",
	} {
		_, err := a.pool.Exec(a.ctx, `
			insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
			values ($1, '', '', '', 'de', gen_random_uuid(), now() + $2 * interval '1 second')`, email, i)
		require.NoError(t, err)
	}
	require.NoError(t, m.Migrate(a.ctx))
	rows, err := a.pool.Query(a.ctx, `select email from customer order by created_at`)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{
		"one@müller.de", "Two@mail.straße.de", "three@xn--80ak6aa92e.com", "four@ärger-bücher.de", "six@example.org",
		"both@xn--mller-kva.de", "both@müller.de", "bad@xn--9.de", "long@xn--99999999999999999.de",
	}, got)
	for _, email := range got[:5] {
		whole, _ := address.Email(email)
		require.Equal(t, email, whole, "as the shop keeps it")
	}
}

// Texts of such a database are bytes to it: it would fold no umlaut, count no character, and nobody would notice for a while.
func TestADatabaseOfAnotherEncodingIsRefused(t *testing.T) {
	server := pgtest.New(t)
	cfg := server.Config().ConnConfig.Copy()
	cfg.Database += "_ascii"
	name := pgx.Identifier{cfg.Database}.Sanitize()
	_, err := server.Exec(t.Context(), `create database `+name+` encoding 'SQL_ASCII' locale 'C' template template0`)
	require.NoError(t, err)
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = conn.Close(context.Background())
		_, err := server.Exec(context.Background(), `drop database `+name)
		require.NoError(t, err)
	})
	require.ErrorContains(t, postgres.Migrate(t.Context(), conn, postgres.Expand), "the database's encoding is SQL_ASCII")
	_, err = postgres.Pending(t.Context(), conn, postgres.Expand)
	require.ErrorContains(t, err, "encoding 'UTF8' template template0")
}
