package main

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
	m, err := openMemory(dir, now)
	require.NoError(t, err)
	require.NoError(t, m.add([]string{"1", "2", "3"}))
	require.NoError(t, m.remove([]string{"2"}))
	require.True(t, m.has("1"))
	require.False(t, m.has("2"))
	require.False(t, m.has("4"))

	// The program dies in the middle of a line.
	file, err := os.OpenFile(filepath.Join(dir, "2026-03-01"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("\n+12\n+0000")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	again, err := openMemory(dir, now)
	require.NoError(t, err)
	require.NoError(t, again.add([]string{"4"}))
	third, err := openMemory(dir, now)
	require.NoError(t, err)
	for id, sent := range map[string]bool{"1": true, "2": false, "3": true, "4": true} {
		require.Equal(t, sent, third.has(id), id)
	}
}

func TestProgramsWithOneFolderKnowOfEachOther(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	now := func() time.Time { return at }
	a, err := openMemory(dir, now)
	require.NoError(t, err)
	b, err := openMemory(dir, now)
	require.NoError(t, err)
	require.NoError(t, a.add([]string{"1", "2"}))
	require.NoError(t, a.remove([]string{"2"}))
	at = at.Add(time.Second) // midnight
	require.True(t, b.has("1"))
	require.False(t, b.has("2"))
	require.NoError(t, b.add([]string{"3"}))
	require.True(t, a.has("3"))
}

func TestMemoryLetsGoOfOldDays(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	m, err := openMemory(dir, now)
	require.NoError(t, err)
	require.NoError(t, m.add([]string{"old"}))
	at = at.Add(maxAge)
	require.NoError(t, m.add([]string{"young"}))
	require.True(t, m.has("old"), "events are still taken when they are as old as this")
	at = at.AddDate(0, 0, 2)
	require.NoError(t, m.add([]string{"new"}))
	require.False(t, m.has("old"))
	require.True(t, m.has("young"))
	_, err = os.Stat(filepath.Join(dir, "2026-03-01"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAForgottenEventOfYesterdayStaysForgotten(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	m, err := openMemory(dir, func() time.Time { return at })
	require.NoError(t, err)
	require.NoError(t, m.add([]string{"1"}))
	at = at.Add(time.Second)
	require.NoError(t, m.remove([]string{"1"}))
	again, err := openMemory(dir, func() time.Time { return at })
	require.NoError(t, err)
	require.False(t, again.has("1"))
}
