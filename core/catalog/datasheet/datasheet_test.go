package datasheet_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/datasheet"
	"kontor.dev/kontor/core/pdf/pdftest"
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
func lines(t *testing.T, pdf []byte) []string {
	var list []string
	for _, m := range shown.FindAllSubmatch(pdftest.Unpacked(t, pdf), -1) {
		var b strings.Builder
		for _, c := range bytes.ReplaceAll(m[1], []byte(`\`), nil) {
			b.WriteRune(rune(c))
		}
		list = append(list, b.String())
	}
	return list
}

func TestSheetShowsTheProduct(t *testing.T) {
	german := lines(t, datasheet.PDF(monitor(), defs, catalog.German))
	for _, wanted := range []string{"Produktdatenblatt", "Sichtgerät (27) für Büros", "Müller", "26,8 Zoll", "Gewölbt", "nein", "F", "A-G", "5,25 kg"} {
		require.Contains(t, german, wanted)
	}
	english := lines(t, datasheet.PDF(monitor(), defs, catalog.English))
	for _, wanted := range []string{"Product data sheet", "26.8 inch", "no", "5.25 kg"} {
		require.Contains(t, english, wanted)
	}
}

func TestTheSameProductGivesTheSameSheet(t *testing.T) {
	require.Equal(t, datasheet.PDF(monitor(), defs, catalog.German), datasheet.PDF(monitor(), defs, catalog.German))
}
