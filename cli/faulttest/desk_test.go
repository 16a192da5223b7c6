package faulttest

import (
	"encoding/json"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
)

// says runs a command of the shop's operator and gives what it prints.
func (s *shop) says(args ...string) string {
	s.Helper()
	cmd := exec.Command(s.api.command[0], args...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), s.env...)
	out, err := cmd.Output()
	require.NoError(s, err, "%v", args)
	return string(out)
}

// A customer has paid, never comes back, and PayPal's webhook is lost. The operator finds the order, has PayPal asked, and the
// order stands; what was done is written down, and the history of it all is followed by the code.
func TestOperatorHelpsAnOrderWhoseProviderIsSilent(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.pay("paypal")
	shop.provider.rules(rule{Op: "webhook", Effect: "lose", Times: -1})
	guest.approve()
	order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt`), 10)

	require.NotContains(t, shop.says("checkout", "list", "--stuck"), order, "there is time yet")
	shop.exec(`update checkout_attempt set due_at = now() - interval '1 hour'`)
	require.Contains(t, shop.says("checkout", "list", "--stuck"), "overdue")
	story := shop.says("checkout", "explain", order)
	require.Contains(t, story, "The customer was sent to paypal to pay")
	require.Contains(t, story, "the customer sent the order")
	require.Contains(t, story, "kontor checkout reconcile "+order)

	told := shop.says("checkout", "reconcile", order, "--yes", "--reason", "the customer has paid")
	require.Contains(t, told, "The order is placed and its")
	guest.ordered("confirmed")
	require.Equal(t, 1, shop.provider.count("charge"))
	require.Contains(t, shop.says("checkout", "replay", order), "follows")

	var log struct{ Entries []audit.Entry }
	require.NoError(t, json.Unmarshal([]byte(shop.says("audit", "list", "--subject", "order-"+order, "-o", "json")), &log))
	require.Len(t, log.Entries, 1)
	e := log.Entries[0]
	require.Equal(t, []string{"checkout.reconcile", "the customer has paid", ""}, []string{e.Action, e.Reason, e.Failure})
	require.Contains(t, string(e.Before), "redirected")
	require.Contains(t, string(e.After), "confirmed")
}
