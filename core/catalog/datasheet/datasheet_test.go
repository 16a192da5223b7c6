package datasheet_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/datasheet"
)

var defs = []catalog.AttributeDef{
	{Key: "size", Label: catalog.Text{DE: "Diagonale", EN: "Diagonal"}, Unit: "Zoll", UnitEN: "inch", Type: catalog.NumberAttribute, Divisor: 10},
	{Key: "curved", Label: catalog.Text{DE: "Gewölbt", EN: "Curved"}, Type: catalog.BoolAttribute},
}

func monitor() *catalog.Product {
	return &catalog.Product{
		Name: "Sichtgerät (27) für Büros", ArticleNumber: "MON-1", Manufacturer: "Müller", WeightGrams: 5250,
		Attributes: []catalog.Attribute{{Key: "size", Number: 268}, {Key: "curved"}, {Key: "other", Number: 1}},
		Energy:     &catalog.Energy{Class: "F", Scale: "A-G"},
		Safety:     catalog.Safety{Manufacturer: "Müller", Contact: "a@b.example", Warnings: catalog.Text{DE: strings.Repeat("Vorsicht und Umsicht. ", 300)}},
	}
}

var shown = regexp.MustCompile(`\(((?:\\.|[^()\\])*)\) Tj`)

// lines gives the texts that a PDF shows, back in UTF-8.
func lines(pdf []byte) []string {
	var list []string
	for _, m := range shown.FindAllSubmatch(pdf, -1) {
		var b strings.Builder
		for _, c := range bytes.ReplaceAll(m[1], []byte(`\`), nil) {
			b.WriteRune(rune(c))
		}
		list = append(list, b.String())
	}
	return list
}

func TestSheetShowsTheProduct(t *testing.T) {
	german := lines(datasheet.PDF(monitor(), defs, catalog.German))
	for _, wanted := range []string{"Produktdatenblatt", "Sichtgerät (27) für Büros", "Müller", "26,8 Zoll", "Gewölbt", "nein", "F", "A-G", "5,25 kg"} {
		require.Contains(t, german, wanted)
	}
	english := lines(datasheet.PDF(monitor(), defs, catalog.English))
	for _, wanted := range []string{"Product data sheet", "26.8 inch", "no", "5.25 kg"} {
		require.Contains(t, english, wanted)
	}
}

func TestSheetIsAWholePDF(t *testing.T) {
	pdf := datasheet.PDF(monitor(), defs, catalog.German)
	require.Equal(t, pdf, datasheet.PDF(monitor(), defs, catalog.German))
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-1.4\n")))
	require.Greater(t, bytes.Count(pdf, []byte("/Type/Page/")), 1, "a long text goes on on the next page")

	trailer := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(pdf)
	require.NotNil(t, trailer)
	at, err := strconv.Atoi(string(trailer[1]))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(pdf[at:], []byte("xref\n")))
	for i, entry := range regexp.MustCompile(`(\d{10}) 00000 n`).FindAllSubmatch(pdf[at:], -1) {
		offset, err := strconv.Atoi(string(entry[1]))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(pdf[offset:], fmt.Appendf(nil, "%d 0 obj\n", i+1)))
	}
}
