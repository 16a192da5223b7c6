package postgres

import "time"

// InTx lets the tests, which need pgtest and so cannot be inside this package, reach inTx.
var InTx = inTx

// SetNow sets the clock by which a relay keeps to its leases.
func (o *Outbox) SetNow(now func() time.Time) { o.now = now }
