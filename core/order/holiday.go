package order

import (
	"slices"
	"strings"
	"time"
)

// Region is a German state, by its official abbreviation.
type Region string

// The states.
const (
	BadenWuerttemberg Region = "BW"
	Bavaria           Region = "BY"
	Berlin            Region = "BE"
	Brandenburg       Region = "BB"
	Bremen            Region = "HB"
	Hamburg           Region = "HH"
	Hesse             Region = "HE"
	Mecklenburg       Region = "MV"
	LowerSaxony       Region = "NI"
	NorthRhine        Region = "NW"
	Rhineland         Region = "RP"
	Saarland          Region = "SL"
	Saxony            Region = "SN"
	SaxonyAnhalt      Region = "ST"
	SchleswigHolstein Region = "SH"
	Thuringia         Region = "TH"
)

var regions = []Region{
	BadenWuerttemberg, Bavaria, Berlin, Brandenburg, Bremen, Hamburg, Hesse, Mecklenburg, LowerSaxony, NorthRhine, Rhineland,
	Saarland, Saxony, SaxonyAnhalt, SchleswigHolstein, Thuringia,
}

// RegionsOf gives the states in which a German postal code may lie, judged by its first two digits, which cross borders
// in places. All states when it is none.
func RegionsOf(zipCode string) []Region {
	if len(zipCode) != 5 {
		return regions
	}
	names, ok := zipRegions[zipCode[:2]]
	if !ok {
		return regions
	}
	var out []Region
	for name := range strings.FieldsSeq(names) {
		out = append(out, Region(name))
	}
	return out
}

// holiday is a public holiday by rule: on a day of the year, or so many days from Easter Sunday.
type holiday struct {
	month   time.Month
	day     int
	easter  int
	regions []Region // none: all
}

var holidays = []holiday{
	{month: time.January, day: 1},
	{month: time.January, day: 6, regions: []Region{BadenWuerttemberg, Bavaria, SaxonyAnhalt}},
	{month: time.March, day: 8, regions: []Region{Berlin, Mecklenburg}},
	{easter: -2},
	{easter: 1},
	{month: time.May, day: 1},
	{easter: 39},
	{easter: 50},
	{easter: 60, regions: []Region{BadenWuerttemberg, Bavaria, Hesse, NorthRhine, Rhineland, Saarland}},
	{month: time.August, day: 15, regions: []Region{Bavaria, Saarland}}, // of Bavaria, where most are Catholic
	{month: time.September, day: 20, regions: []Region{Thuringia}},
	{month: time.October, day: 3},
	{month: time.October, day: 31, regions: []Region{
		Brandenburg, Bremen, Hamburg, Mecklenburg, LowerSaxony, Saxony, SaxonyAnhalt, SchleswigHolstein, Thuringia,
	}},
	{month: time.November, day: 1, regions: []Region{BadenWuerttemberg, Bavaria, NorthRhine, Rhineland, Saarland}},
	{month: time.December, day: 25},
	{month: time.December, day: 26},
}

// Holiday reports whether a day is a public holiday in all of Germany, or in one of the states: where a postal code may lie in
// two, the customer gets the day.
func Holiday(day time.Time, in ...Region) bool {
	year, month, date := day.Date()
	noon := time.Date(year, month, date, 12, 0, 0, 0, time.UTC)
	if slices.Contains(in, Saxony) && noon.Equal(repentance(year)) {
		return true
	}
	return slices.ContainsFunc(holidays, func(h holiday) bool {
		when := time.Date(year, h.month, h.day, 12, 0, 0, 0, time.UTC)
		if h.month == 0 {
			when = easter(year).AddDate(0, 0, h.easter)
		}
		return noon.Equal(when) &&
			(len(h.regions) == 0 || slices.ContainsFunc(in, func(r Region) bool { return slices.Contains(h.regions, r) }))
	})
}

// repentance is the Wednesday before 23 November, Saxony's Buß- und Bettag.
func repentance(year int) time.Time {
	d := time.Date(year, time.November, 22, 12, 0, 0, 0, time.UTC)
	for d.Weekday() != time.Wednesday {
		d = d.AddDate(0, 0, -1)
	}
	return d
}

// easter gives Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876.
func easter(year int) time.Time {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Date(year, time.Month(n/31), n%31+1, 12, 0, 0, 0, time.UTC)
}

// zipRegions says which states have places with a postal code that begins so.
var zipRegions = map[string]string{
	"01": "SN BB", "02": "SN BB", "03": "BB SN", "04": "SN TH BB ST", "06": "ST TH SN", "07": "TH SN", "08": "SN TH", "09": "SN",
	"10": "BE", "12": "BE BB", "13": "BE BB", "14": "BE BB ST", "15": "BB BE", "16": "BB MV", "17": "MV BB", "18": "MV",
	"19": "MV BB NI SH",
	"20": "HH", "21": "HH NI SH", "22": "HH SH", "23": "SH MV", "24": "SH", "25": "SH", "26": "NI", "27": "NI HB HH SH",
	"28": "HB NI", "29": "NI ST",
	"30": "NI", "31": "NI", "32": "NW NI", "33": "NW", "34": "HE NI NW", "35": "HE", "36": "HE TH", "37": "NI HE TH NW",
	"38": "NI ST", "39": "ST",
	"40": "NW", "41": "NW", "42": "NW", "44": "NW", "45": "NW", "46": "NW", "47": "NW", "48": "NW NI", "49": "NI NW",
	"50": "NW", "51": "NW RP", "52": "NW", "53": "NW RP", "54": "RP SL", "55": "RP HE", "56": "RP", "57": "NW RP", "58": "NW",
	"59": "NW",
	"60": "HE", "61": "HE", "63": "HE BY", "64": "HE BW", "65": "HE RP", "66": "SL RP", "67": "RP", "68": "BW HE", "69": "BW HE",
	"70": "BW", "71": "BW", "72": "BW", "73": "BW", "74": "BW BY", "75": "BW", "76": "BW RP", "77": "BW", "78": "BW", "79": "BW",
	"80": "BY", "81": "BY", "82": "BY", "83": "BY", "84": "BY", "85": "BY", "86": "BY", "87": "BY", "88": "BW BY", "89": "BW BY",
	"90": "BY", "91": "BY", "92": "BY", "93": "BY", "94": "BY", "95": "BY", "96": "BY TH", "97": "BY BW", "98": "TH", "99": "TH",
}
