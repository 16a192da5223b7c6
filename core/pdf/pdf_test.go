package pdf_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/pdf"
)

func TestSheetIsAWholeDocument(t *testing.T) {
	s := &pdf.Sheet{}
	s.Heading("Bedingungen", "Für alle (auch für dich)")
	s.Section("Wer")
	s.Row("Alter", "16 Jahre")
	s.Row("Leer", "")
	s.Paragraph(strings.Repeat("Vorsicht und Umsicht. ", 400))
	made := s.Bytes()
	require.True(t, bytes.HasPrefix(made, []byte("%PDF-1.4\n")))
	require.Contains(t, string(made), "(F\xfcr alle \\(auch f\xfcr dich\\))")
	require.Contains(t, string(made), "(16 Jahre)")
	require.NotContains(t, string(made), "(Leer)")
	require.Greater(t, bytes.Count(made, []byte("/Type/Page/")), 1, "a long text goes on on the next page")

	trailer := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(made)
	require.NotNil(t, trailer)
	at, err := strconv.Atoi(string(trailer[1]))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(made[at:], []byte("xref\n")))
	for i, entry := range regexp.MustCompile(`(\d{10}) 00000 n`).FindAllSubmatch(made[at:], -1) {
		offset, err := strconv.Atoi(string(entry[1]))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(made[offset:], fmt.Appendf(nil, "%d 0 obj\n", i+1)))
	}
}
