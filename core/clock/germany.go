package clock

import (
	"time"
	_ "time/tzdata" // days are Germany's, whatever the machine has
)

// Zone is the IANA name of Germany, for SQL.
const Zone = "Europe/Berlin"

// Germany is where the shop's days and years begin, and the law's periods end.
var Germany = func() *time.Location {
	l, err := time.LoadLocation(Zone)
	if err != nil {
		panic(err) // tzdata is compiled in
	}
	return l
}()
