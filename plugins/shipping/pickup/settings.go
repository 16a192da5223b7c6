package main

import (
	"regexp"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "stores", Type: base.SettingList, Required: true,
		Help: "The stores, one ID|NAME|STREET|NUMBER|POSTAL CODE|CITY|OPENING HOURS a line; several hours are parted by semicolons."},
	{Key: "countries", Type: base.SettingList, Default: "DE", Help: "Countries whose customers may collect, ISO alpha-2, one a line."},
	{Key: "ready_days", Default: "1-2", Help: "Working days until the goods lie ready, FROM-TO."},
	{Key: "max_grams", Type: base.SettingInt, Default: "31500", Help: "Heaviest parcel that a store hands out; what is heavier goes by freight. 0 is no limit."},
}

type settings struct {
	stores           []store
	countries        []string
	minDays, maxDays int
	maxGrams         int64
}

type store struct {
	id, name       string
	street, number string
	postalCode     string
	city           string
	hours          []string
}

// storeForm keeps ids fit for an option's id.
var (
	storeForm      = regexp.MustCompile(`^[a-z0-9]{1,20}$`)
	postalCodeForm = regexp.MustCompile(`^[0-9]{5}$`)
)

const storeFields = 7

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{countries: c.List("countries"), maxGrams: c.Int("max_grams")}
	var wrong base.Misfits
	for _, line := range c.List("stores") {
		one, ok := readStore(line)
		wrong.If(!ok || slices.ContainsFunc(s.stores, func(other store) bool { return other.id == one.id }), "stores")
		s.stores = append(s.stores, one)
	}
	var ok bool
	s.minDays, s.maxDays, ok = c.Span("ready_days")
	wrong.If(len(s.stores) == 0, "stores")
	wrong.If(!ok, "ready_days")
	wrong.If(s.maxGrams < 0, "max_grams")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}

func readStore(line string) (store, bool) {
	fields := strings.Split(line, "|")
	if len(fields) != storeFields {
		return store{}, false
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	s := store{id: fields[0], name: fields[1], street: fields[2], number: fields[3], postalCode: fields[4], city: fields[5]}
	for hours := range strings.SplitSeq(fields[6], ";") {
		if hours = strings.TrimSpace(hours); hours != "" {
			s.hours = append(s.hours, hours)
		}
	}
	return s, storeForm.MatchString(s.id) && s.name != "" && s.street != "" && s.city != "" && postalCodeForm.MatchString(s.postalCode)
}
