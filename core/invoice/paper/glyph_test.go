package paper

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Names are printed as their owners write them; what goes from right to left stands so, its letters joined.
func TestLettersThatTheOwnFontLacks(t *testing.T) {
	for text, wanted := range map[string]string{
		"Nguyễn Thị Trường":   "Nguyễn Thị Trường",
		"Nguye\u0302\u0303n":  "Nguyễn",
		"GROẞMANN ⅓ ₂ ½ ™":    "GROẞMANN ⅓ ₂ ½ ™",
		"Nord\u2011Süd":       "Nord-Süd",
		"Donau\u00addampf":    "Donaudampf",
		"10\u202f000\u00a0km": "10\u00a0000\u00a0km",
		"Aﬃnität":             "Affinität",
		"محمد":                "ﺪﻤﺤﻣ",
		"سلام":                "ﻡﻼﺳ",
		"עברית 12 ABC":        "ABC 12 תירבע",
		"Büro סדנה 12":        "Büro 12 הנדס",
		"(גדול)":              "(לודג)",
		"北京市":                 "北京市",
		"ไทย":                 "???",
		"\u202eKabel\u202c 🎧": "Kabel",
		"Straße 12 Клавиатура Ἀθῆναι": "Straße 12 Клавиатура Ἀθῆναι",
	} {
		require.Equal(t, wanted, visual(printed(text)), text)
		require.Equal(t, printed(text), printed(printed(text)), "%s: what is printed is printed so again", text)
	}
}

func TestAWordIsInOneFont(t *testing.T) {
	require.Equal(t, []run{{0, "Herr "}, {1, "Nguyễn "}, {0, "aus "}, {2, "北京 "}, {0, "(Peking)"}}, runsOf("Herr Nguyễn aus 北京 (Peking)"))
}

func TestLinesOfForeignLettersKeepToTheirPlace(t *testing.T) {
	for _, text := range []string{strings.Repeat("超長産品名稱", 20), strings.Repeat("Nguyễn ", 40), strings.Repeat("ễ", 200)} {
		const width = 20
		lines := wrap(text, width)
		require.Greater(t, len(lines), 3)
		for _, l := range lines {
			require.LessOrEqual(t, widthOf(l), float64(width))
		}
		require.Equal(t, strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(strings.Join(lines, ""), " ", ""), "nothing is lost")
	}
	require.Equal(t, []string{"Nguyễn", "Thị", "", "Trường"}, wrap("Nguyễn Thị\n\nTrường", 4.5))
}
