package sent

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMemoryOutlivesTheProgram(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	now := func() time.Time { return time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC) }
	m, err := Open(dir, now)
	require.NoError(t, err)
	require.NoError(t, m.note("+", []string{"1", "2", "3"}))
	require.NoError(t, m.note("-", []string{"2"}))
	require.True(t, m.Has("1"))
	require.False(t, m.Has("2"))
	require.False(t, m.Has("4"))

	// The program dies in the middle of a line.
	file, err := os.OpenFile(filepath.Join(dir, "2026-03-01"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("\n+12\n+0000")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	again, err := Open(dir, now)
	require.NoError(t, err)
	require.NoError(t, again.note("+", []string{"4"}))
	third, err := Open(dir, now)
	require.NoError(t, err)
	for id, sent := range map[string]bool{"1": true, "2": false, "3": true, "4": true} {
		require.Equal(t, sent, third.Has(id), id)
	}
}

func TestProgramsWithOneFolderKnowOfEachOther(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	now := func() time.Time { return at }
	a, err := Open(dir, now)
	require.NoError(t, err)
	b, err := Open(dir, now)
	require.NoError(t, err)
	require.NoError(t, a.note("+", []string{"1", "2"}))
	require.NoError(t, a.note("-", []string{"2"}))
	at = at.Add(time.Second) // midnight
	require.True(t, b.Has("1"))
	require.False(t, b.Has("2"))
	require.NoError(t, b.note("+", []string{"3"}))
	require.True(t, a.Has("3"))
}

func TestMemoryLetsGoOfOldDays(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	m, err := Open(dir, now)
	require.NoError(t, err)
	require.NoError(t, m.note("+", []string{"old"}))
	at = at.Add(MaxAge)
	require.NoError(t, m.note("+", []string{"young"}))
	require.True(t, m.Has("old"), "events are still taken when they are as old as this")
	at = at.AddDate(0, 0, 2)
	require.NoError(t, m.note("+", []string{"new"}))
	require.False(t, m.Has("old"))
	require.True(t, m.Has("young"))
	_, err = os.Stat(filepath.Join(dir, "2026-03-01"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAForgottenEventOfYesterdayStaysForgotten(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	m, err := Open(dir, func() time.Time { return at })
	require.NoError(t, err)
	require.NoError(t, m.note("+", []string{"1"}))
	at = at.Add(time.Second)
	require.NoError(t, m.note("-", []string{"1"}))
	again, err := Open(dir, func() time.Time { return at })
	require.NoError(t, err)
	require.False(t, again.Has("1"))
}
