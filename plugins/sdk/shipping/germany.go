package shipping

import (
	"time"
	_ "time/tzdata" // whatever the machine has
)

// Germany is the time that German carriers mean where they name no zone.
var Germany = func() *time.Location {
	l, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err) // the time zones are compiled in
	}
	return l
}()
