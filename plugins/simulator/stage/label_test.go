package stage

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLabelIsADocument(t *testing.T) {
	l := NewLabel(288, 432)
	l.Bold(16, 18, 392, "EXPRESS (SIMULATOR)")
	l.Text(9, 18, 300, `Jürgen \ 東京`)
	l.Box(20, 160, 1.5, 110)
	pdf := l.PDF()

	require.Contains(t, string(pdf), `BT /F2 16 Tf 18 392 Td (EXPRESS \(SIMULATOR\)) Tj ET`)
	require.Contains(t, string(pdf), `(J\374rgen \\ ??)`)
	require.Contains(t, string(pdf), "20.00 160.00 1.50 110.00 re f")
	require.Contains(t, string(pdf), "/MediaBox [0 0 288 432]")

	// The table at the end says where each object begins, and the end where the table does.
	offsets := regexp.MustCompile(`(?m)^(\d{10}) 00000 n`).FindAllSubmatch(pdf, -1)
	require.Len(t, offsets, 6)
	for i, o := range offsets {
		at, err := strconv.Atoi(string(o[1]))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(pdf[at:], []byte(strconv.Itoa(i+1)+" 0 obj")), "object %d", i+1)
	}
	start := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(pdf)
	require.NotNil(t, start)
	at, err := strconv.Atoi(string(start[1]))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(pdf[at:], []byte("xref\n")))
}
