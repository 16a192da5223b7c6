package chaos

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// An outage ends with the first answer after the last failure, and with a call that was held up and came through.
func TestOutageEndsWithTheFirstAnswerAfterTheLastFailure(t *testing.T) {
	death := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	at := func(ms int) time.Time { return death.Add(time.Duration(ms) * time.Millisecond) }
	c := &caller{made: []call{{at(-300), at(-200), false}, {at(-190), at(-90), false}}}
	c.learn()
	require.Equal(t, time.Second, c.limit)
	c.made = append(c.made, call{at(-80), at(10), false})
	o, lastBad, good := c.since(death)
	require.Equal(t, Outage{Calls: 1}, o, "it was on its way when the part died")
	require.Zero(t, good)
	require.True(t, lastBad.IsZero())

	c.made = append(c.made, call{at(-10), at(90), false}, call{at(100), at(150), true}, call{at(160), at(200), false}, call{at(210), at(250), true})
	o, _, good = c.since(death)
	require.Equal(t, Outage{Failed: 2, Calls: 5}, o, "it is not over")
	require.Zero(t, good)
	c.made = append(c.made, call{at(260), at(300), false}, call{at(310), at(400), false})
	o, _, good = c.since(death)
	require.Equal(t, Outage{After: 300 * time.Millisecond, Failed: 2, Calls: 7}, o)
	require.Equal(t, 2, good)
	two := &caller{made: []call{{at(-50), at(20), true}, {at(-40), at(28), false}, {at(70), at(900), false}}}
	o, _, _ = two.since(death)
	require.Equal(t, 900*time.Millisecond, o.After, "a call that was on its way at the failure tells nothing")
	c.made = append(c.made, call{at(410), at(2410), false})
	o, lastBad, good = c.since(death)
	require.Equal(t, Outage{After: 2410 * time.Millisecond, Failed: 2, Calls: 8}, o)
	require.Equal(t, at(2410), lastBad)
	require.Equal(t, 1, good)
}

func TestTheWorstOfEachPart(t *testing.T) {
	list := worst([]Recovered{
		{Victim: killWorker, Orders: Outage{After: time.Second, Failed: 1, Calls: 10}},
		{Victim: killWorker, Orders: Outage{After: 3 * time.Second, Calls: 10}},
	})
	require.Len(t, list, len(recoveryVictims))
	require.Equal(t, Recovered{Victim: killWorker, Orders: Outage{After: 3 * time.Second, Failed: 1, Calls: 20}}, list[1])
}
