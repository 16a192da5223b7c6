package paper_test

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"image/draw"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
	"kontor.dev/kontor/core/money"
)

var box = regexp.MustCompile(`([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l\s+([\d.]+) ([\d.]+) l\s`)

// scanned gives what a phone reads in the boxes that are drawn on a document's pages, "" where there are none.
func scanned(t *testing.T, made []byte) string {
	t.Helper()
	const scale = 4 // pixels for a point
	picture, drawn := image.NewGray(image.Rect(0, 0, 595*scale, 842*scale)), 0
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for _, stream := range regexp.MustCompile(`(?s)/Filter /FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(made, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		require.NoError(t, err)
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		for _, b := range box.FindAllSubmatch(content, -1) {
			at := func(i int, from float64) int {
				n, err := strconv.ParseFloat(string(b[i]), 64)
				require.NoError(t, err)
				return int(max(n-from, from-n)*scale + .5)
			}
			draw.Draw(picture, image.Rect(at(1, 0), at(2, 842), at(5, 0), at(6, 842)), image.NewUniform(color.Black), image.Point{}, draw.Src)
			drawn++
		}
	}
	if drawn == 0 {
		return ""
	}
	bits, err := gozxing.NewBinaryBitmapFromImage(picture)
	require.NoError(t, err)
	found, err := qrcode.NewQRCodeReader().Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	require.NoError(t, err)
	return found.GetText()
}

// The code asks for what is left to pay, and for nothing once it is paid.
func TestAnInvoiceToPayIsPaidWithAPhone(t *testing.T) {
	n := document(false, invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook", Quantity: 1, Rate: 1900, Amount: money.Euro(100000)})
	n.Transfer = map[string]string{
		"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001", "purpose": "100001", "due_date": "24.12.2026",
	}
	scan := func() string {
		made, err := paper.PDF(n)
		require.NoError(t, err)
		require.Equal(t, strings.Contains(strings.Join(written(t, made), ""), "Banking-App"), scanned(t, made) != "")
		return scanned(t, made)
	}
	require.Equal(t, "BCD\n002\n1\nSCT\nBYLADEM1001\nKontor GmbH\nDE02120300000000202051\nEUR1000.00\n\n\n100001", scan())
	n.Came = money.Euro(10000)
	require.Contains(t, scan(), "\nEUR900.00\n")
	n.Transfer["iban"] = "DE03 1203 0000 0000 2020 51"
	require.Empty(t, scan(), "a wrong account")
	n.Transfer["iban"], n.Paid = "DE02 1203 0000 0000 2020 51", true
	require.Empty(t, scan())
	n.Transfer, n.Paid = nil, false
	require.Empty(t, scan())
}

// A table that goes on says at the end of a page and at the begin of the next what it comes to so far.
func TestTheTableCarriesItsSumForward(t *testing.T) {
	cable := invoice.Position{Kind: invoice.Goods, Article: "CB-1", Name: "Kabel", Quantity: 1, Amount: money.Euro(100), Rate: 1900}
	for _, count := range []int{0, 12, 13, 14, 15, 16, 40} {
		made, err := paper.PDF(document(false, slices.Repeat([]invoice.Position{cable}, count+1)...))
		require.NoError(t, err)
		pages, so := written(t, made), 0
		for i, page := range pages {
			sums := regexp.MustCompile(`Übertrag\n([\d,]+)`).FindAllStringSubmatch(page, -1)
			if i > 0 {
				require.Equal(t, so, inEuro(t, sums[0][1]), count)
				sums = sums[1:]
			}
			if so += strings.Count(page, "Artikel CB-1"); i < len(pages)-1 {
				require.Equal(t, so, inEuro(t, sums[0][1]), count)
				sums = sums[1:]
			}
			require.Empty(t, sums, count)
		}
		require.Equal(t, count+1, so)
	}
}

func inEuro(t *testing.T, said string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSuffix(said, ",00"))
	require.NoError(t, err)
	return n
}
