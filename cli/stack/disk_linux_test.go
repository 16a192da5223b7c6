package stack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// small gives a folder on a disk of its own of so many megabytes.
func small(t *testing.T, megabytes int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	// Not t.TempDir, whose parents are closed to PostgreSQL's user.
	dir, err := os.MkdirTemp("", "kontor-disk-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.Remove(dir)) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0755", megabytes)); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, 0)) })
	return dir
}

// fill takes all that is left of a disk, but for so many kilobytes, and gives it back when asked to.
func fill(t *testing.T, dir string, but int64) (empty func()) {
	t.Helper()
	name := filepath.Join(dir, "filler")
	file, err := os.Create(name)
	require.NoError(t, err)
	written, err := io.Copy(file, zeros{})
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, errors.Join(file.Truncate(written-but<<10), file.Close()))
	return func() { require.NoError(t, os.Remove(name)) }
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func on(t *testing.T, dir string) config.Config {
	t.Helper()
	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	c.State.Dir = dir
	return c
}

// Whoever starts the shop on a full disk is told which one it is and what to do, before anything is begun.
func TestAFullDiskSaysWhatToDo(t *testing.T) {
	dir := small(t, 8)
	c := on(t, dir)
	empty := fill(t, dir, 0)
	var found []string
	for _, check := range Checks(t.Context(), c, "") {
		if !check.OK {
			found = append(found, check.Advice)
		}
	}
	sentence := "only 0.0 GB are free at " + dir + " and 1 GB are needed: make room, or put the state elsewhere with state.dir (KONTOR_STATE_DIR)"
	require.Contains(t, fmt.Sprint(found), sentence)

	console := devstack.NewConsole(os.Stderr)
	defer console.Close()
	_, err := Start(t.Context(), Options{Config: c, Console: console})
	require.ErrorContains(t, err, sentence)
	_, running := devstack.Running(dir)
	require.False(t, running)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing was begun")
	empty()
}

// Files can run out before bytes do.
func TestADiskWithoutFilesSaysSo(t *testing.T) {
	dir := small(t, 8)
	require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT, "nr_inodes=3"))
	for i := range 2 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o600))
	}
	check := disk("Disk space", dir, 1, "go elsewhere")
	require.False(t, check.OK)
	require.Equal(t, "the disk at "+dir+" holds as many files as it can: delete some, or go elsewhere", check.Advice)
}

// A disk that the system has made read-only after an error has room, and takes nothing.
func TestADiskThatIsReadOnlySaysSo(t *testing.T) {
	dir := small(t, 8)
	require.Equal(t, "only 0.0 GB are free at "+dir+": make room, before the shop cannot store any more orders", Cramped(dir))
	require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	sentence := "the disk at " + dir + " is read-only: see in the system's log why, and mount it for writing again"
	require.Equal(t, sentence, Cramped(dir))
	check := disk("Disk space", dir, 1, "go elsewhere")
	require.False(t, check.OK)
	require.Equal(t, sentence+", or go elsewhere", check.Advice)
	c := on(t, t.TempDir())
	c.State.Tools = dir
	for _, check := range disks(c) {
		require.NotContains(t, check.Advice, "read-only", "tools are only read")
	}
}

// A disk that fills while a part starts ends the start with the same advice, and leaves nothing that is in the way later.
func TestADiskThatFillsDuringTheStart(t *testing.T) {
	dir := small(t, 128)
	c := on(t, dir)
	empty := fill(t, dir, 16<<10)
	start := func() error {
		state, err := devstack.Own(dir)
		require.NoError(t, err)
		console := devstack.NewConsole(os.Stderr)
		defer console.Close()
		ports, err := devstack.FreePorts(1)
		require.NoError(t, err)
		c.Devstack.PostgresPort = ports[0]
		s := &Stack{cfg: c, console: console, state: state, parts: devstack.NewStack(console), began: time.Now()}
		err = s.up(t.Context(), []devstack.Part{{Name: "PostgreSQL", Start: s.startPostgres}})
		return errors.Join(err, s.Stop(context.Background()))
	}
	err := start()
	require.ErrorContains(t, err, "are free at "+dir+" and 1 GB are needed: make room")
	require.True(t, DiskFull(err))
	empty()
	require.NoError(t, start(), "it starts once there is room")
}

// A shop whose disk fills while it runs refuses what it cannot store, keeps what it has stored, and goes on when there is
// room again.
func TestADiskThatFillsLosesNothing(t *testing.T) {
	dir := small(t, 160)
	ports, err := devstack.FreePorts(1)
	require.NoError(t, err)
	server, err := pgserver.Start(t.Context(), pgserver.Options{
		Dir: filepath.Join(dir, "postgres"), ToolsDir: filepath.Join(on(t, dir).State.Tools, "postgres"), LogDir: filepath.Join(dir, "log"),
		Port: ports[0], Say: t.Logf, Note: t.Logf,
	})
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Stop(context.Background())) }()
	exec := func(sql string, args ...any) error {
		conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.Background()) }()
		_, err = conn.Exec(t.Context(), sql, args...)
		return err
	}
	require.NoError(t, exec(`create table shop_order (id int, text text)`))
	empty := fill(t, dir, 4<<10)
	stored := 0
	for ; err == nil && stored < 1000; stored++ {
		err = exec(`insert into shop_order select $1, string_agg(gen_random_uuid()::text, '') from generate_series(1, 8000)`, stored)
	}
	require.Error(t, err, "the disk did not fill")
	stored-- // the last was refused
	empty()
	require.Eventually(t, func() bool { return exec(`insert into shop_order values (-1, '')`) == nil }, time.Minute, 100*time.Millisecond)
	conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	var have int
	require.NoError(t, conn.QueryRow(t.Context(), `select count(*) from shop_order where id >= 0 and id < $1`, stored).Scan(&have))
	require.Equal(t, stored, have)
}

// Who runs the shop is told when the disk gets full, once, and when it is well again.
func TestTheRunningShopWatchesItsDisk(t *testing.T) {
	dir := small(t, 8)
	var mu sync.Mutex
	var notes []string
	said := func(n int) func() bool {
		return func() bool { mu.Lock(); defer mu.Unlock(); return len(notes) == n }
	}
	stop := watchDisk(dir, 4<<20, time.Millisecond, func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		notes = append(notes, fmt.Sprintf(format, args...))
	})
	empty := fill(t, dir, 1<<10)
	require.Eventually(t, said(1), 10*time.Second, time.Millisecond)
	empty()
	require.Eventually(t, said(2), 10*time.Second, time.Millisecond)
	stop()
	require.Equal(t, []string{
		"only 0.0 GB are free at " + dir + ": make room, before the shop cannot store any more orders", "there is room again at " + dir,
	}, notes)
}

// Clearing up is the way out of a full disk, so that it needs no room.
func TestResetWorksOnAFullDisk(t *testing.T) {
	dir := small(t, 8)
	state, err := devstack.Own(dir)
	require.NoError(t, err)
	require.NoError(t, state.Release())
	fill(t, dir, 0)
	require.NoError(t, Reset(on(t, dir), false))
	require.NoFileExists(t, filepath.Join(dir, "filler"))
}
