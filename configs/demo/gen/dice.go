package main

import (
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// dice is randomness that a product's own name decides, so that adding one product changes no other.
type dice struct{ *rand.Rand }

func newDice(seed string) *dice {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	return &dice{rand.New(rand.NewPCG(h.Sum64(), 20))}
}

// chance reports true in percent of all cases.
func (d *dice) chance(percent int) bool { return d.IntN(100) < percent }

// between gives a number from low to high, both possible.
func (d *dice) between(low, high int) int { return low + d.IntN(high-low+1) }

// pick gives one of the choices.
func pick[T any](d *dice, choices ...T) T { return choices[d.IntN(len(choices))] }

// text is a text in both languages.
func text(de, en string) catalog.Text { return catalog.Text{DE: de, EN: en} }

// dec is a decimal number in a sentence: 15.6, in German 15,6.
type dec string

func (d dec) in(lang catalog.Lang) string {
	if lang == catalog.German {
		return strings.Replace(string(d), ".", ",", 1)
	}
	return string(d)
}

// fill puts words for {name} into a text; a value is a string, a dec or a catalog.Text.
func fill(t catalog.Text, values map[string]any) catalog.Text {
	english := fillIn(t.EN, catalog.English, values)
	return catalog.Text{DE: fillIn(t.DE, catalog.German, values), EN: soundsLikeVowel.ReplaceAllString(english, "${1}n $2")}
}

// Words that take "an"; the sentences are written with "a".
var soundsLikeVowel = regexp.MustCompile(`\b([Aa]) (AMD|Intel|ATX|E-ATX|Arc|HTPC|RTX|8|11|18)\b`)

func fillIn(s string, lang catalog.Lang, values map[string]any) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		switch v := values[name].(type) {
		case string:
			b.WriteString(v)
		case dec:
			b.WriteString(v.in(lang))
		case catalog.Text:
			b.WriteString(v.In(lang))
		default:
			panic("no value for {" + name + "} in: " + s)
		}
		s = after
	}
}

// prose is a description under construction.
type prose struct {
	dice   *dice
	values map[string]any
	text   catalog.Text
}

// say adds one of the sentences.
func (p *prose) say(choices ...catalog.Text) *prose {
	t := fill(pick(p.dice, choices...), p.values)
	if p.text.DE != "" {
		p.text.DE += " "
		p.text.EN += " "
	}
	p.text.DE += t.DE
	p.text.EN += t.EN
	return p
}

// when adds one of the sentences where the condition holds.
func (p *prose) when(holds bool, choices ...catalog.Text) *prose {
	if holds {
		p.say(choices...)
	}
	return p
}
