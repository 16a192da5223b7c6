package icon_test

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/site/icon"
)

func partner(name string) site.Site {
	return site.Site{Key: site.Partner, Name: name, Accent: "#0b6e4f"}
}

func TestTheShopHasItsMarkAndAPartnerAnInitial(t *testing.T) {
	own := string(icon.SVG(site.Site{}))
	require.Contains(t, own, `fill="#c43d17"`)
	require.Contains(t, own, `d="M9 7L13.6 7L13.6 25L9 25M15.2 16L21.2 7`)
	theirs := string(icon.SVG(partner(" grafikwerk")))
	require.Contains(t, theirs, `fill="#0b6e4f"`)
	require.Equal(t, theirs, string(icon.SVG(partner("Gamer"))))
	require.NotEqual(t, theirs, string(icon.SVG(partner("Hardware"))))
	for _, name := range []string{"Ägir", "<b>", "4you", "日本", "\xff"} {
		require.NoError(t, xml.Unmarshal(icon.SVG(partner(name)), new(struct{})), name)
		_, err := icon.PNG(partner(name), 16)
		require.NoError(t, err, name)
	}
}

func TestPicturesAreOfTheirSize(t *testing.T) {
	green, white, none := color.NRGBA{0x0b, 0x6e, 0x4f, 255}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{}
	encoded, err := icon.PNG(partner("Hardware"), 180)
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(encoded))
	require.NoError(t, err)
	require.Equal(t, 180, picture.Bounds().Dx())
	require.Equal(t, 180, picture.Bounds().Dy())
	at := func(x, y int) color.Color { return color.NRGBAModel.Convert(picture.At(x, y)) }
	require.Equal(t, green, at(0, 0), "phones round corners themselves")
	require.Equal(t, white, at(90, 90), "the bar of the H")
	require.Equal(t, green, at(90, 60), "between its stems")

	file, err := icon.ICO(partner("Hardware"), 48)
	require.NoError(t, err)
	require.Equal(t, []byte{0, 0, 1, 0, 1, 0, 48, 48}, file[:8])
	picture, err = png.Decode(bytes.NewReader(file[22:]))
	require.NoError(t, err)
	require.Equal(t, 48, picture.Bounds().Dx())
	require.Equal(t, none, at(0, 0), "a round corner")
	require.Equal(t, white, at(24, 24))
}
