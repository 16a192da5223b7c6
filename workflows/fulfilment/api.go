// Package fulfilment is the workflow of a placed order, from the order until every delivery is with the customer, came
// back or was given up.
//
//	placed ─► ship: pick ─► label ─► capture ─► dispatched ─► delivered
//	   │               ▲        │ refused                └─► ready ─► collected | given up and refunded
//	   └► cancel       └────────┘ the label is taken back
//
// The order's state is in PostgreSQL; the workflow owns what happens next and when. A run may start from any state, so a
// message to an order whose workflow has ended starts a new run that handles it and ends.
package fulfilment

import "time"

// Name is the workflow's type.
const Name = "fulfilment"

// WorkflowID names the workflow of an order by the attempt that it came of: order numbers are only the shop's.
func WorkflowID(attemptID string) string { return "fulfilment-" + attemptID }

// The updates, all from operators; each answers once it is handled. Their validators refuse what can never be handled.
const (
	Ship    = "ship"    // ShipRequest
	Deliver = "deliver" // DeliverRequest
	Cancel  = "cancel"  // CancelRequest
	Refund  = "refund"  // RefundRequest
	Return  = "return"  // ReturnRequest
)

// Scan is the signal that hands over a stored scan of a carrier; its argument is the scan's number (int64).
const Scan = "scan"

// Wake is the signal that something else than this workflow left the order something to do. It has no argument.
const Wake = "wake"

// Input starts a run.
type Input struct {
	OrderID int64 `json:"orderId"`
}

// Item is a number of pieces of a line of the order.
type Item struct {
	Line     int `json:"line"`
	Quantity int `json:"quantity"`
}

// ShipRequest dispatches a delivery; zero values: the first planned one, all of it.
type ShipRequest struct {
	Delivery int    `json:"delivery,omitempty"`
	Items    []Item `json:"items,omitempty"`
}

// DeliverRequest says that the customer has a delivery; 0 is the first under way.
type DeliverRequest struct {
	Delivery int `json:"delivery,omitempty"`
}

// CancelRequest gives up what was not dispatched. Reason is a translation key.
type CancelRequest struct {
	Reason string `json:"reason"`
}

// RefundRequest gives money back, once per request. Minor 0 is all that is left.
type RefundRequest struct {
	Request string `json:"request"`
	Minor   int64  `json:"minor,omitempty"` // euro cents
}

// ReturnRequest says that a delivery came back; 0 is the only one that left.
type ReturnRequest struct {
	Delivery int  `json:"delivery,omitempty"`
	Damaged  bool `json:"damaged,omitempty"` // its goods are not sold again
}

// Progress is what an activity leaves the order in.
type Progress struct {
	Open  bool      `json:"open"`           // something is still to happen
	DueAt time.Time `json:"dueAt,omitzero"` // when time does something
	Owed  []int     `json:"owed,omitempty"` // operations that give money back and are not done
}
