package main

import (
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
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
	parcels          shipping.Limits // what a parcel service takes
	fees             shipping.Tariff
	minDays, maxDays int
}

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{carrier: c.String("carrier"), parcels: shipping.Limits{
		Grams: c.Int("from_grams"), LengthMM: int(c.Int("from_length_mm")), SideMM: int(c.Int("from_side_mm"))}}
	var wrong base.Misfits
	var ok bool
	s.fees, ok = shipping.ReadTariff(c.List("fees"))
	wrong.If(!ok, "fees")
	s.minDays, s.maxDays, ok = c.Span("days")
	wrong.If(!ok, "days")
	wrong.If(s.parcels.Grams < 0, "from_grams")
	wrong.If(s.parcels.LengthMM < 1, "from_length_mm")
	wrong.If(s.parcels.SideMM < 1, "from_side_mm")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
