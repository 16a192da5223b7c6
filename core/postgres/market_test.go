package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
)

func TestMarketFactsCountWhatIsThereAndWhatLacks(t *testing.T) {
	f := newCatalog(t)
	whole, bare := notebook("A1", 99900), notebook("A2", 99900)
	bare.Measure, bare.Charger, bare.Guarantee, bare.Durability = nil, nil, nil, nil
	whole.BillingCountries, bare.BillingCountries = []int{81, 14}, nil
	f.apply(t, whole, bare)
	_, err := f.pool.Exec(t.Context(), `
		insert into content_item (name, kind, body) values
		    ('pages/infocenter/section/terms.de', 'page', '{}'), ('pages/infocenter/section/imprint.de', 'page', '{}'),
		    ('pages/infocenter/section/repair.en', 'page', '{}'), ('pages/infocenter/section/accessibility.en', 'page', '{}')`)
	require.NoError(t, err)
	facts, err := postgres.ReadMarketFacts(t.Context(), f.pool, time.Now())
	require.NoError(t, err)
	require.Equal(t, []int{2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1}, []int{
		facts.Products, facts.Measured, facts.ChargerDuty, facts.NoCharger, facts.Unbundled, facts.Guaranteed, facts.Durable, facts.TermPages, facts.RepairPages,
		facts.AccessPages, facts.BillLimited,
	})
	got := f.only(t, "A1")
	require.Equal(t, whole.Charger, got.Charger)
	require.Equal(t, whole.Guarantee, got.Guarantee)
	require.Equal(t, whole.Durability, got.Durability)
	require.Equal(t, int64(66600), got.Prices.Base.Price.Minor)
	require.Nil(t, f.only(t, "A2").Prices.Base)
}
