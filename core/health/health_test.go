package health

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func part(name string, vital bool, err *error) Check {
	return Check{Name: name, Vital: vital, Ask: func(context.Context) error { return *err }}
}

func TestReportSumsItsPartsUp(t *testing.T) {
	var database, plugins error
	p := NewProbe(part("database", true, &database), part("plugins", false, &plugins))
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	later := func() Report { clock = clock.Add(keep); return p.Report(t.Context()) }

	require.Equal(t, Ready, later().Status)
	plugins = errors.New("paypal does not run: secret")
	require.Equal(t, Ready, p.Report(t.Context()).Status, "a report is kept for a moment")
	r := later()
	require.Equal(t, Degraded, r.Status)
	require.True(t, r.OK())
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.JSONEq(t, `{"status":"degraded","parts":[{"name":"database","ok":true,"vital":true},{"name":"plugins","ok":false,"vital":false}]}`, string(text))

	database = errors.New("down")
	require.Equal(t, NotReady, later().Status)
	database, plugins = nil, nil
	require.Equal(t, Ready, later().Status)
	p.Drain()
	require.Equal(t, Draining, p.Report(t.Context()).Status, "at once, whatever was kept")
	require.False(t, p.Report(t.Context()).OK())
}

// A part that hangs makes the report late, never endless.
func TestAskingIsBounded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the caller has gone: the answer is the next one's all the same
	p := NewProbe(Check{Name: "slow", Vital: true, Ask: func(ctx context.Context) error {
		_, bounded := ctx.Deadline()
		require.True(t, bounded)
		return ctx.Err()
	}})
	require.Equal(t, Ready, p.Report(ctx).Status)
}

func TestACheckThatPanicsHasFailed(t *testing.T) {
	r := NewProbe(Check{Name: "search", Ask: func(context.Context) error { panic("an answer that nobody expected") }}).Report(t.Context())
	require.Equal(t, Degraded, r.Status)
	require.ErrorContains(t, r.Parts[0].Err, "nobody expected")
}
