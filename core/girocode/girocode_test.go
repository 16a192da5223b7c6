package girocode_test

import (
	"bytes"
	"image/png"
	"maps"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/money"
)

var told = map[string]string{
	"account_holder": "Kontor Händler GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001", "bank_name": "Deutsche Kreditbank",
	"amount": "1.303,99\u00a0€", "purpose": "100042", "due_date": "24.12.2026",
}

// but gives what is told with other values, each behind its key.
func but(pairs ...string) map[string]string {
	other := maps.Clone(told)
	for i := 0; i < len(pairs); i += 2 {
		other[pairs[i]] = pairs[i+1]
	}
	return other
}

// read gives what another library reads in the picture of a code.
func read(t *testing.T, c *girocode.Code) string {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(c.PNG()))
	require.NoError(t, err)
	bits, err := gozxing.NewBinaryBitmapFromImage(picture)
	require.NoError(t, err)
	found, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	require.NoError(t, err)
	require.Equal(t, "M", found.GetResultMetadata()[gozxing.ResultMetadataType_ERROR_CORRECTION_LEVEL])
	return found.GetText()
}

func TestACodeSaysWhatIsToldBesideIt(t *testing.T) {
	longest := strings.Repeat("Ü", 70)
	for name, c := range map[string]struct {
		told   map[string]string
		amount int64
		want   string
	}{
		"whole":         {told, 130399, "BCD\n002\n1\nSCT\nBYLADEM1001\nKontor Händler GmbH\nDE02120300000000202051\nEUR1303.99\n\n\n100042"},
		"in English":    {but("amount", "€1,303.99"), 130399, "BCD\n002\n1\nSCT\nBYLADEM1001\nKontor Händler GmbH\nDE02120300000000202051\nEUR1303.99\n\n\n100042"},
		"without a BIC": {but("bic", ""), 130399, "BCD\n002\n1\nSCT\n\nKontor Händler GmbH\nDE02120300000000202051\nEUR1303.99\n\n\n100042"},
		"one cent":      {but("amount", "0,01 €", "purpose", ""), 1, "BCD\n002\n1\nSCT\nBYLADEM1001\nKontor Händler GmbH\nDE02120300000000202051\nEUR0.01\n\n\n"},
		"as it is written down": {but("iban", " de02120300000000202051 ", "bic", "bylade m1"), 130399,
			"BCD\n002\n1\nSCT\nBYLADEM1\nKontor Händler GmbH\nDE02120300000000202051\nEUR1303.99\n\n\n100042"},
		"abroad": {but("iban", "GB82 WEST 1234 5698 7654 32", "bic", "WESTGB22"), 130399,
			"BCD\n002\n1\nSCT\nWESTGB22\nKontor Händler GmbH\nGB82WEST12345698765432\nEUR1303.99\n\n\n100042"},
		"the most": {but("account_holder", longest, "amount", "999.999.999,99 €", "purpose", strings.Repeat("x", 123)), 99999999999,
			"BCD\n002\n1\nSCT\nBYLADEM1001\n" + longest + "\nDE02120300000000202051\nEUR999999999.99\n\n\n" + strings.Repeat("x", 123)},
	} {
		code := girocode.Of(c.told, money.Euro(c.amount))
		require.NotNil(t, code, name)
		require.Equal(t, c.want, read(t, code), name)
		require.LessOrEqual(t, code.Size(), 69, "version 13")
	}
}

// No code is better than one that pays the wrong sum, or an account that is none.
func TestWhatDoesNotFitHasNoCode(t *testing.T) {
	usd := money.Amount{Minor: 130399, Currency: "USD"}
	for name, c := range map[string]struct {
		told   map[string]string
		amount money.Amount
	}{
		"nothing told":             {nil, money.Euro(130399)},
		"no account":               {but("iban", ""), money.Euro(130399)},
		"wrong check digits":       {but("iban", "DE03 1203 0000 0000 2020 51"), money.Euro(130399)},
		"a digit too few":          {but("iban", "DE02 1203 0000 0000 2020 5"), money.Euro(130399)},
		"no country of SEPA":       {but("iban", "SA03 8000 0000 6080 1016 7519"), money.Euro(130399)},
		"no BIC where it needs it": {but("iban", "GB82 WEST 1234 5698 7654 32", "bic", ""), money.Euro(130399)},
		"no BIC":                   {but("bic", "DKB"), money.Euro(130399)},
		"nobody's":                 {but("account_holder", " "), money.Euro(130399)},
		"a name too long":          {but("account_holder", strings.Repeat("x", 71)), money.Euro(130399)},
		"a purpose too long":       {but("purpose", strings.Repeat("x", 141)), money.Euro(130399)},
		"two lines":                {but("account_holder", "Kontor\nDE68210501700012345678"), money.Euro(130399)},
		"another separator":        {but("purpose", "100042\u2028EUR1"), money.Euro(130399)},
		"no text":                  {but("purpose", "\xff"), money.Euro(130399)},
		"more than is told":        {told, money.Euro(130400)},
		"no amount told":           {but("amount", ""), money.Euro(130399)},
		"told without cents":       {but("amount", "1.303 €"), money.Euro(130300)},
		"nothing":                  {but("amount", "0,00 €"), money.Euro(0)},
		"less than nothing":        {but("amount", "-0,01 €"), money.Euro(-1)},
		"more than banks transfer": {but("amount", "1.000.000.000,00 €"), money.Euro(100000000000)},
		"another currency":         {but("amount", "1.303,99 $"), usd},
		"more than fits":           {but("account_holder", strings.Repeat("Ü", 70), "purpose", strings.Repeat("ü", 140)), money.Euro(130399)},
	} {
		require.Nil(t, girocode.Of(c.told, c.amount), name)
	}
}
