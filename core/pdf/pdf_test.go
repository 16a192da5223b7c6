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
	"kontor.dev/kontor/core/pdf/pdftest"
)

func TestSheetIsAWholeDocument(t *testing.T) {
	s := &pdf.Sheet{Lang: "de"}
	s.Heading("Bedingungen", "Für alle (auch für dich)")
	s.Section("Wer")
	s.Row("Alter", "16 Jahre")
	s.Row("Leer", "")
	s.Paragraph(strings.Repeat("Vorsicht und Umsicht. ", 400))
	made := s.Bytes()
	require.True(t, bytes.HasPrefix(made, []byte("%PDF-1.4\n")))
	shown := string(pdftest.Unpacked(t, made))
	require.Contains(t, shown, "(F\xfcr alle \\(auch f\xfcr dich\\))")
	require.Contains(t, shown, "(16 Jahre)")
	require.NotContains(t, shown, "(Leer)")
	require.Less(t, len(made), len(shown)/2)
	require.Contains(t, string(made), "/Lang<FEFF00640065>", "it is read aloud in its language")
	require.Contains(t, string(made), "/Title<FEFF0042006500640069006E00670075006E00670065006E003A00200046", "and shown by its title")
	require.Regexp(t, `/Info \d+ 0 R`, string(made))
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

// A title alone at the end of a page belongs to nothing that is seen.
func TestATitleStandsOverWhatItIsOf(t *testing.T) {
	for rows := range 60 {
		s := &pdf.Sheet{}
		s.Heading("", "Blatt")
		for range rows {
			s.Paragraph("Zeile")
		}
		s.Section("Titel")
		s.Paragraph("Wort")
		for page := range strings.SplitSeq(string(pdftest.Unpacked(t, s.Bytes())), "endstream") {
			require.Equal(t, strings.Contains(page, "(Titel)"), strings.Contains(page, "(Wort)"), rows)
		}
	}
}

// What makers call their goods and properties has no spaces where a line ends, and more than Latin-1.
func TestNoLineIsLongerThanItsPlace(t *testing.T) {
	s := &pdf.Sheet{}
	s.Heading("Bedingungen", strings.Repeat("N", 200))
	s.Row("Wärmeleitfähigkeitskoeffizient der Gehäuseunterseite bei 20 °C", "„Škoda“ ‚Ž‘ 5‰ ≥ 4,7 kΩ")
	s.Row("Modell", strings.Repeat("M", 30)+" "+strings.Repeat("M", 130))
	s.Paragraph(strings.Repeat("P", 200))
	made := string(pdftest.Unpacked(t, s.Bytes()))
	for _, shown := range regexp.MustCompile(`(\S+) \S+ Td \((.*)\) Tj`).FindAllStringSubmatch(made, -1) {
		// Of their size 18 and 10, these letters are 0.722, 0.833 and 0.667 wide, and bold ones no narrower.
		longest := map[byte]int{'N': 37, 'M': 35, 'P': 72}[shown[2][0]]
		if longest == 0 && shown[1] == "56.0" {
			longest = 36 // a label ends before the values begin
		}
		if longest > 0 {
			require.LessOrEqual(t, len(shown[2]), longest, shown[2])
		}
	}
	require.Equal(t, 200, strings.Count(made, "N"), "nothing is lost")
	require.Contains(t, made, "bei 20 \xb0C)")
	require.Contains(t, made, "(\x84\x8akoda\x93 \x82\x8e\x91 5\x89 >= 4,7 kOhm)")
}
