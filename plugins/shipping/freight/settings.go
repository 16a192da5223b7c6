package main

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "carrier", Default: "Spedition", Help: "Name of the forwarder as the customer reads it."},
	{Key: "from_grams", Type: base.SettingInt, Default: "31500", Help: "Heaviest parcel that a parcel service takes; what is heavier is freight."},
	{Key: "from_length_mm", Type: base.SettingInt, Default: "1200", Help: "Longest side that a parcel service takes."},
	{Key: "from_side_mm", Type: base.SettingInt, Default: "600", Help: "Longest of the other sides that a parcel service takes."},
	{Key: "fees", Type: base.SettingList, Default: tariff,
		Help: "Fee in cents of a whole delivery by countries and weight up to which it holds, one COUNTRY,COUNTRY GRAMS=CENTS a line; only these countries and weights are served."},
	{Key: "days", Default: "5-10", Help: "Working days until the delivery, FROM-TO."},
}

// tariff holds as long as the operator sets none.
const tariff = `DE 70000=3990
DE 150000=6990
DE 500000=12990
AT,BE,LU,NL 70000=7990
AT,BE,LU,NL 150000=12990`

type settings struct {
	carrier          string
	fromGrams        int64
	fromLength       int
	fromSide         int
	fees             map[string][]band // by country, ISO alpha-2; lightest first
	minDays, maxDays int
}

// band is the fee up to a weight.
type band struct{ grams, cents int64 }

var bandForm = regexp.MustCompile(`^([A-Z]{2}(?:,[A-Z]{2})*) +([0-9]{1,9})=([0-9]{1,9})$`)

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{carrier: c.String("carrier"), fromGrams: c.Int("from_grams"), fromLength: int(c.Int("from_length_mm")),
		fromSide: int(c.Int("from_side_mm")), fees: map[string][]band{}}
	var wrong base.Misfits
	for _, line := range c.List("fees") {
		parts := bandForm.FindStringSubmatch(line)
		if parts == nil {
			wrong.If(true, "fees")
			continue
		}
		grams, _ := strconv.ParseInt(parts[2], 10, 64) // the form has seen to the digits
		cents, _ := strconv.ParseInt(parts[3], 10, 64)
		for country := range strings.SplitSeq(parts[1], ",") {
			s.fees[country] = append(s.fees[country], band{grams, cents})
		}
	}
	for _, bands := range s.fees {
		slices.SortFunc(bands, func(a, b band) int { return cmp.Compare(a.grams, b.grams) })
	}
	from, to, _ := strings.Cut(c.String("days"), "-")
	var errFrom, errTo error
	s.minDays, errFrom = strconv.Atoi(from)
	s.maxDays, errTo = strconv.Atoi(to)
	wrong.If(errFrom != nil || errTo != nil || s.minDays < 0 || s.maxDays < s.minDays, "days")
	wrong.If(len(s.fees) == 0, "fees")
	wrong.If(s.fromGrams < 0, "from_grams")
	wrong.If(s.fromLength < 1, "from_length_mm")
	wrong.If(s.fromSide < 1, "from_side_mm")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

// fee gives what a weight costs in a country; ok is false when it is not served.
func (s *settings) fee(country string, grams int64) (cents int64, ok bool) {
	for _, b := range s.fees[country] {
		if grams <= b.grams {
			return b.cents, true
		}
	}
	return 0, false
}
