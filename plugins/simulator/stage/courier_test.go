package stage

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// post gives a courier, a listener that answers with the statuses given, then 204, and what arrived there.
func post(t *testing.T, statuses ...int) (c *Courier, s *Stage, send func(id string) <-chan struct{}, got <-chan string) {
	t.Helper()
	bodies := make(chan string, 20)
	var n atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if i := int(n.Add(1)) - 1; i < len(statuses) {
			w.WriteHeader(statuses[i])
		}
		bodies <- string(raw)
	}))
	s = New()
	c = NewCourier(s, 0, time.Millisecond)
	t.Cleanup(func() { c.Close(); srv.Close() })
	send = func(id string) <-chan struct{} {
		return c.Send(Notice{ID: id, What: "paid", Make: func(ctx context.Context, forged bool) (*http.Request, error) {
			body := id
			if forged {
				body += " forged"
			}
			return http.NewRequestWithContext(ctx, http.MethodPost, srv.URL, strings.NewReader(body))
		}})
	}
	return c, s, send, bodies
}

func arrives(t *testing.T, got <-chan string, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case body := <-got:
			require.Equal(t, w, body)
		case <-time.After(5 * time.Second):
			require.Fail(t, "nothing arrived", w)
		}
	}
}

func TestACourierRepeatsWhatIsNotAnswered(t *testing.T) {
	c, s, send, got := post(t, 500, 404)
	require.Nil(t, send("1"))
	arrives(t, got, "1", "1", "1")
	require.Eventually(t, func() bool { return c.Deliveries()[0].Status == http.StatusOK }, 5*time.Second, time.Millisecond)
	require.Equal(t, 3, c.Deliveries()[0].Attempts)
	require.Equal(t, 3, s.Counts()["webhook"])
	c.Reset()
	require.Empty(t, c.Deliveries())
}

func TestACourierFollowsTheRules(t *testing.T) {
	c, s, send, got := post(t)
	rule := func(e Effect) { require.NoError(t, s.Add(Rule{Op: WebhookOp, Effect: e})) }
	rule(Duplicate)
	send("twice")
	arrives(t, got, "twice", "twice")
	rule(Forge)
	send("f")
	arrives(t, got, "f forged")
	rule(Lose)
	send("lost")
	rule(Reorder)
	send("second")
	send("first")
	arrives(t, got, "first", "second")
	rule(Hold)
	send("a")
	rule(Hold)
	send("b")
	require.Equal(t, 2, c.Release())
	arrives(t, got, "a", "b")
	require.Zero(t, c.Release())

	rule(BeforeReturn)
	delivered := send("now")
	require.NotNil(t, delivered)
	c.Await(delivered, t.Context().Done())
	arrives(t, got, "now")
	c.Await(nil, nil)
	c.Close()
	send("never")
	require.Empty(t, got)
}
