package shipping

// Scope is what an offer holds for: every delivery to the area with as many parcels of the same sizes, their weights and
// the goods' value within the ranges, for the same customer type and locale. The zero Scope is the request alone: for an offer that
// depends on anything else. The shop answers from it for at most 30 seconds, and only while the process runs that gave it.
type Scope struct {
	Area          Area
	HeaviestGrams Range // of the heaviest parcel
	TotalGrams    Range // of all parcels together
	GoodsTotal    Range // in minor units of the request's currency
}

// Area is a set of addresses.
type Area int32

// The areas.
const (
	AreaUnspecified Area = iota // the offer is for its request alone
	AreaCountry                 // addresses of the same kind in the same country
	AreaPostalCode              // those with the same postal code
)

// Range is a range of numbers; the zero Range has all that are not negative.
type Range struct {
	From  int64 // the lowest
	Below int64 // all are less than it; 0 means no end
}

// Has reports whether n is in the range.
func (r Range) Has(n int64) bool { return n >= r.From && (r.Below == 0 || n < r.Below) }

// Side gives the numbers on n's side of a limit: those below it, or those from it on. A limit of 0 is none.
func Side(n, limit int64) Range {
	if limit > 0 && n < limit {
		return Range{Below: limit}
	}
	return Range{From: max(limit, 0)}
}

// Weigh gives the weight of the heaviest parcel and of all together.
func Weigh(parcels []Parcel) (heaviest, total int64) {
	for _, p := range parcels {
		heaviest, total = max(heaviest, p.WeightGrams), total+p.WeightGrams
	}
	return heaviest, total
}
