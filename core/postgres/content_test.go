package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func TestContentIsImportedTogether(t *testing.T) {
	store := postgres.NewContents(pgtest.New(t))
	page := func(key, title string) content.Item {
		return content.Item{Name: content.PageName(key, catalog.German), Kind: content.PageKind, Page: &content.Page{Key: key, Title: title}}
	}
	effects := func(items []content.Item, prune, dry bool) (list []string) {
		changes, err := store.Import(t.Context(), items, prune, dry)
		require.NoError(t, err)
		for _, c := range changes {
			list = append(list, c.Name+" "+c.Effect)
		}
		return list
	}
	require.Equal(t, []string{"pages/a.de created", "pages/b.de created"}, effects([]content.Item{page("a", "1"), page("b", "1")}, false, false))
	next := []content.Item{page("a", "2"), page("c", "1")}
	want := []string{"pages/a.de updated", "pages/c.de created", "pages/b.de removed"}
	require.Equal(t, want, effects(next, true, true))
	got, err := store.Item(t.Context(), "pages/a.de")
	require.NoError(t, err)
	require.Equal(t, "1", got.Page.Title, "a dry run changes nothing")
	require.Equal(t, want, effects(next, true, false))
	require.Equal(t, []string{"pages/a.de unchanged"}, effects(next[:1], false, false))

	_, err = store.Import(t.Context(), []content.Item{page("a", "3"), {Name: "x", Kind: "unheard of"}}, false, false)
	require.Error(t, err)
	got, err = store.Item(t.Context(), "pages/a.de")
	require.NoError(t, err)
	require.Equal(t, "2", got.Page.Title, "nothing is half imported")
	_, err = store.Item(t.Context(), "pages/b.de")
	require.Equal(t, fault.NotFound, fault.CodeOf(err))
	list, err := store.List(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 2)
}
