package content_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/pdf/pdftest"
)

// What a page says in lines is in lines on paper, too: nobody can fill in a form that runs on.
func TestAPageOnPaperKeepsItsLines(t *testing.T) {
	item, problems := content.ReadFile("pages/infocenter/section/revocation.de.md", []byte(`---
title: Widerruf
description: Wie.
---

## Formular

Hiermit widerrufe ich:\
Name und Anschrift:\
Datum:

Es gilt die [Verordnung](https://eu.example/v) und unsere [Erklärung](/infocenter/section/privacy).

- eins
- zwei
`))
	require.Empty(t, problems)
	made := pdftest.Unpacked(t, item.Page.PDF(catalog.German))
	require.Contains(t, string(made), "/Lang<FEFF00640065>")
	var lines []string
	for _, shown := range regexp.MustCompile(`Td \((.*)\) Tj`).FindAllSubmatch(made, -1) {
		lines = append(lines, strings.ReplaceAll(string(shown[1]), `\`, ""))
	}
	require.Equal(t, []string{
		"Widerruf", "Formular", "Hiermit widerrufe ich:", "Name und Anschrift:", "Datum:",
		"Es gilt die Verordnung (https://eu.example/v) und unsere Erkl\xe4rung.", "\x95 eins", "\x95 zwei",
	}, lines)
	heights := regexp.MustCompile(`56\.0 ([\d.]+) Td`).FindAllSubmatch(made, -1)
	require.Equal(t, []string{"700.0", "676.0"}, []string{string(heights[4][1]), string(heights[5][1])}, "a paragraph stands apart from the one before")
}
