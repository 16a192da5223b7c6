package chat

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
)

func at(text string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Germany)
	if err != nil {
		panic(err)
	}
	return t
}

func TestHours(t *testing.T) {
	h, err := ParseHours("mon-fri 09:00-18:00, Sat 10:00-14:00")
	require.NoError(t, err)
	for text, want := range map[string]bool{
		"2026-03-02 08:59": false, // a Monday
		"2026-03-02 09:00": true,
		"2026-03-06 17:59": true,
		"2026-03-06 18:00": false,
		"2026-03-07 10:00": true,
		"2026-03-07 14:00": false,
		"2026-03-08 12:00": false,
	} {
		require.Equal(t, want, h.Open(at(text)), text)
		require.Equal(t, want, h.Open(at(text).UTC()), text)
	}
	require.Equal(t, at("2026-03-02 09:00"), h.Next(at("2026-03-02 03:00")))
	require.Equal(t, at("2026-03-07 10:00"), h.Next(at("2026-03-06 18:00")))
	require.Equal(t, at("2026-03-30 09:00"), h.Next(at("2026-03-28 15:00")), "across the change to summer time")
	for _, text := range []string{"always", " Always\n", ""} {
		h, err = ParseHours(text)
		require.NoError(t, err, text)
		require.True(t, h.Open(at("2026-03-08 03:00")), text)
	}
	h, err = ParseHours("sun 20:30-24:00")
	require.NoError(t, err)
	require.True(t, h.Open(at("2026-03-08 23:59")))
	require.False(t, h.Open(at("2026-03-09 00:00")))
	require.Equal(t, at("2026-03-15 20:30"), h.Next(at("2026-03-08 20:30")))
	require.Equal(t, "20:30", h[0].Opens.String())
}

func TestAWeekApart(t *testing.T) {
	h, err := ParseHours("mon 09:00-10:00")
	require.NoError(t, err)
	require.Equal(t, at("2026-03-09 09:00"), h.Next(at("2026-03-02 10:00")))
	h, err = ParseHours("mon 00:00-00:15")
	require.NoError(t, err)
	require.Equal(t, at("2026-03-09 00:00"), h.Next(at("2026-03-02 00:15").UTC()), "a Sunday still in London")
}

func TestWrongHoursAreRefused(t *testing.T) {
	for _, text := range []string{"mon", "fri-mon 09:00-10:00", "mon 18:00-09:00", "mon 9-10", "someday 09:00-10:00", "mon 09:00-25:00", "mon 09:00", "mon 09:00-09:00", "always, mon 09:00-10:00"} {
		_, err := ParseHours(text)
		require.Error(t, err, text)
	}
}

func TestChatKnowsItsOrigins(t *testing.T) {
	c, err := New("https://chat.example/widget.js?v=1", "")
	require.NoError(t, err)
	require.Equal(t, []string{"https://chat.example", "wss://chat.example"}, []string{c.Origin, c.Sockets()})
	c, err = New("http://localhost:8443/widget.js", "")
	require.NoError(t, err)
	require.Equal(t, []string{"http://localhost:8443", "ws://localhost:8443"}, []string{c.Origin, c.Sockets()})
	c, err = New("", "")
	require.NoError(t, err)
	require.Nil(t, c)
	for _, script := range []string{"widget.js", "javascript:alert(1)", "//chat.example/w.js", "https:///w.js", "ftp://chat.example/w.js"} {
		_, err = New(script, "")
		require.Error(t, err, script)
	}
}

func FuzzParseHours(f *testing.F) {
	f.Add("mon-fri 09:00-18:00, sat 10:00-14:00")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := ParseHours(text)
		if err != nil || len(h) == 0 {
			return
		}
		now := at("2026-03-02 12:00")
		next := h.Next(now)
		require.True(t, next.After(now))
		require.True(t, h.Open(next))
	})
}
