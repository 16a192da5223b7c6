package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/catalog"
)

// compounds splits German compounds into words that it knows, so that "Tasche" finds "Notebooktasche". It knows the
// single words of the category names, and the heads and modifiers that the trade makes its compounds of.
type compounds struct{ known map[string]bool }

// Shorter parts split too much: "ei" in "Kleinteil".
const shortestPart = 4

// tradeWords are parts of the compounds of computers and electronics, in the forms in which compounds have them.
var tradeWords = strings.Fields(`
	adapter akku akkus anschluss arbeits betriebs bild bildschirm board boards brille brillen buch buchse card controller
	daten desktop docking drucker einbau empfänger fernbedienung fest festplatte festplatten funk gaming gehäuse gerät
	geräte grafik grafikkarte grafikkarten halter halterung halterungen haupt hülle hüllen hörer kabel kamera kameras
	karte karten kopf kühler kühlung kühlungen lade laptop laufwerk laufwerke lautsprecher leser leiste leisten luft lüfter maus mäuse
	mikrofon mobil monitor monitore netz netzwerk notebook notebooks paste pasten platte platten platine prozessor
	prozessoren rahmen ruck rucksack rucksäcke schutz sound speicher spiele station stationen stecker steuerung stift
	strom stuhl system systeme tablet tasche taschen tastatur tastaturen teil teile telefon ton unter unterlage versorgung
	wärme wärmeleit wasser webcam werk werke zubehör`)

func newCompounds(categories []catalog.Category) *compounds {
	c := &compounds{known: map[string]bool{}}
	for _, w := range tradeWords {
		c.known[w] = true
	}
	for _, category := range categories {
		for _, w := range letters(category.Name.DE) {
			// A word that splits by itself would keep its own parts from being found.
			if utf8.RuneCountInString(w) >= shortestPart && c.split(w) == nil {
				c.known[w] = true
			}
		}
	}
	return c
}

// parts gives the parts of the compounds in a text, in lower case; words that do not split give none.
func (c *compounds) parts(text string) []string {
	var parts []string
	for _, w := range letters(text) {
		parts = append(parts, c.split(w)...)
	}
	return parts
}

// heads is parts for the name of a category, where the last part of a word is what the goods are, even if the first is
// not known: "Luftkühler" and "Eingabegeräte" are found as "Kühler" and "Geräte".
func (c *compounds) heads(name string) []string {
	parts := c.parts(name)
	for _, w := range letters(name) {
		if c.split(w) != nil {
			continue
		}
		for i := range w {
			if i > 0 && utf8.RuneCountInString(w[i:]) >= shortestPart && c.known[w[i:]] {
				parts = append(parts, w[i:])
				break
			}
		}
	}
	return parts
}

// split gives the two parts of a compound, and the parts of these, or nil. The longest known head is taken.
func (c *compounds) split(w string) []string {
	for i := len(w) - 1; i > 0; i-- {
		if !utf8.RuneStart(w[i]) || utf8.RuneCountInString(w[:i]) < shortestPart || utf8.RuneCountInString(w[i:]) < shortestPart {
			continue
		}
		head, tail := w[:i], w[i:]
		if !c.knows(head) {
			continue
		}
		if c.known[tail] {
			return []string{head, tail}
		}
		if rest := c.split(tail); rest != nil {
			return append([]string{head, tail}, rest...)
		}
	}
	return nil
}

// knows allows for the letters that join compounds: "Arbeits-", "Taschen-".
func (c *compounds) knows(head string) bool {
	return c.known[head] || c.known[strings.TrimSuffix(head, "s")] || c.known[strings.TrimSuffix(head, "n")]
}

func letters(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}
