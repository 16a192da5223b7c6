// Package retention is the workflow that forgets what is kept no longer, begun every day by a schedule.
//
//	rules ─► each rule in turn, as of the moment the run began ─► what each forgot
//
// A rule that fails is tried again, and keeps no other from its turn: the next day's run takes up what is left.
package retention

// Name is the workflow's type.
const Name = "retention"

// ScheduleID names the schedule of a task queue: a Temporal namespace may serve several shops.
func ScheduleID(queue string) string { return Name + "-" + queue }

// Forgotten is what one rule did.
type Forgotten struct {
	Rule   string `json:"rule"`
	Rows   int    `json:"rows"`
	Failed bool   `json:"failed,omitempty"` // it could not be applied today
}
