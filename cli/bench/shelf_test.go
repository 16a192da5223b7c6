package bench

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What is bought during a measurement runs out. A visitor takes something else then, and nobody asks for it again.
func TestWhoFindsAProductSoldOutTakesAnother(t *testing.T) {
	asked, left := map[string]int{}, map[string]int{"1": 0, "2": 3}
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.FormValue("id")
		asked[id]++
		if left[id]--; left[id] < 0 {
			w.WriteHeader(http.StatusConflict)
			_, _ = w.Write([]byte(`{"error":{"code":"conflict","reason":"product_sold_out"}}`))
		}
	}))
	defer door.Close()
	s := &shop{client: newClient(door.Listener.Addr().String(), 1)}
	s.shelf.put([]card{{ID: 1, Available: true}, {ID: 2, Available: true}, {ID: 1, Available: true}, {ID: 3}})
	for range 3 {
		require.NoError(t, s.add(t.Context(), s.visitor()))
	}
	r := Run(t.Context(), s.cart(1), Options{Concurrency: 1, Duration: time.Minute})
	require.Equal(t, []any{0, 1, errNothingLeft.Error()}, []any{r.Calls, r.Errors, r.FirstError}, "which ends with the last one")
	require.LessOrEqual(t, asked["1"], 1, "and takes it away from wherever it was listed")
	require.Equal(t, 4, asked["2"])
	require.Zero(t, asked["3"], "what was not available is not asked for")
}
