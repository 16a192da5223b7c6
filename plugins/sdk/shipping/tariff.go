package shipping

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Tariff is what a whole delivery costs by country (ISO 3166-1 alpha-2) and weight. What is not in it is not served.
type Tariff map[string][]Band

// Band is the fee of a delivery up to a weight.
type Band struct {
	Grams int64
	Minor int64 // in minor units
}

var bandForm = regexp.MustCompile(`^([A-Z]{2}(?:,[A-Z]{2})*) +([0-9]{1,9})=([0-9]{1,9})$`)

// ReadTariff reads lines of COUNTRY,COUNTRY GRAMS=MINOR. ok is false when there is none, or one that is not of this form.
func ReadTariff(lines []string) (t Tariff, ok bool) {
	t = Tariff{}
	for _, line := range lines {
		parts := bandForm.FindStringSubmatch(line)
		if parts == nil {
			return nil, false
		}
		grams, _ := strconv.ParseInt(parts[2], 10, 64) // the form has seen to the digits
		minor, _ := strconv.ParseInt(parts[3], 10, 64)
		for country := range strings.SplitSeq(parts[1], ",") {
			t[country] = append(t[country], Band{grams, minor})
		}
	}
	for _, bands := range t {
		slices.SortFunc(bands, func(a, b Band) int { return cmp.Compare(a.Grams, b.Grams) })
	}
	return t, len(t) > 0
}

// Serves reports whether any weight is brought to a country.
func (t Tariff) Serves(country string) bool { return len(t[country]) > 0 }

// Fee gives what the parcels cost in a country; ok is false when they are not served.
func (t Tariff) Fee(country string, parcels []Parcel) (minor int64, ok bool) {
	_, grams := Weigh(parcels)
	for _, b := range t[country] {
		if grams <= b.Grams {
			return b.Minor, true
		}
	}
	return 0, false
}

// Range gives the weights of whole deliveries that cost what the parcels cost in a country, or are not served either.
func (t Tariff) Range(country string, parcels []Parcel) Range {
	_, grams := Weigh(parcels)
	r := Range{}
	for _, b := range t[country] {
		if grams <= b.Grams {
			r.Below = b.Grams + 1
			break
		}
		r.From = b.Grams + 1
	}
	return r
}

// Limits is the largest parcel that a carrier takes.
type Limits struct {
	Grams    int64
	LengthMM int // of the longest side
	SideMM   int // of the longer of the other two
}

// Take reports whether all parcels are within the limits, each turned as it fits best.
func (l Limits) Take(parcels []Parcel) bool {
	return !slices.ContainsFunc(parcels, func(p Parcel) bool {
		sides := []int{p.LengthMM, p.WidthMM, p.HeightMM}
		slices.Sort(sides)
		return p.WeightGrams > l.Grams || sides[2] > l.LengthMM || sides[1] > l.SideMM
	})
}

// Range gives the weights of the heaviest of parcels of these sizes of which Take says what it says of these.
func (l Limits) Range(parcels []Parcel) Range {
	heaviest, _ := Weigh(parcels)
	return Side(heaviest, l.Grams+1)
}
