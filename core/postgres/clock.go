package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// clocksApart is how far a process's clock may be from the database's. Sessions, and the links of the newsletter and the campus
// programme, are dated by one process and judged by others, and mails name times by their own.
const clocksApart = 5 * time.Second

// AgreesOnTime compares the process's clock with the database's; fault Internal ("clock_differs") when they are too far apart, which
// says how far at least: what the answer took counts for neither.
func AgreesOnTime(ctx context.Context, pool *pgxpool.Pool, c clock.Clock) error {
	before := c.Now()
	var theirs time.Time
	if err := pool.QueryRow(ctx, `select clock_timestamp()`).Scan(&theirs); err != nil {
		return FaultOf(err, nil)
	}
	after := c.Now()
	apart, way := before.Sub(theirs), "ahead of"
	if theirs.After(after) {
		apart, way = theirs.Sub(after), "behind"
	}
	if apart <= clocksApart {
		return nil
	}
	cause := fmt.Errorf("this machine's clock is %s %s the database's", apart.Round(time.Second), way)
	return fault.Wrap(cause, fault.Internal, "clock_differs")
}
