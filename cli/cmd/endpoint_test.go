package cmd

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func TestAnotherSystemIsAddedTestedChangedAndRemoved(t *testing.T) {
	shop := try(t)
	var heads []http.Header
	var bodies [][]byte
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heads, bodies = append(heads, r.Header), append(bodies, body)
		if r.URL.Path == "/broken" {
			http.Error(w, "out of order", http.StatusTeapot)
		}
	}))
	defer other.Close()
	secretOf := func(line string) string {
		t.Helper()
		out, err := shop.run(t, nil, line+" -o json")
		require.NoError(t, err)
		var told secretReport
		require.NoError(t, json.Unmarshal([]byte(out), &told), out)
		return told.Secret
	}
	secret := secretOf("endpoint add erp " + other.URL + " --reason pilot")
	require.Equal(t, secret, secretOf("endpoint secret erp"))
	out, err := shop.run(t, nil, "endpoint test erp")
	require.NoError(t, err)
	require.Contains(t, out, "erp has taken it")
	hook, err := standardwebhooks.NewWebhook(secret)
	require.NoError(t, err)
	require.NoError(t, hook.Verify(bodies[0], heads[0]))
	require.Contains(t, string(bodies[0]), `{"type":"ping",`)

	renewed := secretOf("endpoint change erp --new-secret --events order.placed,product.changed --url " + other.URL + "/broken")
	require.NotEqual(t, secret, renewed)
	_, err = shop.run(t, nil, "endpoint test erp")
	require.ErrorContains(t, err, `418 I'm a teapot: "out of order"`)
	require.NoError(t, hook.Verify(bodies[1], heads[1]), "the former secret is good for another day")
	_, err = shop.run(t, nil, "endpoint change erp --new-secret")
	require.Equal(t, "endpoint_renewed", fault.ReasonOf(err), "a day is a day")
	require.Equal(t, renewed, secretOf("endpoint secret erp"))
	_, err = shop.run(t, nil, "endpoint change erp --events order.placed --now")
	require.ErrorAs(t, err, &usageError{})
	seen, renewed := renewed, secretOf("endpoint change erp --new-secret --now")
	require.NotEqual(t, seen, renewed)
	_, err = shop.run(t, nil, "endpoint test erp")
	require.Error(t, err)
	require.Error(t, hook.Verify(bodies[2], heads[2]))
	hook, err = standardwebhooks.NewWebhook(seen)
	require.NoError(t, err)
	require.Error(t, hook.Verify(bodies[2], heads[2]), "it is good no more")

	require.NoError(t, postgres.NewEndpoints(shop.pool).Tell(t.Context(), endpoint.OfChange(1, "1"), endpoint.OfDeclaration(1)))
	out, err = shop.run(t, nil, "endpoint list -o json")
	require.NoError(t, err)
	var list []endpoint.State
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	require.Equal(t, []endpoint.Kind{"order.placed", "product.changed"}, list[0].Kinds)
	require.Equal(t, 1, list[0].Waiting)
	require.NotContains(t, out, renewed)

	_, err = shop.run(t, "no\n", "endpoint remove erp")
	require.ErrorIs(t, err, errRefused)
	_, err = shop.run(t, nil, "endpoint remove erp --yes")
	require.NoError(t, err)
	out, err = shop.run(t, nil, "endpoint list")
	require.NoError(t, err)
	require.NotContains(t, out, "erp")
	entries, total, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Subject: "endpoint-erp"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, 4, total)
	require.Equal(t, []string{"endpoint.remove", "endpoint.change", "endpoint.change", "endpoint.add"},
		[]string{entries[0].Action, entries[1].Action, entries[2].Action, entries[3].Action})
	require.NotContains(t, string(entries[1].After), "whsec_")
}

func TestWrongEndpointsAreRefused(t *testing.T) {
	shop := try(t)
	_, err := shop.run(t, nil, "endpoint add erp https://example.com")
	require.NoError(t, err)
	before := shop.everything(t)
	for _, line := range []string{
		"endpoint add ERP https://example.com", "endpoint add erp2 http://example.com", "endpoint add erp2 example.com", "endpoint add erp https://example.com/2",
		"endpoint add erp2 https://example.com --events order.exploded", "endpoint add erp2 https://example.com --events=", "endpoint change erp", "endpoint change erp --url http://example.com",
		"endpoint change erp --events ping", "endpoint resend erp", "endpoint resend none --since 1h", "endpoint change none --new-secret", "endpoint secret none",
		"endpoint test none", "endpoint remove none --yes",
	} {
		_, err := shop.run(t, nil, line)
		require.Error(t, err, line)
	}
	after := shop.everything(t)
	require.Equal(t, []string{before["endpoint"], before["outbox"]}, []string{after["endpoint"], after["outbox"]})
}
