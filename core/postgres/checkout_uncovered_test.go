package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePackageDoesNotCoverWhatTheShopNames(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	s.stock(cable, "main", 5)
	d := s.guest(map[int64]int{laptop: 1, cable: 1})
	_, err := s.pool.Exec(s.ctx, `
		with child as (insert into category (slug, name_de, digest, parent_id) select 'laptops', 'Laptops', '', id from category returning id)
		update product set category_id = (select id from child), oms_category = 'NB' where id = $1`, laptop)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		names []string
		want  map[int64]bool
	}{
		"nothing":                         {nil, map[int64]bool{laptop: false, cable: false}},
		"an article":                      {[]string{"A-900002"}, map[int64]bool{laptop: false, cable: true}},
		"a category":                      {[]string{"laptops"}, map[int64]bool{laptop: true, cable: false}},
		"a category and what is below it": {[]string{"things"}, map[int64]bool{laptop: true, cable: true}},
		"an OMS category":                 {[]string{"NB"}, map[int64]bool{laptop: true, cable: false}},
		"what is not there":               {[]string{"phones", "X-1"}, map[int64]bool{laptop: false, cable: false}},
	} {
		snap, err := s.store.Uncovered(c.names).Snapshot(s.ctx, d.Attempt.CartID)
		require.NoError(t, err, name)
		got := map[int64]bool{}
		for _, i := range snap.Items {
			got[i.ProductID] = i.Uncovered
		}
		require.Equal(t, c.want, got, name)
	}
}
