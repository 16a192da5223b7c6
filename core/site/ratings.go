package site

// RatingsService is the consent service under which a ratings partner's script may be loaded.
const RatingsService = "ratings"

// Ratings is a partner that collects customers' ratings of the shop. Its script runs on the page after an order, for
// visitors who agreed to it.
type Ratings struct {
	Name   string // as visitors know the partner
	Script string // its address
	Origin string // of the script: https://ratings.example
}

// NewRatings makes the partner of a script's address and a name. No address is no partner: nil.
func NewRatings(script, name string) (*Ratings, error) {
	if script == "" {
		return nil, nil
	}
	origin, err := originOf("ratings", script, name)
	if err != nil {
		return nil, err
	}
	return &Ratings{Name: name, Script: script, Origin: origin}, nil
}
