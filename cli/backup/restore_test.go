package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// A restore can be taken back: what it moved aside runs again. One that was killed before its end is never mistaken for
// a shop without data.
func TestWhatARestoreMovedAsideRunsAgain(t *testing.T) {
	place := t.TempDir()
	t.Cleanup(func() { require.NoError(t, pgserver.Remove(filepath.Join(place, "postgres"))) })
	runs := func(why string) {
		t.Helper()
		s, err := pgserver.Start(t.Context(), options(t, place))
		require.NoError(t, err, why)
		require.NoError(t, s.Stop(context.Background()))
	}
	runs("new")
	data := filepath.Join(place, "postgres", "data")
	before, err := pgserver.Adopt(t.Context(), options(t, place), func(to string) error {
		return errors.Join(os.CopyFS(to, os.DirFS(data)), os.Chmod(to, 0o700))
	})
	require.NoError(t, err)
	runs("restored")
	require.NoError(t, os.Rename(data, data+".regretted"))
	require.NoError(t, os.Rename(filepath.Join(filepath.Dir(data), filepath.Base(before)), data))
	runs("what was there before")

	_, err = pgserver.Adopt(t.Context(), options(t, place), func(to string) error {
		return errors.Join(os.MkdirAll(to, 0o700), errors.New("no space left"))
	})
	require.ErrorContains(t, err, "no space left")
	require.NoDirExists(t, data+".restored", "a restore that fails clears up")
	require.NoError(t, os.Mkdir(data+".restored", 0o700)) // as when it died while it wrote
	runs("what a killed restore was to replace")
	require.NoDirExists(t, data+".restored", "a copy of all customers that nobody would miss")
	require.NoError(t, os.Rename(data, data+".restored")) // as when it died between two steps
	_, err = pgserver.Start(t.Context(), options(t, place))
	require.ErrorContains(t, err, "a restore that was interrupted")
}

// A database that was restored by other means leaves the numbers out when it is told to; one that bills nothing stays without numbers
// of invoices.
func TestARestoredShopLeavesNumbersOut(t *testing.T) {
	place := t.TempDir()
	t.Cleanup(func() { require.NoError(t, pgserver.Remove(filepath.Join(place, "postgres"))) })
	shop := server(t, place)
	stocked(t, shop)
	require.NoError(t, backup.Skip(t.Context(), shop.URL("kontor"), 500))
	conn, err := pgx.Connect(t.Context(), shop.URL("kontor"))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	var order, withdrawal, series int64
	require.NoError(t, conn.QueryRow(t.Context(), `
		select nextval(pg_get_serial_sequence('shop_order', 'id')), nextval(pg_get_serial_sequence('withdrawal', 'id')), (select count(*) from invoice_series)`).
		Scan(&order, &withdrawal, &series))
	require.Equal(t, []int64{100_502, 5_502, 0}, []int64{order, withdrawal, series})
}

// An account that is deleted while the copy is made is missing from it, and from no list of what was lost.
func TestWhatIsDeletedMeanwhileIsNotMissed(t *testing.T) {
	place := t.TempDir()
	t.Cleanup(func() { require.NoError(t, pgserver.Remove(filepath.Join(place, "postgres"))) })
	shop := server(t, place)
	stocked(t, shop)
	exec(t, shop.URL("kontor"), `insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		select n || '@example.org', '', '', '', 'de', gen_random_uuid(), now() from generate_series(1, 5) n`)
	conn, err := pgx.Connect(t.Context(), shop.URL("kontor"))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	tx, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `delete from customer where email = '1@example.org'`)
	require.NoError(t, err)
	watching, err := pgx.Connect(t.Context(), shop.URL("kontor"))
	require.NoError(t, err)
	defer func() { _ = watching.Close(context.Background()) }()
	ended := make(chan error, 1)
	go func() { // once the copy has begun, what was counted is one more than there will be
		for copying := false; !copying; time.Sleep(time.Millisecond) {
			if err := watching.QueryRow(t.Context(), `select exists (select from pg_stat_progress_basebackup)`).Scan(&copying); err != nil {
				ended <- err
				return
			}
		}
		ended <- tx.Commit(t.Context())
	}()
	_, made, err := backup.Create(t.Context(), backup.Source{Database: shop.URL("kontor")}, t.TempDir(), time.Now())
	require.NoError(t, err)
	require.NoError(t, <-ended)
	have, err := backup.Check(t.Context(), made, shop.URL("kontor"))
	require.NoError(t, err)
	require.EqualValues(t, 4, have["customer"])
}
