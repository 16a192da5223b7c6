package content_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
)

func TestImprintSaysWhatIsKnownOfTheTrader(t *testing.T) {
	full := content.Trader{
		Name: "Muster GmbH", Representative: "Kim Muster", Street: "Speicherstraße 1", Place: "20457 Hamburg", Email: "a@muster.example",
		Phone: "+49 (0) 40 123", Register: "Amtsgericht Hamburg HRB 1", VATID: "DE136695976", WEEE: "DE 1", Packaging: "DE2", Battery: "3", Disputes: "no",
	}
	text := full.Imprint(catalog.German).Text()
	for _, says := range []string{
		"Muster GmbH\nSpeicherstraße 1\n20457 Hamburg\nDeutschland", "Kim Muster", "a@muster.example (mailto:a@muster.example)", "(tel:+4940123)",
		"Amtsgericht Hamburg HRB 1", "DE136695976", "WEEE: DE 1\nLUCID: DE2\nBatterieregister: 3", "nicht verpflichtet",
	} {
		require.Contains(t, text, says)
	}
	require.Contains(t, full.Imprint(catalog.English).Text(), "neither willing nor obliged")

	little := content.Trader{Name: "Muster GmbH", Disputes: "Universalschlichtungsstelle"}.Imprint(catalog.German).Text()
	require.Contains(t, little, "vor dieser Verbraucherschlichtungsstelle teil: Universalschlichtungsstelle")
	require.Equal(t, 2, strings.Count(little, "## "), "a heading without anything below it is left out: %s", little)
}

func TestTheTradersImprintTakesTheEditorsPlace(t *testing.T) {
	written := &content.Page{Key: content.ImprintKey, Title: "von Hand"}
	s := content.NewService(shelf{item: content.Item{Name: content.PageName(content.ImprintKey, catalog.German), Page: written}}, nil, clock.System{})
	page, err := s.Page(t.Context(), content.ImprintKey, catalog.German)
	require.NoError(t, err)
	require.Equal(t, written, page)
	page, err = s.Of(content.Trader{Name: "Muster GmbH"}).Page(t.Context(), content.ImprintKey, catalog.German)
	require.NoError(t, err)
	require.Equal(t, "Impressum", page.Title)
	require.Contains(t, page.Text(), "Muster GmbH")
}

// § 36(2) no. 2 VSBG wants it with the terms as well.
func TestTheTermsSayWhetherTheTraderTakesPartInDisputeResolution(t *testing.T) {
	written := &content.Page{Key: content.TermsKey, Title: "AGB", Blocks: []content.Block{{Kind: "paragraph", Spans: []content.Span{{Text: "Von Hand."}}}}}
	s := content.NewService(shelf{item: content.Item{Name: content.PageName(content.TermsKey, catalog.German), Page: written}}, nil, clock.System{})
	terms := func(trader content.Trader) string {
		page, err := s.Of(trader).Page(t.Context(), content.TermsKey, catalog.German)
		require.NoError(t, err)
		return page.Text()
	}
	plain := terms(content.Trader{})
	require.Equal(t, plain, terms(content.Trader{Name: "Muster GmbH"}), "nothing is known of it")
	for _, disputes := range []string{"no", "Universalschlichtungsstelle"} {
		said := terms(content.Trader{Name: "Muster GmbH", Disputes: disputes})
		require.True(t, strings.HasPrefix(said, strings.TrimSpace(plain)))
		require.Equal(t, 1, strings.Count(said, "Verbraucherschlichtungsstelle"))
	}
	require.Len(t, written.Blocks, 1, "what editors wrote stays as it is")
}
