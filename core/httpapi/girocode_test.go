package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"
)

// scanned gives what a phone reads in the picture of a data URL.
func scanned(t *testing.T, address string) string {
	t.Helper()
	data, ok := strings.CutPrefix(address, "data:image/png;base64,")
	require.True(t, ok, address)
	content, err := base64.StdEncoding.DecodeString(data)
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(content))
	require.NoError(t, err)
	bits, err := gozxing.NewBinaryBitmapFromImage(picture)
	require.NoError(t, err)
	found, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	require.NoError(t, err)
	return found.GetText()
}
