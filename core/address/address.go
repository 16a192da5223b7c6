// Package address holds postal addresses, the countries that the shop serves, and the rules of the address forms.
package address

// Kind is what an address is for.
type Kind string

// The kinds. The last two are parcel shops and lockers of a carrier.
const (
	Invoice         Kind = "invoice"
	Delivery        Kind = "delivery"
	HermesPaketshop Kind = "hermespaketshop"
	DHLPackstation  Kind = "dhlpackstation"
)

// Collected reports whether the customer collects the parcel at a place of the carrier's, which are in Germany.
func (k Kind) Collected() bool { return k == HermesPaketshop || k == DHLPackstation }

// Address is a postal address as the forms have it.
type Address struct {
	ID              int64  `json:"id"` // 0 is not saved
	Company         string `json:"company"`
	FirstName       string `json:"firstName"`
	LastName        string `json:"lastName"`
	StreetName      string `json:"streetName"`
	StreetNumber    string `json:"streetNumber"`
	ZipCode         string `json:"zipCode"`
	CityName        string `json:"cityName"`
	CountryID       int    `json:"countryId"` // ids of the spec; 81 is Germany
	TelephoneNumber string `json:"telephoneNumber"`
	PostNumber      string `json:"postNumber"`        // DHL customer number, for a Packstation
	PointID         string `json:"pointId,omitempty"` // the carrier's name of a pickup point
	Kind            Kind   `json:"type"`
}

// Same reports whether both name the same people at the same place, whatever for, and by whichever number they are called.
func (a Address) Same(b Address) bool {
	if a.Kind.Collected() != b.Kind.Collected() {
		return false
	}
	a.ID, a.TelephoneNumber, a.Kind = b.ID, b.TelephoneNumber, b.Kind
	return a == b
}

// Germany is the default country.
const Germany = 81
