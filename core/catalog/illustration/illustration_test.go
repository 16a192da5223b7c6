package illustration_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
	"kontor.dev/kontor/core/fault"
)

// wellFormed reads a whole document and gives how many elements it has.
func wellFormed(t *testing.T, document []byte) int {
	t.Helper()
	elements := 0
	d := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		require.NoError(t, err, "%s", document)
		if _, ok := token.(xml.StartElement); ok {
			elements++
		}
	}
}

func TestAProductWithoutAPictureHasAPlaceholder(t *testing.T) {
	for _, size := range catalog.ImageSizes {
		svg, err := illustration.SVG(illustration.NoPicture, size)
		require.NoError(t, err)
		require.Greater(t, wellFormed(t, svg), 5)
	}
	_, err := illustration.Parse(illustration.NoPicture)
	require.Error(t, err, "it is no picture of a product, and no file names it as one")
}

func TestEveryKindIsDrawnTheSameEachTimeInEveryViewShapeAndSize(t *testing.T) {
	styles := []string{"", "gaming", "convertible", "superwide", "ultrawide", "classic", "m2", "25", "desktop", "itx", "matx", "aio", "rgb",
		"bare", "tklrgb", "inear", "headset", "bar", "sub", "wifi", "wifiusb", "usb", "sound", "wireless"}
	require.NotEmpty(t, illustration.Kinds())
	for _, kind := range illustration.Kinds() {
		for view := 1; view <= illustration.Views(kind); view++ {
			for _, style := range styles {
				for _, count := range []int{0, 1, 2, 3, 8, 99} {
					key := illustration.Drawing{Kind: kind, View: view, Style: style, Count: count, Body: "f4f5f7", Accent: "c62f3b"}.Key()
					first, err := illustration.SVG(key, 600)
					require.NoError(t, err, key)
					second, err := illustration.SVG(key, 600)
					require.NoError(t, err)
					require.Equal(t, first, second, key)
					require.Greater(t, wellFormed(t, first), 15, "%s is no picture", key)
					require.NotContains(t, string(first), "NaN")
				}
			}
		}
		for _, size := range catalog.ImageSizes {
			svg, err := illustration.SVG(kind+"~v1", size)
			require.NoError(t, err)
			wellFormed(t, svg)
		}
	}
}

func TestWhatTheKeySaysIsSeen(t *testing.T) {
	pictures := map[string]string{}
	for _, key := range []string{
		"gpu~v1", "gpu~v2", "gpu~v3", "gpu~v1~b2f63c6", "gpu~v1~ac62f3b", "gpu~v1~n1", "gpu~v1~n3", "keyboard~v1", "keyboard~v1~stkl",
		"energy-A", "energy-G",
	} {
		svg, err := illustration.SVG(key, 200)
		require.NoError(t, err, key)
		require.NotContains(t, pictures, string(svg), "%s looks like %s", key, pictures[string(svg)])
		pictures[string(svg)] = key
	}
}

func TestKeysThatDescribeNothingAreNotFound(t *testing.T) {
	for _, key := range []string{
		"dragon~v1", "gpu", "gpu~v4", "gpu~v0", "gpu~v1~v2", "gpu~n2~v1", "gpu~v1~bred", "gpu~v1~b1f2125~n0", "gpu~v1~s<script>",
		"gpu~v1~n100", "cpu~v3", "energy-H", "energy-", "energy-A~1", "energy-A~1.2.3.4.5~!~!", "../secret",
	} {
		_, err := illustration.SVG(key, 100)
		require.ErrorIs(t, err, fault.New(fault.NotFound, "image_not_found"), key)
	}
}

func TestEnergyLabelNamesWhatTheRegulationAsksFor(t *testing.T) {
	label := illustration.EnergyLabel{Class: "F", Supplier: "Müller & Söhne", Model: "<Modell> 27", KWh: 23, DiagonalCM: 69, DiagonalInch: 27, Width: 2560, Height: 1440}
	svg, err := illustration.SVG(label.Key(), 600)
	require.NoError(t, err)
	wellFormed(t, svg)
	for _, wanted := range []string{"Müller &amp; Söhne", "&lt;Modell&gt; 27", ">23<", "kWh/1000h", "69 cm", "27 inch", "2560 px", "1440 px", "2019/2013"} {
		require.Contains(t, string(svg), wanted)
	}
}

func FuzzSVG(f *testing.F) {
	f.Add("gpu~v1~b1f2125~ac62f3b~n3~srgb")
	f.Add(illustration.EnergyLabel{Class: "B", Supplier: "A", Model: "B", KWh: 1, DiagonalCM: 2, DiagonalInch: 3, Width: 4, Height: 5}.Key())
	f.Fuzz(func(t *testing.T, key string) {
		svg, err := illustration.SVG(key, 100)
		if err != nil {
			require.ErrorIs(t, err, fault.New(fault.NotFound, ""))
			return
		}
		wellFormed(t, svg)
		require.False(t, strings.Contains(string(svg), "<script"))
	})
}

func BenchmarkSVG(b *testing.B) {
	for b.Loop() {
		if _, err := illustration.SVG("keyboard~v1~b1f2125~sfullrgb", 600); err != nil {
			b.Fatal(err)
		}
	}
}
