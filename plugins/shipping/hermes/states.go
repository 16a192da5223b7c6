package main

import (
	"strings"

	"kontor.dev/kontor/plugins/sdk/shipping"
)

// rule translates the status codes that begin with a prefix.
type rule struct {
	prefix string
	state  shipping.ParcelState
}

// short are Hermes's codes of four digits (2x2); the longest prefix counts. 93 and 94 are wishes and notes.
var short = []rule{
	{"0", shipping.ParcelAnnounced}, {"1", shipping.ParcelInTransit}, {"1520", shipping.ParcelReturned}, {"1751", shipping.ParcelFailed},
	{"2", shipping.ParcelInTransit}, {"3", shipping.ParcelInTransit}, {"3000", shipping.ParcelOutForDelivery},
	{"3410", shipping.ParcelReadyForPickup}, {"35", shipping.ParcelDelivered}, {"37", shipping.ParcelFailed},
	{"376", shipping.ParcelReturned}, {"40", shipping.ParcelFailed}, {"406", shipping.ParcelReturned}, {"407", shipping.ParcelInTransit},
	{"41", shipping.ParcelInTransit}, {"45", shipping.ParcelInTransit}, {"46", shipping.ParcelInTransit}, {"50", shipping.ParcelReadyForPickup},
	{"60", shipping.ParcelReturned}, {"6085", shipping.ParcelInTransit}, {"6086", shipping.ParcelInTransit}, {"6087", shipping.ParcelInTransit},
	{"6088", shipping.ParcelInTransit}, {"6090", shipping.ParcelInTransit}, {"7500", shipping.ParcelReturned}, {"90", shipping.ParcelInTransit},
}

// long are the codes of three times three digits (3x3).
var long = []rule{
	{"000", shipping.ParcelAnnounced}, {"010", shipping.ParcelInTransit}, {"03", shipping.ParcelInTransit}, {"04", shipping.ParcelInTransit},
	{"050", shipping.ParcelInTransit}, {"050001", shipping.ParcelOutForDelivery}, {"055001", shipping.ParcelReadyForPickup},
	{"055002", shipping.ParcelInTransit}, {"060", shipping.ParcelFailed}, {"060090", shipping.ParcelInTransit}, {"065", shipping.ParcelReturned},
	{"08", shipping.ParcelInTransit}, {"090", shipping.ParcelDelivered}, {"100", shipping.ParcelReturned}, {"100005", shipping.ParcelInTransit},
	{"100006", shipping.ParcelInTransit}, {"100007", shipping.ParcelInTransit}, {"100008", shipping.ParcelInTransit},
	{"100090", shipping.ParcelInTransit}, {"101", shipping.ParcelInTransit}, {"115", shipping.ParcelReturned}, {"125", shipping.ParcelReturned},
}

// stateOf translates a status code: four digits, nine digits, or three numbers with dashes, as the documents have all.
func stateOf(code string) shipping.ParcelState {
	rules := short
	if parts := strings.Split(code, "-"); len(parts) == 3 {
		code = ""
		for _, part := range parts {
			code += strings.Repeat("0", max(3-len(part), 0)) + part
		}
	}
	if len(code) == 9 {
		rules = long
	} else if len(code) != 4 {
		return shipping.ParcelUnspecified
	}
	state, longest := shipping.ParcelUnspecified, 0
	for _, r := range rules {
		if strings.HasPrefix(code, r.prefix) && len(r.prefix) > longest {
			state, longest = r.state, len(r.prefix)
		}
	}
	return state
}
