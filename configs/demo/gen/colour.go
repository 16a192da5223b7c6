package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
)

type colour struct {
	text         catalog.Text
	hex          string // of the swatch
	body, accent string // of pictures, without #
}

var paints = map[string]struct{ de, hex string }{
	"Black": {"Schwarz", "#1f2125"}, "White": {"Weiß", "#f4f5f7"}, "Silver": {"Silber", "#c3c7cd"}, "Green": {"Grün", "#2f8f5b"},
	"Gray": {"Grau", "#7b818a"}, "Red": {"Rot", "#c62f3b"}, "Blue": {"Blau", "#2f63c6"}, "Brown": {"Braun", "#7a5138"},
	"Yellow": {"Gelb", "#e8c22e"}, "Pink": {"Rosa", "#e79ab6"}, "Gold": {"Gold", "#c9a557"}, "Orange": {"Orange", "#e2792c"},
	"Purple": {"Violett", "#7a4fb5"}, "Clear": {"Klar", "#dfe9ee"}, "Teal": {"Petrol", "#2a8c91"}, "Copper": {"Kupfer", "#b3704a"},
	"Multicolor": {"Mehrfarbig", "#9a7bd1"}, "Beige": {"Beige", "#d9c8ab"}, "Transparent": {"Transparent", "#e3edf2"},
	"Camo": {"Tarnmuster", "#6b7353"}, "Turquoise": {"Türkis", "#3cb8b2"}, "Translucent Black": {"Schwarz-transparent", "#3a3d44"},
	"Translucent White": {"Weiß-transparent", "#eef3f6"}, "Cyan": {"Cyan", "#2fb4d8"},
}

// colourOf reads "Black / Red": the first colour is the thing's, the second its trim.
func colourOf(name string) colour {
	var c colour
	var de, en []string
	for part := range strings.SplitSeq(name, "/") {
		part = strings.TrimSpace(part)
		paint, ok := paints[part]
		if !ok {
			panic("colour " + part)
		}
		de, en = append(de, paint.de), append(en, part)
		switch bare := paint.hex[1:]; {
		case c.hex == "":
			c.hex, c.body = paint.hex, bare
		case c.accent == "":
			c.accent = bare
		}
	}
	c.text = text(strings.Join(de, "/"), strings.Join(en, "/"))
	return c
}
