package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func good() Entry {
	return Entry{ProductID: 1, Author: "Kim", Stars: 4, Title: "Leise", Text: "Auch unter Last kaum zu hören."}
}

func TestChecksEveryField(t *testing.T) {
	comment := Entry{ReviewID: 1, Author: "Kim", Text: "Danke!"}
	for name, c := range map[string]struct {
		change func(*Entry)
		of     Entry
		want   []fault.Field
	}{
		"good":            {func(*Entry) {}, good(), nil},
		"good comment":    {func(*Entry) {}, comment, nil},
		"no stars":        {func(e *Entry) { e.Stars = 0 }, good(), []fault.Field{{Name: "stars", Reason: "unchosen"}}},
		"six stars":       {func(e *Entry) { e.Stars = 6 }, good(), []fault.Field{{Name: "stars", Reason: "unchosen"}}},
		"blank author":    {func(e *Entry) { e.Author = " \u202e\x00 " }, good(), []fault.Field{{Name: "author", Reason: "missing"}}},
		"unseen author":   {func(e *Entry) { e.Author = "\u200b\u2060\ufeff\u00ad" }, good(), []fault.Field{{Name: "author", Reason: "missing"}}},
		"joiners alone":   {func(e *Entry) { e.Title = "\u200d\u200d\u200d" }, good(), []fault.Field{{Name: "title", Reason: "missing"}}},
		"short text":      {func(e *Entry) { e.Text = "Gut." }, good(), []fault.Field{{Name: "text", Reason: "too_short"}}},
		"long title":      {func(e *Entry) { e.Title = strings.Repeat("ä", 101) }, good(), []fault.Field{{Name: "title", Reason: "too_long"}}},
		"title as long":   {func(e *Entry) { e.Title = strings.Repeat("ä", 100) }, good(), nil},
		"long comment":    {func(e *Entry) { e.Text = strings.Repeat("x", 1001) }, comment, []fault.Field{{Name: "text", Reason: "too_long"}}},
		"comment, author": {func(e *Entry) { e.Author = "K" }, comment, []fault.Field{{Name: "author", Reason: "too_short"}}},
	} {
		t.Run(name, func(t *testing.T) {
			e := c.of
			c.change(&e)
			require.Equal(t, c.want, fault.FieldsOf(check(&e)))
		})
	}
}

func TestTidiesWhatWasWritten(t *testing.T) {
	e := good()
	e.Text = "  Erste Zeile, lang genug\r\nzweite\x07 Zeile\u202e\n"
	require.NoError(t, check(&e))
	require.Equal(t, "Erste Zeile, lang genug\nzweite Zeile", e.Text)

	e = good()
	e.Author, e.Title = "Kim\n2  published", "Leise\t\r\nund 👩\u200d💻 schnell"
	require.NoError(t, check(&e))
	require.Equal(t, []string{"Kim 2 published", "Leise und 👩\u200d💻 schnell"}, []string{e.Author, e.Title}, "one line each, as operators read them")
}

func TestAverageInTenths(t *testing.T) {
	require.Zero(t, Rating{}.Tenths())
	require.Equal(t, 50, Rating{Count: 1, Stars: [MaxStars]int{4: 1}}.Tenths())
	require.Equal(t, 43, Rating{Count: 4, Stars: [MaxStars]int{3: 3, 4: 1}}.Tenths(), "4.25 is rounded up")
	require.Equal(t, 27, Rating{Count: 3, Stars: [MaxStars]int{1, 0, 1, 1, 0}}.Tenths())
}
