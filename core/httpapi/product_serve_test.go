package httpapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
)

func TestAttributesHaveTheUnitOfTheLanguage(t *testing.T) {
	tree := newTree([]catalog.Category{{ID: 1, Slug: "monitore", Attributes: []catalog.AttributeDef{
		{Key: "diagonale", Label: catalog.Text{DE: "Diagonale", EN: "Diagonal"}, Type: catalog.NumberAttribute, Unit: "Zoll", UnitEN: "inch", Divisor: 10},
	}}})
	p := &catalog.Product{CategoryID: 1, Attributes: []catalog.Attribute{{Key: "diagonale", Number: 156}}}
	require.Equal(t, []ProductAttribute{{Key: "diagonale", Label: "Diagonale", Value: "15,6", Unit: "Zoll"}}, productAttributes(p, tree, catalog.German))
	require.Equal(t, []ProductAttribute{{Key: "diagonale", Label: "Diagonal", Value: "15.6", Unit: "inch"}}, productAttributes(p, tree, catalog.English))
}

func TestDeliveryIsPromisedInGermanDays(t *testing.T) {
	p := &catalog.Product{Stock: []catalog.Stock{{Available: 9}}}
	for now, days := range map[string][2]string{
		"2026-06-15T10:00:00Z": {"2026-06-17", "2026-06-18"}, // Monday
		"2026-06-15T22:30:00Z": {"2026-06-18", "2026-06-19"}, // Tuesday in Germany
		"2026-06-19T10:00:00Z": {"2026-06-22", "2026-06-23"}, // Friday
		"2026-12-23T10:00:00Z": {"2026-12-28", "2026-12-29"}, // before Christmas
	} {
		at, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		a := availability(p, at)
		require.Equal(t, days, [2]string{a.DeliveryFrom, a.DeliveryTo}, now)
	}
}
