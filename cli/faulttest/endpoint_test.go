package faulttest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"
)

// warehouse is another system that hears of the shop's orders.
type warehouse struct {
	*httptest.Server
	mu    sync.Mutex
	away  bool
	took  []string // types of the events
	calls int
	last  []byte // the body of the last one that was taken
	hook  *standardwebhooks.Webhook
	fake  int // calls that were not the shop's
}

func newWarehouse(t *testing.T) *warehouse {
	t.Helper()
	w := &warehouse{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.calls++
		switch {
		case w.away:
			out.WriteHeader(http.StatusBadGateway)
			return
		case w.hook.Verify(body, req.Header) != nil:
			w.fake++
			out.WriteHeader(http.StatusForbidden)
			return
		}
		var event struct{ Type string }
		_ = json.Unmarshal(body, &event)
		w.took, w.last = append(w.took, event.Type), body
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *warehouse) locked(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
}

// had reports whether the warehouse has had the events, in any order.
func (w *warehouse) had(want ...string) (all bool) {
	w.locked(func() {
		all = !slices.ContainsFunc(want, func(t string) bool { return !slices.Contains(w.took, t) })
	})
	return all
}

// A warehouse is called while it is away, its worker dies meanwhile, and in the end it has heard of everything once, in order.
func TestAnotherSystemHearsOfEverythingThoughItWasAway(t *testing.T) {
	t.Parallel()
	shop := start(t)
	w := newWarehouse(t)
	var added struct{ Secret string }
	require.NoError(t, json.Unmarshal([]byte(shop.says("endpoint", "add", "warehouse", w.URL, "-o", "json")), &added))
	hook, err := standardwebhooks.NewWebhook(added.Secret)
	require.NoError(t, err)
	w.locked(func() { w.hook = hook })
	require.Contains(t, shop.says("endpoint", "test", "warehouse"), "has taken it")
	w.locked(func() { w.away, w.took = true, nil })

	guest := shop.guest()
	guest.add()
	guest.pay("paypal")
	guest.returns(guest.approve())
	shop.sold("confirmed", guest)
	calls := func(n int) func() bool {
		return func() (so bool) { w.locked(func() { so = w.calls > n }); return so }
	}
	eventually(t, "it is called", calls(1))
	shop.killWorker()
	shop.worker.start()
	var before int
	w.locked(func() { before = w.calls })
	eventually(t, "it is called again", calls(before))
	require.Contains(t, shop.says("endpoint", "list"), "502 Bad Gateway")

	w.locked(func() { w.away = false })
	id := strconv.FormatInt(query[int64](shop, `select id from shop_order`), 10)
	eventually(t, "it knows what is to leave", func() bool { return w.had("order.placed", "delivery.planned") })
	shop.says("order", "ship", id, "--delivery", "1")
	eventually(t, "it knows what has left", func() bool { return w.had("delivery.shipped") })
	shop.says("order", "return", id, "--delivery", "1", "--yes")
	eventually(t, "it knows what came back", func() bool { return w.had("delivery.returned", "order.refunded") })

	w.locked(func() {
		require.Zero(t, w.fake, "every call is signed")
		var inOrder []string
		for _, kind := range w.took {
			if slices.Contains([]string{"order.placed", "delivery.planned", "delivery.shipped", "delivery.returned"}, kind) {
				inOrder = append(inOrder, kind)
			}
		}
		require.Equal(t, []string{"order.placed", "delivery.planned", "delivery.shipped", "delivery.returned"}, inOrder)
		require.Contains(t, string(w.last), guest.email)
	})
	shop.says("endpoint", "remove", "warehouse", "--yes")
	require.NotContains(t, shop.says("endpoint", "list"), "warehouse")
}
